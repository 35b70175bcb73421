// The analysis of a game while it is made: asked for, waited for, shown as soon as there is one, and made deeper as
// long as somebody looks at it.
import { useEffect, useState } from "../core/ui.js";
import { ask, post } from "../core/api.js";

/** @typedef {import("../core/messages.js").AnalysisState} AnalysisState */
/** @typedef {import("../core/messages.js").StudiedGame} StudiedGame */
/**
 * @typedef {object} Watched
 * @property {AnalysisState|null} state
 * @property {StudiedGame|null} game  the deepest so far
 * @property {string} problem
 * @property {() => void} again  ask again
 */

const PAUSE = 1000; // milliseconds between two looks

/**
 * @param {string} id  of the table
 * @returns {Watched}
 */
export function useAnalysis(id) {
  const [state, setState] = useState(/** @type {AnalysisState|null} */ (null));
  const [game, setGame] = useState(/** @type {StudiedGame|null} */ (null));
  const [problem, setProblem] = useState("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const path = `/api/tables/${id}/analysis`;
    let gone = false;
    let have = 0;
    /** @param {AnalysisState} now */
    const take = async (now) => {
      if (gone) return;
      setState(now);
      if (now.worlds > have) {
        const found = await ask(`${path}/${now.worlds}`);
        have = now.worlds;
        if (!gone) setGame(found);
      }
    };
    const watch = async () => {
      await take(await ask(path)); // what there is, before anything else
      await take(await post(path));
      while (!gone) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        if (gone || document.hidden) continue;
        const now = await ask(path);
        await take(now);
        if (now.status === "failed" || (now.status === "ready" && now.deepest)) return;
        if (now.status === "ready" || now.status === "none") await take(await post(path));
      }
    };
    setProblem("");
    watch().catch((error) => !gone && setProblem(error.message));
    return () => {
      gone = true;
    };
  }, [id, tries]);
  return { state, game, problem, again: () => setTries(tries + 1) };
}
