// Cards and pieces as pictures. What a card shows follows from its kind: color, and the sort where there are several.
import { html } from "../core/ui.js";
import { cardSign } from "../mechanics/faces.js";

/** @typedef {import("../core/types.js").CardKind} CardKind */

const BAND = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white"];
const CORNERS = [
  ["red", 3, 3],
  ["yellow", 7.5, 3],
  ["blue", 12, 3],
  ["black", 16.5, 3],
  ["orange", 3, 25.6],
  ["green", 7.5, 25.6],
  ["purple", 12, 25.6],
  ["gray", 16.5, 25.6],
];
const PATTERNED = new Set(BAND);

/** @param {CardKind} kind */
function ships(kind) {
  return /\bship/.test(kind.sort) ? (/double/.test(kind.sort) ? 2 : 1) : 0;
}

/**
 * A card, landscape; with an empty label it is decoration.
 * @param {{kind: CardKind, label?: string}} props
 */
export function Card({ kind, label }) {
  const name = label ?? kind.title;
  return html`<svg
    class=${`card c-${kind.color}`}
    viewBox="0 0 120 78"
    role=${name ? "img" : null}
    aria-label=${name || null}
    aria-hidden=${name ? null : "true"}
    style="--c-edge:var(--e);--c-mark:var(--m)"
  >
    ${kind.color === "wild" ? wildFace() : colorFace(kind)}
  </svg>`;
}

function wildFace() {
  return html`<rect x="1" y="1" width="118" height="76" rx="9" fill="var(--f)" stroke="var(--e)" stroke-width="1.6" />
    ${BAND.map(
      (color, at) => html`<g class=${`c-${color}`}>
      <rect x=${9 + at * 12.75} y="7" width="12.75" height="7" fill="var(--f)" />
      <rect x=${9 + (7 - at) * 12.75} y="64" width="12.75" height="7" fill="var(--f)" /></g>`,
    )}
    <rect x="9" y="7" width="102" height="64" rx="4" fill="none" stroke="var(--e)" stroke-width="1.2" />
    <use href="#w-wild" x="22" y="20" width="78" height="38" style="--c-edge:#3A2F14;--c-mark:#FBF8F0" />
    <use href="#y-wild" x="12" y="19" width="13" height="13" fill="var(--m)" />`;
}

