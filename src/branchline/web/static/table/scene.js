// What the map shows for a view: who built what, what glows, what is lit.

import { routesSince } from "../core/last-moves.js";
import { facesOf, known, onMap } from "../mechanics/index.js";
import { hintOf } from "./advice.js";
import { penciled } from "./plan.js";
import { meantTicket, ticketMarks } from "./ticket-marks.js";

/** @typedef {import("./view.js").View} View */

/**
 * @param {View} view
 * @returns {Partial<import("../board/drawing.js").Scene>}
 */
export function sceneOf(view) {
  const { offers, board, game } = view;
  const { mode, thing, hovered, lit, opens, kept, told } = view.selection.get();
  const chosen = mode === "route" ? thing : null;
  const bought = known("purchases", mode)?.onMap ? offers.purchases.get(mode ?? "") : undefined;
  const places = new Set(lit);
  for (const id of [chosen, hovered]) {
    if (!id) continue;
    places.add(board.route[id].a);
    places.add(board.route[id].b);
  }
  if (offers.keep.length && !lit.length)
    for (const ticket of game.offer)
      if (!kept.length || kept.includes(ticket.id)) for (const stop of ticket.stops) places.add(stop);
  if (bought && thing) places.add(thing);
  if (view.decision) for (const face of facesOf(view)) for (const place of face.about?.(view) ?? []) places.add(place);
  const hint = hintOf(view);
  for (const place of hint?.places ?? []) places.add(place);
  return {
    owners: game.observation.parts.tracks.owners,
    closed: new Set(game.closed),
    legal: mode && mode !== "route" ? new Set() : new Set(offers.routes.keys()),
    chosen,
    hovered: hovered === chosen ? null : hovered,
    lit: places,
    marked: new Set([...told, ...opens, ...(hint?.route ? [hint.route] : [])]),
    way: new Set(meantTicket(view)?.missing ?? []),
    recent: new Set(routesSince(game.log, view.seat)),
    pencil: new Set(view.session ? penciled(view).open : []),
    tickets: ticketMarks(view),
    pickable: new Set((bought ?? offers.places).keys()),
    ...onMap(view),
  };
}
