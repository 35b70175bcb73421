// Small words: numbers with their nouns, names of cards and routes. Sentences about the game come from the server.

import { known } from "../mechanics/faces.js";

/** @typedef {import("./types.js").CardKind} CardKind */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Route} Route */

/**
 * "1 card", "3 cards".
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * "Mara", "Mara and June", "Mara, June and Otto".
 * @param {string[]} words
 */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** @param {string} words */
export function capitalized(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * "2 black", "2 locomotives", "2 red ships": what is called by more than its color has a noun.
 * @param {number} count
 * @param {{title: string, color: string}} kind
 */
export function countedCards(count, { title, color }) {
  return title === color ? `${count} ${title}` : counted(count, title);
}

/**
 * Cards in words: "2 black + 1 locomotive".
 * @param {Board} board
 * @param {[string, number][]} cards
 */
export function cardsInWords(board, cards) {
  return cards
    .filter(([, count]) => count)
    .map(([name, count]) => countedCards(count, board.card[name] ?? { title: name, color: name }))
    .join(" + ");
}

/**
 * "Denver – Kansas City".
 * @param {Board} board
 * @param {Route} route
 */
export function routeName(board, route) {
  return `${board.places[route.a].name} – ${board.places[route.b].name}`;
}

/**
 * What lies on a route: "4 black cars", "3 ships of any one color", "2 pairs".
 * @param {Route} route
 */
export function routeCars(route) {
  const noun = [...route.tags, route.kind].map((each) => known("routes", each)?.noun).find(Boolean) ?? "car";
  const wilds = route.wilds ? `, ${counted(route.wilds, "locomotive")} at least` : "";
  if (route.color === "gray") return `${counted(route.length, noun)} of any one color${wilds}`;
  return `${route.length} ${route.color} ${noun}${route.length === 1 ? "" : "s"}${wilds}`;
}

/**
 * A number as it is printed: with a minus, not with a hyphen.
 * @param {number} number
 */
export function printed(number) {
  return String(number).replace("-", "−");
}

/** @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
