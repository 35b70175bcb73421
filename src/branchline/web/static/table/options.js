// The question that stands in the hand panel: what it is about, and its answers as things to pick.
import { html } from "../core/ui.js";
import { CardBack, Certificate, MiniCard, Pawn, Token } from "../art/cards.js";
import { capitalized, counted, signed } from "../core/words.js";
import { passengersAtBothEnds } from "./passengers.js";
import { standingOf } from "./standings.js";

/** @typedef {import("../core/types.js").Choice} Choice */
/** @typedef {import("./view.js").View} View */

/**
 * @typedef {object} Option
 * @property {Choice} choice
 * @property {any} picture
 * @property {string} label  for those who do not see the picture
 * @property {string} [note]  how matters stand, and what it is worth
 * @property {boolean} [givesUp]  it leaves something lying: such answers come last, and ask once more
 * @property {import("../core/session.js").Answer[]} [then]  answers to the questions that this one brings
 * @property {() => void} [instead]  picks something up or asks otherwise, rather than answering
 * @property {boolean} [last]  it is no answer like the others
 * @property {string} [place]  on the map
 */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} note
 * @property {Option[]} options
 * @property {(chosen: Option) => string} go  what the button says
 * @property {boolean} canLetGo  it was picked up, and can be put down again
 * @property {boolean} [onMap]  its answers are places, to be picked on the map
 * @property {boolean} atOnce  picking an answer is enough (a touch screen still asks)
 */

const GIVING_UP = new Set(["leave_passenger", "stop_claiming", "pass_turn"]);

/**
 * Whether an answer gives something up.
 * @param {Choice} choice
 */
function givesUp({ action }) {
  return GIVING_UP.has(action.kind) || (action.kind === "take_share" && !action.railroad);
}

/**
 * The question that is open or was picked up; null: none that stands in the hand panel.
 * @param {View} view
 * @returns {Question|null}
 */
export function openQuestion(view) {
  const { offers } = view;
  const { mode } = view.selection.get();
  if (offers.tickets.length && (mode === "tickets" || !offers.draw.size)) return drawTickets(view, mode === "tickets");
  if (offers.refill.size) return refill(view);
  if (offers.places.size) return choosePlace(view);
  if (mode === "harbor" && offers.ports.size) return choosePort(view);
  return passengersAtBothEnds(view) ?? furtherQuestion(view);
}

/**
 * @param {View} view
 * @param {boolean} picked
 * @returns {Question}
 */
function drawTickets(view, picked) {
  const { numbers } = view.variant;
  const tickets = fittingMixFirst(view);
  const mixes = tickets.length > 1 || (tickets[0]?.action.mix ?? []).length > 0;
  const least = picked ? numbers.draw_keep : numbers.keep;
  return {
    title: mixes ? "How many tickets of each sort?" : "Draw tickets?",
    note: `You keep at least ${least}. Tickets you do not fulfill cost their points.`,
    options: tickets.map((choice) => ({
      choice,
      label: choice.words,
      picture: html`<span class="deckpic"><${CardBack} picture="ticket" /></span>
        <span class="words">
          ${mixes ? mixWords(view, choice.action.mix) : `Draw ${counted(numbers.draw, "ticket")}`}
        </span>`,
    })),
    go: () => "Draw",
    canLetGo: picked,
    atOnce: false,
  };
}

/**
 * Mixes of tickets: first the one that fits the pieces that are left. Decks stand in the order of their length, and a
 * long ticket needs many pieces: half of them long at the start, none near the end.
 * @param {View} view
 */
function fittingMixFirst(view) {
  const left = view.game.observation.pieces[view.seat ?? 0] / (view.variant.numbers.pieces || 1);
  /** @param {Choice} choice */
  const unfit = ({ action }) => {
    /** @type {number[]} */
    const mix = action.mix ?? [];
    const all = mix.reduce((sum, count) => sum + count, 0);
    const weight = mix.reduce((sum, count, at) => sum + count * (mix.length > 1 ? at / (mix.length - 1) : 0), 0);
    return Math.abs(weight - all * 0.5 * left);
  };
  return [...view.offers.tickets].sort((a, b) => unfit(a) - unfit(b));
}

/**
 * "3 short, 1 long".
 * @param {View} view
 * @param {number[]} mix
 */
function mixWords(view, mix) {
  const names = [...new Set(view.variant.tickets.map((ticket) => ticket.deck))];
  return mix
    .map((count, at) => (count ? `${count} ${names[at] ?? ""}` : ""))
    .filter(Boolean)
    .join(", ");
}

/**
 * @param {View} view
 * @returns {Question}
 */
