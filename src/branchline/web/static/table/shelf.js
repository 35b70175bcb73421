// Technologies: a shelf of index cards with their price in locomotives.
import { html, cls, useKeys } from "../core/ui.js";
import { Icon, MiniCard } from "../art/cards.js";

/** @typedef {import("./view.js").View} View */

/** @param {{view: View}} props */
export function Shelf({ view }) {
  const { board, offers, selection } = view;
  const { for_sale: forSale, owned } = view.game.observation.parts.technologies;
  const mine = view.seat === null ? [] : owned[view.seat];
  const wild = board.cards.find((kind) => kind.color === "wild");
  useKeys((event) => {
    if (event.key === "Escape") selection.letGo();
  });
  return html`<div class="shelf" role="group" aria-label="Technologies" data-question>
    <header class="h">
      <h2 class="cap">Technologies</h2>
      <em>Buy at most one a turn, before anything else</em>
      <button class="x" aria-label="Close the shelf" onClick=${() => selection.letGo()}>
        <${Icon} name="close" size=${18} />
      </button>
    </header>
    <ul>
      ${board.technologies
        .filter(({ id }) => id in forSale || mine.includes(id))
        .map((technology) => {
          const can = offers.technologies.has(technology.id);
          const have = mine.includes(technology.id);
          return html`<li key=${technology.id}>
          <button
            class=${cls("index", can && "legal", have && "have")}
            disabled=${!can}
            title=${technology.words}
            onClick=${() => selection.pick("technology", technology.id)}
          >
            <b>${technology.title}</b>
            <small>${technology.words}</small>
            <span class="price">
              ${
                have
                  ? "✓ yours"
                  : html`
                <span class="cs" aria-label=${`costs ${technology.cost} locomotives`}>
                  ${Array.from({ length: technology.cost }, () => html`<${MiniCard} kind=${wild} width=${15} />`)}
                </span>
                <i>${forSale[technology.id] ?? 0} left</i>`
              }
            </span>
          </button>
        </li>`;
        })}
    </ul>
  </div>`;
}
