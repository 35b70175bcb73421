// What the viewing seat can do now, sorted by what it is about: routes, cards, tickets, ports, technologies ...
import { cheapestFirst } from "./ways.js";

/** @typedef {import("../core/types.js").Choice} Choice */
/** @typedef {import("../core/types.js").Decision} Decision */

/**
 * @typedef {object} Offers
 * @property {Map<string, Choice[]>} routes  ways to build, by route; those that cost least come first
 * @property {Map<string, Choice>} take  by kind of card
 * @property {Map<string, Choice>} draw  by deck ("" where there is one)
 * @property {Choice[]} tickets  drawing new ones
 * @property {Choice[]} keep  which of the offered ones to keep
 * @property {Map<string, Choice[]>} ports  ways to build a harbor, by place
 * @property {Map<string, Choice>} places  places to choose on the map
 * @property {Map<string, Choice[]>} technologies  ways to buy, by technology
 * @property {Choice[]} exchange
 * @property {Choice[]} fleet
 * @property {Map<string, Choice>} refill  by deck
 * @property {Choice[]} others  everything else, as buttons
 */

/**
 * @param {Decision|null} decision
 * @param {Record<string, number>} hand
 * @returns {Offers}
 */
export function offersOf(decision, hand) {
  /** @type {Offers} */
  const offers = {
    routes: new Map(),
    take: new Map(),
    draw: new Map(),
    tickets: [],
    keep: [],
    ports: new Map(),
    places: new Map(),
    technologies: new Map(),
    exchange: [],
    fleet: [],
    refill: new Map(),
    others: [],
  };
  for (const choice of decision?.choices ?? []) sort(offers, choice);
  for (const priced of [offers.routes, offers.ports, offers.technologies])
    for (const [thing, ways] of priced) priced.set(thing, cheapestFirst(ways, hand));
  return offers;
}

/**
 * @param {Offers} offers
 * @param {Choice} choice
 */
function sort(offers, choice) {
  const { action } = choice;
  if (choice.route) push(offers.routes, choice.route, choice);
  else if (action.kind === "take_card") offers.take.set(action.card, choice);
  else if (action.kind === "draw_card") offers.draw.set("", choice);
  else if (action.kind === "draw_from_deck") offers.draw.set(action.deck, choice);
  else if (action.kind === "draw_tickets") offers.tickets.push(choice);
  else if (action.kind === "keep_tickets") offers.keep.push(choice);
  else if (action.kind === "build_harbor") push(offers.ports, action.city, choice);
  else if (action.kind === "place_stack" || action.kind === "take_token") offers.places.set(action.place, choice);
  else if (action.kind === "buy_technology") push(offers.technologies, action.technology, choice);
  else if (action.kind === "exchange_pieces") offers.exchange.push(choice);
  else if (action.kind === "choose_fleet") offers.fleet.push(choice);
  else if (action.kind === "refill_from") offers.refill.set(action.deck, choice);
  else offers.others.push(choice);
}

/**
 * @param {Map<string, Choice[]>} map
 * @param {string} key
 * @param {Choice} choice
 */
function push(map, key, choice) {
  const list = map.get(key);
  if (list) list.push(choice);
  else map.set(key, [choice]);
}
