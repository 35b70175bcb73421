// What is written about a board: the sections of its rules page and the lessons of its guided game. What all boards
// share stands in `learn/common.json`, what is special in `learn/BOARD.json`; every number comes from the board.
import { address } from "./address.js";
import { factAt, filled } from "./fill.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Variant} Variant */
/**
 * What a section shows: cards, icons, routes and places, and the pictures of mechanics by their names.
 * @typedef {Record<string, any[]|undefined>} Picture
 */
/**
 * @typedef {object} Lesson  what the guide says at the table
 * @property {string} id
 * @property {string} title
 * @property {string} words
 * @property {import("../table/lessons.js").When} when
 * @property {string} at  what it is about, to be framed
 */
/** @typedef {string|{if: string, words: string}} Words  `if`: only where the board has that */
/**
 * @typedef {object} Section
 * @property {string} id  a board's section takes the place of the common one with the same id
 * @property {string} title
 * @property {string[]} words
 * @property {Picture} [picture]
 * @property {Lesson[]} lessons
 * @property {boolean} late  comes after what is special on the board
 * @property {boolean} own  is about this board, not about all of them
 */

/**
 * @param {string} name
 * @returns {Promise<any[]>}
 */
async function written(name) {
  const answer = await fetch(address(`/static/learn/${encodeURIComponent(name)}.json`));
  return answer.ok ? answer.json() : []; // a board of your own has none
}

/**
 * All that is written about a board, in the order to read it.
 * @param {Board} board
 * @param {Variant} variant
 * @returns {Promise<Section[]>}
 */
export async function sectionsOf(board, variant) {
  // what its mechanics say of themselves
  const added = board.rules.map((part, at) => ({ id: `added-${at}`, ...part }));
  const [common, special] = await Promise.all([written("common"), added.length ? added : written(board.id)]);
  return arranged(common, special, factsOf(board, variant));
}

/**
 * @param {any[]} common
 * @param {any[]} special
 * @param {Record<string, any>} facts
 * @returns {Section[]}
 */
export function arranged(common, special, facts) {
  const own = new Map(special.map((section) => [section.id, section]));
  const shared = common.map((section) => own.get(section.id) ?? section);
  const added = special.filter((section) => !common.some((each) => each.id === section.id));
  const early = shared.filter((section) => !section.late);
  const all = [...early, ...added, ...shared.filter((section) => section.late)];
  return all.map((section) => ({ ...told(section, facts), own: special.includes(section) }));
}

/**
 * @param {any} section
 * @param {Record<string, any>} facts
 * @returns {Omit<Section, "own">}
 */
function told(section, facts) {
  const words = /** @type {Words[]} */ (section.words)
    .filter((each) => typeof each === "string" || holds(facts, each.if))
    .map((each) => filled(typeof each === "string" ? each : each.words, facts));
  const lessons = (section.lessons ?? []).map((/** @type {Lesson} */ lesson) => ({
    ...lesson,
    words: filled(lesson.words, facts),
  }));
  return {
    ...section,
    title: filled(section.title, facts),
    words,
    lessons,
    picture: section.picture ?? facts.pictures[section.id],
  };
}

/**
 * @param {Record<string, any>} facts
 * @param {string} path
 */
function holds(facts, path) {
  try {
    return Boolean(factAt(facts, path));
  } catch {
    return false;
  }
}

/**
 * What the sentences are filled with: the board's own numbers, and examples that are found on it.
 * @param {Board} board
 * @param {Variant} variant
 */
export function factsOf(board, variant) {
  const colors = board.cards.filter((kind) => kind.color !== "wild");
  const wild = board.cards.find((kind) => kind.color === "wild");
  const plain = board.routes.filter((route) => route.kind === "train" && !route.tags.length && !route.wilds);
  const colored = plain.find((route) => route.color !== "gray" && route.length >= 3) ?? board.routes[0];
  const gray = plain.find((route) => route.color === "gray" && route.length >= 2);
  const name = (/** @type {typeof colored} */ route) =>
    `${board.places[route.a].name} – ${board.places[route.b].name}`;
  const card = colors.find((kind) => kind.color === colored.color)?.name ?? "";
  return {
    screen: true, // `words/rules.py` reads the same sentences for programs, which see no map
    numbers: variant.numbers,
    extras: board.extras,
    colored: { name: name(colored), length: colored.length },
    gray: gray && { name: name(gray) },
    points: Object.entries(board.route_points)
      .map(([length, value]) => `${length}: ${value}`)
      .join(" · "),
    doubles: board.routes.some((route) => route.twins.length),
    pictures: {
      cards: { cards: [...colors.slice(0, 2).map((kind) => kind.name), ...(wild ? [wild.name] : [])] },
      build: {
        routes: [colored.id, ...(gray ? [gray.id] : [])],
        places: [colored.a, colored.b],
        cards: Array(Math.min(3, colored.length)).fill(card),
      },
    },
  };
}
