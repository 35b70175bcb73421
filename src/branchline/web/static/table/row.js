// Cards to take: the face-up row, the decks, and what else can be done in a turn.
import { html, cls } from "../core/ui.js";
import { Card, CardBack, Icon, MiniCard } from "../art/cards.js";
import { capitalized, counted } from "../core/words.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").Choice} Choice */

/** @param {{view: View}} props */
export function Market({ view }) {
  const { row } = view.game.observation.parts.market;
  const active = view.offers.take.size > 0 || view.offers.draw.size > 0;
  return html`<section class=${cls("panel market", active && "open")} aria-label="Cards to take">
    <h2 class="cap">${active ? "Take a card" : "The row"}</h2>
    <ol class="row">
      ${row.map(
        (/** @type {string|null} */ card, /** @type {number} */ place) =>
          html`<${RowCard} key=${`${place}-${card}`} view=${view} card=${card} place=${place} />`,
      )}
    </ol>
    <${Decks} view=${view} />
    <${MoreToDo} view=${view} />
  </section>`;
}

/** @param {{view: View, card: string|null, place: number}} props */
function RowCard({ view, card, place }) {
  if (card === null) return html`<li class="gap" data-place=${place}></li>`;
  const kind = view.board.card[card];
  const choice = view.offers.take.get(card);
  return html`<li data-place=${place}>
    <button
      disabled=${!choice}
      class=${cls("take", choice && "legal")}
      aria-label=${`Take ${kind.title} from the row`}
      title=${
        choice
          ? `Take ${kind.title}`
          : kind.color === "wild" && view.offers.draw.size
            ? `${kind.title}: not as a second card`
            : kind.title
      }
      onClick=${() => choice && view.session?.act(choice.number)}
    >
      <${Card} kind=${kind} />
    </button>
  </li>`;
}

/** @param {{view: View}} props */
function Decks({ view }) {
  const { market, tickets } = view.game.observation.parts;
  const names = [...new Set(view.board.cards.map((kind) => kind.deck).filter(Boolean))];
  const decks = market.decks
    ? names.map((name, at) => ({ name, left: market.decks[at] }))
    : [{ name: "", left: market.deck }];
  const left = tickets.decks.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0);
  const canDraw = view.offers.tickets.length > 0 && view.offers.draw.size > 0;
  return html`<div class="decks">
    ${decks.map(({ name, left: cards }) => {
      const choice = view.offers.draw.get(name);
      const noun = name ? `${name} deck` : "deck";
      return html`<${Deck}
        key=${name}
        picture=${name || "train"}
        left=${cards}
        noun=${noun}
        empty=${!cards}
        title=${`Draw a card from the ${noun}`}
        keyName=${name ? "" : "D"}
        onPick=${choice ? () => view.session?.act(choice.number) : null}
      />`;
    })}
    <${Deck}
      picture="ticket"
      left=${left}
      noun="tickets"
      empty=${!left}
      title="Draw new tickets"
      keyName="T"
      onPick=${canDraw ? () => view.selection.pick("tickets") : null}
    />
  </div>`;
}

/**
 * @param {{picture: string, left: number, noun: string, empty: boolean, title: string, keyName: string, onPick: (() =>
 *   void)|null}} props
 */
function Deck({ picture, left, noun, empty, title, keyName, onPick }) {
  return html`<button
    class=${cls("deck", onPick && "legal", empty && "empty")}
    data-deck=${picture}
    disabled=${!onPick}
    title=${keyName && onPick ? `${title} (${keyName})` : title}
    aria-label=${`${title}; ${left} left`}
    onClick=${() => onPick?.()}
  >
    <span class="stack"><${CardBack} picture=${picture} /></span>
    <b>${left}</b>
    <span>${noun}</span>
  </button>`;
}

/**
 * What can be done besides cards and routes: harbors, pieces to exchange, technologies, and anything further.
 * @param {{view: View}} props
 */
function MoreToDo({ view }) {
  const { offers, selection, board } = view;
  const { mode } = selection.get();
  const inTurn = offers.draw.size > 0 || offers.take.size > 0 || offers.routes.size > 0;
  const parts = view.game.observation.parts;
  return html`<div class="acts">
    ${
      parts.harbors
        ? html`<button
          class=${cls("btn", mode === "harbor" && "held")}
          disabled=${!offers.ports.size}
          title="Build a harbor in a port of your own"
          onClick=${() => (mode === "harbor" ? selection.letGo() : selection.pick("harbor"))}
        >
          <${Icon} name="harbor" size=${18} />
          Build a harbor
        </button>`
        : null
    }
    ${
      parts.fleet
        ? html`<button
          class=${cls("btn", mode === "exchange" && "held")}
          disabled=${!offers.exchange.length}
          title="Put pieces into the box and take as many of the other sort"
          onClick=${() => (mode === "exchange" ? selection.letGo() : selection.pick("exchange"))}
        >
          <${Icon} name="ship" size=${17} />
          Exchange pieces
        </button>`
        : null
    }
    ${
      parts.technologies
        ? html`<button
          class=${cls("btn", mode === "technology" && "held")}
          title="See and buy technologies"
          onClick=${() => (mode === "technology" ? selection.letGo() : selection.pick("technology"))}
        >
          <${Icon} name="technology" size=${18} />
          Technologies
        </button>`
        : null
    }
    ${
      inTurn
        ? offers.others.map(
            (
              choice,
            ) => html`<button class="btn" key=${choice.number} onClick=${() => view.session?.act(choice.number)}>
      ${capitalized(choice.words)}
    </button>`,
          )
        : null
    }
    ${parts.shares ? html`<${Piles} view=${view} />` : null}
  </div>`;
}

/**
 * The shares that are left of each railroad.
 * @param {{view: View}} props
 */
function Piles({ view }) {
  const { railroads } = view.board.extras;
  /** @type {{railroad: string, top: number|null, left: number}[]} */
  const piles = view.game.observation.parts.shares.piles;
  const mine = view.seat === null ? [] : view.game.observation.parts.shares.held[view.seat];
  return html`<details class="piles">
    <summary>Shares left</summary>
    <ul>
      ${piles.map(({ railroad, left }) => {
        const own = mine.filter((/** @type {[string, number]} */ [name]) => name === railroad).length;
        return html`<li
          key=${railroad}
          title=${`${railroads[railroad].title}: pays ${railroads[railroad].points.join(", ")}`}
        >
          <b>${railroads[railroad].logo}</b>
          <span>${left}${own ? ` · yours ${own}` : ""}</span>
        </li>`;
      })}
    </ul>
  </details>`;
}

/**
 * The discards, for those who count.
 * @param {{view: View}} props
 */
export function Discards({ view }) {
  const discards = Object.entries(view.game.observation.parts.market.discards);
  if (!discards.length) return html`<p class="hint">No card has been discarded yet.</p>`;
  return html`<p class="cs discards">
    ${discards.map(
      ([name, count]) => html`<span class="knowncard" title=${counted(Number(count), view.board.card[name].title)}>
      <${MiniCard} kind=${view.board.card[name]} width=${18} />
      ${count}
    </span>`,
    )}
  </p>`;
}
