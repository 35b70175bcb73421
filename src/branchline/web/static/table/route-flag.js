// What the route under the pointer is, takes and brings, or why it cannot be built: below the map, never over it.
import { html } from "../core/ui.js";
import { useStore } from "../core/store.js";
import { counted, listed, routeCars, routeName } from "../core/words.js";

/** @typedef {import("./view.js").View} View */

/** @param {{view: View, phone?: boolean}} props  on a phone the sheet tells of the chosen route */
export function RouteFlag({ view, phone = false }) {
  const { hovered, mode, thing } = view.selection.get();
  if (phone && mode === "route") return null;
  const id = hovered ?? (mode === "route" ? thing : null);
  if (!id)
    return html`<p class="flag idle">
      ${
        view.offers.routes.size
          ? "Routes that glow can be built now. Point at any route to see what it takes."
          : view.session
            ? "Point at a route to see what it takes."
            : ""
      }
    </p>`;
  const route = view.board.route[id];
  /** @type {number[]} */
  const owners = view.game.observation.parts.tracks.owners[route.index];
  const marks = route.marks.map((mark) => view.board.extras.railroads?.[mark]?.logo ?? mark);
  const facts = [routeCars(route), counted(route.points, "point"), ...(marks.length ? [listed(marks)] : [])];
  return html`<p class="flag">
    <b>${routeName(view.board, route)}</b> <span>${facts.join(" · ")}</span>
    ${
      owners.length
        ? html`<em>built by ${listed(owners.map((seat) => view.name(seat).replace(/^You$/, "you")))}</em>`
        : view.session
          ? html`<${Why} session=${view.session} id=${id} />`
          : null
    }
  </p>`;
}

/** @param {{session: import("../core/session.js").Session, id: string}} props */
function Why({ session, id }) {
  const state = useStore(session.store).routes[id];
  if (!state || state.state === "yours" || state.state === "taken") return null;
  return html`<em class=${state.state === "legal" ? "can" : ""}>${state.words}</em>`;
}
