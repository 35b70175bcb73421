import assert from "node:assert/strict";
import { test } from "node:test";
import { offersOf } from "../../../src/branchline/web/static/table/offers.js";

/**
 * @param {number} number
 * @param {Record<string, any>} action
 * @param {Record<string, any>} [more]
 */
const choice = (number, action, more = {}) => ({
  number,
  words: "",
  action,
  route: null,
  pays: null,
  points: null,
  ...more,
});

/** @param {any[]} choices */
const offered = (choices) => offersOf({ number: 1, question: "turn", words: "", choices });

test("nothing to decide, nothing on offer", () => {
  const offers = offersOf(null);
  assert.equal(offers.routes.size + offers.take.size + offers.others.length, 0);
});

test("ways to build a route begin with the one that keeps the locomotives", () => {
  const { routes } = offered([
    choice(1, { kind: "claim_with_bundles", bundles: 1 }, { route: "a-b", pays: [["red", 2]] }),
    choice(2, { kind: "claim_route" }, { route: "a-b", pays: [["wild", 2]] }),
    choice(3, { kind: "claim_route" }, { route: "a-b", pays: [["red", 2]] }),
  ]);
  assert.deepEqual(
    routes.get("a-b")?.map((each) => each.number),
    [3, 2, 1],
  );
});

test("an action that nobody knows is a button of its own", () => {
  const { others, take, draw } = offered([
    choice(1, { kind: "dance" }),
    choice(2, { kind: "take_card", card: "red" }),
    choice(3, { kind: "draw_from_deck", deck: "ship" }),
  ]);
  assert.deepEqual(
    others.map((each) => each.number),
    [1],
  );
  assert.equal(take.get("red")?.number, 2);
  assert.equal(draw.get("ship")?.number, 3);
});
