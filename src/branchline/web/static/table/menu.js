// The menu of the table, the settings, and the keys.
import { inTab } from "../core/address.js";
import { html } from "../core/ui.js";
import { linkOf, useCopying } from "../core/links.js";
import { useStore } from "../core/store.js";
import { choose, settings } from "../core/settings.js";
import { allowNotifications } from "../feel/signals.js";
import { Dialog } from "./dialog.js";
import { EndingChoices } from "./leaving.js";

/** @typedef {import("./view.js").View} View */

/**
 * @template {string} T
 * @param {{label: string, value: T, values: [T, string][], onChoose: (value: T) => void}} props
 */
export function Segments({ label, value, values, onChoose }) {
  return html`<div class="choice">
    <span>${label}</span>
    <div class="seg" role="group" aria-label=${label}>
      ${values.map(
        ([each, words]) =>
          html`<button key=${each} aria-pressed=${each === value} onClick=${() => onChoose(each)}>${words}</button>`,
      )}
    </div>
  </div>`;
}

export function SettingsChoices() {
  const { theme, sound, motion, confirm, glow, notify, name } = useStore(settings);
  return html`<div class="choices">
    <${Segments}
      label="Colors"
      value=${theme}
      values=${[
        ["auto", "Like my device"],
        ["day", "Day"],
        ["night", "Night"],
      ]}
      onChoose=${(/** @type {any} */ value) => choose({ theme: value })}
    />
    <${Segments}
      label="Sounds"
      value=${sound ? "on" : "off"}
      values=${[
        ["on", "On"],
        ["off", "Off"],
      ]}
      onChoose=${(/** @type {string} */ value) => choose({ sound: value === "on" })}
    />
    <${Segments}
      label="Motion"
      value=${motion}
      values=${[
        ["auto", "Like my device"],
        ["on", "On"],
        ["off", "Off"],
      ]}
      onChoose=${(/** @type {any} */ value) => choose({ motion: value })}
    />
    <${Segments}
      label="Second tap confirms"
      value=${confirm}
      values=${[
        ["auto", "On touch"],
        ["on", "Always"],
        ["off", "Never"],
      ]}
      onChoose=${(/** @type {any} */ value) => choose({ confirm: value })}
    />
    <${Segments}
      label="Routes that glow"
      value=${glow}
      values=${[
        ["helpful", "For my tickets"],
        ["all", "All I can build"],
        ["none", "None"],
      ]}
      onChoose=${(/** @type {any} */ value) => choose({ glow: value })}
    />
    ${
      "Notification" in window
        ? html`<${Segments}
          label="Tell me when it is my turn"
          value=${notify ? "on" : "off"}
          values=${[
            ["on", "On"],
            ["off", "Off"],
          ]}
          onChoose=${async (/** @type {string} */ value) =>
            choose({ notify: value === "on" && (await allowNotifications()) })}
        />`
        : null
    }
    <label class="choice">
      <span>Your name</span>
      <input
        class="field"
        maxlength="24"
        value=${name}
        onInput=${(/** @type {any} */ event) => choose({ name: event.target.value })}
      />
    </label>
  </div>`;
}

/** @param {{onClose: () => void}} props */
export function SettingsDialog({ onClose }) {
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    <${SettingsChoices} />
    ${inTab ? null : html`<a class="btn" href="/privacy" data-page="1" onClick=${onClose}>Privacy</a>`}
  <//>`;
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {() => void} props.onClose
 * @param {() => void} props.onKeys
 * @param {() => void} props.onStandings
 * @param {(wish: import("./leaving.js").Wish) => void} props.onWish
 */
export function Menu({ view, onClose, onKeys, onStandings, onWish }) {
  const { table, session } = view;
  const host = session?.store.get().you.host;
  const [copied, copy] = useCopying();
  return html`<${Dialog} title=${table.title} onClose=${onClose}>
    <${SettingsChoices} />
    <ul class="menu">
      <li>
        <a class="btn" href=${`/learn/${view.board.id}`} target="_blank" rel="noopener">
          The rules of ${view.board.title}
        </a>
      </li>
      <li><button class="btn" onClick=${onStandings}>Standings</button></li>
      <li><button class="btn" onClick=${onKeys}>Keys</button></li>
      <li>
        <button class="btn" data-copy onClick=${() => copy(linkOf(table.id))}>
          ${copied ? "Copied" : "Copy the link to this table"}
        </button>
      </li>
      ${
        host
          ? table.seats
              .filter(
                (seat) =>
                  seat.kind === "person" &&
                  !seat.substitute &&
                  seat.seat !== view.seat &&
                  (!seat.here || seat.left || seat.out_of_time),
              )
              .map(
                (seat) => html`<li key=${seat.seat}>
                  <button class="btn" onClick=${() => session?.send({ type: "replace", seat: seat.seat })}>
                    Let a bot play for ${seat.name}
                  </button>
                </li>`,
              )
          : null
      }
      <${EndingChoices} view=${view} onWish=${onWish} />
    </ul>
    ${
      table.fairness.hash
        ? html`<p class="hint fair">
          Fair shuffle: this game's seed was fixed at the start. Its hash
          is <code>${table.fairness.hash.slice(0, 16)}…</code>
          ; the seed is shown at the end.
        </p>`
        : null
    }
  <//>`;
}

const KEYS = [
  ["Tab", "go through cards, decks, tickets and buttons"],
  ["L", "places and routes as a list; arrows walk through it, Enter picks"],
  ["1 – 9", "put a card of a stack into the payment, choose an answer, or a ticket"],
  ["← →", "more trains or more ships, where a fleet is chosen"],
  ["Enter", "build, keep, or do what is chosen"],
  ["Esc", "let go, close what is open"],
  ["R", "go to the row: arrows walk through cards, decks and what else there is, Enter takes"],
  ["D", "draw a card from the deck; where there are two, go to them"],
  ["T", "draw new tickets"],
  ["U", "undo"],
  ["P", "pencil routes in"],
  ["N", "the routes of one player alone, then of the next; so does holding a player's panel"],
  ["H", "ask the coach: a hint, then the move"],
  ["C", "say something"],
  ["M", "go to the map: arrows move, + − zoom, 0 shows all"],
  ["?", "this list"],
];

/** @param {{onClose: () => void}} props */
export function KeysHelp({ onClose }) {
  return html`<${Dialog} title="Keys" onClose=${onClose}>
    <dl class="keys">
      ${KEYS.map(([key, words]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${words}</dd></div>`)}
    </dl>
  <//>`;
}
