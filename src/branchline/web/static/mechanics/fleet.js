// Trains against ships: the fleet at the start, and pieces to exchange later, each as one slider.
import { html, useKeys, useState } from "../core/ui.js";
import { Icon } from "../art/cards.js";
import { counted } from "../core/words.js";
import { meansGo } from "../table/enter.js";
import { ownTickets } from "../table/ticket-marks.js";
import { addFace } from "./faces.js";

/** @typedef {import("./faces.js").View} View */

const MODE = "exchange";

addFace("fleet", {
  pieces: (view, seat) => {
    const { trains, ships } = view.game.observation.parts.fleet;
    return { train: trains[seat] ?? null, ship: ships[seat] ?? null };
  },
  button: (view) => ({
    mode: MODE,
    icon: "ship",
    size: 17,
    words: "Exchange pieces",
    title: "Put pieces into the box and take as many of the other kind",
    disabled: !view.offers.own.has("exchange_pieces"),
  }),
  routes: { ship: { noun: "ship", sound: "ship" } },
  offers: { choose_fleet: {}, exchange_pieces: {} },
  about: (view) => (view.offers.own.has("choose_fleet") ? ownTickets(view).flatMap((ticket) => ticket.stops) : []),
  bar: (view) => {
    const { own } = view.offers;
    if (view.selection.get().mode === MODE && own.has("exchange_pieces")) return html`<${Exchange} view=${view} />`;
    return own.has("choose_fleet") ? html`<${Fleet} view=${view} />` : null;
  },
});

/** @param {{view: View}} props */
function Fleet({ view }) {
  const choices = [...(view.offers.own.get("choose_fleet") ?? [])].sort((a, b) => a.action.trains - b.action.trains);
  const advice = view.board.extras.fleet?.advice?.trains;
  const advised = choices.findIndex((choice) => choice.action.trains === advice);
  const [at, setAt] = useState(Math.max(0, advised));
  const { trains, ships } = choices[at].action;
  const costs = counted(view.board.extras.fleet.exchange_cost, "point");
  const go = () => view.session?.act(choices[at].number);
  useKeys((event) => {
    const step = slides(event);
    if (step) setAt(Math.max(0, Math.min(choices.length - 1, at + step)));
    else if (meansGo(event)) go();
    else return;
    event.preventDefault();
  });
  return html`<div class="paybar slider" role="group" aria-label="Choose your fleet" data-question>
    <div class="about">
      <h2>Choose your fleet</h2>
      <p data-verdict role="status">
        ${choices[at].note} <small>The rest goes into your box; exchanging pieces costs ${costs} each.</small>
      </p>
    </div>
    <span class="end"><${Icon} name="train" size=${18} /><b>${trains}</b> ${trains === 1 ? "train" : "trains"}</span>
    <input
      type="range"
      min="0"
      max=${choices.length - 1}
      value=${at}
      aria-label="Trains and ships"
      aria-valuetext=${`${counted(trains, "train")} and ${counted(ships, "ship")}`}
      onInput=${(/** @type {any} */ event) => setAt(Number(event.target.value))}
    />
    <span class="end"><b>${ships}</b> ${ships === 1 ? "ship" : "ships"} <${Icon} name="ship" size=${18} /></span>
    <button class="btn main go" data-go onClick=${go}>Take this fleet <kbd>↵</kbd></button>
  </div>`;
}

/**
 * Which way an arrow key moves the slider, wherever the keyboard stands: not on the map, which moves itself, nor on
 * anything else that arrows walk through.
 * @param {KeyboardEvent} event
 */
function slides(event) {
  if (event.defaultPrevented || (event.target instanceof Element && event.target.closest("[data-map], [type=range]")))
    return 0;
  return { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
}

/** @param {{view: View}} props */
function Exchange({ view }) {
  const { selection } = view;
  const exchanges = view.offers.own.get("exchange_pieces") ?? [];
  const sorts = [...new Set(exchanges.map((choice) => choice.action.given))];
  const [given, setGiven] = useState(sorts[0]);
  const choices = exchanges
    .filter((choice) => choice.action.given === given)
    .sort((a, b) => a.action.count - b.action.count);
  const [at, setAt] = useState(0);
  const chosen = choices[Math.min(at, choices.length - 1)] ?? choices[0];
  useKeys((event) => {
    const step = slides(event);
    if (event.key === "Escape") selection.letGo();
    else if (step) setAt(Math.max(0, Math.min(choices.length - 1, at + step)));
    else if (meansGo(event)) view.session?.act(chosen.number);
    else return;
    event.preventDefault();
  });
  const { count } = chosen.action;
  const taken = given === "trains" ? "ship" : "train";
  return html`<div class="paybar slider" role="group" aria-label="Exchange pieces" data-question>
    <div class="about">
      <h2>Exchange pieces</h2>
      <p>It costs ${counted(-(chosen.points ?? 0), "point")} and takes your turn</p>
    </div>
    <div class="seg">
      ${sorts.map(
        (sort) =>
          html`<button
          key=${sort}
          aria-pressed=${sort === given}
          onClick=${() => {
            setGiven(sort);
            setAt(0);
          }}
        >
          Give ${sort}
        </button>`,
      )}
    </div>
    <input
      type="range"
      min="0"
      max=${choices.length - 1}
      value=${at}
      aria-label="How many"
      aria-valuetext=${String(chosen.action.count)}
      onInput=${(/** @type {any} */ event) => setAt(Number(event.target.value))}
    />
    <span class="end">${counted(count, given.replace(/s$/, ""))} for ${counted(count, taken)}</span>
    <button class="btn main go" data-go onClick=${() => view.session?.act(chosen.number)}>
      Exchange <kbd>↵</kbd>
    </button>
    <button class="x" aria-label="Let go" onClick=${() => selection.letGo()}>
      <${Icon} name="close" size=${18} />
    </button>
  </div>`;
}
