// Workers that think: whoever waits for one hears of its end, whatever it was that ended it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { startThinking, stopThinking, think } from "../../../src/branchline/web/static/tab/thinking.js";

/** @type {any[]} */
let started = [];

beforeEach(() => {
  started = [];
  Object.assign(globalThis, {
    Worker: class {
      constructor() {
        started.push(this);
      }
      postMessage() {}
      terminate() {
        /** @type {any} */ (this).ended = true;
      }
    },
  });
});

test("who is stopped at the start, or fails later, keeps nobody waiting", async () => {
  const ready = startThinking("bots");
  stopThinking("bots");
  await assert.rejects(ready, /stopped/);
  const again = startThinking("bots");
  started[1].onmessage({ data: { done: 1 } });
  await again;
  const answer = think("bots", "bot", "");
  started[1].onerror({ message: "out of memory" });
  await assert.rejects(answer);
  assert.ok(started[1].ended);
  await assert.rejects(think("bots", "bot", ""), /nobody/);
});

test("the end of one is not the end of another", async () => {
  startThinking("bots").catch(() => {});
  const ready = startThinking("analyst");
  stopThinking("bots");
  started[1].onmessage({ data: { done: 1 } });
  await ready;
  assert.ok(!started[1].ended);
  stopThinking("analyst");
});
