// What the person at the screen has picked up but not yet decided: a route, something to buy, tickets to keep ...
import { createStore } from "../core/store.js";

/**
 * @typedef {object} Selection
 * @property {string} decision  the seat and decision this belongs to
 * @property {string|null} mode  "route", "tickets", or what a mechanic has to be picked up
 * @property {string|null} thing  the route, or what else it is about
 * @property {number} way  which of the ways to pay or options
 * @property {import("./paying.js").Payment|null} made  a payment that the server made up, in place of a way
 * @property {boolean} unfolded  places to choose from are listed, though they can be picked on the map
 * @property {string[]} kept  tickets ticked
 * @property {string[]} lit  places lit on the map
 * @property {string|null} ticket  the ticket that is pointed at
 * @property {string[]} told  routes that a line of the log tells of
 * @property {string[]} opens  routes lit on the map: what a thing opens that can be bought
 * @property {string|null} hovered  the route under the pointer or the focus
 * @property {number|null} player  whose details are open
 * @property {number|null} network  whose routes are seen alone
 */

/** @type {Selection} */
const NOTHING = {
  decision: "",
  mode: null,
  thing: null,
  way: 0,
  made: null,
  unfolded: false,
  kept: [],
  lit: [],
  opens: [],
  ticket: null,
  told: [],
  hovered: null,
  player: null,
  network: null,
};

export function createSelection() {
  const store = createStore({ ...NOTHING });
  return {
    ...store,
    /** Let go of everything that was picked up. */
    letGo() {
      store.set({ mode: null, thing: null, way: 0, made: null, unfolded: false, opens: [] });
    },
    /**
     * @param {string} mode
     * @param {string|null} [thing]
     */
    pick(mode, thing = null) {
      store.set({ mode, thing, way: 0, made: null });
    },
    /**
     * A new decision: nothing is picked up any more.
     * @param {string} decision
     */
    begin(decision) {
      if (store.get().decision !== decision)
        store.set({ ...NOTHING, decision, player: store.get().player, network: store.get().network });
    },
  };
}

/** @typedef {ReturnType<typeof createSelection>} SelectionStore */
