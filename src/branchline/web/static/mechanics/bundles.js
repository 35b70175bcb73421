// Payments with bundles: cards that stand for a locomotive together are asked for one kind after the other. The client
// mostly settles a payment as a whole, and answers these questions by itself.
import { html } from "../core/ui.js";
import { MiniCard } from "../art/cards.js";
import { addFace } from "./faces.js";

addFace("payment", {
  bar: (view) => {
    const asked = view.decision?.choices[0]?.action.kind === "pay_cards";
    const settled = view.session?.store.get().sent ?? false; // the rest of the payment is on its way
    return asked && settled ? html`<p class="paybar tally" role="status">Paying …</p>` : null;
  },
  answers: {
    pay_cards: {
      picture: ({ board }, { action }) =>
        html`<span class="cs">
          ${Array.from({ length: action.count }, () => html`<${MiniCard} kind=${board.card[action.card]} />`)}
        </span>
        <span class="words">${action.count}</span>`,
    },
  },
});
