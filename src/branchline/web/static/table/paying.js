// Paying: what is being bought, the cards that are in the payment now, and what a click on a card does to it.
import { cardsOf, nearest } from "./ways.js";
import { handOf } from "./view.js";

/** @typedef {import("../core/types.js").Choice} Choice */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./ways.js").Purse} Purse */

/**
 * @typedef {object} Payment
 * @property {Purse} cards
 * @property {number[]} actions  the answers that pay it: mostly one
 * @property {string} [note]  what some of the cards stand for
 */

/**
 * All ways to pay for what was picked up; null: nothing that is paid for was.
 * @param {View} view
 * @returns {Choice[]|null}
 */
export function waysToPay({ offers, selection }) {
  const { mode, thing } = selection.get();
  return (mode && thing && offers.purchases.get(mode)?.get(thing)) || null;
}

/**
 * Those whose cards are all settled; the cards of a bundle are not.
 * @param {View} view
 */
function settledWays(view) {
  return (waysToPay(view) ?? []).filter((way) => !way.action.bundles);
}

/**
 * What is in the payment now; null while the server is being asked for one.
 * @param {View} view
 * @returns {Payment|null}
 */
export function paymentNow(view) {
  const { made, way } = view.selection.get();
  if (made) return made;
  const ways = settledWays(view);
  const chosen = ways[Math.min(way, ways.length - 1)];
  return chosen ? { cards: cardsOf(chosen), actions: [chosen.number] } : null;
}

/**
 * Where only bundles pay, the server makes the first proposal.
 * @param {View} view
 */
export function proposeFirst(view) {
  if (waysToPay(view)?.length && !paymentNow(view)) ask(view, null);
}

/**
 * Whether a card of a kind can be put in (1) or taken out (-1).
 * @param {View} view
 * @param {string} kind
 * @param {1|-1} by
 */
export function canChange(view, kind, by) {
  const now = paymentNow(view);
  if (!now) return false;
  const ways = settledWays(view);
  if (nearest(ways, now.cards, kind, by) >= 0) return true;
  if (waysToPay(view)?.length === ways.length) return false;
  const held = handOf(view, view.seat ?? 0).find(([each]) => each.name === kind)?.[1] ?? 0;
  return by === 1 ? (now.cards[kind] ?? 0) < held : (now.cards[kind] ?? 0) > 0;
}

/**
 * Put a card in (1) or take one out (-1). What cannot be paid is not done; false says so.
 * @param {View} view
 * @param {string} kind
 * @param {1|-1} by
 */
export function change(view, kind, by) {
  const now = paymentNow(view);
  if (!now) return false;
  const ways = settledWays(view);
  const at = view.selection.get().made ? -1 : nearest(ways, now.cards, kind, by);
  if (at >= 0) {
    view.selection.set({ way: at });
    return true;
  }
  const bundled = waysToPay(view)?.length !== ways.length;
  if (!bundled) return false;
  ask(view, wish(view, now.cards, kind, by));
  return true;
}

/**
 * The payment with a card more or less; another card goes out or in for it, where most are left.
 * @param {View} view
 * @param {Purse} now
 * @param {string} kind
 * @param {1|-1} by
 * @returns {Purse}
 */
function wish(view, now, kind, by) {
  const hand = Object.fromEntries(handOf(view, view.seat ?? 0).map(([each, count]) => [each.name, count]));
  const changed = { ...now, [kind]: (now[kind] ?? 0) + by };
  const others = Object.keys(hand)
    .filter((each) => each !== kind && each !== "wild")
    .filter((each) => (by === 1 ? (changed[each] ?? 0) > 0 : (changed[each] ?? 0) < hand[each]))
    .sort((a, b) => hand[b] - (changed[b] ?? 0) - (hand[a] - (changed[a] ?? 0)));
  const other = by === 1 ? others[others.length - 1] : others[0];
  if (other && kind !== "wild") changed[other] = (changed[other] ?? 0) - by;
  return changed;
}

/**
 * @param {View} view
 * @param {Purse|null} cards
 */
function ask(view, cards) {
  const { mode, thing } = view.selection.get();
  const [way] = waysToPay(view) ?? [];
  if (!view.session || !way) return;
  view.session.propose({ action: way.number, cards }, (made) => {
    const { mode: modeNow, thing: thingNow } = view.selection.get();
    if (modeNow === mode && thingNow === thing) view.selection.set({ made });
  });
}

/**
 * Pay what is in the payment.
 * @param {View} view
 */
export function pay(view) {
  const payment = paymentNow(view);
  if (payment) view.session?.act(payment.actions[0], payment.actions.slice(1));
}
