import assert from "node:assert/strict";
import { test } from "node:test";
import { turnAfter, turnBefore } from "../../../src/branchline/web/static/core/turns.js";

// Two decisions of the setup, then turns of one, three and two decisions.
const moves = [0, 0, 1, 2, 2, 2, 3, 3].map((turn, at) => ({ step: at + 1, turn }));

test("on goes to the end of the next turn", () => {
  const stops = [0];
  while (turnAfter(moves, stops[stops.length - 1]) > stops[stops.length - 1])
    stops.push(turnAfter(moves, stops[stops.length - 1]));
  assert.deepEqual(stops, [0, 2, 3, 6, 8]);
  assert.equal(turnAfter(moves, 4), 6);
});

test("back goes to the beginning of the turn, then to the one before", () => {
  assert.equal(turnBefore(moves, 8), 6);
  assert.equal(turnBefore(moves, 5), 3);
  assert.equal(turnBefore(moves, 2), 0);
  assert.equal(turnBefore(moves, 0), 0);
});
