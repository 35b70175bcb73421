// My tickets with how far they are, and the choice of new ones. Hover and focus light their places on the map.
import { html, cls, useKeys, useState } from "../core/ui.js";
import { TicketMap } from "../board/ticket-map.js";
import { counted } from "../core/words.js";
import { Dialog } from "./dialog.js";
import { meansGo } from "./enter.js";
import { ownTickets, signOf, ticketNeeds } from "./ticket-marks.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").TicketProgress} TicketProgress */

export const WHAT_TICKETS_ARE =
  "Connect a ticket's places with your own routes to score its points. Otherwise it costs them at the end.";
const SIGN = { done: "✓", possible: "○", lost: "✕" };
const STATES = /** @type {const} */ (["possible", "done", "lost"]);
const MANY = 4; // tickets beyond which each is a sign, and all of them stand on a page of their own

/** @param {{view: View, onlyOffer?: boolean, note?: string, onShow?: (stops: string[]) => void}} props */
export function Tickets({ view, onlyOffer = false, note, onShow }) {
  const { offer } = view.game;
  const [all, setAll] = useState(false);
  if (view.seat === null) return null;
  const tickets = mine(view);
  const many = tickets.length > MANY || view.offers.keep.length > 0; // those that are offered need the room
  const Each = many ? Chip : Held;
  return html`<section class="panel tix" aria-label="Your tickets" data-tickets>
    ${
      view.offers.keep.length
        ? html`<${KeepTickets} view=${view} />`
        : html`<header class="h">
      <h2 class="cap">Your tickets</h2>
      <em>${note ?? inNumbers(tickets)}</em>
      ${many ? html`<button class="btn overview" onClick=${() => setAll(true)}>Overview</button>` : null}
    </header>`
    }
    ${onlyOffer && !tickets.length ? html`<p class="hint">${WHAT_TICKETS_ARE}</p>` : null}
    ${
      view.offers.keep.length
        ? html`<ul class="tl" data-answers>
          ${offer.map(
            (ticket) => html`<${Offered} key=${ticket.id} view=${view} ticket=${ticket} onShow=${onShow} />`,
          )}
        </ul>`
        : null
    }
    ${
      onlyOffer || !tickets.length
        ? null
        : html`<ul class=${many ? "chips" : "tl"} data-answers>
          ${tickets.map((ticket) => html`<${Each} key=${ticket.id} view=${view} ticket=${ticket} onShow=${onShow} />`)}
        </ul>`
    }
    ${all ? html`<${AllTickets} view=${view} tickets=${tickets} onClose=${() => setAll(false)} />` : null}
  </section>`;
}

/**
 * "2 of 5 done", and what was lost.
 * @param {TicketProgress[]} tickets
 */
function inNumbers(tickets) {
  const count = (/** @type {string} */ state) => tickets.filter((ticket) => ticket.state === state).length;
  if (!tickets.length) return "none yet";
  return `${count("done")} of ${tickets.length} done${count("lost") ? `, ${count("lost")} lost` : ""}`;
}

/**
 * My tickets: those that can still be done, then the done ones, then the lost; of each the dearest first.
 * @param {View} view
 * @returns {TicketProgress[]}
 */
function mine(view) {
  const order = (/** @type {TicketProgress} */ ticket) => STATES.indexOf(ticket.state);
  return ownTickets(view).sort((a, b) => order(a) - order(b) || b.points - a.points);
}

/**
 * All tickets in full, by how far they are.
 * @param {{view: View, tickets: TicketProgress[], onClose: () => void}} props
 */
function AllTickets({ view, tickets, onClose }) {
  const groups = STATES.map((state) => tickets.filter((ticket) => ticket.state === state));
  const titles = ["Still possible", "Done", "Lost"];
  return html`<${Dialog} title="Your tickets" onClose=${onClose}>
    <div class="alltickets" data-alltickets>
      ${groups.map((group, at) =>
        group.length
          ? html`<section key=${titles[at]}>
            <h3>${titles[at]} <span>${counted(group.length, "ticket")}</span></h3>
            <ul>
              ${group.map((ticket) => {
                const mark = signOf(view, ticket.id);
                return html`<li key=${ticket.id} class="tk-line">
                  <span class=${`sign t-${mark.color}`} aria-hidden="true">${mark.letter}</span>
                  <span>${ticket.name}</span>
                  <small>${ticket.words.split(/[,:]/)[0]}</small>
                  <b>${ticket.points}</b>
                </li>`;
              })}
            </ul>
          </section>`
          : null,
      )}
    </div>
  <//>`;
}

/** @param {{view: View, ticket: TicketProgress, onShow?: (stops: string[]) => void}} props */
function Chip({ view, ticket, onShow }) {
  const mark = signOf(view, ticket.id);
  const words = `${ticket.name}: ${ticketNeeds(ticket)}`;
  return html`<li
    class=${cls("tk chip", `is-${ticket.state}`)}
    data-held=${ticket.id}
    tabindex="0"
    title=${words}
    ...${lights(view, ticket)}
    ...${onShow ? { onClick: () => onShow(ticket.stops) } : {}}
  >
    <span class=${`sign t-${mark.color}`} aria-hidden="true">${mark.letter}</span>
    <b aria-hidden="true">${ticket.points}</b>
    ${ticket.state === "possible" ? null : html`<i aria-hidden="true">${SIGN[ticket.state]}</i>`}
    <span class="sr">${counted(ticket.points, "point")}: ${words}</span>
  </li>`;
}

