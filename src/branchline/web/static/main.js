// The client starts here: settings, pictures, and the page for the address. A page is fetched when it is first shown.
import { inTab } from "./core/address.js";
import { firstPageStands, styles } from "./core/later.js";
import { html, render, useEffect, useState } from "./core/ui.js";
import { catchLinks, usePath } from "./core/router.js";
import { applySettings } from "./core/settings.js";
import { installSymbols } from "./art/symbols.js";
import { installWorker } from "./feel/signals.js";
import { allowSounds } from "./feel/sounds.js";

/** @type {Record<string, () => Promise<any>>} */
const PAGES = {
  home: () => import("./pages/home.js").then((page) => page.Home),
  finished: () => import("./pages/finished.js").then((page) => page.Finished),
  learn: () => import("./pages/learn.js").then((page) => page.Learn),
  rules: () => import("./pages/rules.js").then((page) => page.Rules),
  table: () => import("./pages/table-page.js").then((page) => page.TablePage),
  puzzles: () => styled(["puzzles"], import("./pages/puzzles.js")).then((page) => page.PuzzlesPage),
  puzzle: () => styled(["puzzles"], import("./pages/puzzle.js")).then((page) => page.PuzzlePage),
  analysis: () => styled(["puzzles", "study"], import("./pages/analysis.js")).then((page) => page.AnalysisPage),
  operators: () => styled(["house"], import("./pages/operators.js")).then((page) => page.Operators),
  privacy: () => styled(["house"], import("./pages/privacy.js")).then((page) => page.Privacy),
  replay: () => styled(["study"], import("./pages/replay.js")).then((page) => page.ReplayPage),
};

/**
 * A page with the style sheets that only such pages need.
 * @param {string[]} names
 * @param {Promise<any>} page
 */
async function styled(names, page) {
  await Promise.all(names.map(styles));
  return page;
}

/**
 * Which page an address is, and of what.
 * @param {string} path
 * @returns {[string, string]}
 */
function pageAt(path) {
  const [, page, id] = path.split("/").map(decodeURIComponent);
  if (page === "t" && id) return ["table", id];
  if ((page === "replay" || page === "analysis") && id) return [page, id];
  if (page === "puzzles") return id ? ["puzzle", id] : ["puzzles", ""];
  if (page === "learn") return id ? ["rules", id] : ["learn", ""];
  return ["finished", "operators", "privacy"].includes(page) ? [page, ""] : ["home", ""];
}

/** What the page shows before its scripts are there, for as long as the first page is fetched. */
function Frame() {
  return html`<div class="frame">
    <p class="frame-name">Branchline</p>
    <p class="frame-word" role="status">Unfolding the map …</p>
  </div>`;
}

function App() {
  const [name, id] = pageAt(usePath());
  const [page, setPage] = useState(/** @type {{name: string, show: any}|null} */ (null));
  useEffect(() => {
    let gone = false;
    PAGES[name]().then((show) => {
      if (!gone) setPage({ name, show });
      if (name !== "table") firstPageStands(); // a table first fetches its map
    });
    return () => {
      gone = true;
    };
  }, [name]);
  if (page?.name !== name) return page ? null : html`<${Frame} />`;
  return html`<${page.show} key=${id} id=${id} />`;
}

applySettings();
installSymbols();
allowSounds();
installWorker();
catchLinks();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
render(html`<${App} />`, app);
if (inTab) import("./tab/loading.js").then((loading) => loading.beginTables());
