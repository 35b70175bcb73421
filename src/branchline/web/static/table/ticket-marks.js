// The viewer's tickets on the map: each has a letter and a color, on its card and at its places.
import { TICKET_COLORS } from "../board/map-marks.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").TicketProgress} TicketProgress */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The tickets that are on the map: those held, and while choosing those on offer.
 * @param {View} view
 */
export function shownTickets(view) {
  return view.offers.keep.length ? [...view.game.tickets, ...view.game.offer] : view.game.tickets;
}

/**
 * The sign of a ticket.
 * @param {View} view
 * @param {string} id
 */
export function signOf(view, id) {
  const at = shownTickets(view).findIndex((ticket) => ticket.id === id);
  return { letter: LETTERS[at % LETTERS.length] ?? "", color: Math.max(0, at) % TICKET_COLORS };
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
