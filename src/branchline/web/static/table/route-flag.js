// What the route under the pointer is, takes and brings, or why it cannot be built: below the map, never over it.
import { cls, html } from "../core/ui.js";
import { createStore, useStore } from "../core/store.js";
import { newsSince } from "../core/last-moves.js";
import { counted, listed, routeCars, routeName } from "../core/words.js";
import { helpedBy, meantTicket, ticketNeeds } from "./ticket-marks.js";
import { pointsOf } from "./view.js";

/** @typedef {import("./view.js").View} View */

const NOTHING_TOLD = createStore({});
const NEWS = "Since your turn";

/** @param {{view: View, phone?: boolean}} props  on a phone the sheet tells of the chosen route */
export function RouteFlag({ view, phone = false }) {
  useStore(view.session?.store ?? NOTHING_TOLD);
  const { hovered, mode, thing, network } = view.selection.get();
  if (phone && mode === "route") return null;
  const id = hovered ?? (mode === "route" ? thing : null);
  const ticket = meantTicket(view);
  if (!hovered && ticket)
    return html`<p class="flag" data-needs><b>${ticket.name}</b> <span>${ticketNeeds(ticket)}</span></p>`;
  if (!id && network !== null)
    return html`<p class="flag" data-network-of=${network}>
      <b>${network === view.seat ? "Your" : `${view.name(network)}’s`} routes</b>
      <span>N: the next player; Esc: all</span>
    </p>`;
  if (!id) {
    const words = idleWords(view);
    return html`<p class=${cls("flag idle", words.startsWith(NEWS) && "news")} data-news>${words}</p>`;
  }
  const route = view.board.route[id];
  /** @type {number[]} */
  const owners = view.game.observation.parts.tracks.owners[route.index];
  const marks = route.marks.map((mark) => view.board.extras.railroads?.[mark]?.logo ?? mark);
  const points = pointsOf(view, id);
  const facts = [routeCars(route), counted(points, "point"), ...(marks.length ? [listed(marks)] : [])];
  const helps = owners.length ? [] : helpedBy(view, id);
  return html`<p class="flag">
    <b>${routeName(view.board, route)}</b> <span>${facts.join(" · ")}</span>
    ${helps.length ? html`<strong data-helps>helps ${listed(helps)}</strong>` : null}
    ${
      owners.length
        ? html`<em>built by ${listed(owners.map((seat) => view.name(seat).replace(/^You$/, "you")))}</em>`
        : view.session
          ? html`<${Why} session=${view.session} id=${id} />`
          : null
    }
  </p>`;
}

/**
 * What to say when nothing is pointed at: what the others built since your own turn, or what pointing is good for.
 * @param {View} view
 */
function idleWords(view) {
  if (!view.session) return "";
  const name = (/** @type {string} */ id) => routeName(view.board, view.board.route[id]);
  const news = view.decision && newsSince(view.game.log, view.seat, name, view.name);
  if (news) return `${NEWS}: ${news}`;
  return view.offers.routes.size
    ? "Routes with a bright edge can be built now; those for your tickets glow. Point at one to see what it takes."
    : "Point at a route to see what it takes.";
}

/** @param {{session: import("../core/session.js").Session, id: string}} props */
function Why({ session, id }) {
  const state = useStore(session.store).routes[id];
  if (!state || state.state === "yours" || state.state === "taken") return null;
  return html`<em class=${state.state === "legal" ? "can" : ""}>${state.words}</em>`;
}
