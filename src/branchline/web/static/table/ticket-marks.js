// The viewer's tickets on the map: each has a letter and a color, on its card and at its places.
import { TICKET_COLORS } from "../board/map-marks.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").TicketProgress} TicketProgress */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The viewer's tickets, with those just kept that the others do not know of yet.
 * @param {View} view
 * @returns {TicketProgress[]}
 */
export function ownTickets({ game }) {
  /** @type {string[]} */
  const chosen = game.observation.parts.tickets.chosen ?? [];
  const held = new Set(game.tickets.map((ticket) => ticket.id));
  return [...game.tickets, ...game.offer.filter((ticket) => chosen.includes(ticket.id) && !held.has(ticket.id))];
}

/**
 * The tickets that are on the map: the viewer's, and while choosing those on offer.
 * @param {View} view
 */
export function shownTickets(view) {
  return view.offers.keep.length ? [...view.game.tickets, ...view.game.offer] : ownTickets(view);
}

/** @type {Map<string, string[]>} */
const signs = new Map(); // by table and seat: the ticket of each letter

/**
 * The sign of a ticket: the same from the offer to the end. Letters of tickets that went back are given again.
 * @param {View} view
 * @param {string} id
 */
export function signOf(view, id) {
  const key = `branchline.signs.${view.table.id}.${view.seat}`;
  const given = signs.get(key) ?? keptSigns(key);
  const shown = shownTickets(view).map((ticket) => ticket.id);
  const fresh = shown.filter((each) => !given.includes(each));
  for (const each of fresh) {
    const free = given.findIndex((other) => !shown.includes(other));
    given[free < 0 ? given.length : free] = each;
  }
  signs.set(key, given);
  if (fresh.length && view.session) keepSigns(key, given);
  const at = given.indexOf(id);
  return { letter: LETTERS[at % LETTERS.length] ?? "", color: Math.max(0, at) % TICKET_COLORS };
}

/**
 * @param {string} key
 * @returns {string[]}
 */
function keptSigns(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {string} key
 * @param {string[]} given
 */
function keepSigns(key, given) {
  try {
    localStorage.setItem(key, JSON.stringify(given));
  } catch {
    // without a memory they last as long as the page
  }
}

/**
 * @param {View} view
 * @returns {import("../board/map-marks.js").TicketMark[]}
 */
export function ticketMarks(view) {
  const { ticket: meant, kept } = view.selection.get();
  const offered = view.offers.keep.length ? view.game.offer : [];
  return shownTickets(view).map((ticket) => ({
    ...signOf(view, ticket.id),
    stops: ticket.stops,
    state: ticket.state,
    line: ticket.id === meant || offered.includes(ticket),
    strong: ticket.id === meant || kept.includes(ticket.id),
  }));
}

/**
 * The ticket that is pointed at.
 * @param {View} view
 * @returns {TicketProgress|undefined}
 */
export function meantTicket(view) {
  const { ticket } = view.selection.get();
  return ticket ? [...view.game.tickets, ...view.game.offer].find((each) => each.id === ticket) : undefined;
}

/**
 * What a ticket still takes: "3 routes to go, 9 trains; cards missing: 4 red, 2 for gray routes".
 * @param {TicketProgress} ticket
 */
export function ticketNeeds(ticket) {
  return [ticket.words, ticket.needs].filter(Boolean).join("; ");
}

/**
 * Names of the tickets that a route brings nearer, by the ways that the engine proposes. Of two tracks either does.
 * @param {View} view
 * @param {string} id  of a route
 */
export function helpedBy(view, id) {
  const same = [id, ...view.board.route[id].twins];
  return view.game.tickets
    .filter((ticket) => ticket.missing.some((route) => same.includes(route)))
    .map((ticket) => ticket.name);
}
