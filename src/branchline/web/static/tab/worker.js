// The worker of a tab without a server: Python with the package in it, and the browser's memory.
import { openDisk } from "./disk.js";
import { fetched, unpacking } from "./fetching.js";
import { startThinking, stopThinking, think } from "./thinking.js";

const here = new URL("../../", import.meta.url).href; // the folder of the site
const worker = /** @type {any} */ (self);
/** @type {any[]} */
const early = []; // what the page said before Python was there

worker.onmessage = (/** @type {MessageEvent} */ event) => early.push(event.data);

/**
 * @param {number} done
 * @param {string} words
 */
function progress(done, words) {
  worker.postMessage({ done, words });
}

/** Set everything up, and answer from then on. */
async function begin() {
  const parts = await (await fetch(`${here}python/parts.json`)).json();
  const isThinking = worker.name === "thinking";
  /** @type {string[]} */
  const names = isThinking && parts.practice ? [...parts.archives, parts.practice] : parts.archives;
  const archives = Promise.all(names.map((name) => fetched(`${here}python/${name}`)));
  archives.catch(() => {}); // it is awaited below
  unpacking(worker, `${here}python/`, parts.packed, (share) => progress(0.6 * share, "Fetching Python …"));
  const { loadPyodide } = await import(`${here}python/pyodide.mjs`);
  const python = await loadPyodide({
    indexURL: `${here}python/`,
    lockFileContents: JSON.stringify(parts.lock),
    packageBaseUrl: `${here}python/`,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
  });
  progress(0.7, "Unpacking the rules …");
  for (const archive of await archives) python.unpackArchive(archive, "zip", { extractDir: parts.home });
  progress(0.8, "Setting the table …");
  python.runPython(`import sys; sys.path.insert(0, "${parts.home}")`);
  const hear = await (isThinking ? thinker(python) : tables(python, parts.bot_pause));
  worker.onmessage = (/** @type {MessageEvent} */ event) => hear(event.data);
  for (const text of early.splice(0)) hear(text);
  progress(1, "");
}

/**
 * The tables, and what hears the page.
 * @param {any} python
 * @param {number} pause
 */
async function tables(python, pause) {
  const tell = (/** @type {string} */ text) => worker.postMessage(text);
  python.registerJsModule("branchline_page", { ...(await openDisk()), startThinking, think, stopThinking, tell });
  const desk = await python.runPythonAsync(`
import branchline_page
from branchline.tab.worker import begin
await begin(branchline_page, ${pause})`);
  return (/** @type {string} */ text) => desk.hear(text);
}

/**
 * Who thinks, and what hears the tables.
 * @param {any} python
 */
function thinker(python) {
  const answer = python.runPython(`
from base64 import b64decode
from branchline.tab.thinking import answer
lambda kind, question: answer(kind, b64decode(question))`);
  return (/** @type {any} */ { think: number, kind, question }) =>
    worker.postMessage({ think: number, text: answer(kind, question) });
}

begin().catch((problem) => worker.postMessage({ problem: String(problem?.message ?? problem) }));
