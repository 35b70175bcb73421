// The parts of the analysis, one at a time.
import { html } from "../core/ui.js";

/** @typedef {"moment"|"keys"|"players"|"learn"} Tab */

/** @type {[Tab, string][]} */
export const TABS = [
  ["moment", "Moment"],
  ["keys", "Key moments"],
  ["players", "Players"],
  ["learn", "Learn"],
];

/** @param {{tab: Tab, onTab: (tab: Tab) => void, count: number}} props */
export function Tabs({ tab, onTab, count }) {
  /** @param {KeyboardEvent} event */
  const moved = (event) => {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!way) return;
    const next = (TABS.findIndex(([each]) => each === tab) + way + TABS.length) % TABS.length;
    onTab(TABS[next][0]);
    /** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button")[next].focus();
    event.preventDefault();
  };
  return html`<div class="studytabs" role="tablist" aria-label="Parts of the analysis" onKeyDown=${moved}>
    ${TABS.map(
      ([each, words]) => html`<button
        key=${each}
        role="tab"
        data-tab=${each}
        aria-selected=${tab === each}
        tabindex=${tab === each ? 0 : -1}
        onClick=${() => onTab(each)}
      >
        ${words}${each === "keys" && count ? html` <small>${count}</small>` : null}
      </button>`,
    )}
  </div>`;
}
