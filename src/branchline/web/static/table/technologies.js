// Technologies: a page of their own beside the map with all of them, what each opens, and which one can be paid now.
import { html, cls, useKeys } from "../core/ui.js";
import { Icon, MiniCard } from "../art/cards.js";
import { counted, listed } from "../core/words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").Technology} Technology */

const MANY = 12; // more than that need a broader page

/** @param {{view: View}} props */
export function TechnologyPage({ view }) {
  const { board, offers, selection } = view;
  const { for_sale: forSale } = view.game.observation.parts.technologies;
  const mine = owned(view, view.seat);
  useKeys((event) => {
    if (event.key === "Escape") selection.letGo();
  });
  const shown = board.technologies.filter(({ id }) => id in forSale || mine.includes(id));
  const payable = shown.filter(({ id }) => offers.technologies.has(id)).length;
  const how = cls("panel techpage", shown.length > MANY && "many");
  return html`<section class=${how} aria-label="Technologies" data-question data-technologies>
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
  const { offers, selection, board, game } = view;
  const can = offers.technologies.has(technology.id);
  const have = owned(view, view.seat).includes(technology.id);
  const left = game.observation.parts.technologies.for_sale[technology.id] ?? 0;
  const others = game.names.filter((_, seat) => seat !== view.seat && owned(view, seat).includes(technology.id));
  const wild = board.cards.find((kind) => kind.color === "wild");
  const routes = technology.opens.length ? ` (${counted(technology.opens.length, "route")})` : "";
  const on = () => selection.set({ opens: technology.opens });
  const off = () => selection.set({ opens: [] });
  const [cheapest] = offers.technologies.get(technology.id) ?? [];
  // Locomotives alone are paid at once; where other cards stand for them, the payment is shown first.
  const buy = () =>
    cheapest && !cheapest.action.bundles
      ? view.session?.act(cheapest.number)
      : selection.pick("technology", technology.id);
  return html`<li onMouseEnter=${on} onMouseLeave=${off} onFocusIn=${on} onFocusOut=${off}>
    <button
      class=${cls("index", can && "legal", have && "have")}
      aria-disabled=${!can}
      title=${technology.words}
      onClick=${() => (can ? selection.pick("technology", technology.id) : on())}
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
