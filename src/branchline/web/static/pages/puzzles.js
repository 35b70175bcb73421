// Puzzles: choose a board and a theme, find the decision that is clearly the best, then see why.
import { html, useMemo, useState } from "../core/ui.js";
import { ask, catalog } from "../core/api.js";
import { go } from "../core/router.js";
import { settings, theme as themeNow } from "../core/settings.js";
import { useStore } from "../core/store.js";
import { counted } from "../core/words.js";
import { solverToken } from "./solver.js";
import { Page, useFetched } from "./page.js";

/** @typedef {import("../core/messages.js").Puzzles} Puzzles */
/** @typedef {import("../core/messages.js").PuzzleInfo} PuzzleInfo */
/** @typedef {import("../core/messages.js").Solver} Solver */

/**
 * The list of puzzles, and what this browser has tried of it.
 * @returns {Promise<{all: Puzzles, me: Solver, boards: {id: string, title: string}[]}>}
 */
async function load() {
  const token = solverToken();
  const [all, me, { boards }] = await Promise.all([
    ask("/api/puzzles"),
    ask("/api/puzzles/solver", { token: token ?? "" }),
    catalog(),
  ]);
  return { all, me, boards };
}

/**
 * The next puzzle of a kind that was not tried yet, the one nearest to my own rating; else any.
 * @param {PuzzleInfo[]} puzzles
 * @param {Solver} me
 */
export function nextOf(puzzles, me) {
  const fresh = puzzles.filter((each) => !(each.id in me.tried));
  const near = [...fresh].sort((a, b) => Math.abs(a.rating - me.rating) - Math.abs(b.rating - me.rating));
  return near[0] ?? puzzles[Math.floor(Math.random() * puzzles.length)];
}

export function PuzzlesPage() {
  const { value, problem } = useFetched(load, []);
  const [board, setBoard] = useState("");
  const [liked, setTheme] = useState("");
  const there = useMemo(
    () => (value?.all.puzzles ?? []).filter((each) => !board || each.board === board),
    [value, board],
  );
  const themes = (value?.all.themes ?? []).filter((theme) => there.some((each) => each.theme === theme));
  const theme = themes.includes(liked) ? liked : ""; // another board may have none of it
  const shown = there.filter((each) => !theme || each.theme === theme);
  const next = value && shown.length ? nextOf(shown, value.me) : null;
  const open = () => next && go(`/puzzles/${next.id}?${new URLSearchParams({ board, theme })}`);
  return html`<${Page} title="Puzzles" at="/puzzles">
    <main class="plain">
      <h1>Puzzles</h1>
      <p class="lead">
        ${problem || "Moments from games between bots in which one move is clearly the best. Which one is it?"}
      </p>
      ${
        value
          ? html`<${Mine} me=${value.me} />
            <div class="puzzlepick">
              <section class="panel">
                <h2>One for you</h2>
                <div class="filters" role="group" aria-label="Which puzzles">
                  <${Chooser}
                    label="Board"
                    value=${board}
                    none="all boards"
                    values=${value.boards.map((each) => [each.id, each.title])}
                    onChoose=${setBoard}
                  />
                  <${Chooser}
                    label="Theme"
                    value=${theme}
                    none="all themes"
                    values=${themes.map((each) => [each, each])}
                    onChoose=${setTheme}
                  />
                </div>
                <p class="hint" role="status">${howMany(shown, value.me)}</p>
                <button class="btn main big" disabled=${!next} data-solve onClick=${open}>Solve one</button>
              </section>
              <${Daily} ...${value} />
            </div>`
          : null
      }
    </main>
  <//>`;
}

/**
 * "38 puzzles, 3 of them tried".
 * @param {PuzzleInfo[]} puzzles
 * @param {Solver} me
 */
function howMany(puzzles, me) {
  const tried = puzzles.filter((each) => each.id in me.tried).length;
  return `${counted(puzzles.length, "puzzle")}${tried ? `, ${tried} of them tried` : ""}`;
}

/**
 * The puzzle of the day, the same for everybody.
 * @param {{all: Puzzles, me: Solver, boards: {id: string, title: string}[]}} props
 */
function Daily({ all, me, boards }) {
  useStore(settings); // the picture follows the theme
  const puzzle = all.puzzles.find((each) => each.id === all.daily);
  if (!puzzle) return null;
  const title = boards.find((each) => each.id === puzzle.board)?.title;
  return html`<section class="panel">
    <h2>The puzzle of the day</h2>
    <img src=${`/api/boards/${puzzle.board}/picture.svg?theme=${themeNow()}`} alt="" width="320" height="150" />
    <p class="hint">${title} · rated ${puzzle.rating}${puzzle.id in me.tried ? " · ✓ you have tried it" : ""}</p>
    <a class="btn big" data-page="1" data-daily href=${`/puzzles/${puzzle.id}`}>Solve it</a>
  </section>`;
}

/** @param {{me: Solver}} props */
function Mine({ me }) {
  if (!me.tries) return html`<p class="hint">Your rating begins at 1500; the first answer to each puzzle counts.</p>`;
  return html`<p data-my-rating>
    Your rating: <b class="slab">${me.rating}</b> · ${me.solved} of ${counted(me.tries, "puzzle")} solved
  </p>`;
}

/**
 * @param {{label: string, value: string, none: string, values: [string, string][], onChoose: (value: string) => void}}
 *   props
 */
function Chooser({ label, value, none, values, onChoose }) {
  return html`<label>
    ${label}
    <select value=${value} onChange=${(/** @type {any} */ event) => onChoose(event.target.value)}>
      <option value="">${none}</option>
      ${values.map(([id, title]) => html`<option key=${id} value=${id}>${title}</option>`)}
    </select>
  </label>`;
}