function refill(view) {
  return {
    title: "Refill the row",
    note: "Which deck fills the empty place?",
    options: [...view.offers.refill].map(([deck, choice]) => ({
      choice,
      label: choice.words,
      picture: html`<span class="deckpic"><${CardBack} picture=${deck} /></span>
        <span class="words">${capitalized(deck)} deck</span>`,
    })),
    go: () => "Refill",
    canLetGo: false,
    atOnce: true,
  };
}

/**
 * @param {View} view
 * @returns {Question}
 */
function choosePlace(view) {
  const laying = view.decision?.choices[0]?.action.kind === "place_stack";
  return {
    title: laying ? "Lay a stack of tokens" : "Take a token",
    note: laying
      ? "Choose a place on the map: whoever builds to it takes a token"
      : "On the map or here. Different tokens score more",
    onMap: true,
    options: [...view.offers.places].map(([place, choice]) => ({
      choice,
      label: choice.words,
      note: laying ? "" : worth(choice),
      picture: html`<${TokenAt} view=${view} place=${place} />`,
      place,
    })),
    go: () => "Choose",
    canLetGo: false,
    atOnce: true,
  };
}

/**
 * @param {View} view
 * @returns {Question}
 */
function choosePort(view) {
  return {
    title: "Build a harbor",
    note: "Choose a port, on the map or here",
    onMap: true,
    options: [...view.offers.ports].map(([port, [choice]]) => ({
      choice,
      label: view.board.places[port].name,
      picture: html`<span class="words">${view.board.places[port].name}</span>`,
      instead: () => view.selection.pick("harbor", port),
      place: port,
    })),
    go: () => "Choose",
    canLetGo: true,
    atOnce: true,
  };
}

/** @param {{view: View, place: string}} props */
function TokenAt({ view, place }) {
  /** @type {{place: string|null, left: number}[]} */
  const stacks = view.game.observation.parts.tokens?.stacks ?? [];
  const symbol = stacks.findIndex((stack) => stack.place === place);
  return html`${symbol >= 0 ? html`<${Token} symbol=${symbol} />` : null}
    <span class="words">${view.board.places[place].name}</span>`;
}

/** @type {Record<string, string>} */
const WHY = {
  take_passenger: "At the end each color pays those who have most of it",
  take_share: "At the end each railroad pays those who hold most of it",
};

/**
 * Questions whose answers are all on offer as they are. Those that give something up come last.
 * @param {View} view
 * @returns {Question|null}
 */
function furtherQuestion(view) {
  const { others, routes, take, draw } = view.offers;
  if (!others.length || routes.size || take.size || draw.size) return null;
  const choices = [...others].sort((a, b) => Number(givesUp(a)) - Number(givesUp(b)));
  return {
    title: view.decision?.words ?? "",
    note: WHY[choices[0].action.kind] ?? "",
    options: choices.map((choice) => ({
      choice,
      label: choice.words,
      note: [standingOf(view, choice), worth(choice)].filter(Boolean).join(" · "),
      picture: pictureOf(view, choice),
      givesUp: givesUp(choice),
    })),
    go: (chosen) => (chosen.givesUp ? capitalized(chosen.label) : "Choose"),
    canLetGo: view.selection.get().mode === "apart",
    atOnce: true,
  };
}

/**
 * What an answer would bring if the game were over now, as the server counts it.
 * @param {Choice} choice
 */
function worth({ worth: points }) {
  return points === null || points === undefined ? "" : `${signed(points)} now`;
}

/**
 * @param {View} view
 * @param {Choice} choice
 */
function pictureOf(view, { action, words }) {
  const { board } = view;
  switch (action.kind) {
    case "take_passenger":
      return html`<${Pawn} color=${action.color} /><span class="words">${action.color}</span>`;
    case "pay_cards":
      return html`<span class="cs">
          ${Array.from({ length: action.count }, () => html`<${MiniCard} kind=${board.card[action.card]} />`)}
        </span>
        <span class="words">${action.count}</span>`;
    case "take_share":
    case "give_share":
      return action.railroad ? shareOf(view, action.railroad) : html`<span class="words">${capitalized(words)}</span>`;
    default:
      return html`<span class="words">${capitalized(words)}</span>`;
  }
}

/**
 * The top share of a railroad.
 * @param {View} view
 * @param {string} railroad
 */
function shareOf(view, railroad) {
  const line = view.board.extras.railroads?.[railroad];
  /** @type {{railroad: string, top: number|null}[]} */
  const piles = view.game.observation.parts.shares?.piles ?? [];
  const top = piles.find((each) => each.railroad === railroad)?.top;
  return html`<${Certificate} logo=${line?.logo ?? railroad} note=${`no. ${top ?? "–"} of ${line?.shares ?? "?"}`} />`;
}
