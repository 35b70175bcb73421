// The header of the table: where we are, whose turn it is in words, and the tools.
import { html, cls } from "../core/ui.js";
import { choose, settings, theme } from "../core/settings.js";
import { useStore } from "../core/store.js";
import { CarSign, Icon } from "../art/cards.js";
import { deciding } from "./players.js";

/** @typedef {import("./view.js").View} View */

export function Brand() {
  return html`<a class="brand" href="/" data-page="1" aria-label="Branchline, home">
    <${Icon} name="mark" size=${26} />
    <span>Branchline</span>
  </a>`;
}

/** @param {{view: View, onMenu: () => void, map: any}} props */
export function TableHeader({ view, onMenu, map }) {
  return html`<header class="top">
    <div class="topleft">
      <${Brand} />
      <div class="where">
        <h1>${view.board.title}</h1>
        ${view.variant.id === "classic" ? null : html`<span>· ${view.variant.title}</span>`}
        ${view.game.turn ? html`<span>· turn ${view.game.turn}</span>` : null}
        ${view.table.continues ? html`<span class="continues" data-continues>· a continuation</span>` : null}
      </div>
    </div>
    <${Turn} view=${view} />
    <${Tools} undo=${html`<span class="maptools">${map}</span><${UndoButton} view=${view} />`} onMenu=${onMenu} />
  </header>`;
}

/** @param {{view: View}} props */
export function Turn({ view }) {
  const mine = view.decision !== null;
  const [head, rest] = split(view.game.banner);
  const seat = deciding(view)[0];
  return html`<div
    class=${cls("turn", mine && "mine")}
    data-turn=${mine ? "mine" : "theirs"}
    key=${mine ? "mine" : "theirs"}
  >
    ${
      seat === undefined
        ? null
        : html`<${CarSign} seat=${mine && view.seat !== null ? view.seat : seat} width=${36} />`
    }
    ${
      mine
        ? html`<span class="slab">${head}</span>${rest ? html`<i>${rest}</i>` : null}`
        : html`<i>${view.game.banner}</i>`
    }
  </div>`;
}

/**
 * "Your turn. Build a route." -> the beginning, and the rest. A colon ends a beginning of a few words only.
 * @param {string} banner
 */
export function split(banner) {
  const found = /^([^.?!:]{1,24}):\s+(.+)$/.exec(banner) ?? /^(.+?[.?!])\s+(.+)$/.exec(banner);
  const [head, rest] = found ? [found[1], found[2]] : [banner, ""];
  return [head.replace(/\.$/, ""), rest.replace(/\.$/, "").replace(/^./, (first) => first.toUpperCase())];
}

/**
 * The names of people besides me who play themselves.
 * @param {View} view
 */
export function othersWhoPlay({ table, seat }) {
  return table.seats
    .filter((each) => each.kind === "person" && !each.substitute && !each.left && each.seat !== seat)
    .map((each) => each.name);
}

/** @param {{view: View}} props */
export function UndoButton({ view }) {
  const { undo } = view.game;
  const asks = undo.can === "ask" && othersWhoPlay(view).length > 0;
  const words = undo.can === "no" ? "Nothing to undo" : `Undo: ${undo.words}${asks ? " (the others are asked)" : ""}`;
  return html`<button
    data-undo
    disabled=${undo.can === "no" || !view.session}
    aria-label=${words}
    title=${`${words} (U)`}
    onClick=${() => view.session?.send({ type: "undo" })}
  >
    <${Icon} name="undo" />
  </button>`;
}

/** @param {{undo?: any, onMenu: () => void}} props */
export function Tools({ undo = null, onMenu }) {
  const { sound } = useStore(settings);
  const night = theme() === "night";
  return html`<div class="tools">
    ${undo}
    <button
      aria-label=${sound ? "Turn sounds off" : "Turn sounds on"}
      title=${sound ? "Sounds are on" : "Sounds are off"}
      aria-pressed=${sound}
      onClick=${() => choose({ sound: !sound })}
    >
      <${Icon} name=${sound ? "sound" : "silent"} />
    </button>
    <button
      aria-label=${night ? "Day colors" : "Night colors"}
      title=${night ? "Day" : "Night"}
      onClick=${() => choose({ theme: night ? "day" : "night" })}
    >
      <${Icon} name=${night ? "night" : "day"} />
    </button>
    <button aria-label="Menu" title="Menu" onClick=${onMenu}><${Icon} name="menu" /></button>
  </div>`;
}
