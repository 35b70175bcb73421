// Cards to take: the face-up row, the decks, and what else can be done in a turn.
import { html, cls } from "../core/ui.js";
import { confirms } from "../core/settings.js";
import { Card, CardBack, Icon } from "../art/cards.js";
import { goToQuestion, walk } from "./focus.js";
import { capitalized } from "../core/words.js";
import { facesOf } from "../mechanics/index.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").Choice} Choice */

/** @param {{view: View, onStandings: () => void}} props */
export function Market({ view, onStandings }) {
  const { row } = view.game.observation.parts.market;
  const { take, draw, refill } = view.offers;
  const active = take.size > 0 || draw.size > 0 || refill.size > 0;
  const how = cls("panel market", active && "open");
  return html`<section class=${how} aria-label="Cards to take" data-market onKeyDown=${walk}>
    <h2 class="cap">${refill.size ? "Refill the row: pick a deck" : active ? "Take a card" : "The row"}</h2>
    <ol class="row">
      ${row.map(
        (/** @type {string|null} */ card, /** @type {number} */ place) =>
          html`<${RowCard} key=${`${place}-${card}`} view=${view} card=${card} place=${place} />`,
      )}
    </ol>
    <${Decks} view=${view} />
    <${MoreToDo} view=${view} onStandings=${onStandings} />
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

/**
 * Draw new tickets: at once, unless there is something to choose, or taps are to be confirmed.
 * @param {View} view
 */
export function drawTickets(view) {
  const [only, ...others] = view.offers.tickets;
  if (others.length || confirms()) view.selection.pick("tickets");
  else view.session?.act(only.number);
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
      const refill = view.offers.refill.get(name);
      const choice = refill ?? view.offers.draw.get(name);
      const noun = name ? `${name} deck` : "deck";
      return html`<${Deck}
        key=${name}
        picture=${name || "train"}
        left=${cards}
        noun=${noun}
        empty=${!cards}
        title=${refill ? `Refill the row from the ${noun}` : `Draw a card from the ${noun}`}
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
      onPick=${canDraw ? () => drawTickets(view) : null}
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
    onClick=${() => onPick?.()}
  >
    <span class="stack"><${CardBack} picture=${picture} /></span>
    <b>${left}</b>
    <span>${noun}</span>
    <span class="sr">. ${title}</span>
  </button>`;
}

/**
 * What can be done besides cards and routes: what mechanics have buttons for, and anything further.
 * @param {{view: View, onStandings: () => void}} props
 */
function MoreToDo({ view, onStandings }) {
  return html`<div class="acts">
    ${facesOf(view).map((face) => (face.button ? html`<${PickUp} view=${view} button=${face.button(view)} />` : null))}
    <${FurtherAnswers} view=${view} />
    <button class="btn" title="Majorities, shares, technologies, longest paths" onClick=${onStandings}>
      <${Icon} name="standings" size=${17} />
      Standings
    </button>
  </div>`;
}

/** @param {{view: View, button: import("../mechanics/faces.js").Button}} props */
function PickUp({ view, button }) {
  const { selection } = view;
  const held = selection.get().mode === button.mode;
  return html`<button
    class=${cls("btn", held && "held")}
    disabled=${button.disabled}
    title=${button.title}
    onClick=${() => {
      if (held) return selection.letGo();
      selection.pick(button.mode);
      goToQuestion();
    }}
  >
    <${Icon} name=${button.icon} size=${button.size} />
    ${button.words}
  </button>`;
}

/**
 * What can be done in a turn besides all that has its own place.
 * @param {{view: View}} props
 */
export function FurtherAnswers({ view }) {
  const { draw, take, routes, others } = view.offers;
  if (!draw.size && !take.size && !routes.size) return null;
  return others.map(
    (choice) => html`<button class="btn" key=${choice.number} onClick=${() => view.session?.act(choice.number)}>
      ${capitalized(choice.words)}
    </button>`,
  );
}
