// The question that stands in the hand panel: what it is about, and its answers as things to pick.
import { html } from "../core/ui.js";
import { CardBack } from "../art/cards.js";
import { capitalized, counted, listed, signed } from "../core/words.js";
import { facesOf, known } from "../mechanics/index.js";
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

const GIVING_UP = new Set(["stop_claiming", "pass_turn"]);

/**
 * Whether an answer gives something up.
 * @param {Choice} choice
 */
function givesUp({ action }) {
  return GIVING_UP.has(action.kind) || (known("answers", action.kind)?.givesUp?.(action) ?? false);
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
  for (const face of facesOf(view)) {
    const question = face.question?.(view);
    if (question) return question;
  }
  return furtherQuestion(view);
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
    title: mixes ? "How many tickets of each kind?" : "Draw tickets?",
    note: [
      `You keep at least ${least}.`,
      ...(mixes ? [`${capitalized(listed(decksOf(view).map(worthOf(view))))}.`] : []),
      "Tickets that you do not complete cost their points.",
    ].join(" "),
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
  const names = decksOf(view);
  return mix
    .map((count, at) => (count ? `${count} ${names[at] ?? ""}` : ""))
    .filter(Boolean)
    .join(", ");
}

/**
 * The decks of tickets, in the order of mixes.
 * @param {View} view
 */
function decksOf({ variant }) {
  return [...new Set(variant.tickets.map((ticket) => ticket.deck))];
}

/**
 * "short ones bring 5 to 11 points".
 * @param {View} view
 * @returns {(deck: string) => string}
 */
function worthOf({ variant }) {
  return (deck) => {
    const points = variant.tickets.filter((ticket) => ticket.deck === deck).map((ticket) => ticket.points);
    return `${deck} ones bring ${Math.min(...points)} to ${counted(Math.max(...points), "point")}`;
  };
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
    note: known("answers", choices[0].action.kind)?.why ?? "",
    options: choices.map((choice) => ({
      choice,
      label: choice.words,
      note: [standingOf(view, choice), worthNow(choice)].filter(Boolean).join(" · "),
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
export function worthNow({ worth: points }) {
  return points === null || points === undefined ? "" : `${signed(points)} now`;
}

/**
 * @param {View} view
 * @param {Choice} choice
 */
function pictureOf(view, choice) {
  const picture = known("answers", choice.action.kind)?.picture;
  return picture ? picture(view, choice) : html`<span class="words">${capitalized(choice.words)}</span>`;
}
