// What the analysis page picks out of an analysis.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  inPoints,
  keyMoments,
  mistakesOf,
  nextKey,
  placesOf,
  signedPoints,
  stacked,
  verdict,
} from "../../../src/branchline/web/static/study/moments.js";
import { drawnAt } from "../../../src/branchline/web/static/study/on-the-map.js";

/** @param {Partial<any>} change */
const decision = (change) => ({
  number: 1,
  seat: 0,
  action: "draw",
  best: "claim A-B with 2 red",
  label: null,
  error: 0,
  luck: 0,
  luck_se: 0.01,
  candidates: [
    { action: "claim A-B with 2 red", share: 0.5 },
    { action: "take red", share: 0.495 },
    { action: "take blue", share: 0.45 },
    { action: "draw", share: 0.4 },
  ],
  ...change,
});
const shown = [["a-b"], [], [], []].map((routes, at) => ({
  words: String(at),
  routes,
  places: [],
  lines: [],
  card: null,
}));
/** @param {any[]} decisions */
const game = (decisions) =>
  /** @type {any} */ ({ analysis: { decisions }, study: { decisions: decisions.map(() => ({ choices: shown })) } });

test("key moments are errors, and luck that is large and sure", () => {
  const found = keyMoments(
    game([
      decision({ number: 1, label: "mistake", error: 0.08 }),
      decision({ number: 2, luck: 0.06, luck_se: 0.02 }),
      decision({ number: 3, luck: 0.06, luck_se: 0.04 }), // cannot be told from chance
      decision({ number: 4, luck: -0.04, luck_se: 0 }), // small
      decision({ number: 5, luck: -0.2, label: "blunder", error: 0.3 }),
    ]),
  );
  assert.deepEqual(
    found.map(({ number, kind, worth }) => [number, kind, worth]),
    [
      [1, "error", -0.08],
      [2, "luck", 0.06],
      [5, "error", -0.3],
      [5, "luck", -0.2],
    ],
  );
  assert.deepEqual([nextKey(found, 2, 1), nextKey(found, 2, -1), nextKey(found, 5, 1)], [5, 1, null]);
});

test("mistakes to learn from are your own", () => {
  const some = [decision({ number: 1, label: "mistake" }), decision({ number: 2, seat: 1, label: "blunder" })];
  assert.deepEqual(
    mistakesOf(game(some), 1).map(({ number }) => number),
    [2],
  );
});

test("a choice is as good as the best, better than what was done, or neither", () => {
  const one = /** @type {any} */ (decision({ label: "blunder", error: 0.1 }));
  assert.deepEqual(placesOf(one), { done: 3, best: 0 });
  assert.match(verdict(one, 0).words, /the best move found/);
  assert.deepEqual([verdict(one, 1).found, verdict(one, 2).found], [true, false]);
  assert.match(verdict(one, 2).words, /by 5\.0 %/);
  assert.match(verdict(one, 3).words, /no better/);
});

test("areas fill the height and never cross", () => {
  const bands = stacked([
    [0.2, 0.3, 0.5],
    [1, 0, 0],
    [0.1, 0.1, 0.2],
  ]);
  for (let at = 0; at < 3; at += 1) {
    assert.equal(bands[0][at][0], 0);
    assert.ok(Math.abs(bands[2][at][1] - 1) < 1e-9);
    assert.ok(Math.abs(bands[0][at][1] - bands[1][at][0]) < 1e-9);
  }
});

test("the better move is drawn only where it is sure, and not while it is to be found", () => {
  const sure = game([decision({ label: "blunder", error: 0.1 })]);
  assert.deepEqual([...drawnAt(sure, 1, { hidden: false, meant: null }).better], ["a-b"]);
  assert.deepEqual([...drawnAt(sure, 1, { hidden: true, meant: null }).better], []);
  assert.deepEqual([...drawnAt(sure, 1, { hidden: true, meant: 0 }).better], ["a-b"]);
  assert.deepEqual([...drawnAt(game([decision({})]), 1, { hidden: false, meant: null }).better], []);
  assert.deepEqual(drawnAt(sure, 2, { hidden: false, meant: null }).notes, []); // the end
});

test("win shares in words", () => {
  assert.deepEqual([inPoints(-0.0873), signedPoints(-0.0873), signedPoints(0.0001)], ["8.7 %", "−8.7", "0"]);
});
