import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {any[]} */
const sockets = [];
const stored = new Map([["branchline.seats", JSON.stringify({ mine: { token: "secret", invitation: "in", at: 1 } })]]);
const page = /** @type {any} */ (globalThis);
page.window = Object.assign(globalThis, { addEventListener() {}, setInterval: () => 0, setTimeout: () => 0 });
page.location = { href: "http://x/t/mine", protocol: "http:", hash: "", search: "" };
page.localStorage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ text) => stored.set(key, text),
};
page.WebSocket = class {
  static OPEN = 1;
  readyState = 1;
  /** @type {any[]} */
  sent = [];
  onclose = () => {};
  constructor() {
    sockets.push(this);
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
};

test("what proves a seat is kept when it is refused; one asks again, then watches", async () => {
  const { openSession } = await import("../../../src/branchline/web/static/core/session.js");
  /** @type {(() => void)[]} */
  const later = [];
  page.setTimeout = (/** @type {() => void} */ work) => later.push(work);
  openSession("mine");
  const hellos = [];
  for (let at = 0; at < 3; at++) {
    const socket = sockets[at];
    socket.onopen();
    hellos.push(socket.sent[0]);
    const refusal = { type: "error", ref: null, code: "no_seat", words: "You have no seat at this table any more." };
    socket.onmessage({ data: JSON.stringify(refusal) });
    later.splice(0).forEach((work) => work());
  }
  assert.deepEqual(
    hellos.map((hello) => [hello.token, hello.invitation]),
    [
      ["secret", "in"],
      ["secret", "in"],
      [undefined, "in"],
    ],
  );
  assert.equal(sockets.length, 3); // who watches is not sent away for acting
  assert.equal(JSON.parse(stored.get("branchline.seats") ?? "").mine.token, "secret");
});
