import assert from "node:assert/strict";
import { test } from "node:test";
import { updated } from "../../../src/branchline/web/static/core/session.js";
import { isTimeFor } from "../../../src/branchline/web/static/table/lessons.js";

const game = /** @type {any} */ ({
  number: 4,
  names: ["Mara"],
  observation: { turn: 0, parts: { hands: { old: 1, seen: 3 }, tracks: { kept: 1 } } },
  log: [{ text: "first" }, { text: "half a sen" }],
  banner: "old",
  decision: { number: 1, choices: [] },
});
const nothing = { observation: { fields: {}, parts: {} }, log: { start: 2, lines: [] } };

test("an update changes what it names and leaves the rest", () => {
  const update = {
    type: "update",
    after: 4,
    events: [],
    number: 5,
    decision: null,
    observation: { fields: { turn: 1 }, parts: { hands: { old: 2 } } },
    log: { start: 1, lines: [{ text: "a sentence" }] },
  };
  const next = updated(game, update, new Map());
  assert.deepEqual(next.observation, { turn: 1, parts: { hands: { old: 2, seen: 3 }, tracks: { kept: 1 } } });
  assert.deepEqual(
    next.log.map((line) => line.text),
    ["first", "a sentence"],
  );
  assert.deepEqual([next.number, next.banner, next.decision, next.names], [5, "old", null, ["Mara"]]);
  assert.equal(game.log.length, 2); // what was shown stays as it was
});

test("choices that were told before are named by their numbers", () => {
  const choices = /** @type {any} */ (new Map([[7, { number: 7, words: "told before" }]]));
  const decision = { number: 2, told: [{ number: 9, words: "new" }], choices: [9, 7] };
  const next = updated(game, { ...nothing, decision }, choices);
  assert.deepEqual(
    next.decision?.choices.map((choice) => choice.words),
    ["new", "told before"],
  );
  assert.equal(updated(game, nothing, choices).decision, game.decision); // not spoken of: as it was
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
