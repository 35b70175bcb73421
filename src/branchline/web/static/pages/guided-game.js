// A first game on a board, against one easy bot, with a guide who explains every step where it happens.
import { html, useState } from "../core/ui.js";
import { catalog } from "../core/api.js";
import { settings } from "../core/settings.js";
import { guideAt } from "../table/guide.js";
import { useFetched } from "./page.js";
import { NAMELESS, createTable } from "./sitting-down.js";

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
        seats: [{ kind: "person" }, { kind: "bot", level: offered?.bots[0]?.level }], // the easiest comes first
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
