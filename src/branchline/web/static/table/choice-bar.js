// The question in the head of the hand panel (on a phone: in a sheet): its answers with their keys, and the button
// that does it.
import { html, cls, useKeys } from "../core/ui.js";
import { confirms } from "../core/settings.js";
import { Icon } from "../art/cards.js";
import { Exchange, Fleet } from "./fleet.js";
import { Shelf } from "./shelf.js";
import { openQuestion } from "./options.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./options.js").Question} Question */

/**
 * Whether something stands in the head of the hand panel.
 * @param {View} view
 */
export function hasQuestion(view) {
  const { mode } = view.selection.get();
  return (
    openQuestion(view) !== null ||
    view.offers.fleet.length > 0 ||
    mode === "exchange" ||
    mode === "technology" ||
    mode === "harbor"
  );
}

/** @param {{view: View}} props */
export function ChoiceBar({ view }) {
  const { offers, selection } = view;
  const { mode } = selection.get();
  const question = openQuestion(view);
  if (question) return html`<${Options} view=${view} question=${question} />`;
  if (offers.fleet.length) return html`<${Fleet} view=${view} />`;
  if (mode === "exchange" && offers.exchange.length) return html`<${Exchange} view=${view} />`;
  if (mode === "technology") return html`<${Shelf} view=${view} />`;
  if (mode === "harbor") return html`<${PickPort} view=${view} />`;
  return null;
}

/** @param {{view: View, question: Question}} props */
function Options({ view, question }) {
  const { selection, session } = view;
  const { options, atOnce } = question;
  const way = Math.min(selection.get().way, options.length - 1);
  const single = atOnce && !confirms();
  /** @param {number} at */
  const act = (at) => session?.act(options[at].choice.number);
  /** @param {number} at */
  const pick = (at) => {
    if (single) act(at);
    else selection.set({ way: at });
  };
  useKeys((event) => {
    const at = Number(event.key) - 1;
    if (event.key >= "1" && event.key <= "9" && at < options.length) pick(at);
    else if (
      event.key === "Enter" &&
      !(event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement) &&
      !single
    )
      act(way);
    else if (event.key === "Escape" && question.canLetGo) selection.letGo();
    else return;
    event.preventDefault();
  });
  return html`<div class="paybar" role="group" aria-label=${question.title} data-question>
    <div class="about"><h3>${question.title}</h3><p>${question.note}</p></div>
    <div class="opts" role="listbox" aria-label="Ways">
      ${options.map(
        (option, at) => html`<button
          key=${option.choice.number}
          role="option"
          class=${cls("opt", !single && at === way && "sel")}
          aria-selected=${!single && at === way}
          aria-label=${option.label}
          title=${option.label}
          onClick=${() => pick(at)}
          onDblClick=${() => act(at)}
        >
          ${option.picture}
          ${at < 9 ? html`<kbd>${at + 1}</kbd>` : null}
        </button>`,
      )}
    </div>
    ${
      single
        ? null
        : html`<button class="btn main go" data-go onClick=${() => act(way)}>
          ${question.go(options[way])} <kbd>↵</kbd>
        </button>`
    }
    ${
      question.canLetGo
        ? html`<button class="x" aria-label="Let go" title="Let go (Esc)" onClick=${() => selection.letGo()}>
          <${Icon} name="close" size=${18} />
        </button>`
        : null
    }
  </div>`;
}

/** @param {{view: View}} props */
function PickPort({ view }) {
  const { offers, selection, board } = view;
  useKeys((event) => {
    if (event.key === "Escape") selection.letGo();
  });
  return html`<div class="paybar" role="group" aria-label="Build a harbor" data-question>
    <div class="about"><h3>Build a harbor</h3><p>Choose a port, on the map or here</p></div>
    <div class="opts">
      ${[...offers.ports.keys()].map(
        (city) => html`<button
        key=${city}
        class="opt"
        onClick=${() => selection.pick("harbor", city)}
        onMouseEnter=${() => selection.set({ lit: [city] })}
        onMouseLeave=${() => selection.set({ lit: [] })}
      >
        <span class="words">${board.places[city].name}</span>
      </button>`,
      )}
    </div>
    <button class="x" aria-label="Let go" onClick=${() => selection.letGo()}>
      <${Icon} name="close" size=${18} />
    </button>
  </div>`;
}
