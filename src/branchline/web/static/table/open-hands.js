// The hands and tickets of all seats, as far as whoever looks may see them.
import { html, cls } from "../core/ui.js";
import { MiniCard } from "../art/cards.js";
import { counted } from "../core/words.js";

/** @typedef {import("./view.js").View} View */

/** @param {{view: View, only?: number, withRow?: boolean}} props */
export function OpenHands({ view, only, withRow = false }) {
  const seats = view.game.names.map((_, seat) => seat).filter((seat) => only === undefined || seat === only);
  return html`<section class="panel openhands" aria-label=${withRow ? "Hands and the row" : "All hands"}>
    ${seats.map((seat) => html`<${OneHand} key=${seat} view=${view} seat=${seat} name=${view.game.names[seat]} />`)}
    ${withRow ? html`<${OpenRow} view=${view} />` : null}
  </section>`;
}

/**
 * The cards that everybody can take.
 * @param {{view: View}} props
 */
function OpenRow({ view }) {
  /** @type {(string|null)[]} */
  const row = view.game.observation.parts.market.row;
  return html`<div class="oh" data-open-row>
    <b>The row</b>
    <span class="cs">
      ${row.map((card, place) => {
        const kind = card === null ? null : view.board.card[card];
        return kind
          ? html`<span key=${place} title=${kind.title}><${MiniCard} kind=${kind} width=${16} /></span>`
          : null;
      })}
    </span>
  </div>`;
}

/** @param {{view: View, seat: number, name: string}} props */
function OneHand({ view, seat, name }) {
  const hand = view.game.observation.parts.hands.hands[seat];
  /** @type {string[]|null} */
  const held = view.game.observation.parts.tickets.held[seat];
  return html`<div class=${cls("oh", `seat-${seat % 5}`)}>
    <b>${name}</b>
    ${
      hand.cards
        ? html`<span class="cs">
          ${view.board.cards
            .filter((kind) => hand.cards[kind.name])
            .map(
              (kind) => html`<span key=${kind.name} class="knowncard" title=${kind.title}>
          <${MiniCard} kind=${kind} width=${16} />
          ${hand.cards[kind.name]}
        </span>`,
            )}
        </span>`
        : html`<span class="hint">${counted(hand.size, "card")}, face down</span>`
    }
    ${held ? html`<span class="hint">${held.map((id) => ticketWords(view, id)).join(" · ")}</span>` : null}
  </div>`;
}

/**
 * "Denver – El Paso (4)".
 * @param {View} view
 * @param {string} id
 */
function ticketWords(view, id) {
  const ticket = view.variant.tickets.find((each) => each.id === id);
  return ticket ? `${ticket.name} (${ticket.points})` : id;
}
