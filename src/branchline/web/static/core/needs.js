// What some routes would take, counted together: spaces by color, pieces, and what of it is missing in a hand. For
// plans and for the way to a ticket. Which way that is the engine says; how a route is paid in the end it says too.

import { cardSpaces, known } from "../mechanics/faces.js";
import { countedCards } from "./words.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {{color: string, kind: string, spaces: number, missing: number}} Need  `color` "gray": any one */
/** @typedef {{pieces: Record<string, number>, needs: Need[], missing: number}} Needs  pieces by their kind */

/**
 * @param {Board} board
 * @param {string[]} ids  of routes
 * @param {Record<string, number>} hand  cards by kind
 * @returns {Needs}
 */
export function needsOf(board, ids, hand) {
  const routes = ids.map((id) => board.route[id]).filter(Boolean);
  /** @type {Map<string, Need>} */
  const needs = new Map();
  /** @type {Record<string, number>} */
  const pieces = {};
  for (const route of routes) {
    const kind = kindOf(board, route);
    pieces[kind] = (pieces[kind] ?? 0) + route.length;
    const key = `${kind} ${route.color}`;
    const need = needs.get(key) ?? { color: route.color, kind, spaces: 0, missing: 0 };
    need.spaces += cardsFor(route);
    needs.set(key, need);
  }
  const all = [...needs.values()].sort((a, b) => Number(a.color === "gray") - Number(b.color === "gray"));
  const missing = subtract(board, all, hand);
  return { pieces, needs: all, missing };
}

/**
 * The kind of pieces and cards that a route takes: one of its own, where a deck is called so.
 * @param {Board} board
 * @param {Route} route
 */
function kindOf(board, route) {
  return board.cards.some((card) => card.deck === route.kind) ? route.kind : "train";
}

/** @param {Route} route */
function cardsFor(route) {
  return route.tags.reduce((cards, tag) => cards * (known("routes", tag)?.cards ?? 1), route.length);
}

/**
 * Take what the hand has off the needs, colored ones first; locomotives help wherever something is left.
 * @param {Board} board
 * @param {Need[]} needs
 * @param {Record<string, number>} hand
 * @returns {number}  how many cards are missing in all
 */
function subtract(board, needs, hand) {
  const left = held(board, hand);
  for (const need of needs) {
    const colors = need.color === "gray" ? fullest(left, need.kind) : [`${need.kind} ${need.color}`];
    let open = need.spaces;
    for (const key of colors) {
      const used = Math.min(open, left.cards.get(key) ?? 0);
      left.cards.set(key, (left.cards.get(key) ?? 0) - used);
      open -= used;
    }
    need.missing = open;
  }
  for (const need of needs) {
    const used = Math.min(need.missing, left.wilds);
    need.missing -= used;
    left.wilds -= used;
  }
  return needs.reduce((sum, need) => sum + need.missing, 0);
}

/**
 * Spaces that the cards of a hand fill, by sort and color.
 * @param {Board} board
 * @param {Record<string, number>} hand
 */
function held(board, hand) {
  /** @type {Map<string, number>} */
  const cards = new Map();
  let wilds = 0;
  for (const kind of board.cards) {
    const count = hand[kind.name] ?? 0;
    if (!count) continue;
    if (kind.color === "wild") wilds += count;
    else {
      const key = `${kind.deck || "train"} ${kind.color}`;
      cards.set(key, (cards.get(key) ?? 0) + count * cardSpaces(board, kind));
    }
  }
  return { cards, wilds };
}

/**
 * @param {{cards: Map<string, number>}} left
 * @param {string} kind
 */
function fullest({ cards }, kind) {
  return [...cards.keys()]
    .filter((key) => key.startsWith(kind))
    .sort((a, b) => (cards.get(b) ?? 0) - (cards.get(a) ?? 0))
    .slice(0, 1);
}

/**
 * "4 red, 2 of any one color".
 * @param {Need[]} needs
 * @param {"spaces"|"missing"} what
 */
export function needsInWords(needs, what) {
  return needs
    .filter((need) => need[what])
    .map((need) => {
      const color = need.color === "gray" ? "" : need.color;
      const sort = need.kind === "train" ? "" : need.kind;
      const words = [color, sort].filter(Boolean).join(" ");
      const cards = words ? countedCards(need[what], { title: words, color }) : String(need[what]);
      return color ? cards : `${cards} for gray routes`;
    })
    .join(", ");
}
