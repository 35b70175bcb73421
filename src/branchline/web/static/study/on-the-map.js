// What of a decision is drawn on the map: what was done, and what would have been better.
import { SIGNS, placesOf } from "./moments.js";

/** @typedef {import("./moments.js").StudiedGame} StudiedGame */
/** @typedef {import("./moments.js").StudiedChoice} StudiedChoice */
/** @typedef {import("../board/map-marks.js").Note} Note */
/** @typedef {Pick<import("../board/drawing.js").Scene, "done"|"better"|"notes"|"lit">} Drawn */

/**
 * @param {StudiedGame|null} game
 * @param {number} moment
 * @param {{hidden: boolean, meant: number|null}} how  hidden: the better one is still to be found; a candidate that is
 *   meant is drawn in its place
 *   What cannot be told from chance is not pointed out
 * @returns {Drawn}
 */
export function drawnAt(game, moment, { hidden, meant }) {
  const decision = game?.analysis.decisions[moment - 1];
  const choices = game?.study.decisions[moment - 1]?.choices;
  if (!decision || !choices) return { done: new Set(), better: new Set(), notes: [], lit: new Set() };
  const { done, best } = placesOf(decision);
  const shown = meant ?? (hidden || !decision.label ? null : best);
  const second = shown === null || shown === done ? null : choices[shown];
  const sign = decision.label && !hidden ? SIGNS[decision.label] : "✓";
  return {
    done: new Set(choices[done]?.routes ?? []),
    better: new Set(second?.routes ?? []),
    notes: [
      ...(choices[done] ? notesOf(choices[done], "done", sign) : []),
      ...(second ? notesOf(second, "better", shown === best && !hidden ? "★" : "•") : []),
    ],
    lit: new Set([...(choices[done]?.lines.flat() ?? []), ...(second?.lines.flat() ?? [])]),
  };
}

/**
 * @param {StudiedChoice} choice
 * @param {Note["kind"]} kind
 * @param {string} sign
 * @returns {Note[]}
 */
function notesOf(choice, kind, sign) {
  return [
    ...choice.routes.map((route) => ({ kind, sign, route })),
    ...choice.places.map((place) => ({ kind, sign, place })),
    ...choice.lines.map((stops) => ({ kind, sign, stops })),
  ];
}
