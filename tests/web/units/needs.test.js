import assert from "node:assert/strict";
import { test } from "node:test";
import { newsSince, routesSince } from "../../../src/branchline/web/static/core/last-moves.js";
import "../../../src/branchline/web/static/mechanics/index.js";
import { needsInWords, needsOf } from "../../../src/branchline/web/static/core/needs.js";

const route = (/** @type {Record<string, any>} */ more) => ({
  kind: "train",
  tags: [],
  color: "red",
  length: 3,
  ...more,
});
const card = (/** @type {string} */ color, deck = "", sort = "") => ({
  name: [color, sort].filter(Boolean).join(" "),
  color,
  deck,
  sort,
});
const board = /** @type {any} */ ({
  extras: { sorts: { double_ship: "double ship" } },
  cards: [card("red"), card("blue"), card("blue", "ship", "double ship"), { ...card("wild"), name: "wild" }],
  route: {
    red: route({}),
    gray: route({ color: "gray", length: 2 }),
    sea: route({ kind: "ship", color: "blue", length: 4 }),
    pair: route({ tags: ["pair"], color: "gray", length: 1 }),
  },
});

test("what the hand has is taken off, locomotives where something is left", () => {
  const { needs, pieces, missing } = needsOf(board, ["red", "gray"], { red: 2, blue: 1, wild: 1 });
  assert.deepEqual(pieces, { train: 5 });
  assert.equal(missing, 1);
  assert.equal(needsInWords(needs, "spaces"), "3 red, 2 for gray routes");
  assert.equal(needsInWords(needs, "missing"), "1 for gray routes");
});

test("ships are counted by themselves, a double ship fills two spaces, a pair takes two cards", () => {
  const { needs, pieces, missing } = needsOf(board, ["sea"], { "blue double ship": 1, blue: 4 });
  assert.deepEqual([pieces, missing], [{ ship: 4 }, 2]);
  assert.equal(needsInWords(needs, "missing"), "2 blue ships");
  assert.equal(needsOf(board, ["pair"], {}).missing, 2);
});

const log = [
  { seat: 0, text: "", routes: ["old"] },
  { seat: 1, text: "", routes: ["a-b"] },
  { seat: null, text: "", routes: [] },
  { seat: 2, text: "", routes: ["c-d", "e-f"] },
];

test("what happened since one's own turn", () => {
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
