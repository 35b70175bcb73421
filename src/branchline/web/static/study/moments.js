// What an analysis says, picked out for the page: key moments, mistakes to learn from, figures in words.

/** @typedef {import("../core/messages.js").StudiedGame} StudiedGame */
/** @typedef {import("../core/messages.js").JudgedDecision} JudgedDecision */
/** @typedef {import("../core/messages.js").StudiedChoice} StudiedChoice */
/** @typedef {JudgedDecision["label"]} Label */

/**
 * A moment worth stopping at: somebody erred, or was very lucky or unlucky.
 * @typedef {object} KeyMoment
 * @property {number} number  of the decision
 * @property {number} seat
 * @property {"error"|"luck"} kind
 * @property {Label} label  of an error
 * @property {number} worth  in parts of a win, to the seat
 */

export const SIGNS = /** @type {Record<string, string>} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });
const LUCKY = 0.05; // of a win: luck over this is worth stopping at ...
const SURE = 2; // ... if it is more than that many standard errors
const AS_GOOD = 0.01; // of a win: what is no farther from the best is as good

/**
 * @param {StudiedGame} game
 * @returns {KeyMoment[]}  in the order of the game
 */
export function keyMoments({ analysis }) {
  return analysis.decisions.flatMap((decision) => {
    const { number, seat, label, luck, luck_se } = decision;
    const found = /** @type {KeyMoment[]} */ ([]);
    if (label) found.push({ number, seat, kind: "error", label, worth: -decision.error });
    if (Math.abs(luck) > Math.max(LUCKY, SURE * luck_se))
      found.push({ number, seat, kind: "luck", label: null, worth: luck });
    return found;
  });
}

/**
 * The decisions of a seat that it can learn from.
 * @param {StudiedGame} game
 * @param {number} seat
 */
export function mistakesOf({ analysis }, seat) {
  return analysis.decisions.filter((decision) => decision.seat === seat && decision.label);
}

/**
 * The nearest key moment before or after a moment; null if there is none.
 * @param {KeyMoment[]} keys
 * @param {number} at
 * @param {1|-1} way
 */
export function nextKey(keys, at, way) {
  const beyond = keys.filter(({ number }) => (number - at) * way > 0).map(({ number }) => number);
  return beyond.length ? (way > 0 ? Math.min(...beyond) : Math.max(...beyond)) : null;
}

/**
 * Where among the candidates what was done stands, and the best.
 * @param {JudgedDecision} decision
 */
export function placesOf({ candidates, action, best }) {
  return {
    done: candidates.findIndex((each) => each.action === action),
    best: candidates.findIndex((each) => each.action === best),
  };
}

/**
 * What to say to somebody who looked for something better and chose a candidate.
 * @param {JudgedDecision} decision
 * @param {number} chosen
 * @returns {{found: boolean, words: string}}
 */
export function verdict(decision, chosen) {
  const { done, best } = placesOf(decision);
  const worth = (/** @type {number} */ at) => decision.candidates[at].share;
  if (chosen === best) return { found: true, words: "Yes. That is the best move found." };
  if (worth(best) - worth(chosen) <= AS_GOOD) return { found: true, words: "Yes. That is as good as the best." };
  const gained = worth(chosen) - worth(done);
  if (gained > AS_GOOD)
    return { found: false, words: `Better than what was done, by ${inPoints(gained)}. There is an even better one.` };
  return { found: false, words: "That is no better than what was done. Look again." };
}

/**
 * A part of a win in percent: "8.7 %".
 * @param {number} share
 */
export function inPoints(share) {
  return `${plainPoints(Math.abs(share))} %`;
}

/**
 * "+8.7" or "−8.7": win share that came or went, in percent.
 * @param {number} share
 */
export function signedPoints(share) {
  const points = plainPoints(Math.abs(share));
  return points === "0.0" ? "0" : `${share < 0 ? "−" : "+"}${points}`;
}

/** @param {number} share */
export function plainPoints(share) {
  return (100 * share).toFixed(1);
}

/**
 * "45%".
 * @param {number} share
 */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/**
 * The lower and upper edge of every seat's area, moment by moment; together they fill the height from 0 to 1.
 * @param {number[][]} shares  of all seats, moment by moment
 * @returns {[number, number][][]}  by seat
 */
export function stacked(shares) {
  const seats = shares[0]?.length ?? 0;
  return Array.from({ length: seats }, (_, seat) =>
    shares.map((each) => {
      const sum = each.reduce((a, b) => a + b, 0) || 1;
      const below = each.slice(0, seat).reduce((a, b) => a + b, 0) / sum;
      return /** @type {[number, number]} */ ([below, below + each[seat] / sum]);
    }),
  );
}
