// A strip of the real map with the places of a ticket and a line between them.
import { html } from "../core/ui.js";

/** @typedef {import("../core/types.js").Board} Board */

const WIDE = 140; // the shape of the strip
const HIGH = 58;

/** @param {{board: Board, ticket: {stops: string[], state?: string}}} props */
export function TicketMap({ board, ticket }) {
  const stops = ticket.stops.map((stop) => board.places[stop]).filter(Boolean);
  const window = windowAround(board, stops);
  const unit = window.width / WIDE;
  const line = stops.map((stop, at) => `${at ? "L" : "M"}${stop.x.toFixed(0)} ${stop.y.toFixed(0)}`).join("");
  return html`<svg
    class="mm bd"
    data-board=${board.id}
    viewBox=${`${window.x} ${window.y} ${window.width} ${window.height}`}
    preserveAspectRatio="xMidYMid meet"
    aria-hidden="true"
  >
    <use href="#coast" class="land" stroke-width=${unit} />
    <path
      d=${line}
      class=${`way ${ticket.state ?? ""}`}
      fill="none"
      stroke-width=${unit * 1.6}
      stroke-dasharray=${ticket.state === "done" ? null : `${unit * 3} ${unit * 2}`}
    />
    ${stops.map(
      (stop) => html`<circle
      cx=${stop.x}
      cy=${stop.y}
      r=${unit * 3}
      fill="var(--panel)"
      stroke="var(--ink)"
      stroke-width=${unit * 1.2}
    />`,
    )}
  </svg>`;
}

/**
 * The part of the board around some places, in the shape of the strip.
 * @param {Board} board
 * @param {{x: number, y: number}[]} stops
 */
function windowAround(board, stops) {
  const xs = stops.map((stop) => stop.x);
  const ys = stops.map((stop) => stop.y);
  const air = 0.09 * board.size[0];
  let width = Math.max(...xs) - Math.min(...xs) + 2 * air;
  width = Math.max(width, (Math.max(...ys) - Math.min(...ys) + 2 * air) * (WIDE / HIGH), board.size[0] * 0.45);
  const height = (width * HIGH) / WIDE;
  const middle = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  return { x: middle[0] - width / 2, y: middle[1] - height / 2, width, height };
}
