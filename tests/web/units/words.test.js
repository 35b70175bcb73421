import assert from "node:assert/strict";
import { test } from "node:test";
import "../../../src/branchline/web/static/mechanics/index.js";
import { cardsInWords, counted, listed, routeCars, signed } from "../../../src/branchline/web/static/core/words.js";

test("numbers have their nouns", () => {
  assert.equal(counted(1, "train"), "1 train");
  assert.equal(counted(0, "train"), "0 trains");
  assert.equal(signed(-4), "−4");
  assert.equal(listed(["Mara", "June", "Otto"]), "Mara, June and Otto");
  assert.equal(listed([]), "");
});

test("cards are named by their titles, and none are left out or made up", () => {
  const board = /** @type {any} */ ({
    card: {
      wild: { title: "locomotive", color: "wild" },
      black: { title: "black", color: "black" },
      ship: { title: "red ship", color: "red" },
    },
  });
  assert.equal(
    cardsInWords(board, [
      ["black", 2],
      ["wild", 1],
      ["red", 0],
    ]),
    "2 black + 1 locomotive",
  );
  assert.equal(cardsInWords(board, [["wild", 2]]), "2 locomotives");
  assert.equal(cardsInWords(board, [["ship", 2]]), "2 red ships");
});

test("what lies on a route", () => {
  const route = { tags: [], kind: "train", wilds: 0, color: "gray", length: 2 };
  assert.equal(routeCars(/** @type {any} */ (route)), "2 cars of any one color");
  assert.equal(
    routeCars(/** @type {any} */ ({ ...route, kind: "ferry", wilds: 1, color: "red" })),
    "2 red ferry cars, 1 locomotive at least",
  );
  assert.equal(routeCars(/** @type {any} */ ({ ...route, tags: ["pair"], length: 1 })), "1 pair of any one color");
});
