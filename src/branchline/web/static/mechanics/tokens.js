// Tourist tokens: stacks that are laid on the map before the first turn, and tokens taken from them.
import { html } from "../core/ui.js";
import { worthNow } from "../table/options.js";
import { endsOf } from "../table/view.js";
import { addFace } from "./faces.js";

/** @typedef {import("./faces.js").View} View */
/** @typedef {{place: string|null, left: number}} Stack */

const DISC = 3.4; // from one token of a stack to the next

addFace("tokens", {
  counts: (view, seat) => [["token", ownedBy(view, seat).length, "tourist tokens"]],
  details: (view, seat) =>
    ownedBy(view, seat).length
      ? html`<p class="cs">
          ${ownedBy(view, seat).map((symbol) => html`<${Token} symbol=${symbol} width=${20} />`)}
        </p>`
      : null,
  standings: (view) => {
    const lines = stacksOf(view).map((stack, symbol) => ({
      name: `token ${symbol + 1}`,
      sign: html`<${Token} symbol=${symbol} width=${20} />`,
      counts: view.game.names.map((_, seat) => ownedBy(view, seat).filter((each) => each === symbol).length),
      pays: `${stack.left} left`,
    }));
    return { title: "Tourist tokens", lines };
  },
  question: (view) => (view.offers.places.size ? choosePlace(view) : null),
  about: (view) => endsOf(view, view.game.observation.parts.tokens.route),
  offers: { place_stack: { place: "place" }, take_token: { place: "place" } },
  onMap: ({ stacks }) => ({ stands: standing(stacks) }),
  motions: {
    token_taken: {
      from: ({ place, symbol }) => `#stand-${place} [href="#token-${symbol}"]`,
      sound: "card",
    },
  },
  pictures: { tokens: (_, symbol) => html`<${Token} symbol=${symbol} width=${40} />` },
  symbols: {
    icons: {
      token:
        '<ellipse cx="10" cy="7" rx="6.5" ry="3"/><path d="M3.5 7V12.5C3.5 14.2 6.4 15.5 10 15.5S16.5 14.2 16.5 ' +
        '12.5V7"/>',
    },
  },
});

/**
 * @param {View} view
 * @param {number} seat
 * @returns {number[]}  their symbols
 */
function ownedBy(view, seat) {
  return view.game.observation.parts.tokens.owned[seat];
}

/**
 * @param {View} view
 * @returns {Stack[]}  by symbol
 */
function stacksOf(view) {
  return view.game.observation.parts.tokens.stacks;
}

/** @param {Stack[]} stacks */
function standing(stacks) {
  /** @type {Record<string, string>} */
  const stands = {};
  stacks.forEach(({ place, left }, symbol) => {
    if (!place || !left) return;
    const discs = Array.from(
      { length: left },
      (_, level) => `<use href="#token-${symbol}" transform="translate(0 ${-DISC * level})"/>`,
    );
    stands[place] = (stands[place] ?? "") + discs.join("");
  });
  return stands;
}

/**
 * @param {View} view
 * @returns {import("../table/options.js").Question}
 */
function choosePlace(view) {
  const laying = view.decision?.choices[0]?.action.kind === "place_stack";
  return {
    title: laying ? "Place a stack of tokens" : "Take a token",
    note: laying
      ? "Choose a place on the map: players who build to it take a token"
      : "On the map or here. Different tokens score more",
    onMap: true,
    options: [...view.offers.places].map(([place, choice]) => ({
      choice,
      label: choice.words,
      note: laying ? "" : worthNow(choice),
      picture: html`<${TokenAt} view=${view} place=${place} />`,
      place,
    })),
    go: () => "Choose",
    canLetGo: false,
    atOnce: true,
  };
}

/** @param {{view: View, place: string}} props */
function TokenAt({ view, place }) {
  const symbol = stacksOf(view).findIndex((stack) => stack.place === place);
  return html`${symbol >= 0 ? html`<${Token} symbol=${symbol} />` : null}
    <span class="words">${view.board.places[place].name}</span>`;
}

/**
 * A tourist token, by the number of its stack.
 * @param {{symbol: number, width?: number}} props
 */
function Token({ symbol, width = 26 }) {
  return html`<svg
    class="token"
    viewBox="-13 -13 26 26"
    width=${width}
    height=${width}
    role="img"
    aria-label=${`token ${symbol + 1}`}
  >
    <circle r="12" fill="#F3E7C9" stroke="#1F2D36" stroke-width="1.6" />
    <use href=${`#token-${symbol}`} fill="#1F2D36" color="#1F2D36" />
  </svg>`;
}