/** @param {{view: View, ticket: TicketProgress, onShow?: (stops: string[]) => void}} props */
function Held({ view, ticket, onShow }) {
  return html`<li
    class=${cls("tk", `is-${ticket.state}`, ticket.tour && "tour")}
    data-held=${ticket.id}
    tabindex="0"
    title=${[ticket.name, ticket.values, ticketNeeds(ticket)].filter(Boolean).join(": ")}
    ...${lights(view, ticket)}
    ...${onShow ? { onClick: () => onShow(ticket.stops) } : {}}
  >
    <${Face} view=${view} ticket=${ticket} />
  </li>`;
}

/** @param {{view: View, ticket: TicketProgress, onShow?: (stops: string[]) => void}} props */
function Offered({ view, ticket, onShow }) {
  const { kept } = view.selection.get();
  const on = kept.includes(ticket.id);
  const enough =
    kept.length > 0 && kept.length >= Math.min(...view.offers.keep.map(({ action }) => action.tickets.length));
  const words = on ? "keep" : enough ? "goes back" : "keep?";
  const toggle = () => {
    view.selection.set({ kept: on ? kept.filter((id) => id !== ticket.id) : [...kept, ticket.id] });
    onShow?.(ticket.stops);
  };
  return html`<li
    class=${cls("tk offered", ticket.tour && "tour", on && "kept")}
    title=${ticket.values ? `${ticket.name}: ${ticket.values}` : null}
    ...${lights(view, ticket)}
  >
    <button role="checkbox" aria-checked=${on} data-ticket=${ticket.id} onClick=${toggle}>
      <${Face} view=${view} ticket=${ticket} words=${words} sign=${on ? "✓" : "○"} />
    </button>
  </li>`;
}

/** @param {{view: View, ticket: TicketProgress, words?: string, sign?: string}} props */
function Face({ view, ticket, words, sign }) {
  const tour = view.variant.tickets.find((each) => each.id === ticket.id)?.tour_points;
  const points = tour ? `${ticket.points}·${tour[0]}` : String(ticket.points);
  const mark = signOf(view, ticket.id);
  const state = ticket.words.split(/[,:;]/)[0]; // the rest is in the title
  return html`
    <${TicketMap} board=${view.board} ticket=${ticket} />
    <span class="pt">
      <span aria-hidden="true">${points}</span>
      <span class="sr">${ticket.values || counted(ticket.points, "point")}: </span>
    </span>
    <span class="tt">
      <span class=${`sign t-${mark.color}`} aria-hidden="true">${mark.letter}</span>
      <span class="tname">${ticket.name}</span>
      <small>
        ${sign ?? SIGN[ticket.state]} ${words ?? (ticket.tour ? `tour · ${state}` : state)}
        ${tour && ticket.state !== "done" ? ` · ✕ −${tour[1]}` : null}
      </small>
    </span>`;
}

/**
 * @param {View} view
 * @param {TicketProgress} ticket
 */
function lights(view, ticket) {
  const on = () => view.selection.set({ lit: ticket.stops, ticket: ticket.id });
  const off = () => view.selection.set({ lit: [], ticket: null });
  return { onMouseEnter: on, onMouseLeave: off, onFocusIn: on, onFocusOut: off, onClick: on };
}

/** @param {{view: View}} props */
function KeepTickets({ view }) {
  const { offers, selection, session, game } = view;
  const { kept } = selection.get();
  const least = Math.min(...offers.keep.map((choice) => choice.action.tickets.length));
  const chosen = offers.keep.find(
    ({ action }) =>
      action.tickets.length === kept.length && action.tickets.every((/** @type {string} */ id) => kept.includes(id)),
  );
  const go = () => chosen && session?.act(chosen.number);
  useKeys((event) => {
    const at = Number(event.key) - 1;
    const ticket = event.key >= "1" && event.key <= "9" ? game.offer[at] : undefined;
    if (ticket)
      selection.set({ kept: kept.includes(ticket.id) ? kept.filter((id) => id !== ticket.id) : [...kept, ticket.id] });
    else if (chosen && meansGo(event)) {
      event.preventDefault();
      go();
    }
  });
  const note = least === game.offer.length ? "You keep them all" : `Choose at least ${least} of ${game.offer.length}`;
  return html`<header class="h keeping" data-question>
    <h2 class="slab">Which tickets do you keep?</h2>
    <em>${note}</em>
    <button class="btn main go" data-go disabled=${!chosen} onClick=${go}>
      Keep ${kept.length || ""} <kbd>↵</kbd>
    </button>
  </header>`;
}
