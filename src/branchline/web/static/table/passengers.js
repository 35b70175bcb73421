// Passengers at both ends of a new route: asked at once, each answer a pair, so that one click picks up both.
import { html } from "../core/ui.js";
import { Pawn } from "../art/cards.js";
import { standingOf } from "./standings.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./options.js").Question} Question */
/** @typedef {import("../core/types.js").Choice} Choice */

/**
 * The question about both ends; null: passengers wait at one end only, or are to be chosen one by one.
 * @param {View} view
 * @returns {Question|null}
 */
export function passengersAtBothEnds(view) {
  /** @type {{ends: string[], waiting: Record<string, Record<string, number>>}|undefined} */
  const passengers = view.game.observation.parts.passengers;
  const [here, there] = passengers?.ends ?? [];
  const choices = (view.decision?.choices ?? []).filter(({ action }) => action.kind === "take_passenger");
  if (!passengers || !there || here === there || !choices.length || view.selection.get().mode === "apart") return null;
  const second = Object.keys(passengers.waiting[there]);
  return {
    title: "Which passengers do you pick up?",
    note: `One in ${nameOf(view, here)}, one in ${nameOf(view, there)}`,
    options: [
      ...choices.flatMap((choice) => second.map((color) => pair(view, choice, color))),
      {
        choice: choices[0],
        label: "Choose at each end, or leave them",
        picture: html`<span class="words">One by one</span>`,
        instead: () => view.selection.pick("apart"),
        last: true,
      },
    ],
    go: () => "Choose",
    canLetGo: false,
    atOnce: true,
  };
}

/**
 * A passenger at the end that is asked about, and one of a color at the other.
 * @param {View} view
 * @param {Choice} choice
 * @param {string} color
 * @returns {import("./options.js").Option}
 */
function pair(view, choice, color) {
  const first = choice.action.color;
  const colors = first === color ? [color] : [first, color];
  const standings = colors.map((each) => {
    const standing = standingOf(view, { ...choice, action: { kind: "take_passenger", color: each } });
    return colors.length > 1 ? `${each}: ${standing}` : standing;
  });
  return {
    choice,
    then: [({ action }) => action.kind === "take_passenger" && action.color === color],
    label: `${first} and ${color}`,
    note: standings.join(" · "),
    picture: html`<${Pawn} color=${first} /><${Pawn} color=${color} />
      <span class="words">${first === color ? `two ${color}` : `${first}, ${color}`}</span>`,
  };
}

/**
 * @param {View} view
 * @param {string} place  or country
 */
function nameOf({ board }, place) {
  return board.places[place]?.name ?? place;
}
