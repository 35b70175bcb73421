// Learn: the guided first game, and the rules of each board.
import { html, useState } from "../core/ui.js";
import { catalog } from "../core/api.js";
import { settings, theme } from "../core/settings.js";
import { startCoach } from "../table/coach.js";
import { Page, useFetched } from "./page.js";
import { NAMELESS, createTable } from "./sitting-down.js";

export function Learn() {
  const { value: offered, problem } = useFetched(catalog, []);
  const [refused, setRefused] = useState("");
  const first = offered?.boards[0]; // the boards are in the order to learn them
  const easiest =
    ["easy", "random"].find((level) => offered?.bots.some((/** @type {any} */ bot) => bot.level === level)) ??
    offered?.bots[0]?.level;
  const begin = async () => {
    startCoach();
    try {
      await createTable({
        board: first.id,
        variant: first.variants[0].id,
        name: settings.get().name.trim() || NAMELESS,
        private: true,
        first_seat: 0,
        seats: [{ kind: "person" }, { kind: "bot", level: easiest }],
      });
    } catch (error) {
      setRefused(/** @type {Error} */ (error).message);
    }
  };
  return html`<${Page} title="Learn" at="/learn">
    <main class="plain learn">
      <h1>Learn</h1>
      <p class="lead">${problem || "The first game explains itself: sit down, and someone tells you what to do."}</p>
      <section class="panel firstgame">
        <div>
          <h2>Your first game</h2>
          <p>
            ${
              first
                ? `${first.title}, against one easy bot. Every step is explained where it happens; ` +
                  "it takes a few minutes to know the game, and you can play on to the end."
                : ""
            }
          </p>
          <button class="btn main" data-first-game disabled=${!first} onClick=${begin}>Begin</button>
          ${refused ? html`<p class="note" role="alert">${refused}</p>` : null}
        </div>
      </section>
      <h2 class="sub">The rules of each board</h2>
      <div class="games">
        ${offered?.boards.map(
          (
            /** @type {any} */ board,
          ) => html`<a key=${board.id} class="panel withpic" href=${`/learn/${board.id}`} data-page="1">
            <img
              src=${`/api/boards/${board.id}/picture.svg?theme=${theme()}`}
              alt=""
              loading="lazy"
              width="132"
              height="84"
            />
            <span><b>${board.title}</b><br />${board.summary}</span>
          </a>`,
        )}
      </div>
    </main>
  <//>`;
}
