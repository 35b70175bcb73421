// Technologies: a page of their own beside the map with all of them, what each opens, and which one can be paid now.
import { html, cls, useKeys } from "../core/ui.js";
import { Icon, MiniCard } from "../art/cards.js";
import { counted, listed } from "../core/words.js";
import { walk } from "../table/focus.js";
import { addFace } from "./faces.js";

/** @typedef {import("./faces.js").View} View */
/**
 * @typedef {object} Technology  as the server tells of it, with the board
 * @property {string} id
 * @property {string} title
 * @property {string} words  what it does
 * @property {number} cost
 * @property {string[]} opens  routes that cannot be built without it
 */

const MODE = "technology";
const MANY = 12; // more than that need a broader page

addFace("technologies", {
  counts: (view, seat) => [["technology", owned(view, seat).length, "technologies"]],
  details: (view, seat) =>
    owned(view, seat).map((id) => {
      const technology = find(view, id);
      return html`<p title=${technology?.words}>
        <b>${technology?.title ?? id}</b> <small>${technology?.words}</small>
      </p>`;
    }),
  standings: (view) => ({
    title: "Technologies",
    words: {
      name: "bought",
      seats: view.game.names.map((_, seat) => owned(view, seat).map((id) => find(view, id)?.title ?? id)),
    },
  }),
  button: () => ({
    mode: MODE,
    icon: "technology",
    size: 18,
    words: "Technologies",
    title: "See and buy technologies",
  }),
  page: (view) => (isOpen(view) ? html`<${TechnologyPage} view=${view} />` : null),
  offers: { buy_technology: { purchase: MODE, thing: "technology" } },
  purchases: {
    [MODE]: {
      words: (view, id) => ({ title: find(view, id)?.title ?? id, note: find(view, id)?.words ?? "", go: "Buy" }),
    },
  },
  motions: { technology_bought: { sound: "card" } },
  symbols: {
    icons: {
      technology: '<rect x="3" y="4" width="14" height="12.5" rx="1.4"/><path d="M3 7.6H17M6 10.6H14M6 13.4H11"/>',
    },
  },
});

/**
 * All technologies of the board.
 * @param {View} view
 * @returns {Technology[]}
 */
function allOf({ board }) {
  return board.things.technologies ?? [];
}

/**
 * @param {View} view
 * @param {string} id
 */
function find(view, id) {
  return allOf(view).find((each) => each.id === id);
}

/**
 * The ways to buy a technology; none: it cannot be paid now.
 * @param {View} view
 * @param {string} id
 */
function waysToBuy({ offers }, id) {
  return offers.purchases.get(MODE)?.get(id) ?? [];
}

/**
 * Whether the page is open: nothing of it is picked yet.
 * @param {View} view
 */
function isOpen(view) {
  const { mode, thing } = view.selection.get();
  return mode === MODE && (thing === null || !waysToBuy(view, thing).length);
}

/** @param {{view: View}} props */
function TechnologyPage({ view }) {
  const { selection } = view;
  const { for_sale: forSale } = view.game.observation.parts.technologies;
  const mine = owned(view, view.seat);
  useKeys((event) => {
    if (event.key === "Escape") selection.letGo();
  });
  const shown = allOf(view).filter(({ id }) => id in forSale || mine.includes(id));
  const payable = shown.filter(({ id }) => waysToBuy(view, id).length).length;
  const how = cls("panel techpage", shown.length > MANY && "many");
  return html`<section class=${how} aria-label="Technologies" data-question data-technologies onKeyDown=${walk}>
    <header class="h">
      <h2 class="slab">Technologies</h2>
      <em>${payable ? `You can pay ${payable} of them now` : "One a turn, before anything else"}</em>
      <button class="x" aria-label="Close the technologies" title="Close (Esc)" onClick=${() => selection.letGo()}>
        <${Icon} name="close" size=${18} />
      </button>
    </header>
    <ul>
      ${shown.map((each) => html`<${IndexCard} key=${each.id} view=${view} technology=${each} />`)}
    </ul>
  </section>`;
}

/** @param {{view: View, technology: Technology}} props */
function IndexCard({ view, technology }) {
  const { selection, board, game } = view;
  const [cheapest] = waysToBuy(view, technology.id);
  const can = cheapest !== undefined;
  const have = owned(view, view.seat).includes(technology.id);
  const left = game.observation.parts.technologies.for_sale[technology.id] ?? 0;
  const others = game.names.filter((_, seat) => seat !== view.seat && owned(view, seat).includes(technology.id));
  const wild = board.cards.find((kind) => kind.color === "wild");
  const routes = technology.opens.length ? ` (${counted(technology.opens.length, "route")})` : "";
  const on = () => selection.set({ opens: technology.opens });
  const off = () => selection.set({ opens: [] });
  // Locomotives alone are paid at once; where other cards stand for them, the payment is shown first.
  const buy = () =>
    cheapest && !cheapest.action.bundles ? view.session?.act(cheapest.number) : selection.pick(MODE, technology.id);
  return html`<li onMouseEnter=${on} onMouseLeave=${off} onFocusIn=${on} onFocusOut=${off}>
    <button
      class=${cls("index", can && "legal", have && "have")}
      aria-disabled=${!can}
      title=${technology.words}
      onClick=${() => (can ? selection.pick(MODE, technology.id) : on())}
    >
      <b>${technology.title}</b>
      <small>${technology.words}${routes}</small>
      <span class="price">
        ${
          have
            ? "✓ yours"
            : html`<span class="cs" role="img" aria-label=${`costs ${counted(technology.cost, "locomotive")}`}>
                ${Array.from({ length: technology.cost }, () => html`<${MiniCard} kind=${wild} width=${15} />`)}
              </span>
              <i>${left ? `${left} left` : "none left"}</i>`
        }
      </span>
      ${others.length ? html`<small class="whose">${listed(others)}</small>` : null}
    </button>
    ${
      can
        ? html`<button class="btn main buy" aria-label=${`Buy ${technology.title}`} onClick=${buy}>Buy</button>`
        : null
    }
  </li>`;
}

/**
 * @param {View} view
 * @param {number|null} seat
 * @returns {string[]}
 */
function owned(view, seat) {
  return seat === null ? [] : (view.game.observation.parts.technologies?.owned[seat] ?? []);
}
