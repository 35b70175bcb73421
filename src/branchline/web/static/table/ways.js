// Ways to pay: which is proposed, and which one is meant when a card is put in or taken out. Every way is one that the
// server offers, so whatever is shown can be paid as it is.

/** @typedef {import("../core/types.js").Choice} Choice */
/** @typedef {Record<string, number>} Purse  kinds of card with their numbers */

/**
 * The cards that a way takes.
 * @param {Pick<Choice, "pays">} way
 * @returns {Purse}
 */
export function cardsOf(way) {
  return Object.fromEntries((way.pays ?? []).filter(([, count]) => count));
}

/**
 * Ways from the one that costs least to the dearest: few cards, few locomotives, then of what one has plenty.
 * @template {Pick<Choice, "pays"|"action">} T
 * @param {T[]} ways
 * @param {Purse} hand
 * @returns {T[]}
 */
export function cheapestFirst(ways, hand) {
  return [...ways].sort(
    (a, b) => bundles(a) - bundles(b) || wilds(a) - wilds(b) || left(b, hand) - left(a, hand) || total(a) - total(b),
  );
}

/** @param {Pick<Choice, "action">} way */
function bundles({ action }) {
  return action.bundles ?? 0;
}

/** @param {Pick<Choice, "pays">} way */
function wilds({ pays }) {
  return (pays ?? []).reduce((sum, [name, count]) => sum + (name === "wild" ? count : 0), 0);
}

/** @param {Pick<Choice, "pays">} way */
function total({ pays }) {
  return (pays ?? []).reduce((sum, [, count]) => sum + count, 0);
}

/**
 * How many cards of the scarcest kind that a way uses remain in hand.
 * @param {Pick<Choice, "pays">} way
 * @param {Purse} hand
 */
function left({ pays }, hand) {
  const kinds = (pays ?? []).filter(([name, count]) => count && name !== "wild");
  return kinds.length ? Math.min(...kinds.map(([name, count]) => (hand[name] ?? 0) - count)) : 0;
}

/**
 * The way that is meant when one more card of a kind is put in (`by` 1) or one is taken out (-1): of all that have
 * more (fewer) of it, the one with the fewest other changes. -1: there is none.
 * @param {Pick<Choice, "pays">[]} ways  those that cost least first
 * @param {Purse} now
 * @param {string} kind
 * @param {1|-1} by
 * @returns {number}
 */
export function nearest(ways, now, kind, by) {
  let best = -1;
  let least = Infinity;
  ways.forEach((way, at) => {
    const cards = cardsOf(way);
    if (((cards[kind] ?? 0) - (now[kind] ?? 0)) * by <= 0) return;
    const changes = distance(cards, { ...now, [kind]: (now[kind] ?? 0) + by });
    if (changes < least) [best, least] = [at, changes];
  });
  return best;
}

/**
 * In how many cards two payments differ.
 * @param {Purse} a
 * @param {Purse} b
 */
function distance(a, b) {
  const kinds = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...kinds].reduce((sum, kind) => sum + Math.abs((a[kind] ?? 0) - (b[kind] ?? 0)), 0);
}
