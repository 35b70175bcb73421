// Finished games: their score sheets and replays, by board and by whose they are.
import { html, useState } from "../core/ui.js";
import { ask } from "../core/api.js";
import { heldSeats } from "../core/seats.js";
import { counted } from "../core/words.js";
import { Page, useFetched } from "./page.js";

/** @typedef {import("../core/types.js").TableInfo} TableInfo */

const MOST = 100;

/**
 * @param {boolean} mine
 * @returns {Promise<TableInfo[]>}
 */
async function finishedTables(mine) {
  const ids = Object.keys(heldSeats()).slice(-MOST);
  if (mine && !ids.length) return [];
  const { tables } = await ask(mine ? `/api/tables?ids=${ids.join()}` : `/api/tables?status=finished&limit=${MOST}`);
  return tables.filter((/** @type {TableInfo} */ table) => table.status === "finished");
}

export function Finished() {
  const [mine, setMine] = useState(false);
  const [board, setBoard] = useState("");
  const [people, setPeople] = useState(false);
  const { value: tables, problem } = useFetched(() => finishedTables(mine), [mine]);
  const boards = [...new Map((tables ?? []).map((table) => [table.board, table.title.split(" · ")[0]]))];
  const shown = (tables ?? []).filter(
    (table) =>
      (!board || table.board === board) &&
      (!people || table.seats.filter((seat) => seat.kind === "person").length > 1),
  );
  return html`<${Page} title="Finished games" at="/finished">
    <main class="plain">
      <h1>Finished games</h1>
      <p class="lead">${problem || "Look at a score sheet, or watch a game again."}</p>
      <div class="filters" role="group" aria-label="Which games">
        <label>
          Board
          <select value=${board} onChange=${(/** @type {any} */ event) => setBoard(event.target.value)}>
            <option value="">all boards</option>
            ${boards.map(([id, title]) => html`<option key=${id} value=${id}>${title}</option>`)}
          </select>
        </label>
        <label><input type="checkbox" checked=${mine} onChange=${() => setMine(!mine)} /> my games only</label>
        <label>
          <input type="checkbox" checked=${people} onChange=${() => setPeople(!people)} /> between people
        </label>
        <em role="status">${tables ? counted(shown.length, "game") : ""}</em>
      </div>
      ${
        tables && !shown.length
          ? html`<p class="lead none">
            ${tables.length ? "No game matches." : "No game has ended here yet."}
            <a class="linkish" href="/" data-page="1">Play one</a>
          </p>`
          : null
      }
      <div class="games">
        ${shown.map(
          (table) => html`<a key=${table.id} class="panel" href=${`/t/${table.id}`} data-page="1">
            <b>${table.title.split(" · ")[0]}</b>
            <span>${table.seats.map((seat, at) => `${seat.name} ${table.totals?.[at] ?? ""}`).join(" · ")}</span>
            <em>${table.finished ? when(table.finished) : ""}</em>
          </a>`,
        )}
      </div>
    </main>
  <//>`;
}

/** @param {number} seconds  since 1970 */
function when(seconds) {
  return new Date(seconds * 1000).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}
