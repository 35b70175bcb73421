// My cards, and above them the question that is open or the ways to pay.
import { html, cls } from "../core/ui.js";
import { Card, MiniCard } from "../art/cards.js";
import { counted } from "../core/words.js";
import { ChoiceBar, hasQuestion } from "./choice-bar.js";
import { openQuestion } from "./options.js";
import { WHAT_TICKETS_ARE } from "./tickets.js";
import { handOf } from "./view.js";

/** @typedef {import("./view.js").View} View */

const MANY = 8; // kinds of card from which on they are shown small
const VISIBLE = 5; // cards of a stack that can be seen

/** @param {{view: View, small?: boolean, withQuestion?: boolean}} props */
export function Hand({ view, small = false, withQuestion = true }) {
  if (view.seat === null)
    return html`<section class="panel cards">
      <p class="hint">You are watching. What the players hold stays theirs.</p>
    </section>`;
  const cards = handOf(view, view.seat);
  const total = cards.reduce((sum, [, count]) => sum + count, 0);
  const used = usedCards(view);
  const mini = small || cards.length > MANY;
  return html`<section class="panel cards" aria-label="Your cards" data-hand>
    ${withQuestion ? html`<${ChoiceBar} view=${view} />` : null}
    ${
      !withQuestion || !hasQuestion(view)
        ? html`<header class="h">
          <h2 class="cap">Your cards</h2>
          <em>${total ? counted(total, "card") : "none yet"}</em>
        </header>`
        : null
    }
    ${view.offers.keep.length && !view.game.tickets.length ? html`<p class="hint">${WHAT_TICKETS_ARE}</p>` : null}
    <ul class=${cls("fan", mini && "small")}>
      ${cards.map(
        ([kind, count]) => html`<li
          key=${kind.name}
          class=${cls("grp", used.has(kind.name) && "up")}
          data-card=${kind.name}
          aria-label=${`${count} ${kind.title}`}
          title=${`${count} ${kind.title}`}
        >
          ${
            mini
              ? html`<${MiniCard} kind=${kind} width=${40} />`
              : html`<span class="st">
                ${Array.from(
                  { length: Math.min(count, VISIBLE) },
                  (_, at) => html`<span key=${at} style=${{ bottom: `${(Math.min(count, VISIBLE) - 1 - at) * 8}px` }}>
                  <${Card} kind=${kind} label="" />
                </span>`,
                )}
              </span>`
          }
          <b class="k" aria-hidden="true">${count}</b>
        </li>`,
      )}
    </ul>
  </section>`;
}

/**
 * The kinds of card that the chosen way to pay takes.
 * @param {View} view
 * @returns {Set<string>}
 */
function usedCards(view) {
  const question = openQuestion(view);
  const option = question?.options[view.selection.get().way];
  return new Set((option?.choice.pays ?? []).filter(([, count]) => count).map(([name]) => name));
}
