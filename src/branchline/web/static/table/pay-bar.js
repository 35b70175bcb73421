// What is being paid for: a payment is proposed, clicks on cards change it, and one button pays it.
import { html, useEffect, useKeys } from "../core/ui.js";
import { Icon, MiniCard } from "../art/cards.js";
import { cardsInWords, counted, routeCars, routeName } from "../core/words.js";
import { known, piecesLeft } from "../mechanics/index.js";
import { meansGo } from "./enter.js";
import { canChange, change, pay, paymentNow, proposeFirst, waysToPay } from "./paying.js";
import { handOf, pointsOf } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {{title: string, note: string, go: string}} Purchase */

/**
 * What was picked up to be paid for.
 * @param {View} view
 * @returns {Purchase|null}
 */
export function purchaseNow(view) {
  const { mode, thing } = view.selection.get();
  if (!thing || !waysToPay(view)) return null;
  return mode === "route" ? routePurchase(view, thing) : (known("purchases", mode)?.words(view, thing) ?? null);
}

/**
 * @param {View} view
 * @param {string} id
 * @returns {Purchase}
 */
function routePurchase(view, id) {
  const route = view.board.route[id];
  const points = pointsOf(view, id);
  const pieces = piecesLeft(view, view.seat ?? 0);
  const left = (pieces[route.kind] ?? pieces.train ?? 0) - route.length;
  const noun = route.kind in pieces ? route.kind : view.noun;
  return {
    title: routeName(view.board, route),
    note: `${routeCars(route)} · ${counted(points, "point")} · leaves ${counted(left, noun)}`,
    go: "Build",
  };
}

/** @param {{view: View, purchase: Purchase}} props */
export function PayBar({ view, purchase }) {
  const { selection } = view;
  const payment = paymentNow(view);
  const { mode, thing } = selection.get();
  useEffect(() => proposeFirst(view), [view.decision?.number, mode, thing]);
  useKeys((event) => {
    const kind = handOf(view, view.seat ?? 0)[Number(event.key) - 1]?.[0];
    if (event.key >= "1" && event.key <= "9" && kind) change(view, kind.name, 1);
    else if (meansGo(event)) pay(view);
    else if (event.key === "Escape") selection.letGo();
    else return;
    event.preventDefault();
  });
  return html`<div class="paybar pay" role="group" aria-label=${purchase.title} data-question>
    <div class="about"><h2>${purchase.title}</h2><p>${purchase.note}</p></div>
    <${InPayment} view=${view} payment=${payment} />
    <button class="btn main go" data-go disabled=${!payment} onClick=${() => pay(view)}>
      ${purchase.go} <kbd>↵</kbd>
    </button>
    <button class="x" aria-label="Let go" title="Let go (Esc)" onClick=${() => selection.letGo()}>
      <${Icon} name="close" size=${18} />
    </button>
  </div>`;
}

/** @param {{view: View, payment: import("./paying.js").Payment|null}} props */
function InPayment({ view, payment }) {
  const { board } = view;
  if (!payment) return html`<p class="tally">Counting …</p>`;
  const cards = board.cards.flatMap((kind) => Array.from({ length: payment.cards[kind.name] ?? 0 }, () => kind));
  const words = cardsInWords(board, Object.entries(payment.cards)) || "nothing";
  const choice = board.cards.some((kind) => canChange(view, kind.name, 1));
  return html`<div class="purse" role="group" aria-label=${`The payment: ${words}`} data-answers data-payment=${words}>
      ${cards.map((kind, at) =>
        canChange(view, kind.name, -1)
          ? html`<button
              key=${`${kind.name}-${at}`}
              class="paid"
              aria-label=${`Take ${kind.title} out`}
              title=${`${kind.title}: take it out`}
              onClick=${() => change(view, kind.name, -1)}
            >
              <${MiniCard} kind=${kind} width=${24} />
            </button>`
          : html`<span key=${`${kind.name}-${at}`} class="paid" title=${kind.title}>
              <${MiniCard} kind=${kind} width=${24} />
            </span>`,
      )}
    </div>
    <p class="tally" role="status">
      <b>${cards.length} of ${counted(cards.length, "card")}</b>
      ${payment.note ? html`<small data-stands>${payment.note}</small>` : null}
      ${choice ? html`<small>click your cards to change it</small>` : null}
    </p>`;
}
