// Something that one player proposes and all who play are asked about.
import { html } from "../core/ui.js";
import { listed } from "../core/words.js";

/**
 * @param {object} props
 * @param {import("./view.js").View} props.view
 * @param {{seat: number, waiting: number[]}} props.offer
 * @param {string} props.title
 * @param {string} props.words  what is proposed: "to end the game."
 * @param {string} props.no  what declining is called
 * @param {(agree: boolean) => void} props.onAnswer
 */
export function Vote({ view, offer, title, words, no, onAnswer }) {
  const asked = view.seat !== null && offer.waiting.includes(view.seat);
  const mine = view.seat === offer.seat;
  const who = mine ? "You propose" : `${view.game.names[offer.seat]} proposes`;
  const waiting = listed(offer.waiting.map((seat) => view.game.names[seat]));
  return html`<div class="wish panel" role="alertdialog" aria-label=${title}>
    <p>${who} ${words}</p>
    ${
      asked
        ? html`<div>
          <button class="btn main" onClick=${() => onAnswer(true)}>Agree</button>
          <button class="btn" onClick=${() => onAnswer(false)}>${no}</button>
        </div>`
        : html`<p class="hint">${waiting} ${offer.waiting.length === 1 ? "is" : "are"} asked.</p>`
    }
    ${mine ? html`<div><button class="btn" onClick=${() => onAnswer(false)}>Withdraw</button></div>` : null}
  </div>`;
}
