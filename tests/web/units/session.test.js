import assert from "node:assert/strict";
import { test } from "node:test";
import { updated } from "../../../src/branchline/web/static/core/session.js";
import { isTimeFor } from "../../../src/branchline/web/static/table/lessons.js";

test("an update changes what it names and leaves the rest", () => {
  const game = /** @type {any} */ ({
    number: 4,
    names: ["Mara"],
    observation: { turn: 0, parts: { hands: { old: 1 }, tracks: { kept: 1 } } },
    log: [{ text: "first" }, { text: "half a sen" }],
    banner: "old",
    decision: { number: 1 },
  });
  const update = /** @type {any} */ ({
    number: 5,
    banner: "new",
    decision: null,
    observation: { fields: { turn: 1 }, parts: { hands: { fresh: 2 } } },
    log: { start: 1, lines: [{ text: "a sentence" }] },
  });
  const next = updated(game, update);
  assert.deepEqual(next.observation, { turn: 1, parts: { hands: { fresh: 2 }, tracks: { kept: 1 } } });
  assert.deepEqual(
    next.log.map((line) => line.text),
    ["first", "a sentence"],
  );
  assert.deepEqual([next.number, next.banner, next.decision, next.names], [5, "new", null, ["Mara"]]);
  assert.equal(game.log.length, 2); // what was shown stays as it was
});

/** @param {Record<string, any>} more */
const viewed = (more) =>
  /** @type {any} */ ({
    seat: 0,
    decision: { question: "turn" },
    offers: { routes: new Map([["a-b", []]]), keep: [] },
    selection: { get: () => ({ mode: null }) },
    game: {
      observation: { parts: { tracks: { owners: [[0], [1], []] }, hands: { hands: [{ size: 5 }] } } },
      tickets: [],
      offer: [],
      log: [1, 2, 3, 4],
      result: null,
    },
    ...more,
  });

test("a lesson waits for all that it is about", () => {
  assert.ok(isTimeFor({ question: "turn", offers: "routes" }, viewed({})));
  assert.ok(!isTimeFor({ offers: "keep" }, viewed({})));
  assert.ok(!isTimeFor({ offers: "routes", cards: 6 }, viewed({})));
  assert.ok(isTimeFor({ routes: 1, cards: 5 }, viewed({})));
  assert.ok(!isTimeFor({ routes: 2 }, viewed({})));
  assert.ok(!isTimeFor({ mode: "route" }, viewed({})));
  assert.ok(isTimeFor({ waiting: true }, viewed({ decision: null })));
});

test("who only watches is taught nothing", () => {
  assert.ok(!isTimeFor({}, viewed({ seat: null })));
});
