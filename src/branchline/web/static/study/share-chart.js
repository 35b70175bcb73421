// The win share of all seats over the game: areas that add up to 1, with errors, luck, and the chosen moment.
import { html, cls, useEffect, useRef, useState } from "../core/ui.js";
import { SIGNS, percent, signedPoints, stacked } from "./moments.js";

/** @typedef {import("./moments.js").StudiedGame} StudiedGame */
/** @typedef {import("./moments.js").KeyMoment} KeyMoment */

const PATTERNS = ["", "stripes", "dots", "chevron", "check"]; // of the seats, as on their cars
const LUCK = 30; // pixels for luck, below the areas
const LEAST_LUCK = 0.015; // of a win: less is not shown
const EDGE = 10; // pixels free at both ends
const SIGN = 9; // the radius of a sign
const FAR = 10; // moments for a page key

/**
 * @param {object} props
 * @param {StudiedGame} props.game
 * @param {KeyMoment[]} props.keys
 * @param {string[]} props.names
 * @param {number} props.at  the chosen moment, from 1
 * @param {(moment: number) => void} props.onMoment
 */
export function ShareChart({ game, keys, names, at, onMoment }) {
  const holder = useRef(/** @type {HTMLDivElement|null} */ (null));
  const [size, setSize] = useState({ width: 800, height: 160 });
  useEffect(() => {
    const element = /** @type {HTMLDivElement} */ (holder.current);
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  const shares = game.analysis.open_shares;
  const last = shares.length - 1;
  const high = Math.max(40, size.height - LUCK);
  /** @param {number} moment */
  const x = (moment) => EDGE + ((size.width - 2 * EDGE) * (moment - 1)) / Math.max(1, last);
  /** @param {number} share */
  const y = (share) => high * share; // the first seat on top, as in the legend
  const bands = stacked(shares);
  /** @param {PointerEvent} event */
  const pick = (event) => {
    if (!event.buttons) return;
    const box = /** @type {HTMLElement} */ (holder.current).getBoundingClientRect();
    const moment = 1 + Math.round(((event.clientX - box.left - EDGE) / (size.width - 2 * EDGE)) * last);
    onMoment(Math.max(1, Math.min(last + 1, moment)));
  };
  const words = names.map((name, seat) => `${name} ${percent(shares[at - 1][seat])}`).join(", ");
  return html`<div
    class="sharechart"
    ref=${holder}
    data-chart
    data-worlds=${game.analysis.worlds}
    role="slider"
    tabindex="0"
    aria-label="Win share over the game"
    aria-valuemin="1"
    aria-valuemax=${last + 1}
    aria-valuenow=${at}
    aria-valuetext=${at > last ? `The end: ${words}` : `Before decision ${at} of ${last}: ${words}`}
    onPointerDown=${(/** @type {PointerEvent} */ event) => {
      holder.current?.setPointerCapture(event.pointerId);
      pick(event);
    }}
    onPointerMove=${pick}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => chartKey(event, at, last + 1, onMoment)}
  >
    <svg width=${size.width} height=${size.height} aria-hidden="true">
      ${bands.map((band, seat) => html`<${Area} key=${seat} seat=${seat} path=${areaPath(band, x, y)} />`)}
      ${[0.25, 0.5, 0.75].map(
        (share) => html`<path key=${share} class="rule" d=${`M${EDGE} ${y(share)}H${size.width - EDGE}`} />`,
      )}
      <path class="axis" d=${`M${EDGE} ${high + LUCK / 2}H${size.width - EDGE}`} />
      ${game.analysis.decisions.map(
        ({ number, seat, luck }) =>
          Math.abs(luck) > LEAST_LUCK &&
          html`<path
            key=${number}
            class=${`luck seat-${seat % 5}`}
            d=${luckPath(x(number), high + LUCK / 2, luck)}
          />`,
      )}
      <path class="now paper" d=${`M${x(at)} 0V${size.height}`} />
      <path class="now" d=${`M${x(at)} 0V${size.height}`} />
      ${keys
        .filter(({ kind }) => kind === "error")
        .map(({ number, seat, label }) => {
          const [low, up] = bands[seat][number - 1];
          const middle = Math.max(SIGN + 1, Math.min(high - SIGN - 1, y((low + up) / 2)));
          return html`<g
            key=${number}
            class=${cls("errsign", `seat-${seat % 5}`, number === at && "chosen")}
            data-error=${number}
            transform=${`translate(${x(number)} ${middle})`}
          >
            <circle r=${SIGN} />
            <text text-anchor="middle" y="4.4">${SIGNS[label ?? ""]}</text>
          </g>`;
        })}
    </svg>
  </div>`;
}

/** @param {{seat: number, path: string}} props */
function Area({ seat, path }) {
  const pattern = PATTERNS[seat % 5];
  return html`<g class=${`area seat-${seat % 5}`}>
    <path d=${path} />
    ${pattern ? html`<path d=${path} class="pattern" fill=${`url(#sp-${pattern})`} />` : null}
  </g>`;
}

/**
 * @param {[number, number][]} band
 * @param {(moment: number) => number} x
 * @param {(share: number) => number} y
 */
function areaPath(band, x, y) {
  const point = (/** @type {number} */ at, /** @type {number} */ share) =>
    `${x(at + 1).toFixed(1)} ${y(share).toFixed(1)}`;
  const up = band.map(([, high], at) => point(at, high));
  const down = band.map(([low], at) => point(at, low)).reverse();
  return `M${[...up, ...down].join("L")}Z`;
}

/**
 * A triangle that points up for good luck and down for bad, as high as it was worth.
 * @param {number} x
 * @param {number} y
 * @param {number} luck
 */
function luckPath(x, y, luck) {
  const high = Math.sign(luck) * Math.min(LUCK / 2 - 1, 5 + 60 * Math.abs(luck));
  return `M${(x - 4).toFixed(1)} ${y}H${(x + 4).toFixed(1)}L${x.toFixed(1)} ${(y - high).toFixed(1)}Z`;
}

/**
 * @param {KeyboardEvent} event
 * @param {number} at
 * @param {number} last
 * @param {(moment: number) => void} onMoment
 */
function chartKey(event, at, last, onMoment) {
  const goal = /** @type {Record<string, number>} */ ({
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at - FAR,
    PageDown: at + FAR,
    Home: 1,
    End: last,
  })[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  onMoment(Math.max(1, Math.min(last, goal)));
}

/**
 * Who has which area, and how much of a win at the chosen moment.
 * @param {{game: StudiedGame, names: string[], at: number, sign: (seat: number) => any}} props
 */
export function Legend({ game, names, at, sign }) {
  const shares = game.analysis.open_shares;
  return html`<ul class="legend" aria-label="Win shares at this moment">
    ${names.map((name, seat) => {
      const change = at > 1 ? shares[at - 1][seat] - shares[at - 2][seat] : 0;
      return html`<li key=${seat}>
        ${sign(seat)}
        <span>${name}</span>
        <b>${percent(shares[at - 1][seat])}</b>
        ${Math.abs(change) >= 0.005 ? html`<small>${signedPoints(change)}</small>` : null}
      </li>`;
    })}
    <li class="signs">${Object.values(SIGNS).join(" ")} errors · ▲▼ luck</li>
    <li class="signs" data-knows>All cards open: at the table the coach sees only your own</li>
  </ul>`;
}
