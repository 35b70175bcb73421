// Faces: what a mechanic means to the client, found by the name under which its part of a view comes. The parts of the
// table loop over faces and know no mechanic; one that has no face is shown by what the server says in words.
import { addSymbols } from "../art/symbols.js";

/** @typedef {import("../table/view.js").View} View */
/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").CardKind} CardKind */
/** @typedef {import("../core/types.js").Choice} Choice */
/** @typedef {[string, number|string, string]} Count  an icon, a number, and what it counts */

/**
 * A line of the standings: something that players have more or less of.
 * @typedef {object} Line
 * @property {string} name
 * @property {any} sign
 * @property {number[]} counts  by seat
 * @property {string} pays  what it pays at the end
 */
/**
 * A part of the standings: lines of numbers, or one line in which each seat has its words.
 * @typedef {{title: string, lines?: Line[], words?: {name: string, seats: string[][]}}} Chapter
 */
/**
 * A button beside the row of cards, which picks something up.
 * @typedef {object} Button
 * @property {string} mode  what is picked up, as in a selection
 * @property {string} icon
 * @property {number} size  of the icon
 * @property {string} words
 * @property {string} title
 * @property {boolean} [disabled]
 */
/**
 * Where an action is offered. Without a purchase or a place its mechanic shows it itself, from `offers.own`.
 * @typedef {object} Offer
 * @property {string} [purchase]  the mode in which it is picked up and paid for ...
 * @property {string} [thing]  ... and the field of the action that says what is bought
 * @property {string} [place]  the field of the action that says which place of the map is chosen
 */
/**
 * Something that is paid for besides routes.
 * @typedef {object} Purchase
 * @property {(view: View, thing: string) => {title: string, note: string, go: string}} words
 * @property {boolean} [onMap]  what is bought stands at a place, which can be picked on the map
 */
/**
 * An answer to a question, as something to pick.
 * @typedef {object} Answer
 * @property {(action: any) => boolean} [givesUp]  it leaves something lying
 * @property {string} [why]  what the question is about
 * @property {(view: View, choice: Choice) => any} [picture]
 * @property {(view: View, action: any) => ((seat: number) => number)|null} [has]  how much each seat has of it
 * @property {(view: View, action: any) => {name: string, has: number}[]} [besides]  how much others have
 */
/**
 * How an event is shown.
 * @typedef {object} Motion
 * @property {(event: any) => string} [from]  what flies from the map to its new owner, as a selector
 * @property {Sound} [sound]
 */
/**
 * What lies on the map.
 * @typedef {object} OnMap
 * @property {Record<string, string[]>} [pawns]  the colors of those in a group of the drawing, by its id
 * @property {Record<string, string>} [stands]  what stands beside a place, as SVG
 */

/** @typedef {keyof typeof import("../feel/sounds.js").sounds} Sound */
/**
 * A sort of routes.
 * @typedef {object} Track
 * @property {string} noun  what lies on one
 * @property {Sound} [sound]  when one is built, in place of its cars
 */

/**
 * What a mechanic adds to the client. All of it may be left out.
 * @typedef {object} Face
 * @property {(view: View, seat: number) => Count[]} [counts]  what everybody may know of a seat, in numbers ...
 * @property {(view: View, seat: number) => any} [details]  ... and in full
 * @property {(view: View, seat: number) => Record<string, number|null>} [pieces]  those left, by their kind
 * @property {(view: View) => Chapter} [standings]
 * @property {(view: View) => Button} [button]
 * @property {(view: View) => any} [bar]  stands in the head of the hand panel; null: nothing
 * @property {(view: View) => import("../table/options.js").Question|null} [question]
 * @property {(view: View) => any} [page]  lies over the table; null: nothing
 * @property {(view: View) => string[]} [about]  the places that the open question is about
 * @property {(part: any) => OnMap} [onMap]
 * @property {Record<string, Offer>} [offers]  by kind of action
 * @property {Record<string, Purchase>} [purchases]  by mode
 * @property {Record<string, Answer>} [answers]  by kind of action
 * @property {Record<string, Motion>} [motions]  by kind of event
 * @property {Record<string, (board: Board, what: any) => any>} [pictures]  for the page of rules, by their names there
 * @property {Record<string, Track>} [routes]  by their kind or tag
 * @property {(kind: CardKind) => string} [cardSign]  a second symbol on a kind of card; "": none
 * @property {import("../art/symbols.js").Symbols} [symbols]  the drawings that it needs
 */

/** @type {Map<string, Face>} */
const faces = new Map();

/**
 * Give a mechanic its face.
 * @param {string} name  of its part in a view
 * @param {Face} face
 */
export function addFace(name, face) {
  faces.set(name, face);
  if (face.symbols) addSymbols(face.symbols);
}

/**
 * The faces of all mechanics that a view has parts of, in the order in which they were added.
 * @param {View} view
 */
export function facesOf(view) {
  const { parts } = view.game.observation;
  return [...faces].filter(([name]) => name in parts).map(([, face]) => face);
}

/**
 * What the faces say of one kind of action, event or the like; undefined: none knows it.
 * @template {"offers"|"purchases"|"answers"|"motions"|"pictures"|"routes"} Table
 * @param {Table} table
 * @param {string|null} kind
 * @returns {NonNullable<Face[Table]>[string]|undefined}
 */
export function known(table, kind) {
  if (kind === null) return undefined;
  const entries = [...faces.values()].map((face) => face[table] ?? {}).find((each) => Object.hasOwn(each, kind));
  return /** @type {any} */ (entries)?.[kind];
}

/**
 * What lies on the map, besides pieces on routes.
 * @param {View} view
 * @returns {Required<OnMap>}
 */
export function onMap(view) {
  /** @type {Required<OnMap>} */
  const all = { pawns: {}, stands: {} };
  for (const [name, face] of faces) {
    const part = view.game.observation.parts[name];
    const { pawns = {}, stands = {} } = (part && face.onMap?.(part)) || {};
    Object.assign(all.pawns, pawns);
    for (const [place, things] of Object.entries(stands)) all.stands[place] = (all.stands[place] ?? "") + things;
  }
  return all;
}

/**
 * The pieces that a seat has left, by their kind: of trains alone, unless a mechanic knows others.
 * @param {View} view
 * @param {number} seat
 * @returns {Record<string, number|null>}
 */
export function piecesLeft(view, seat) {
  const counted = facesOf(view)
    .find((face) => face.pieces)
    ?.pieces?.(view, seat);
  return counted ?? { train: view.game.observation.pieces[seat] };
}

/**
 * The second symbol on a kind of card; "": it has none.
 * @param {CardKind} kind
 */
export function cardSign(kind) {
  for (const face of faces.values()) {
    const sign = face.cardSign?.(kind);
    if (sign) return sign;
  }
  return "";
}
