// From moment to moment, and whose cards are seen.
import { html, cls } from "../core/ui.js";
import { Icon } from "../art/cards.js";
import { nextKey } from "./moments.js";

/**
 * @param {object} props
 * @param {number} props.at
 * @param {number} props.last
 * @param {import("./moments.js").KeyMoment[]} props.keys
 * @param {string} props.who
 * @param {string[]} props.names
 * @param {boolean} props.locked  somebody is learning: the lesson leads
 * @param {(moment: number) => void} props.onMoment
 * @param {(who: string) => void} props.onWho
 */
export function MomentBar({ at, last, keys, who, names, locked, onMoment, onWho }) {
  /** @param {string} words @param {string} icon @param {number|null} goal @param {string} key */
  const button = (words, icon, goal, key) => html`<button
    aria-label=${words}
    title=${`${words} (${key})`}
    disabled=${locked || goal === null || goal < 1 || goal > last}
    onClick=${() => goal !== null && onMoment(goal)}
  >
    <${Icon} name=${icon} />
  </button>`;
  return html`<div class="momentbar" role="group" aria-label="Moments">
    ${button("Key moment before", "first", nextKey(keys, at, -1), "Page Up")}
    ${button("Back", "back", at - 1, "←")}
    <span class="count" data-at=${at}>${at >= last ? "The end" : `${at} / ${last - 1}`}</span>
    ${button("On", "next", at + 1, "→")}
    ${button("Next key moment", "last", nextKey(keys, at, 1), "Page Down")}
    <label class=${cls(locked && "locked")}>
      Cards
      <select
        value=${who}
        disabled=${locked}
        data-view
        onChange=${(/** @type {any} */ event) => onWho(event.target.value)}
      >
        <option value="open">all open</option>
        ${names.map((name, seat) => html`<option key=${seat} value=${String(seat)}>as ${name} saw it</option>`)}
      </select>
    </label>
  </div>`;
}

/**
 * The moment that a key leads to: null if there is none such, undefined if it is no key of this.
 * @param {string} key
 * @param {number} at
 * @param {number} last
 * @param {import("./moments.js").KeyMoment[]} keys
 * @returns {number|null|undefined}
 */
export function momentByKey(key, at, last, keys) {
  return /** @type {Record<string, number|null>} */ ({
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: nextKey(keys, at, -1),
    PageDown: nextKey(keys, at, 1),
    Home: 1,
    End: last,
  })[key];
}
