// The worker of a tab without a server: Python with the package in it, and the browser's memory.
import { openDisk } from "./disk.js";
import { fetched, unpacking } from "./fetching.js";
import { startThinking, stopThinking, think } from "./thinking.js";

const here = new URL("../../", import.meta.url).href; // the folder of the site
const worker = /** @type {any} */ (self);
const PATIENCE = 3000; // milliseconds until another tab must have let go of the tables
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

/**
 * Hold the tables of this folder for as long as this tab is open: two that write what is kept would not know of each
 * other. A page that is loaded again may have to wait for a moment until it has let go of them.
 * @returns {Promise<void>}
 */
function held() {
  const { locks } = worker.navigator;
  if (!locks) return Promise.resolve();
  const signal = AbortSignal.timeout(PATIENCE);
  return new Promise((resolve, reject) => {
    const holding = () => (resolve(), new Promise(() => {}));
    const words = "Branchline is open in another tab. Go on there, or close it and load this page again.";
    const refused = () => (signal.aborted ? reject(new Error(words)) : resolve());
    locks.request(`branchline ${here}`, { signal }, holding).catch(refused);
  });
}

/** Set everything up, and answer from then on. */
async function begin() {
  const isThinking = worker.name === "thinking";
  if (!isThinking) await held();
  const parts = await (await fetch(`${here}python/parts.json`)).json();
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
