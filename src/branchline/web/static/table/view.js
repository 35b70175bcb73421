// All that the parts of the table need to know, gathered once for every state.
import { offersOf } from "./offers.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Game} Game */
/** @typedef {import("../core/types.js").Variant} Variant */

/**
 * @typedef {object} View
 * @property {import("../core/session.js").Session|null} session  null: nothing can be done, as in a replay
 * @property {import("../core/types.js").TableInfo} table
 * @property {Game} game
 * @property {Board} board
 * @property {Variant} variant
 * @property {number|null} seat  whose view this is
 * @property {import("../core/types.js").Decision|null} decision
 * @property {import("./offers.js").Offers} offers
 * @property {import("./selection.js").SelectionStore} selection
 * @property {string} noun  what a piece is called
 * @property {(seat: number) => string} name
 */

/**
 * @param {object} from
 * @param {import("../core/session.js").Session|null} from.session
 * @param {import("../core/types.js").TableInfo} from.table
 * @param {Game} from.game
 * @param {Board} from.board
 * @param {number|null} from.seat
 * @param {import("./selection.js").SelectionStore} from.selection
 * @returns {View}
 */
export function viewOf({ session, table, game, board, seat, selection }) {
  const variant = board.variants.find((each) => each.id === table.variant) ?? board.variants[0];
  return {
    session,
    table,
    game,
    board,
    variant,
    seat,
    selection,
    decision: game.decision,
    offers: offersOf(game.decision, seat === null ? {} : (game.observation.parts.hands.hands[seat]?.cards ?? {})),
    noun: "train",
    name: (at) => (at === seat ? "You" : game.names[at]),
  };
}

/**
 * The cards of a hand, in the order of the board's kinds.
 * @param {View} view
 * @param {number} seat
 * @returns {[import("../core/types.js").CardKind, number][]}
 */
export function handOf(view, seat) {
  const hand = view.game.observation.parts.hands.hands[seat];
  const cards = hand?.cards ?? {};
  return view.board.cards.filter((kind) => cards[kind.name]).map((kind) => [kind, cards[kind.name]]);
}

/**
 * The places at both ends of a route; none, if there is no route.
 * @param {View} view
 * @param {string|null} route
 */
export function endsOf({ board }, route) {
  return route ? [board.route[route].a, board.route[route].b] : [];
}

/**
 * What a route scores whoever looks on when they build it, as the server says; what is printed, as long as it was not
 * asked, and for routes that are built.
 * @param {View} view
 * @param {string} id
 * @returns {number}
 */
export function pointsOf(view, id) {
  const offered = view.offers.routes.get(id)?.[0]?.points;
  const state = view.session?.store.get().routes[id];
  const told = state && state.state !== "taken" && state.state !== "yours" ? state.points : null;
  return offered ?? told ?? view.board.route[id].points;
}
