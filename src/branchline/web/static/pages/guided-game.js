// A first game on a board, with a guide who explains every step where it happens, against one easy bot that says why
// it does what it does.
import { html, useState } from "../core/ui.js";
import { catalog } from "../core/api.js";
import { heldSeats } from "../core/seats.js";
import { settings } from "../core/settings.js";
import { guideAt } from "../table/guide.js";
import { useFetched } from "./page.js";
import { NAMELESS, createTable } from "./sitting-down.js";

const ALOUD = " aloud"; // after a level: the bot says why it does what it does

/**
 * The board with the shortest games: the one to begin with.
 * @param {any[]|undefined} boards
 */
export function firstBoard(boards) {
  return boards?.reduce((best, each) => (each.minutes[0] < best.minutes[0] ? each : best), boards[0]);
}

/** For who has never sat at a table here: one large choice. */
export function FirstTime() {
  const { value: offered } = useFetched(catalog, []);
  const board = firstBoard(offered?.boards);
  if (!board || Object.keys(heldSeats()).length) return null;
  return html`<section class="panel firstgame" data-first-time>
    <div>
      <h2>First time?</h2>
      <p>
        A short game on ${board.title}, to the end. A guide explains every step where it happens, and the other player
        says why it does what it does.
      </p>
    </div>
    <${GuidedGame} board=${board} words="Learn in five minutes" />
  </section>`;
}

/** @param {{board: {id: string, title: string, variants: {id: string}[]}, words?: string, quiet?: boolean}} props */
export function GuidedGame({ board, words = "Play a guided first game", quiet = false }) {
  const { value: offered } = useFetched(catalog, []);
  const [problem, setProblem] = useState("");
  const begin = async () => {
    try {
      const wish = {
        board: board.id,
        variant: board.variants[0].id,
        name: settings.get().name.trim() || NAMELESS,
        private: true,
        first_seat: 0,
        // The easiest comes first.
        seats: [{ kind: "person" }, { kind: "bot", level: `${offered?.bots[0]?.level}${ALOUD}` }],
      };
      await createTable(wish, guideAt);
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  return html`
    <button
      class=${quiet ? "btn" : "btn main"}
      data-first-game=${board.id}
      aria-label=${quiet ? `${words}: ${board.title}` : null}
      disabled=${!offered}
      onClick=${begin}
    >
      ${words}
    </button>
    ${problem ? html`<p class="note" role="alert">${problem}</p>` : null}`;
}
