// How matters stand between the players, as everybody may know: majorities, shares, technologies, longest paths.
import { html, cls, useEffect } from "../core/ui.js";
import { useStore } from "../core/store.js";
import { CarSign, Pawn, Token } from "../art/cards.js";
import { counted, listed } from "../core/words.js";
import { Dialog } from "./dialog.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").Choice} Choice */

/**
 * A row of the standings: something that players have more or less of.
 * @typedef {object} Line
 * @property {string} name
 * @property {any} sign
 * @property {number[]} counts  by seat
 * @property {string} pays  what it pays at the end
 */

/** @typedef {{title: string, lines: Line[]}} Chapter */

/**
 * All that is counted against each other on this board.
 * @param {View} view
 * @returns {Chapter[]}
 */
function chaptersOf(view) {
  const { parts } = view.game.observation;
  const { extras } = view.board;
  const seats = view.game.names.map((_, seat) => seat);
  /** @type {Chapter[]} */
  const chapters = [];
  if (parts.passengers) {
    const { colors, most, second_most: second } = extras.passengers;
    const lines = Object.keys(colors).map((color) => ({
      name: color,
      sign: html`<${Pawn} color=${color} width=${14} />`,
      counts: seats.map((seat) => parts.passengers.taken[seat][color] ?? 0),
      pays: `${most}, then ${second}`,
    }));
    chapters.push({ title: "Passengers", lines });
  }
  if (parts.shares) {
    /** @type {{railroad: string, left: number}[]} */
    const piles = parts.shares.piles;
    const lines = piles.map(({ railroad, left }) => ({
      name: extras.railroads[railroad].title,
      sign: html`<b>${extras.railroads[railroad].logo}</b>`,
      counts: seats.map((seat) => sharesOf(view, seat, railroad)),
      pays: `${extras.railroads[railroad].points.join(", ")}; ${left} left`,
    }));
    chapters.push({ title: "Shares", lines });
  }
  if (parts.tokens) {
    const lines = parts.tokens.stacks.map((/** @type {{left: number}} */ stack, /** @type {number} */ symbol) => ({
      name: `token ${symbol + 1}`,
      sign: html`<${Token} symbol=${symbol} width=${20} />`,
      counts: seats.map(
        (seat) => parts.tokens.owned[seat].filter((/** @type {number} */ each) => each === symbol).length,
      ),
      pays: `${stack.left} left`,
    }));
    chapters.push({ title: "Tourist tokens", lines });
  }
  return chapters;
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {string} railroad
 */
function sharesOf(view, seat, railroad) {
  return view.game.observation.parts.shares.held[seat].filter(
    (/** @type {[string, number]} */ [name]) => name === railroad,
  ).length;
}

/**
 * How matters stand with what an answer would take: "you 2, Mara 3".
 * @param {View} view
 * @param {Choice} choice
 */
export function standingOf(view, { action }) {
  const { parts } = view.game.observation;
  /** @type {(seat: number) => number} */
  let count;
  if (action.kind === "take_passenger") count = (seat) => parts.passengers.taken[seat][action.color] ?? 0;
  else if (action.kind === "take_share" && action.railroad) count = (seat) => sharesOf(view, seat, action.railroad);
  else return "";
  const others = view.game.names
    .map((name, seat) => ({ name, seat, has: count(seat) }))
    .filter(({ seat, has }) => seat !== view.seat && has > 0)
    .sort((a, b) => b.has - a.has);
  const best = others.filter(({ has }) => has === others[0].has);
  const mine = `you ${count(view.seat ?? 0)}`;
  return others.length ? `${mine}, ${listed(best.map(({ name }) => name))} ${best[0].has}` : mine;
}

/** @param {{view: View, onClose: () => void}} props */
export function Standings({ view, onClose }) {
  useEffect(() => {
    view.session?.send({ type: "explain", paths: true });
  }, [view.game.number]);
  return html`<${Dialog} title="Standings" onClose=${onClose}>
    <div class="standings" tabindex="0" role="region" aria-label="Standings">
      <table>
        <thead>
          <tr>
            <th scope="col"><span class="sr">What</span></th>
            ${view.game.names.map(
              (_, seat) =>
                html`<th key=${seat} scope="col"><${CarSign} seat=${seat} width=${26} />${view.name(seat)}</th>`,
            )}
            <th scope="col">pays</th>
          </tr>
        </thead>
        <tbody>
          ${chaptersOf(view).map(
            ({
              title,
              lines,
            }) => html`<tr key=${title} class="chapter"><th colspan="99" scope="colgroup">${title}</th></tr>
              ${lines.map((line) => html`<${Row} key=${line.name} line=${line} />`)}`,
          )}
          <${Technologies} view=${view} />
          <${Paths} view=${view} />
        </tbody>
      </table>
    </div>
  <//>`;
}

/** @param {{line: Line}} props */
function Row({ line }) {
  const most = Math.max(...line.counts);
  return html`<tr>
    <th scope="row">${line.sign} <span>${line.name}</span></th>
    ${line.counts.map(
      (count, at) => html`<td key=${at} class=${cls(count > 0 && count === most && "most")}>${count}</td>`,
    )}
    <td class="pays">${line.pays}</td>
  </tr>`;
}

/** @param {{view: View}} props */
function Technologies({ view }) {
  const technologies = view.game.observation.parts.technologies;
  if (!technologies) return null;
  const titles = Object.fromEntries(view.board.technologies.map(({ id, title }) => [id, title]));
  return html`<tr class="chapter"><th colspan="99" scope="colgroup">Technologies</th></tr>
    <tr>
      <th scope="row"><span>bought</span></th>
      ${view.game.names.map(
        (_, seat) => html`<td key=${seat} class="words">
          ${technologies.owned[seat].map((/** @type {string} */ id) => html`<div>${titles[id] ?? id}</div>`)}
        </td>`,
      )}
      <td></td>
    </tr>`;
}

/** @param {{view: View}} props */
function Paths({ view }) {
  if (!view.session) return null;
  return html`<${PathRow} view=${view} session=${view.session} />`;
}

/** @param {{view: View, session: import("../core/session.js").Session}} props */
function PathRow({ view, session }) {
  const { paths } = useStore(session.store);
  if (!paths?.length) return null;
  const most = Math.max(...paths.map(({ length }) => length));
  return html`<tr class="chapter"><th colspan="99" scope="colgroup">Longest path</th></tr>
    <tr>
      <th scope="row"><span>so far</span></th>
      ${paths.map(
        ({ seat, length }) =>
          html`<td key=${seat} class=${cls(length > 0 && length === most && "most")}>
            ${counted(length, view.noun)}
          </td>`,
      )}
      <td></td>
    </tr>`;
}
