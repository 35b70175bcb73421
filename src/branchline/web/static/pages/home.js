// Home: choose a board, set up a table, join one, carry on.
import { html, useState } from "../core/ui.js";
import { catalog } from "../core/api.js";
import { moves, settings, theme } from "../core/settings.js";
import { useStore } from "../core/store.js";
import { FirstTime } from "./guided-game.js";
import { MyGames, OpenTables, RunningGames } from "./lobby-lists.js";
import { Page, useFetched } from "./page.js";
import { Setup } from "./setup.js";

export function Home() {
  const { value: offered, problem } = useFetched(catalog, []);
  const [board, setBoard] = useState(new URLSearchParams(location.search).get("board") ?? "");
  const chosen = offered?.boards.find((/** @type {any} */ each) => each.id === board) ?? offered?.boards[0];
  /** @param {string} id */
  const pick = (id) => {
    setBoard(id);
    if (window.innerWidth < 1100)
      document.querySelector(".setup")?.scrollIntoView({ behavior: moves() ? "smooth" : "auto" });
  };
  return html`<${Page} title="Branchline" at="/">
    <main class="home">
      <section>
        <h1>Where shall we travel?</h1>
        <p class="lead">
          A free train board game for one to five: build routes, connect the cities on your tickets. No account,
          nothing to install.
          <br />
          ${
            offered
              ? `${words(offered.boards.length)} boards, one table. Choose a map and you are playing in a moment.`
              : problem || " "
          }
        </p>
        <${FirstTime} />
        <div class="grid">
          ${offered?.boards.map(
            (/** @type {any} */ each) =>
              html`<${BoardCard}
                key=${each.id}
                board=${each}
                chosen=${each === chosen}
                onPick=${() => pick(each.id)}
              />`,
          )}
        </div>
      </section>
      <aside class="side">
        ${chosen ? html`<${Setup} key=${chosen.id} board=${chosen} bots=${offered.bots} />` : null}
        <${MyGames} />
        <${OpenTables} />
        <${RunningGames} />
      </aside>
    </main>
  <//>`;
}

/** @param {number} count */
function words(count) {
  return ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"][count] ?? String(count);
}

/** @param {{board: any, chosen: boolean, onPick: () => void}} props */
function BoardCard({ board, chosen, onPick }) {
  useStore(settings); // the picture follows the theme
  const [fewest, most] = board.seats;
  const variants = board.variants.length;
  return html`<button class="panel bcard" aria-pressed=${chosen} data-board=${board.id} onClick=${onPick}>
    <span class="pic">
      <img
        src=${`/api/boards/${board.id}/picture.svg?theme=${theme()}`}
        alt=""
        loading="lazy"
        width="320"
        height="206"
      />
    </span>
    <span class="tx">
      <h2>${board.title}</h2>
      <p>${board.summary}</p>
      <span class="mt">
        <span>${fewest}–${most} players</span>
        <span>${board.minutes[0]}–${board.minutes[1]} min</span>
        ${variants > 1 ? html`<em>${variants} variants</em>` : null}
      </span>
    </span>
  </button>`;
}
