// Plan mode: routes penciled in on the map, and what they take together. Kept in this browser, seen by nobody else.
import { html, useEffect, useMemo } from "../core/ui.js";
import { createStore, useStore } from "../core/store.js";
import { counted } from "../core/words.js";
import { Icon } from "../art/cards.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {{on: boolean, routes: string[]}} Plan */

/** @type {Map<string, ReturnType<typeof openPlan>>} */
const plans = new Map();

/**
 * @param {string} key
 */
function openPlan(key) {
  const store = createStore(kept(key));
  /** @param {Partial<Plan>} change */
  const set = (change) => {
    store.set(change);
    try {
      localStorage.setItem(key, JSON.stringify(store.get()));
    } catch {
      // without a memory the plan lasts as long as the page
    }
  };
  return {
    ...store,
    set,
    /** @param {string} route */
    toggle(route) {
      const { routes } = store.get();
      set({ routes: routes.includes(route) ? routes.filter((id) => id !== route) : [...routes, route] });
    },
  };
}

/**
 * @param {string} key
 * @returns {Plan}
 */
function kept(key) {
  try {
    return { on: false, routes: [], ...JSON.parse(localStorage.getItem(key) ?? "{}") };
  } catch {
    return { on: false, routes: [] };
  }
}

/**
 * The plan of the seat that looks.
 * @param {View} view
 */
export function planOf(view) {
  const key = `branchline.plan.${view.table.id}.${view.seat}`;
  let plan = plans.get(key);
  if (!plan) plans.set(key, (plan = openPlan(key)));
  return plan;
}

/**
 * The plan, in a component that is drawn again when it changes.
 * @param {View} view
 */
export function usePlan(view) {
  const plan = useMemo(() => planOf(view), [view.table.id, view.seat]);
  useStore(plan);
  return plan;
}

/**
 * The penciled routes that can still be built, and those that somebody else has taken meanwhile.
 * @param {View} view
 */
export function penciled(view) {
  const { routes } = planOf(view).get();
  /** @type {number[][]} */
  const owners = view.game.observation.parts.tracks.owners;
  const known = routes.filter((id) => view.board.route[id]);
  const isFree = (/** @type {string} */ id) =>
    !owners[view.board.route[id].index].length && !view.game.closed.includes(id);
  const isMine = (/** @type {string} */ id) =>
    view.seat !== null && owners[view.board.route[id].index].includes(view.seat);
  return { open: known.filter(isFree), lost: known.filter((id) => !isFree(id) && !isMine(id)) };
}

/** @param {{view: View}} props */
export function PlanButton({ view }) {
  const plan = usePlan(view);
  if (view.seat === null || !view.session) return null;
  const { on } = plan.get();
  return html`<button
    aria-label="Plan routes"
    title="Plan: pencil routes in (P)"
    aria-pressed=${on}
    data-plan
    onClick=${() => plan.set({ on: !on })}
  >
    <${Icon} name="pencil" size=${18} />
  </button>`;
}

/**
 * What the plan takes, as long as one plans.
 * @param {{view: View}} props
 */
export function PlanBar({ view }) {
  const plan = usePlan(view);
  if (view.seat === null || !view.session || !plan.get().on) return null;
  const { open, lost } = penciled(view);
  return html`<div class="planbar" role="status" data-planbar>
    <b>${open.length ? counted(open.length, "route") : "Your plan"}</b>
    <${Takes} view=${view} session=${view.session} open=${open} />
    ${lost.length ? html`<span class="short">${counted(lost.length, "route")} taken by others</span>` : null}
    <button class="btn quiet" disabled=${!plan.get().routes.length} onClick=${() => plan.set({ routes: [] })}>
      Erase
    </button>
    <button class="x" aria-label="Stop planning" onClick=${() => plan.set({ on: false })}>
      <${Icon} name="close" size=${16} />
    </button>
  </div>`;
}

/**
 * What the routes take together, which the server says: "12 trains of 30 · 4 red, 3 blue · you hold the cards".
 * @param {{view: View, session: import("../core/session.js").Session, open: string[]}} props
 */
function Takes({ view, session, open }) {
  const { planned } = useStore(session.store);
  const routes = open.join(" ");
  useEffect(() => {
    if (routes) session.plan(routes.split(" "));
  }, [session, view.seat, view.game.number, routes]);
  const words = planned?.routes.join(" ") === routes ? planned.words : "Counting …";
  return html`<span data-takes>${routes ? words : "Click routes to pencil them in; nobody else sees them."}</span>`;
}
