// What the map shows for a view: who built what, what glows, what is lit.

import { routesSince } from "../core/last-moves.js";
import { facesOf, known, onMap } from "../mechanics/index.js";
import { hintOf } from "./advice.js";
import { penciled } from "./plan.js";
import { meantTicket, ticketMarks } from "./ticket-marks.js";
import { settings } from "../core/settings.js";
import { endsOf } from "./view.js";

/** @typedef {import("./view.js").View} View */

/**
 * The places to be kept in sight: what the open question is about, what was picked up, what the coach points at.
 * A route that runs over the edge of the map is left where it is.
 * @param {View} view
 * @returns {string[]}
 */
export function inQuestion(view) {
  const { mode, thing } = view.selection.get();
  const hint = hintOf(view);
  const route = (mode === "route" ? thing : null) ?? hint?.route;
  return [
    ...(route && !view.board.route[route].tags.includes("wraps") ? endsOf(view, route) : []),
    ...(thing && boughtOnMap(view) ? [thing] : []),
    ...(view.decision ? facesOf(view).flatMap((face) => face.about?.(view) ?? []) : []),
    ...(route ? [] : (hint?.places ?? [])),
  ];
}

/**
 * What can be bought at places of the map, if something of the kind was picked up.
 * @param {View} view
 */
function boughtOnMap({ offers, selection }) {
  const { mode } = selection.get();
  return known("purchases", mode)?.onMap ? offers.purchases.get(mode ?? "") : undefined;
}

/**
 * The places that can be picked now.
 * @param {View} view
 * @returns {Set<string>}
 */
export function pickablePlaces(view) {
  return new Set((boughtOnMap(view) ?? view.offers.places).keys());
}

/**
 * The routes that can be built, and which of them glow: those that bring my tickets or my plan nearer, or all of them
 * if nothing but a route is asked for. The others have a quiet mark.
 * @param {View} view
 */
function glowing(view) {
  const { mode } = view.selection.get();
  const { offers, board, game } = view;
  const legal = mode && mode !== "route" ? new Set() : new Set(offers.routes.keys());
  const { glow } = settings.get();
  const onlyRoutes = offers.take.size + offers.draw.size === 0;
  if (glow === "all" || (glow === "helpful" && onlyRoutes)) return { legal, shining: legal, quiet: false };
  const wanted = [...game.tickets.flatMap((ticket) => ticket.missing), ...(view.session ? penciled(view).open : [])];
  const helpful = wanted.flatMap((id) => [id, ...board.route[id].twins]).filter((id) => legal.has(id));
  return { legal, shining: new Set(glow === "none" ? [] : helpful), quiet: glow !== "none" };
}

/**
 * @param {View} view
 * @returns {Partial<import("../board/drawing.js").Scene>}
 */
export function sceneOf(view) {
  const { offers, game } = view;
  const { mode, thing, hovered, lit, opens, kept, told } = view.selection.get();
  const chosen = mode === "route" ? thing : null;
  const hint = hintOf(view);
  const places = new Set([...lit, ...endsOf(view, chosen), ...endsOf(view, hovered), ...inQuestion(view)]);
  for (const place of hint?.places ?? []) places.add(place);
  if (offers.keep.length && !lit.length)
    for (const ticket of game.offer)
      if (!kept.length || kept.includes(ticket.id)) for (const stop of ticket.stops) places.add(stop);
  return {
    owners: game.observation.parts.tracks.owners,
    closed: new Set(game.closed),
    ...glowing(view),
    network: view.selection.get().network,
    chosen,
    hovered: hovered === chosen ? null : hovered,
    lit: places,
    marked: new Set([...told, ...opens, ...(hint?.route ? [hint.route] : [])]),
    way: new Set(meantTicket(view)?.missing ?? []),
    recent: new Set(routesSince(game.log, view.seat)),
    pencil: new Set(view.session ? penciled(view).open : []),
    tickets: ticketMarks(view),
    pickable: pickablePlaces(view),
    ...onMap(view),
  };
}
