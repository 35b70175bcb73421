// The moments worth stopping at, in the order of the game.
import { html } from "../core/ui.js";
import { CarSign } from "../art/cards.js";
import { capitalized } from "../core/words.js";
import { SIGNS, placesOf, signedPoints } from "./moments.js";

/** @typedef {import("./moments.js").StudiedGame} StudiedGame */
/** @typedef {import("./moments.js").KeyMoment} KeyMoment */

/**
 * @param {{game: StudiedGame, keys: KeyMoment[], names: string[], at: number, onMoment: (moment: number) => void}}
 *   props
 */
export function KeyMoments({ game, keys, names, at, onMoment }) {
  if (!keys.length) return html`<p class="lead">Nothing stands out: no clear error, no great stroke of luck.</p>`;
  return html`<ol class="keys">
    ${keys.map((key) => {
      const decision = game.analysis.decisions[key.number - 1];
      const { came, choices } = game.study.decisions[key.number - 1];
      const done = choices[placesOf(decision).done];
      return html`<li key=${`${key.number}-${key.kind}`}>
        <button
          data-key-moment=${key.number}
          aria-current=${key.number === at ? "true" : null}
          onClick=${() => onMoment(key.number)}
        >
          <i class="lbl" aria-hidden="true">${key.label ? SIGNS[key.label] : key.worth > 0 ? "▲" : "▼"}</i>
          <${CarSign} seat=${key.seat} width=${28} />
          <span>
            <b>${names[key.seat]}</b>
            ${` · ${key.label ?? (key.worth > 0 ? "good luck" : "bad luck")} · decision ${key.number}`}
            <small>${(key.kind === "luck" && came) || capitalized(done?.words ?? decision.action)}</small>
          </span>
          <em>${signedPoints(key.worth)}</em>
        </button>
      </li>`;
    })}
  </ol>`;
}
