// The shapes that the client works with, for the type checker and for readers. Nothing here runs. What goes to the
// server and comes from it stands in `messages.d.ts`, which is written from the server's own declarations; here are
// the client's names for it, and what the client makes of it.

/** @typedef {Record<string, any>} Form  a value of the rules as JSON: an object with a `kind` */

/** @typedef {import("./messages.js").CardData} CardKind */
/** @typedef {import("./messages.js").PlaceData} Place */
/** @typedef {import("./messages.js").RouteData} Route */
/** @typedef {import("./messages.js").TicketData} Ticket */
/** @typedef {import("./messages.js").VariantData} Variant */
/** @typedef {import("./messages.js").BoardData} BoardData */

/**
 * A board as the client uses it: what `GET /api/boards/{id}` tells, with its things by their ids.
 * @typedef {Omit<BoardData, "places"> & BoardIndex} Board
 */
/**
 * @typedef {object} BoardIndex
 * @property {Record<string, Place>} places  cities and countries
 * @property {Place[]} cities
 * @property {Record<string, Route>} route
 * @property {Record<string, CardKind>} card
 */

/** @typedef {[string, number][]} Cards  kinds of card with their numbers */
/** @typedef {import("./messages.js").Choice} Choice */
/** @typedef {import("./messages.js").Decision} Decision */
/** @typedef {import("./messages.js").TicketProgress} TicketProgress */
/** @typedef {import("./messages.js").RouteState} RouteState */
/** @typedef {import("./messages.js").SeatInfo} SeatInfo */
/** @typedef {import("./messages.js").TableInfo} TableInfo */
/** @typedef {import("./messages.js").You} You */
/** @typedef {import("./messages.js").ChatLine} ChatLine */
/** @typedef {import("./messages.js").LogLine} LogLine */
/** @typedef {import("./messages.js").UndoWish} UndoWish */
/** @typedef {import("./messages.js").UndoState} UndoState */
/** @typedef {import("./messages.js").Clocks} Clocks */
/** @typedef {import("./messages.js").SeatResult} SeatResult */
/** @typedef {import("./messages.js").Result} Result */
/** @typedef {import("./messages.js").GameState} Game */
/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").ClientMessage} ClientMessage */

export {};