/** @param {CardKind} kind */
function colorFace(kind) {
  const fleet = ships(kind);
  const sign = cardSign(kind);
  const picture = fleet || !PATTERNED.has(kind.color) ? "ship" : kind.color;
  return html`
    <rect x="1" y="1" width="118" height="76" rx="9" fill="var(--f)" stroke="var(--e)" stroke-width="1.6" />
    <rect x="1" y="1" width="118" height="76" rx="9" fill=${`url(#cp-${kind.color})`} />
    <rect
      x="5"
      y="5"
      width="110"
      height="68"
      rx="6"
      fill="none"
      stroke="var(--m)"
      stroke-opacity=".5"
      stroke-width="1.1"
    />
    ${fleet ? null : html`<path d="M18 62.5H102M18 66H102" stroke="var(--m)" stroke-opacity=".55" stroke-width="1" />`}
    ${
      fleet === 2
        ? html`
          <use href="#w-ship" x="30" y="14" width="66" height="32" />
          <use href="#w-ship" x="20" y="30" width="66" height="32" />`
        : html`<use href=${`#w-${picture}`} x=${fleet ? 20 : 17} y="22" width=${fleet ? 80 : 86} height="40" />`
    }
    <circle cx="17" cy="17" r="10.5" fill="var(--f)" stroke="var(--m)" stroke-opacity=".9" stroke-width="1.2" />
    <use href=${`#y-${kind.color}`} x="10" y="10" width="14" height="14" fill="var(--m)" />
    ${
      sign
        ? html`
          <circle cx="103" cy="17" r="10.5" fill="#FBF8F0" stroke="#1F2D36" stroke-width="1.2" />
          <use href=${`#y-${sign}`} x="95.5" y="9.5" width="15" height="15" fill="#1F2D36" />`
        : null
    }`;
}

/**
 * The small form of a card: color, pattern, symbol; a hull or two for ships, and the sign of a mechanic.
 * @param {{kind: CardKind, width?: number}} props
 */
export function MiniCard({ kind, width = 24 }) {
  const fleet = ships(kind);
  const sign = cardSign(kind);
  return html`<svg
    class=${`mini c-${kind.color}`}
    viewBox="0 0 24 32"
    width=${width}
    height=${(width * 4) / 3}
    aria-hidden="true"
  >
    <rect x="1" y="1" width="22" height="30" rx="3.4" fill="var(--f)" stroke="var(--e)" stroke-width="1.2" />
    ${
      kind.color === "wild"
        ? CORNERS.map(
            ([color, x, y]) =>
              html`<rect class=${`c-${color}`} x=${x} y=${y} width="4.5" height="3.4" fill="var(--f)" />`,
          )
        : html`<rect x="1" y="1" width="22" height="30" rx="3.4" fill=${`url(#cp-${kind.color})`} />`
    }
    <use href=${`#y-${kind.color}`} x="4.5" y=${fleet ? 5 : 8.5} width="15" height="15" fill="var(--m)" />
    ${fleet ? html`<path d="M4 24H20L18 28.5H6Z" fill="var(--m)" />` : null}
    ${fleet === 2 ? html`<path d="M7 20.5H22L20.6 23H8.2Z" fill="var(--m)" />` : null}
    ${sign ? html`<use href=${`#y-${sign}`} x="14" y="2.4" width="8" height="8" fill="var(--m)" />` : null}
  </svg>`;
}

/**
 * The back of a deck: "train", "ship" or "ticket".
 * @param {{picture: string}} props
 */
export function CardBack({ picture }) {
  return html`<svg class="card back" viewBox="0 0 120 78" aria-hidden="true">
    <rect x="1" y="1" width="118" height="76" rx="9" fill="#2B3F4A" stroke="#121C22" stroke-width="1.6" />
    <rect x="6" y="6" width="108" height="66" rx="5" fill="none" stroke="#D9C99C" stroke-width="1.2" />
    <path d="M6 24H114M6 54H114" stroke="#D9C99C" stroke-opacity=".45" />
    ${
      picture === "ticket"
        ? html`
          <rect x="36" y="25" width="48" height="28" rx="3" fill="#F3E7C9" />
          <path d="M72 26V52" stroke="#2B3F4A" stroke-dasharray="2 2.4" />
          <circle cx="44" cy="44" r="2.6" fill="#A63A24" />
          <circle cx="64" cy="33" r="2.6" fill="#A63A24" />
          <path d="M44 44Q52 30 64 33" fill="none" stroke="#2B3F4A" stroke-width="1.6" stroke-dasharray="3 2" />`
        : html`
          <rect x="22" y="17" width="76" height="44" rx="4" fill="#2B3F4A" />
          <use
            href=${picture === "ship" ? "#w-ship" : "#w-wild"}
            x="26"
            y="22"
            width="68"
            height="33"
            style="--c-edge:#16232B;--c-mark:#E8D9AE"
          />`
    }
  </svg>`;
}

/** @type {(string|null)[]} */
const SEAT_PATTERNS = [null, "stripes", "dots", "chevron", "check"];

/**
 * A seat's sign: its car, as on the board.
 * @param {{seat: number, width?: number}} props
 */
export function CarSign({ seat, width = 34 }) {
  const pattern = SEAT_PATTERNS[seat % 5];
  return html`<svg class=${`pc-i seat-${seat % 5}`} viewBox="0 0 50 22" width=${width} aria-hidden="true">
    <rect x="1" y="2" width="48" height="18" rx="4" fill="#14100A" stroke="var(--piece)" stroke-width="1" />
    <rect x="2.6" y="3.6" width="44.8" height="14.8" rx="3" fill="#FFF3DC" />
    <rect x="4" y="5" width="42" height="12" rx="2" fill="var(--s)" />
    ${
      pattern
        ? html`<rect x="4" y="5" width="42" height="12" rx="2" fill=${`url(#sp-${pattern})`} />`
        : html`<rect x="8" y="9.4" width="34" height="3.4" rx="1.6" fill="#FFF1E0" fill-opacity=".9" />`
    }
  </svg>`;
}

/**
 * A small picture for a button or a number.
 * @param {{name: string, size?: number}} props
 */
export function Icon({ name, size = 20 }) {
  const wide = name === "train" || name === "ship";
  return html`<svg
    class="ico"
    width=${wide ? size * 1.15 : size}
    height=${size}
    viewBox=${wide ? "0 0 24 20" : name === "mark" ? "0 0 32 32" : "0 0 20 20"}
    aria-hidden="true"
  >
    <use href=${`#i-${name}`} />
  </svg>`;
}
