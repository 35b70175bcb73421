// When the guide speaks: conditions of lessons, which are data (`learn/*.json`), held against a view of the table.

/** @typedef {import("./view.js").View} View */
/**
 * @typedef {object} When  all that is said here must hold
 * @property {string} [offers]  something of this sort is on offer: a field of the offers, such as "keep" or "routes"
 * @property {string} [action]  an action of this kind is on offer
 * @property {string} [question]  this is being asked
 * @property {string} [mode]  this has been picked up
 * @property {number} [cards]  at least that many in hand
 * @property {number} [routes]  at least that many built
 * @property {boolean} [tour]  a ticket is a tour
 * @property {boolean} [waiting]  the others play, and something has happened
 */

/**
 * @param {When} when
 * @param {View} view
 */
export function isTimeFor(when, view) {
  const { game, seat, decision } = view;
  if (seat === null) return false;
  const { parts } = game.observation;
  const offer = when.offers ? /** @type {any} */ (view.offers)[when.offers] : null;
  const built = () => parts.tracks.owners.filter((/** @type {number[]} */ owners) => owners.includes(seat)).length;
  return (
    (!when.offers || (offer?.size ?? offer?.length ?? 0) > 0) &&
    (!when.action || (decision?.choices.some(({ action }) => action.kind === when.action) ?? false)) &&
    (!when.question || decision?.question === when.question) &&
    (!when.mode || view.selection.get().mode === when.mode) &&
    (!when.cards || parts.hands.hands[seat].size >= when.cards) &&
    (!when.routes || built() >= when.routes) &&
    (!when.tour || [...game.tickets, ...game.offer].some((ticket) => ticket.tour)) &&
    (!when.waiting || (decision === null && !game.result && game.log.length > 3))
  );
}
