// Passengers: they wait at places, and are picked up at the ends of a new route. At both ends they are asked for at
// once, each answer a pair, so that one click picks up both.
import { html } from "../core/ui.js";
import { standingOf } from "../table/standings.js";
import { addFace } from "./faces.js";

/** @typedef {import("./faces.js").View} View */
/** @typedef {import("../table/options.js").Question} Question */
/** @typedef {import("../core/types.js").Choice} Choice */
/** @typedef {Record<string, number>} Colors  how many passengers of each */

addFace("passengers", {
  counts: (view, seat) => [["passenger", total(Object.values(takenBy(view, seat))), "passengers"]],
  details: (view, seat) =>
    html`<p class="cs">
      ${Object.entries(takenBy(view, seat)).map(
        ([color, count]) =>
          html`<span class="knowncard" title=${`${count} ${color}`}>
            <${Pawn} color=${color} width=${13} />
            ${count}
          </span>`,
      )}
    </p>`,
  standings: (view) => {
    const { colors, most, second_most: second } = view.board.extras.passengers;
    const lines = Object.keys(colors).map((color) => ({
      name: color,
      sign: html`<${Pawn} color=${color} width=${14} />`,
      counts: view.game.names.map((_, seat) => takenBy(view, seat)[color] ?? 0),
      pays: `${most}, then ${second}`,
    }));
    return { title: "Passengers", lines };
  },
  question: atBothEnds,
  about: (view) => view.game.observation.parts.passengers.ends.slice(0, 1),
  answers: {
    take_passenger: {
      why: "At the end each color pays those who have the most of it",
      picture: (_, { action }) => html`<${Pawn} color=${action.color} /><span class="words">${action.color}</span>`,
      has:
        (view, { color }) =>
        (seat) =>
          takenBy(view, seat)[color] ?? 0,
    },
    leave_passenger: { givesUp: () => true },
  },
  onMap: ({ waiting }) => ({ pawns: waitingInRows(waiting) }),
  motions: {
    passenger_taken: { from: ({ place, color }) => `#passengers-${place} .c-${color}`, sound: "card" },
  },
  pictures: { pawns: (_, color) => html`<${Pawn} color=${color} width=${30} />` },
  symbols: {
    icons: { passenger: '<circle cx="10" cy="5.4" r="2.6"/><path d="M6 17L8.2 8.6H11.8L14 17Z"/>' },
  },
});

/**
 * @param {View} view
 * @param {number} seat
 * @returns {Colors}
 */
function takenBy(view, seat) {
  return view.game.observation.parts.passengers.taken[seat];
}

/** @param {number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/**
 * The colors of those who wait, one by one, by the groups of the drawing.
 * @param {Record<string, Colors>} waiting
 */
function waitingInRows(waiting) {
  return Object.fromEntries(
    Object.entries(waiting).map(([place, colors]) => [
      `passengers-${place}`,
      Object.entries(colors).flatMap(([color, count]) => Array(count).fill(color)),
    ]),
  );
}

/**
 * The question about both ends; null: passengers wait at one end only, or are to be chosen one by one.
 * @param {View} view
 * @returns {Question|null}
 */
function atBothEnds(view) {
  /** @type {{ends: string[], waiting: Record<string, Colors>}} */
  const passengers = view.game.observation.parts.passengers;
  const [here, there] = passengers.ends;
  const choices = (view.decision?.choices ?? []).filter(({ action }) => action.kind === "take_passenger");
  if (!there || here === there || !choices.length || view.selection.get().mode === "apart") return null;
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
 * @returns {import("../table/options.js").Option}
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

/**
 * A passenger in the color of a card, with its symbol.
 * @param {{color: string, width?: number}} props
 */
function Pawn({ color, width = 26 }) {
  return html`<svg
    class=${`pawn c-${color}`}
    viewBox="0 0 26 36"
    width=${width}
    height=${(width * 36) / 26}
    aria-hidden="true"
  >
    <path
      d="M4 34L8 17A7.5 7.5 0 1 1 18 17L22 34Z"
      fill="var(--f)"
      stroke="var(--e)"
      stroke-width="1.8"
      stroke-linejoin="round"
    />
    <use href=${`#y-${color}`} x="7" y="20" width="12" height="12" fill="var(--m)" />
  </svg>`;
}
