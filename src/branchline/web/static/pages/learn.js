// Learn: a guided first game on every board, and the rules of each.
import { html } from "../core/ui.js";
import { catalog } from "../core/api.js";
import { theme } from "../core/settings.js";
import { firstBoard, GuidedGame } from "./guided-game.js";
import { Page, useFetched } from "./page.js";

export function Learn() {
  const { value: offered, problem } = useFetched(catalog, []);
  const first = firstBoard(offered?.boards);
  return html`<${Page} title="Learn" at="/learn">
    <main class="plain learn">
      <h1>Learn</h1>
      <p class="lead">${problem || "The first game explains itself, step by step."}</p>
      ${
        first
          ? html`<section class="panel firstgame">
            <div>
              <h2>Your first game</h2>
              <p>
                ${first.title}, against one easy bot that says why it does what it does. Every step is explained where
                it happens; it takes five minutes to know the game, and you can play on to the end.
              </p>
              <${GuidedGame} board=${first} words="Begin" />
            </div>
          </section>`
          : null
      }
      <h2 class="sub">Board by board</h2>
      <div class="games">
        ${offered?.boards.map(
          (/** @type {any} */ board) => html`<section key=${board.id} class="panel withpic">
            <img
              src=${`/api/boards/${board.id}/picture.svg?theme=${theme()}`}
              alt=""
              loading="lazy"
              width="132"
              height="84"
            />
            <div>
              <h3>${board.title}</h3>
              <p>${board.summary}</p>
              <div class="acts">
                <a class="btn" href=${`/learn/${board.id}`} data-page="1" aria-label=${`Rules of ${board.title}`}>
                  Rules
                </a>
                <${GuidedGame} board=${board} words="Guided game" quiet=${true} />
              </div>
            </div>
          </section>`,
        )}
      </div>
    </main>
  <//>`;
}
