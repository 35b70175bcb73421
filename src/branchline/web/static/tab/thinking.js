// The other worker, in which bots that think, the coach and analyses take their time. It is started when it is needed.

/** @type {{worker: Worker, ready: Promise<void>}|null} */
let running = null;
let last = 0; // number of a question
/** @type {Map<number, {resolve: (text: string) => void, reject: (problem: Error) => void}>} */
const asked = new Map();

/** Start it, unless it runs, and wait until it listens. */
export function startThinking() {
  if (!running) {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "thinking" });
    const ready = new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data }) => {
        if (data.done === 1) resolve(undefined);
        if (data.problem) reject(new Error(data.problem));
        asked.get(data.think)?.resolve(data.text);
        asked.delete(data.think);
      };
    });
    running = { worker, ready: /** @type {Promise<void>} */ (ready) };
    ready.catch(stopThinking);
  }
  return running.ready;
}

/**
 * @param {string} kind  of the question
 * @param {string} question  in base 64
 * @returns {Promise<string>}
 */
export function think(kind, question) {
  return new Promise((resolve, reject) => {
    if (!running) throw new Error("nobody thinks");
    const number = ++last;
    asked.set(number, { resolve, reject });
    running.worker.postMessage({ think: number, kind, question });
  });
}

/** End it; who waits for an answer hears of that. */
export function stopThinking() {
  running?.worker.terminate();
  running = null;
  for (const { reject } of asked.values()) reject(new Error("it was stopped"));
  asked.clear();
}
