// The shapes that the client works with, for the type checker and for readers. Nothing here runs. What comes from the
// server is described in full by its schema (`branchline/server/messages.py`); here are the parts that the client
// names.

/** @typedef {{kind: string, [field: string]: any}} Form  a value of the rules as JSON */

/** @typedef {{name: string, title: string, color: string, sort: string, deck: string, count: number}} CardKind */
/**
 * @typedef {{id: string, name: string, x: number, y: number, country: string, tags: string[], dead_ends: string[]}}
 *   Place
 */
/**
 * @typedef {{index: number, id: string, name: string, a: string, b: string, color: string, length: number, track:
 *   number,
 *   kind: string, wilds: number, points: number, twins: string[], tags: string[], marks: string[]}} Route
 */
/**
 * @typedef {{id: string, name: string, stops: string[], points: number, deck: string, tour_points: [number,
 *   number]|null}} Ticket
 */
/** @typedef {{id: string, title: string, words: string, cost: number}} Technology */
/**
 * @typedef {{id: string, title: string, summary: string, numbers: Record<string, number>, tickets: Ticket[], options:
 *   Record<string, any>}} Variant
 */

/**
 * A board as the client uses it: what `GET /api/boards/{id}` tells, with its things by their ids.
 * @typedef {object} Board
 * @property {string} id
 * @property {string} title
 * @property {string} summary
 * @property {string} note
 * @property {[number, number]} size
 * @property {CardKind[]} cards
 * @property {Record<string, number>} route_points
 * @property {Route[]} routes
 * @property {Variant[]} variants
 * @property {Technology[]} technologies
 * @property {Record<string, any>} extras
 * @property {Record<string, Place>} places  cities and countries
 * @property {Place[]} cities
 * @property {Record<string, Route>} route
 * @property {Record<string, CardKind>} card
 */

/** @typedef {[string, number][]} Cards */
/**
 * @typedef {{number: number, words: string, action: Form, route: string|null, pays: Cards|null, points: number|null}}
 *   Choice
 */
/** @typedef {{number: number, question: string, words: string, choices: Choice[]}} Decision */
/**
 * @typedef {{id: string, name: string, stops: string[], points: number, deck: string, tour: boolean,
 *   state: "done"|"possible"|"lost", words: string, missing: string[]}} TicketProgress
 */
/** @typedef {{route: string, state: string, words: string, points: number, choices: number[]}} RouteState */
/**
 * @typedef {{seat: number, kind: "free"|"person"|"bot", name: string, level: string|null, host: boolean,
 *   here: boolean, left: boolean, resigned: boolean, out_of_time: boolean, substitute: string|null}} SeatInfo
 */
/**
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} board
 * @property {string} variant
 * @property {string} title
 * @property {"open"|"running"|"finished"} status
 * @property {SeatInfo[]} seats
 * @property {{kind: string, seconds: number, increment: number}} timer
 * @property {boolean} private
 * @property {boolean} hot_seat
 * @property {number|null} started
 * @property {number|null} finished
 * @property {number} active
 * @property {number} decisions
 * @property {number[]|null} totals
 * @property {number[]|null} winners
 * @property {{hash: string|null, seed: string|null, salt: string|null}} fairness
 * @property {string|null} rematch
 * @property {"bot"|"resign"} when_left
 * @property {{number: number, seat: number, agreed: number[], waiting: number[]}|null} end_offer
 */
/** @typedef {{seat: number|null, seats: number[], host: boolean}} You */
/** @typedef {{number: number, at: number, seat: number|null, name: string, text: string, note: boolean}} ChatLine */
/** @typedef {{seat: number|null, text: string}} LogLine */
/** @typedef {{number: number, seat: number, words: string, agreed: number[], waiting: number[]}} UndoWish */
/** @typedef {{can: "no"|"free"|"ask", words: string, wish: UndoWish|null}} UndoState */
/** @typedef {{now: number, clocks: {seat: number, left: number|null, running: boolean}[]}} Clocks */
/**
 * @typedef {object} SeatResult
 * @property {number} seat
 * @property {Record<string, number>} lines
 * @property {number} total
 * @property {number} place
 * @property {{id: string, name: string, stops: string[], points: number, completed: boolean}[]} tickets
 * @property {{seat: number, length: number, routes: string[]}} longest_path
 */
/**
 * @typedef {{words: string, ended: string, lines: Record<string, string>, seats: SeatResult[], winners: number[]}}
 *   Result
 */

/**
 * @typedef {object} Game
 * @property {number} number
 * @property {number} turn  how many turns have begun
 * @property {Form} observation
 * @property {string[]} names
 * @property {Decision|null} decision
 * @property {string} banner
 * @property {string} warning
 * @property {string[]} closed
 * @property {TicketProgress[]} tickets
 * @property {TicketProgress[]} offer
 * @property {LogLine[]} log
 * @property {Clocks} clocks
 * @property {UndoState} undo
 * @property {Result|null} result
 */

export {};
