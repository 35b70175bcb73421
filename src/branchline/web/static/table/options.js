// The question that stands in the hand panel: what it is about, and its answers as things to pick.
import { html } from "../core/ui.js";
import { CardBack, Certificate, MiniCard, Pawn, Token } from "../art/cards.js";
import { capitalized, cardsInWords, counted, routeCars, routeName } from "../core/words.js";

/** @typedef {import("../core/types.js").Choice} Choice */
/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("./view.js").View} View */

/**
 * @typedef {object} Option
 * @property {Choice} choice
 * @property {any} picture
 * @property {string} label  for those who do not see the picture
 */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} note
 * @property {Option[]} options
 * @property {(chosen: Option) => string} go  what the button says
 * @property {boolean} canLetGo  it was picked up, and can be put down again
 * @property {boolean} atOnce  picking an answer is enough (a touch screen still asks)
 */

/**
 * The question that is open or was picked up; null: none that stands in the hand panel.
 * @param {View} view
 * @returns {Question|null}
 */
export function openQuestion(view) {
  const { offers } = view;
  const { mode, thing } = view.selection.get();
  if (mode === "route" && thing && offers.routes.has(thing)) return payRoute(view, thing);
  if (mode === "harbor" && offers.ports.size) return thing && offers.ports.has(thing) ? payHarbor(view, thing) : null;
  if (mode === "technology" && thing && offers.technologies.has(thing)) return payTechnology(view, thing);
  if (offers.tickets.length && (mode === "tickets" || !offers.draw.size)) return drawTickets(view, mode === "tickets");
  if (offers.refill.size) return refill(view);
  if (offers.places.size) return choosePlace(view);
  return furtherQuestion(view);
}

/**
 * @param {View} view
 * @param {string} id
 * @returns {Question}
 */
function payRoute(view, id) {
  const { board, offers } = view;
  const route = board.route[id];
  const ways = offers.routes.get(id) ?? [];
  const points = ways[0]?.points ?? route.points;
  const left = piecesLeft(view, route.kind) - route.length;
  return {
    title: routeName(board, route),
    note: [
      routeCars(route),
      counted(points, "point"),
      `leaves ${counted(left, route.kind === "ship" ? "ship" : view.noun)}`,
    ].join(" · "),
    options: ways.map((choice) => paying(board, choice)),
    go: () => "Build",
    canLetGo: true,
    atOnce: false,
  };
}

/**
 * @param {View} view
 * @param {string} kind  of route
 */
function piecesLeft(view, kind) {
  const { observation } = view.game;
  const fleet = observation.parts.fleet;
  if (!fleet) return observation.pieces[view.seat ?? 0];
  return (kind === "ship" ? fleet.ships : fleet.trains)[view.seat ?? 0] ?? 0;
}

/**
 * @param {View} view
 * @param {string} city
 * @returns {Question}
 */
function payHarbor(view, city) {
  return {
    title: `A harbor in ${view.board.places[city].name}`,
    note: "Cards marked with an anchor; locomotives stand for any of them",
    options: (view.offers.ports.get(city) ?? []).map((choice) => paying(view.board, choice)),
    go: () => "Build",
    canLetGo: true,
    atOnce: false,
  };
}

/**
 * @param {View} view
 * @param {string} id
 * @returns {Question}
 */
function payTechnology(view, id) {
  const technology = view.board.technologies.find((each) => each.id === id);
  return {
    title: technology?.title ?? id,
    note: technology?.words ?? "",
    options: (view.offers.technologies.get(id) ?? []).map((choice) => paying(view.board, choice)),
    go: () => "Buy",
    canLetGo: true,
    atOnce: false,
  };
}

/**
 * A way to pay as small cards.
 * @param {Board} board
 * @param {Choice} choice
 * @returns {Option}
 */
function paying(board, choice) {
  const cards = choice.pays ?? [];
  const bundles = choice.action.bundles ?? 0;
  const words = cardsInWords(board, cards) || "nothing";
  return {
    choice,
    label: bundles ? choice.words : words,
    picture: html`
      <span class="cs">
        ${cards.flatMap(([name, count]) =>
          Array.from({ length: count }, () => html`<${MiniCard} kind=${board.card[name]} />`),
        )}
      </span>
      ${bundles ? html`<span class="bundles">${cards.length ? "+ " : ""}${counted(bundles, "bundle")}</span>` : null}`,
  };
}

/**
 * @param {View} view
 * @param {boolean} picked
 * @returns {Question}
 */
function drawTickets(view, picked) {
  const { numbers } = view.variant;
  const { tickets } = view.offers;
  const mixes = tickets.length > 1 || (tickets[0]?.action.mix ?? []).length > 0;
  const least = picked ? numbers.draw_keep : numbers.keep;
  return {
    title: mixes ? "How many tickets of each sort?" : "Draw tickets?",
    note: `You keep at least ${least}. Tickets you do not fulfill cost their points.`,
    options: tickets.map((choice) => ({
      choice,
      label: choice.words,
      picture: html`
        <span class="deckpic"><${CardBack} picture="ticket" /></span>
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
      picture: html`
        <span class="deckpic"><${CardBack} picture=${deck} /></span>
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
      ? "Whoever builds to the place takes a token. Choose it on the map or here"
      : "Different tokens score more. Choose on the map or here",
    options: [...view.offers.places].map(([place, choice]) => ({
      choice,
      label: choice.words,
      picture: html`<${TokenAt} view=${view} place=${place} />`,
    })),
    go: () => "Choose",
    canLetGo: false,
    atOnce: true,
  };
}

/** @param {{view: View, place: string}} props */
function TokenAt({ view, place }) {
  /** @type {{place: string|null, left: number}[]} */
  const stacks = view.game.observation.parts.tokens?.stacks ?? [];
  const symbol = stacks.findIndex((stack) => stack.place === place);
  return html`
    ${symbol >= 0 ? html`<${Token} symbol=${symbol} />` : null}
    <span class="words">${view.board.places[place].name}</span>`;
}

/** @type {Record<string, string>} */
const WHY = {
  take_passenger: "At the end each color pays those who have most of it",
  take_share: "At the end each railroad pays those who hold most of it",
};

/**
 * Questions whose answers are all on offer as they are.
 * @param {View} view
 * @returns {Question|null}
 */
function furtherQuestion(view) {
  const choices = view.offers.others;
  if (!choices.length || view.offers.routes.size || view.offers.take.size || view.offers.draw.size) return null;
  return {
    title: view.decision?.words ?? "",
    note: WHY[choices[0].action.kind] ?? "",
    options: choices.map((choice) => ({ choice, label: choice.words, picture: pictureOf(view, choice) })),
    go: () => "Choose",
    canLetGo: false,
    atOnce: true,
  };
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
      return html`
        <span class="cs">
          ${Array.from({ length: action.count }, () => html`<${MiniCard} kind=${board.card[action.card]} />`)}
        </span>
        <span class="words">${action.count}</span>`;
    case "take_share":
    case "give_share":
      return action.railroad ? shareOf(view, action.railroad) : html`<span class="words">No share</span>`;
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
