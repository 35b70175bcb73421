// How matters stand between the players, as everybody may know: what mechanics count, and longest paths.
import { html, cls, useEffect } from "../core/ui.js";
import { useStore } from "../core/store.js";
import { CarSign } from "../art/cards.js";
import { counted, listed } from "../core/words.js";
import { facesOf, known } from "../mechanics/index.js";
import { Dialog } from "./dialog.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").Choice} Choice */

/** @typedef {import("../mechanics/faces.js").Line} Line */

/**
 * How matters stand with what an answer would take: "you 2, Mara 3".
 * @param {View} view
 * @param {Choice} choice
 */
export function standingOf(view, { action }) {
  const answer = known("answers", action.kind);
  const count = answer?.has?.(view, action);
  if (!count) return "";
  const others = view.game.names
    .map((name, seat) => ({ name, has: seat === view.seat ? 0 : count(seat) }))
    .filter(({ has }) => has > 0)
    .sort((a, b) => b.has - a.has);
  const best = others.filter(({ has }) => has === others[0].has);
  const absent = (answer?.besides?.(view, action) ?? []).filter(({ has }) => has > 0);
  return [
    `you ${count(view.seat ?? 0)}`,
    ...(best.length ? [`${listed(best.map(({ name }) => name))} ${best[0].has}`] : []),
    ...absent.map(({ name, has }) => `${name} ${has}`),
  ].join(", ");
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
          ${facesOf(view).map((face) => face.standings && chapter(face.standings(view)))}
          <${Paths} view=${view} />
        </tbody>
      </table>
    </div>
  <//>`;
}

/** @param {import("../mechanics/faces.js").Chapter} chapter */
function chapter({ title, lines = [], words }) {
  return html`<tr key=${title} class="chapter"><th colspan="99" scope="colgroup">${title}</th></tr>
    ${lines.map((line) => html`<${Row} key=${line.name} line=${line} />`)}
    ${words ? html`<${WordsRow} words=${words} />` : null}`;
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

/** @param {{words: {name: string, seats: string[][]}}} props */
function WordsRow({ words }) {
  return html`<tr>
    <th scope="row"><span>${words.name}</span></th>
    ${words.seats.map(
      (each, seat) => html`<td key=${seat} class="words">${each.map((word) => html`<div>${word}</div>`)}</td>`,
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
