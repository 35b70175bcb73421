import assert from "node:assert/strict";
import { test } from "node:test";
import { promised, sha256 } from "../../../src/branchline/web/static/core/fair-shuffle.js";

test("the hash is taken of these bytes and no others", async () => {
  const of = {
    board: "usa",
    variant: "classic",
    seats: 2,
    firstSeat: null,
    seed: "0".repeat(30) + "63",
    salt: "pepper",
  };
  const text = promised(of);
  assert.equal(text, `branchline shuffle 1\nusa\nclassic\n2\nchance\n${of.seed}\npepper`);
  assert.equal(await sha256(text), "5855f68c78625d181b12e951476ba1d17bfeb9f36df9c7705c6dd82b8ba504e6");
  assert.equal(promised({ ...of, firstSeat: 0 }).split("\n")[4], "0");
});
