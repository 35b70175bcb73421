// What the map shows for a view: who built what, what glows, what is lit.

import { routesSince } from "../core/last-moves.js";
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
  const { parts } = game.observation;
  const { mode, thing, hovered, lit, opens, kept, told } = view.selection.get();
  const chosen = mode === "route" ? thing : null;
  const pickable = mode === "harbor" ? new Set(offers.ports.keys()) : new Set(offers.places.keys());
  const places = new Set(lit);
  for (const id of [chosen, hovered]) {
    if (!id) continue;
    places.add(board.route[id].a);
    places.add(board.route[id].b);
  }
  if (offers.keep.length && !lit.length)
    for (const ticket of game.offer)
      if (!kept.length || kept.includes(ticket.id)) for (const stop of ticket.stops) places.add(stop);
  if (mode === "harbor" && thing) places.add(thing);
  for (const end of endsInQuestion(view)) places.add(end);
  const hint = hintOf(view);
  for (const place of hint?.places ?? []) places.add(place);
  return {
    owners: parts.tracks.owners,
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
    pickable,
    passengers: parts.passengers?.waiting ?? {},
    tokens: parts.tokens?.stacks ?? [],
    harbors: parts.harbors?.owners ?? {},
  };
}

/**
 * The places that the open question is about: where a passenger, a token or a share waits.
 * @param {View} view
 * @returns {string[]}
 */
function endsInQuestion(view) {
  const { parts } = view.game.observation;
  if (!view.decision) return [];
  if (parts.passengers?.ends.length) return [parts.passengers.ends[0]];
  const route = parts.tokens?.route ?? parts.shares?.route;
  return route ? [view.board.route[route].a, view.board.route[route].b] : [];
}
