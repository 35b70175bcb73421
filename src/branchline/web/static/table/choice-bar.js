// The question in the head of the hand panel (on a phone: in a sheet): its answers with their keys, all in sight.
import { html, cls, useKeys } from "../core/ui.js";
import { confirms } from "../core/settings.js";
import { Icon } from "../art/cards.js";
import { facesOf } from "../mechanics/index.js";
import { meansGo, stepTo } from "./enter.js";
import { walk } from "./focus.js";
import { openQuestion } from "./options.js";
import { PayBar, purchaseNow } from "./pay-bar.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./options.js").Question} Question */

const FEW = 6; // places on the map that are listed as well, unasked
const MANY = 9; // answers beyond which each of them is small

/**
 * What stands in the head of the hand panel; null: nothing.
 * @param {View} view
 * @param {boolean} decks  the decks are in sight, and are clicked themselves
 */
function barNow(view, decks) {
  const purchase = purchaseNow(view);
  if (purchase) return html`<${PayBar} view=${view} purchase=${purchase} />`;
  for (const face of facesOf(view)) {
    const bar = face.bar?.(view);
    if (bar) return bar;
  }
  if (decks && view.offers.refill.size) return null;
  const question = openQuestion(view);
  return question ? html`<${Options} view=${view} question=${question} />` : null;
}

/**
 * Whether something stands in the head of the hand panel.
 * @param {View} view
 * @param {boolean} [decks]
 */
export function hasQuestion(view, decks = true) {
  return barNow(view, decks) !== null;
}

/** @param {{view: View, decks?: boolean}} props */
export function ChoiceBar({ view, decks = true }) {
  return barNow(view, decks);
}

/** @param {{view: View, question: Question}} props */
function Options({ view, question }) {
  const { selection, session } = view;
  const { options, atOnce } = question;
  const folded = question.onMap && options.length > FEW && !selection.get().unfolded;
  const asks = !atOnce || confirms();
  const wanted = Math.min(selection.get().way, options.length - 1);
  const way = asks || options[wanted].givesUp ? wanted : -1; // the answer that the button would give
  /** @param {number} at */
  const act = (at) => {
    const { choice, then, instead } = options[at];
    if (instead) instead();
    else session?.act(choice.number, then);
  };
  /** @param {number} at */
  const pick = (at) => {
    if ((asks || options[at].givesUp) && !options[at].instead) selection.set({ way: at });
    else act(at);
  };
  const unfold = () => {
    selection.set({ unfolded: true });
    requestAnimationFrame(() => stepTo(document.querySelector("[data-question] .opt")));
  };
  useKeys((event) => {
    const at = Number(event.key) - 1;
    if (folded && meansGo(event)) unfold();
    else if (!folded && event.key >= "1" && event.key <= "9" && at < options.length) pick(at);
    else if (way >= 0 && meansGo(event)) act(way);
    else if (event.key === "Escape" && question.canLetGo) selection.letGo();
    else return;
    event.preventDefault();
  });
  const about = html`<div class="about"><h2>${question.title}</h2><p>${question.note}</p></div>`;
  const letGo = question.canLetGo
    ? html`<button class="x" aria-label="Let go" title="Let go (Esc)" onClick=${() => selection.letGo()}>
        <${Icon} name="close" size=${18} />
      </button>`
    : null;
  if (folded)
    return html`<div class="paybar" role="group" aria-label=${question.title} data-question>
      ${about}
      <button class="btn" data-unfold onClick=${unfold}>
        List all ${options.length} <kbd aria-hidden="true">↵</kbd>
      </button>
      ${letGo}
    </div>`;
  return html`<div class="paybar" role="group" aria-label=${question.title} data-question>
    ${about}
    <div
      class=${cls("opts", options.length > MANY && "many")}
      role="listbox"
      aria-label="Answers"
      data-answers
      onKeyDown=${walk}
    >
      ${options.map(
        (option, at) => html`<button
          key=${option.label}
          role="option"
          class=${cls("opt", at === way && "sel", (option.givesUp || option.last) && "last")}
          aria-selected=${at === way}
          title=${option.label}
          onClick=${() => pick(at)}
          onFocus=${() => asks && !option.instead && selection.set({ way: at })}
          ...${lights(view, option.place)}
          onDblClick=${() => act(at)}
        >
          ${option.picture}
          ${option.note ? html`<small>${option.note}</small>` : null}
          ${at < 9 ? html`<kbd aria-hidden="true">${at + 1}</kbd>` : null}
        </button>`,
      )}
    </div>
    ${
      way < 0
        ? null
        : html`<button class="btn main go" data-go onClick=${() => act(way)}>
          ${question.go(options[way])} <kbd aria-hidden="true">↵</kbd>
        </button>`
    }
    ${letGo}
  </div>`;
}

/**
 * A place on the map is lit while its answer is pointed at.
 * @param {View} view
 * @param {string} [place]
 */
function lights({ selection }, place) {
  if (!place) return {};
  return {
    onMouseEnter: () => selection.set({ lit: [place] }),
    onMouseLeave: () => selection.set({ lit: [] }),
  };
}
