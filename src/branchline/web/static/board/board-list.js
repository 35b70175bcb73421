// The board as a list: every place with its routes, for keyboards and screen readers, and for finding things by name.
import { html, cls, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/ui.js";
import { Icon } from "../art/cards.js";
import { walk } from "../table/focus.js";
import { counted, routeCars } from "../core/words.js";
import { pickablePlaces } from "../table/scene.js";
import { shownTickets, signOf } from "../table/ticket-marks.js";
import { pointsOf } from "../table/view.js";

/** @typedef {import("../table/view.js").View} View */
/** @typedef {import("../core/types.js").Route} Route */

/** @param {{view: View, onPlace: (place: string) => void, onClose: () => void}} props */
export function BoardList({ view, onPlace, onClose }) {
  const { board, offers } = view;
  const asked = pickablePlaces(view); // the places that the open question offers
  const offered = asked.size || offers.routes.size;
  const [wanted, setWanted] = useState("");
  const [onlyLegal, setOnlyLegal] = useState(offered > 0);
  const field = useRef(/** @type {HTMLInputElement|null} */ (null));
  useLayoutEffect(() => field.current?.focus(), []);
  useEffect(() => view.session?.explain(), [view.game.number]);
  const places = useMemo(() => [...board.cities].sort((a, b) => a.name.localeCompare(b.name)), [board]);
  const fits = (/** @type {string} */ name) => plain(name).includes(plain(wanted));
  const shown = places
    .map((place) => ({
      place,
      routes: board.routes.filter(
        (route) =>
          (route.a === place.id || route.b === place.id) &&
          (asked.size ? !onlyLegal : !onlyLegal || offers.routes.has(route.id)),
      ),
    }))
    .filter(
      ({ place, routes }) =>
        (asked.has(place.id) || routes.length) &&
        (fits(place.name) || routes.some((route) => fits(otherEnd(view, route, place.id)))),
    );
  return html`<section class="panel boardlist" aria-label="Places and routes">
    <header class="h">
      <h2 class="cap">Places and routes</h2>
      <button class="x" aria-label="Close the list" title="Close (Esc)" onClick=${onClose}>
        <${Icon} name="close" size=${18} />
      </button>
    </header>
    <input
      ref=${field}
      class="field"
      placeholder="A place …"
      aria-label="Find a place"
      value=${wanted}
      onInput=${(/** @type {any} */ event) => setWanted(event.target.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => leaveField(event, onClose)}
    />
    ${
      view.session
        ? html`<label class="only">
          <input type="checkbox" checked=${onlyLegal} onChange=${() => setOnlyLegal(!onlyLegal)} /> only what
          I can ${asked.size ? "choose" : "build"} now (
          ${offered}
          )
        </label>`
        : null
    }
    <ul class="places" onKeyDown=${walk}>
      ${
        shown.length
          ? shown.map(
              ({ place, routes }) => html`<li key=${place.id}>
                <h3>${place.name}<small>${ticketsAt(view, place.id)}</small></h3>
                ${
                  asked.has(place.id)
                    ? html`<button
                      class="rl legal"
                      data-list-place=${place.id}
                      ...${lightsPlace(view, place.id)}
                      onClick=${() => {
                        onPlace(place.id);
                        onClose();
                      }}
                    >
                      <i class="dot"></i><span><b>Choose ${place.name}</b></span>
                    </button>`
                    : null
                }
                <ul>
                  ${routes.map(
                    (route) =>
                      html`<${RouteLine}
                        key=${route.id}
                        view=${view}
                        route=${route}
                        from=${place.id}
                        onPicked=${onClose}
                      />`,
                  )}
                </ul>
              </li>`,
            )
          : html`<li class="hint">${onlyLegal ? "There is nothing you can build now." : "No such place."}</li>`
      }
    </ul>
  </section>`;
}

/**
 * Which of my tickets end at a place, in words: " · A Boston – Miami".
 * @param {View} view
 * @param {string} place
 */
function ticketsAt(view, place) {
  return shownTickets(view)
    .filter((ticket) => ticket.stops.includes(place))
    .map((ticket) => ` · ticket ${signOf(view, ticket.id).letter}, ${ticket.name}`)
    .join("");
}

/**
 * @param {View} view
 * @param {string} place
 */
function lightsPlace({ selection }, place) {
  const [on, off] = [() => selection.set({ lit: [place] }), () => selection.set({ lit: [] })];
  return { onFocus: on, onMouseEnter: on, onBlur: off, onMouseLeave: off };
}

/** @param {{view: View, route: Route, from: string, onPicked: () => void}} props */
function RouteLine({ view, route, from, onPicked }) {
  const { selection, offers } = view;
  const owners = view.game.observation.parts.tracks.owners[route.index];
  const legal = offers.routes.has(route.id);
  const reason = view.session?.store.get().routes[route.id]?.words;
  const state = owners.length
    ? `built by ${owners
        .map((/** @type {number} */ seat) => view.name(seat))
        .join(" and ")
        .replace("You", "you")}`
    : legal
      ? `you can build it, ${counted(pointsOf(view, route.id), "point")}`
      : (reason ?? `${counted(pointsOf(view, route.id), "point")}`);
  const pick = () => {
    if (!legal) return;
    selection.pick("route", route.id);
    onPicked();
  };
  const light = {
    onFocus: () => selection.set({ hovered: route.id }),
    onMouseEnter: () => selection.set({ hovered: route.id }),
    onMouseLeave: () => selection.set({ hovered: null }),
    onBlur: () => selection.set({ hovered: null }),
  };
  return html`<li>
    <button
      class=${cls("rl", legal && "legal", owners.length && `seat-${owners[0]}`)}
      aria-disabled=${!legal}
      data-list-route=${route.id}
      ...${light}
      onClick=${pick}
    >
      <i class=${`dot c-${route.color}`}></i>
      <span><b>to ${otherEnd(view, route, from)}</b>, ${routeCars(route)}<small>${state}</small></span>
    </button>
  </li>`;
}

/**
 * @param {View} view
 * @param {Route} route
 * @param {string} from
 */
function otherEnd(view, route, from) {
  return view.board.places[route.a === from ? route.b : route.a].name;
}

/** @param {string} name */
function plain(name) {
  return name
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/**
 * Out of the field into the list, or away.
 * @param {KeyboardEvent} event
 * @param {() => void} onClose
 */
function leaveField(event, onClose) {
  if (event.key === "Escape") onClose();
  if (event.key !== "ArrowDown" && event.key !== "Enter") return;
  const list = /** @type {HTMLElement} */ (event.target).closest(".boardlist");
  /** @type {HTMLElement|null|undefined} */ (list?.querySelector(".places button"))?.focus();
  event.preventDefault();
}
