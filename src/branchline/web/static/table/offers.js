// What the viewing seat can do now, sorted by what it is about: routes, cards, tickets, things to buy ...
import { known } from "../mechanics/index.js";
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
 * @property {Map<string, Map<string, Choice[]>>} purchases  ways to pay, by mode (routes are one) and by thing
 * @property {Map<string, Choice>} places  places to choose on the map
 * @property {Map<string, Choice[]>} own  what its mechanic shows itself, by kind of action
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
    purchases: new Map(),
    places: new Map(),
    own: new Map(),
    refill: new Map(),
    others: [],
  };
  for (const choice of decision?.choices ?? []) sort(offers, choice);
  if (offers.routes.size) offers.purchases.set("route", offers.routes);
  for (const priced of offers.purchases.values())
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
  else if (action.kind === "refill_from") offers.refill.set(action.deck, choice);
  else sortByFace(offers, choice);
}

/**
 * @param {Offers} offers
 * @param {Choice} choice
 */
function sortByFace(offers, choice) {
  const { action } = choice;
  const offer = known("offers", action.kind);
  if (!offer) offers.others.push(choice);
  else if (offer.place) offers.places.set(action[offer.place], choice);
  else if (offer.purchase && offer.thing) {
    const things = offers.purchases.get(offer.purchase) ?? new Map();
    offers.purchases.set(offer.purchase, things);
    push(things, action[offer.thing], choice);
  } else push(offers.own, action.kind, choice);
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
