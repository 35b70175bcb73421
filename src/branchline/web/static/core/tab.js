// The tables of this tab: a worker with Python. Requests and lines go there, as they go to a server elsewhere.
import { createStore } from "./store.js";

/**
 * How far the worker is: a share of 1, and what is happening. At 1 it is ready.
 * @typedef {{done: number, words: string, problem: string}} Progress
 */
export const progress = createStore(/** @type {Progress} */ ({ done: 0, words: "Fetching Python …", problem: "" }));

/** @typedef {{ok: boolean, status: number, text: string}} Answer */

/** @type {Worker|null} */
let worker = null;
let last = 0; // number of a question or a line
/** @type {Map<number, (answer: Answer) => void>} */
const asked = new Map();
/** @type {Map<number, (told: {text?: string, closed?: boolean}) => void>} */
const lines = new Map();

/** Start the worker, if it does not run yet. */
export function startTables() {
  if (worker) return worker;
  worker = new Worker(new URL("../tab/worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => (typeof data === "string" ? take(JSON.parse(data)) : progress.set(data));
  worker.onerror = (event) => progress.set({ problem: event.message || "The tables could not be set up." });
  return worker;
}

/** @param {any} message */
function take({ ask, line, status, body, ...told }) {
  if (ask === undefined) {
    lines.get(line)?.(told);
    return;
  }
  asked.get(ask)?.({ ok: status < 400, status, text: body });
  asked.delete(ask);
}

/** @param {object} message */
function tell(message) {
  startTables().postMessage(JSON.stringify(message));
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, token?: string}} how
 * @returns {Promise<Answer>}
 */
export function askTab(path, { method = "GET", body, token }) {
  return new Promise((resolve) => {
    const ask = ++last;
    asked.set(ask, resolve);
    tell({ ask, method, path, token, body: body === undefined ? "" : JSON.stringify(body) });
  });
}

/**
 * A line to a table. It is never lost, but may be closed.
 * @param {string} path  as of a socket
 * @param {Parameters<typeof import("./connection.js").openLine>[1]} listener
 * @returns {import("./connection.js").Line}
 */
export function openTabLine(path, { hello, heard, changed }) {
  const table = path.split("/")[3];
  let line = 0;
  /** @param {object} message */
  const say = (message) => tell({ line, text: JSON.stringify(message) });
  function close() {
    if (lines.delete(line)) tell({ line, close: true });
  }
  function open() {
    close();
    line = ++last;
    lines.set(line, ({ text, closed }) => {
      if (closed) {
        close();
        changed("closed");
        return;
      }
      const message = JSON.parse(text ?? "");
      if (message.type === "welcome") changed("up");
      heard(message);
    });
    tell({ line, table });
    say(hello());
  }
  changed("connecting");
  open();
  return {
    send(message) {
      if (!lines.has(line)) return false;
      say(message);
      return true;
    },
    again: open,
    close,
  };
}
