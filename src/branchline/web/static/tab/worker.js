// The worker of a tab without a server: Python with the package in it, and the browser's memory.
import { openDisk } from "./disk.js";
import { fetched, unpacking } from "./fetching.js";

const here = new URL("../../", import.meta.url).href; // the folder of the site
const worker = /** @type {any} */ (self);
/** @type {string[]} */
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
  const archives = Promise.all(parts.archives.map((/** @type {string} */ name) => fetched(`${here}python/${name}`)));
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
  const script = { ...(await openDisk()), tell: (/** @type {string} */ text) => worker.postMessage(text) };
  python.registerJsModule("branchline_page", script);
  const desk = await python.runPythonAsync(`
import sys
sys.path.insert(0, "${parts.home}")
import branchline_page
from branchline.tab.worker import begin
await begin(branchline_page, ${parts.bot_pause})`);
  worker.onmessage = (/** @type {MessageEvent} */ event) => desk.hear(event.data);
  for (const text of early.splice(0)) desk.hear(text);
  progress(1, "");
}

begin().catch((problem) => worker.postMessage({ problem: String(problem?.message ?? problem) }));
