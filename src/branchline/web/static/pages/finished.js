// Finished games: their score sheets and replays.
import { html } from "../core/ui.js";
import { ask } from "../core/api.js";
import { Page, useFetched } from "./page.js";

/** @typedef {import("../core/types.js").TableInfo} TableInfo */

export function Finished() {
  const { value, problem } = useFetched(() => ask("/api/tables?status=finished"), []);
  return html`<${Page} title="Finished games" at="/finished">
    <main class="plain">
      <h1>Finished games</h1>
      <p class="lead">
        ${
          problem ||
          (value && !value.tables.length
            ? "No game has been finished yet."
            : "Look at a score sheet, or watch a game again.")
        }
      </p>
      <div class="games">
        ${value?.tables.map(
          (
            /** @type {TableInfo} */ table,
          ) => html`<a key=${table.id} class="panel" href=${`/t/${table.id}`} data-page="1">
        <b>${table.title.split(" · ")[0]}</b>
        <span>${table.seats.map((seat, at) => `${seat.name} ${table.totals?.[at] ?? ""}`).join(" · ")}</span>
        <em>
          ${
            table.finished
              ? new Date(table.finished * 1000).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })
              : ""
          }
        </em>
      </a>`,
        )}
      </div>
    </main>
  <//>`;
}
