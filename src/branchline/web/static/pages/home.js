// Home: choose a board, set up a table, join one, carry on.
import { html, useEffect, useState } from "../core/ui.js";
import { ask, catalog } from "../core/api.js";
import { heldSeats, keepSeat } from "../core/seats.js";
import { moves, settings, theme } from "../core/settings.js";
import { useStore } from "../core/store.js";
import { listed } from "../core/words.js";
import { Page, useFetched } from "./page.js";
import { Setup } from "./setup.js";
import { NAMELESS } from "./sitting-down.js";

/** @typedef {import("../core/types.js").TableInfo} TableInfo */

const REFRESH = 5000; // milliseconds between looks at the open tables
const MINE = 12; // games of this browser that are shown

export function Home() {
  const { value: offered, problem } = useFetched(catalog, []);
  const [board, setBoard] = useState(new URLSearchParams(location.search).get("board") ?? "");
  const chosen = offered?.boards.find((/** @type {any} */ each) => each.id === board) ?? offered?.boards[0];
  /** @param {string} id */
  const pick = (id) => {
    setBoard(id);
    if (window.innerWidth < 1100)
      document.querySelector(".side")?.scrollIntoView({ behavior: moves() ? "smooth" : "auto" });
  };
  return html`<${Page} title="Branchline" at="/">
    <main class="home">
      <section>
        <h1>Where shall we travel?</h1>
        <p class="lead">
          ${
            offered
              ? `${words(offered.boards.length)} boards, one table. Choose a map and you are playing in a moment.`
              : problem || " "
          }
        </p>
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
        <${Carried} />
        <${OpenTables} />
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

/** Games of this browser that are not over. */
function Carried() {
  const [tables, setTables] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    let gone = false;
    const ids = Object.entries(heldSeats())
      .sort((a, b) => b[1].at - a[1].at)
      .slice(0, MINE)
      .map(([id]) => id);
    if (!ids.length) return undefined;
    ask(`/api/tables?ids=${ids.join()}`).then(
      (found) => {
        if (gone) return;
        const known = new Set(found.tables.map((/** @type {TableInfo} */ table) => table.id));
        for (const id of ids) if (!known.has(id)) keepSeat(id, null); // cleared away
        setTables(found.tables.filter((/** @type {TableInfo} */ table) => table.status !== "finished"));
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  if (!tables.length) return null;
  return html`<div class="panel lst">
    <h2 class="cap">Carry on</h2>
    ${tables.map(
      (table) => html`<a key=${table.id} href=${`/t/${table.id}`} data-page="1">
      <b>${table.title.split(" · ")[0]}</b>
      <span>${others(table)}</span>
      <em class="now">${table.status === "open" ? "waiting" : "go on"}</em>
    </a>`,
    )}
  </div>`;
}

/** @param {TableInfo} table */
function others(table) {
  const me = settings.get().name.trim() || NAMELESS;
  const names = table.seats.filter((seat) => seat.name && seat.name !== me).map((seat) => seat.name);
  return names.length ? `with ${listed(names)}` : "";
}

/** Tables that wait for people. */
function OpenTables() {
  const [tables, setTables] = useState(/** @type {TableInfo[]} */ ([]));
  useEffect(() => {
    let gone = false;
    const load = () =>
      ask("/api/tables?status=open").then(
        (found) => !gone && setTables(found.tables.filter((/** @type {TableInfo} */ table) => !heldSeats()[table.id])),
        () => {},
      );
    load();
    const timer = setInterval(load, REFRESH);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
  if (!tables.length) return null;
  return html`<div class="panel lst">
    <h2 class="cap">Open tables</h2>
    ${tables.map((table) => {
      const taken = table.seats.filter((seat) => seat.kind !== "free").length;
      return html`<a key=${table.id} href=${`/t/${table.id}`} data-page="1">
      <b>${table.title.split(" · ")[0]}</b>
      <span>· ${taken} of ${table.seats.length} seats</span>
      <em class="j">Join</em>
    </a>`;
    })}
  </div>`;
}
