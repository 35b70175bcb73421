import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { filled } from "../../../src/branchline/web/static/core/fill.js";
import { arranged } from "../../../src/branchline/web/static/core/rule-sections.js";

const LEARN = new URL("../../../src/branchline/web/static/learn/", import.meta.url);
const NUMBERS = /\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty)\b/i;

/** @param {string} name */
const written = (name) => JSON.parse(readFileSync(new URL(name, LEARN), "utf8"));

test("holes are filled with the board's numbers, in words where they are small", () => {
  const facts = { numbers: { keep: 2, pieces: 45, last: 1 }, extras: { regions: ["england", "new_york"] } };
  assert.equal(
    filled("Keep {numbers.keep ticket} of {numbers.pieces piece}.", facts),
    "Keep two tickets of 45 pieces.",
  );
  assert.equal(filled("Now. {numbers.last more turn}.", facts), "Now. One more turn.");
  assert.equal(filled("In {extras.regions}", facts), "In England and New York");
});

test("a fact that the board does not have is an error, not a blank", () => {
  assert.throws(() => filled("{extras.start.max_length car}", { extras: {} }), /no fact/);
});

test("a board's section takes the place of the common one; the end stays at the end", () => {
  const section = (/** @type {string} */ id, more = {}) => ({ id, title: id, words: [id], ...more });
  const sections = arranged(
    [section("start"), section("end", { late: true })],
    [section("start", { words: ["own"] }), section("extra", { words: [{ if: "numbers.no", words: "never" }, "yes"] })],
    { numbers: {}, pictures: {} },
  );
  assert.deepEqual(
    sections.map((each) => each.id),
    ["start", "extra", "end"],
  );
  assert.deepEqual(
    sections.map((each) => each.words[0]),
    ["own", "yes", "end"],
  );
});

for (const name of readdirSync(LEARN))
  test(`no number is written by hand in ${name}`, () => {
    for (const section of written(name)) {
      const texts = [
        section.title,
        ...section.words,
        ...(section.lessons ?? []).map((/** @type {any} */ it) => it.words),
      ];
      for (const text of texts) {
        const plain = (text.words ?? text).replace(/\{[^}]*\}/g, "");
        assert.doesNotMatch(plain, NUMBERS);
      }
    }
  });
