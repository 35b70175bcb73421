// Shares of railroads: whoever builds on a line takes the top one, and the most of a line pay at the end.
import { html } from "../core/ui.js";
import { capitalized } from "../core/words.js";
import { endsOf } from "../table/view.js";
import { addFace } from "./faces.js";

/** @typedef {import("./faces.js").View} View */
/** @typedef {import("../core/types.js").Choice} Choice */

addFace("shares", {
  counts: (view, seat) => [["share", heldBy(view, seat).length, "shares"]],
  details: (view, seat) =>
    heldBy(view, seat).length
      ? html`<p class="certificates">
          ${heldBy(view, seat).map(
            ([railroad, number]) =>
              html`<${Certificate} logo=${logoOf(view.board, railroad)} note=${`no. ${number}`} />`,
          )}
        </p>`
      : null,
  standings: (view) => {
    const { railroads } = view.board.extras;
    /** @type {{railroad: string, left: number}[]} */
    const piles = view.game.observation.parts.shares.piles;
    const lines = piles.map(({ railroad, left }) => ({
      name: railroads[railroad].title,
      sign: html`<b>${railroads[railroad].logo}</b>`,
      counts: view.game.names.map((_, seat) => heldOf(view, seat, railroad)),
      pays: [railroads[railroad].points.join(", "), `${left} left`, dummyHas(view, railroad)]
        .filter(Boolean)
        .join("; "),
    }));
    return { title: "Shares", lines };
  },
  about: (view) => endsOf(view, view.game.observation.parts.shares.route),
  answers: {
    take_share: {
      givesUp: (action) => !action.railroad,
      why: "At the end each railroad pays those who hold the most of it",
      picture: topShare,
      has: holders,
      besides: dummyOf,
    },
    give_share: {
      why: "It never plays. At the end half of its shares, drawn by chance, count against yours",
      picture: topShare,
      has: holders,
      besides: dummyOf,
    },
  },
  motions: { share_taken: { sound: "card" } },
  pictures: {
    shares: (board, railroad) => html`<${Certificate} logo=${logoOf(board, railroad)} note="no. 1" />`,
  },
  symbols: {
    icons: {
      share:
        '<rect x="2.5" y="4" width="15" height="11" rx="1.2"/><circle cx="10" cy="9" r="2.4"/><path d="M5 ' +
        '6.5V6.6M15 6.5V6.6M5.5 12.6H7.5M12.5 12.6H14.5"/>',
    },
  },
});

/**
 * @param {View} view
 * @param {number} seat
 * @returns {[string, number][]}  railroads with the numbers of the shares
 */
function heldBy(view, seat) {
  return view.game.observation.parts.shares.held[seat];
}

/**
 * How many shares of a railroad a seat has.
 * @param {View} view
 * @param {number} seat
 * @param {string} railroad
 */
function heldOf(view, seat, railroad) {
  return heldBy(view, seat).filter(([name]) => name === railroad).length;
}

/**
 * How many shares each seat has of the railroad that an answer is about; null: it is about none.
 * @param {View} view
 * @param {{railroad: string}} action
 */
function holders(view, { railroad }) {
  return railroad ? (/** @type {number} */ seat) => heldOf(view, seat, railroad) : null;
}

/**
 * How many of them the dummy has; nothing, if there is none.
 * @param {View} view
 * @param {{railroad: string}} action
 */
function dummyOf(view, { railroad }) {
  /** @type {[string, number][]|null} */
  const held = view.game.observation.parts.shares.dummy;
  return held ? [{ name: "dummy", has: held.filter(([name]) => name === railroad).length }] : [];
}

/**
 * @param {View} view
 * @param {string} railroad
 */
function dummyHas(view, railroad) {
  return dummyOf(view, { railroad })
    .filter(({ has }) => has)
    .map(({ name, has }) => `${name} ${has}`)
    .join();
}

/**
 * @param {import("../core/types.js").Board} board
 * @param {string} railroad
 */
function logoOf(board, railroad) {
  return board.extras.railroads?.[railroad]?.logo ?? railroad;
}

/**
 * The share of a railroad that an answer is about: the top one.
 * @param {View} view
 * @param {Choice} choice
 */
function topShare(view, { action, words }) {
  const { railroad } = action;
  if (!railroad) return html`<span class="words">${capitalized(words)}</span>`;
  /** @type {{railroad: string, top: number|null}[]} */
  const piles = view.game.observation.parts.shares?.piles ?? [];
  const top = piles.find((each) => each.railroad === railroad)?.top;
  const all = view.board.extras.railroads?.[railroad]?.shares;
  return html`<${Certificate} logo=${logoOf(view.board, railroad)} note=${`no. ${top ?? "–"} of ${all ?? "?"}`} />`;
}

/**
 * A share of a railroad.
 * @param {{logo: string, note: string}} props
 */
function Certificate({ logo, note }) {
  return html`<span class="certificate"><b>${logo}</b><small>${note}</small></span>`;
}
