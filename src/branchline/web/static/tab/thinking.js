// The other workers: one in which bots that think and the coach take their time, and one for analyses, which nobody
// else may end. Each is started when it is needed.

/**
 * @typedef {object} Running
 * @property {Worker} worker
 * @property {Promise<void>} ready
 * @property {(problem: Error) => void} end  who waits for it to be ready hears of a problem
 * @property {Map<number, {resolve: (text: string) => void, reject: (problem: Error) => void}>} asked
 */
/** @type {Map<string, Running>} */
const running = new Map();
let last = 0; // number of a question

/**
 * Start one, unless it runs, and wait until it listens.
 * @param {string} who
 */
export function startThinking(who) {
  const there = running.get(who) ?? begun(who);
  running.set(who, there);
  return there.ready;
}

/**
 * @param {string} who
 * @returns {Running}
 */
function begun(who) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "thinking" });
  /** @type {Running["asked"]} */
  const asked = new Map();
  let end = (/** @type {Error} */ _problem) => {};
  const failed = (/** @type {string} */ words) => {
    end(new Error(words));
    if (running.get(who)?.worker === worker) stopThinking(who);
  };
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    end = reject;
    worker.onerror = (event) => failed(event.message);
    worker.onmessage = ({ data }) => {
      if (data.done === 1) resolve();
      if (data.problem) failed(data.problem);
      asked.get(data.think)?.resolve(data.text);
      asked.delete(data.think);
    };
  });
  ready.catch(() => {}); // whoever has started it hears of that
  return { worker, ready, end, asked };
}

/**
 * @param {string} who
 * @param {string} kind  of the question
 * @param {string} question  in base 64
 * @returns {Promise<string>}
 */
export function think(who, kind, question) {
  return new Promise((resolve, reject) => {
    const there = running.get(who);
    if (!there) throw new Error("nobody thinks");
    const number = ++last;
    there.asked.set(number, { resolve, reject });
    there.worker.postMessage({ think: number, kind, question });
  });
}

/**
 * End one; who waits for it, or for an answer, hears of that.
 * @param {string} who
 */
export function stopThinking(who) {
  const there = running.get(who);
  running.delete(who);
  there?.worker.terminate();
  const problem = new Error("it was stopped");
  there?.end(problem);
  for (const { reject } of there?.asked.values() ?? []) reject(problem);
}
