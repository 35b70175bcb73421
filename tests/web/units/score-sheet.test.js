import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsOf, ranked, revealSteps, visible } from "../../../src/branchline/web/static/core/score-sheet.js";

const ticket = (/** @type {number} */ points, completed = true, scored = completed ? points : -points) => ({
  id: "",
  name: "",
  stops: [],
  points,
  completed,
  scored,
});
const seat = (/** @type {number} */ at, /** @type {any} */ more) => ({
  seat: at,
  longest_path: { seat: at, length: 0, routes: [] },
  ...more,
});
const result = /** @type {any} */ ({
  lines: { routes: "Routes", tickets: "Tickets", longest_path: "Longest path", tokens: "Tokens" },
  seats: [
    seat(0, {
      lines: { routes: 10, tickets: -3, longest_path: 0 },
      total: 7,
      place: 2,
      tickets: [ticket(5), ticket(8, false)],
    }),
    seat(1, { lines: { routes: 4, tickets: 9, longest_path: 10 }, total: 23, place: 1, tickets: [ticket(9)] }),
  ],
});

test("missed tickets have a column of their own, lines without points none", () => {
  assert.deepEqual(
    columnsOf(result).map(([line]) => line),
    ["routes", "tickets", "missed", "longest_path"],
  );
});

test("the columns of a seat add up to its total", () => {
  const steps = revealSteps(result);
  for (const sheet of result.seats) {
    const points = columnsOf(result).map(([line]) => visible(sheet, line, steps) ?? 0);
    assert.equal(
      points.reduce((total, each) => total + each, 0),
      sheet.total,
    );
  }
  assert.equal(visible(result.seats[0], "tickets", steps), 5);
  assert.equal(visible(result.seats[0], "missed", steps), -8);
});

test("tickets are turned up one by one, and the order is that of places only at the end", () => {
  const steps = revealSteps(result);
  assert.equal(steps.length, 5);
  assert.equal(visible(result.seats[0], "missed", steps.slice(0, 2)), 0);
  assert.equal(visible(result.seats[0], "tickets", steps.slice(0, 1)), null);
  assert.deepEqual(
    ranked(result, steps, 1).map((each) => each.total),
    [10, 4],
  );
  assert.deepEqual(
    ranked(result, steps, 5).map((each) => each.sheet.seat),
    [1, 0],
  );
});

test("a missed tour costs its own value, and a tour in any order brings its lower one", () => {
  const tours = seat(0, {
    lines: { routes: 0, tickets: -11 },
    total: -11,
    place: 1,
    tickets: [ticket(15, true, 10), ticket(15, false, -21)],
  });
  const sheet = /** @type {any} */ ({ lines: { routes: "Routes", tickets: "Tickets" }, seats: [tours] });
  const steps = revealSteps(sheet);
  assert.equal(visible(tours, "tickets", steps), 10);
  assert.equal(visible(tours, "missed", steps), -21);
  assert.equal(visible(tours, "tickets", steps.slice(0, 2)), 10);
});
