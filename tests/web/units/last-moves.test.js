import assert from "node:assert/strict";
import { test } from "node:test";
import { newsSince, routesSince } from "../../../src/branchline/web/static/core/last-moves.js";

const log = [
  { seat: 0, text: "", routes: ["old"] },
  { seat: 1, text: "", routes: ["a-b"] },
  { seat: null, text: "", routes: [] },
  { seat: 2, text: "", routes: ["c-d", "e-f"] },
];

test("what happened since your own turn", () => {
  assert.deepEqual(routesSince(log, 0), ["a-b", "c-d", "e-f"]);
  assert.deepEqual(routesSince(log, 2), []);
  assert.deepEqual(routesSince(log, null), ["c-d", "e-f"]);
  const news = newsSince(
    log,
    0,
    (id) => id.toUpperCase(),
    (seat) => `P${seat}`,
  );
  assert.equal(news, "P1 built A-B, P2 built C-D and E-F.");
  assert.equal(newsSince(log, 2, String, String), "");
});
