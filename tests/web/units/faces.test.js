import assert from "node:assert/strict";
import { test } from "node:test";
import { addFace, facesOf, known, onMap, piecesLeft } from "../../../src/branchline/web/static/mechanics/index.js";
import { offersOf } from "../../../src/branchline/web/static/table/offers.js";

/** @param {Record<string, any>} parts */
const viewOf = (parts) => /** @type {any} */ ({ game: { observation: { parts, pieces: [40, 38] } } });

/** @param {any[]} actions */
const offered = (actions) => {
  const choices = actions.map((action, number) => ({ number, words: "", action, route: null, pays: null }));
  return offersOf(/** @type {any} */ ({ number: 1, question: "turn", words: "", choices }), {});
};

test("what is bought, chosen on the map or shown by its mechanic is sorted by faces", () => {
  const { purchases, places, own, others } = offered([
    { kind: "build_harbor", city: "lima" },
    { kind: "build_harbor", city: "lima" },
    { kind: "buy_technology", technology: "diesel" },
    { kind: "take_token", place: "pier" },
    { kind: "exchange_pieces", given: "trains", count: 1 },
    { kind: "take_passenger", color: "red" },
  ]);
  assert.deepEqual([...purchases.keys()], ["harbor", "technology"]);
  assert.deepEqual(
    purchases
      .get("harbor")
      ?.get("lima")
      ?.map((each) => each.number),
    [0, 1],
  );
  assert.equal(places.get("pier")?.number, 3);
  assert.equal(own.get("exchange_pieces")?.[0].number, 4);
  assert.deepEqual(
    others.map((each) => each.number),
    [5],
  );
});

test("pieces are trains, unless a mechanic has others", () => {
  assert.deepEqual(piecesLeft(viewOf({}), 1), { train: 38 });
  assert.deepEqual(piecesLeft(viewOf({ fleet: { trains: [20, 9], ships: [30, null] } }), 1), { train: 9, ship: null });
});

test("things on the map come from all mechanics, and stand together where they meet", () => {
  const view = viewOf({
    harbors: { owners: { lima: 6 } },
    tokens: {
      stacks: [
        { place: "lima", left: 1 },
        { place: null, left: 2 },
      ],
    },
    passengers: { waiting: { bonn: { red: 2, blue: 1 } } },
  });
  const { pawns, stands } = onMap(view);
  assert.deepEqual(pawns, { "passengers-bonn": ["red", "red", "blue"] });
  assert.deepEqual(Object.keys(stands), ["lima"]);
  assert.match(stands.lima, /^<use class="seat-1" href="#harbor"\/><use href="#token-0"/);
});

test("a mechanic of your own is one file that adds its face", () => {
  assert.equal(known("answers", "give_up_tunnel"), undefined);
  assert.equal(known("answers", "constructor"), undefined);
  addFace("tunnels", { answers: { give_up_tunnel: { givesUp: () => true } } });
  assert.equal(known("answers", "give_up_tunnel")?.givesUp?.({}), true);
  assert.equal(facesOf(viewOf({ tunnels: {} })).length, 1);
  assert.equal(facesOf(viewOf({})).length, 0);
});
