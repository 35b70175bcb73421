// A finished game step by step, for whoever shows it: its states as they are fetched, and each as a game to draw.
import { useMemo } from "../core/ui.js";
import { ask } from "../core/api.js";

/** @typedef {import("../core/types.js").Game} Game */

/**
 * The states of the game, fetched once each.
 * @param {string} id
 * @param {string} who
 */
export function useSteps(id, who) {
  return useMemo(() => {
    /** @type {Map<number, Promise<any>>} */
    const known = new Map();
    return (/** @type {number} */ step) => {
      let found = known.get(step);
      if (!found) {
        found = ask(`/api/tables/${id}/replay/${step}?view=${encodeURIComponent(who)}`);
        known.set(step, found);
      }
      return found;
    };
  }, [id, who]);
}

/**
 * @param {any} replay
 * @param {any} state
 * @param {number} at
 * @returns {Game}
 */
export function gameAt(replay, state, at) {
  const moves = replay.moves.filter((/** @type {any} */ move) => move.step <= at);
  return {
    number: at,
    turn: state.turn,
    observation: state.observation,
    names: replay.table.seats.map((/** @type {any} */ seat) => seat.name),
    decision: null,
    banner: state.banner,
    warning: "",
    closed: state.closed,
    tickets: state.tickets,
    offer: [],
    log: moves.flatMap((/** @type {any} */ move) => move.log),
    clocks: { now: 0, clocks: [] },
    undo: { can: "no", words: "", wish: null },
    result: null,
  };
}
