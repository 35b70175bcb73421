// The players: what everybody may know of each seat.
import { html, cls, useEffect, useState } from "../core/ui.js";
import { CarSign, Icon, MiniCard } from "../art/cards.js";
import { counted, printed } from "../core/words.js";
import { useCounting } from "../feel/counting.js";
import { facesOf, piecesLeft } from "../mechanics/index.js";

/** @typedef {import("./view.js").View} View */

/**
 * @param {{view: View, compact?: boolean}} props
 */
export function Players({ view, compact = false }) {
  const seats = view.game.names.map((_, seat) => seat);
  const open = view.selection.get().player;
  return html`<ul class=${cls("players", compact && "compact", `of-${seats.length}`)} aria-label="Players">
    ${seats.map((seat) => html`<${Player} key=${seat} view=${view} seat=${seat} isOpen=${open === seat} />`)}
  </ul>`;
}

const HOLD = 300; // milliseconds of pressing after which a panel is held

/**
 * While a player's panel is held, that player's routes are seen alone. Letting go of it is no click.
 * @param {View} view
 * @param {number} seat
 */
export function whileHeld({ selection }, seat) {
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    if (selection.get().network !== null) selection.set({ network: null });
  };
  return {
    onPointerDown: () => {
      const started = () => {
        selection.set({ network: seat });
        window.addEventListener("click", (event) => event.stopPropagation(), { capture: true, once: true });
      };
      timer = window.setTimeout(started, HOLD);
      const over = () => {
        for (const name of ["pointerup", "pointercancel"]) window.removeEventListener(name, over);
        end();
      };
      for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, over);
    },
    onContextMenu: (/** @type {Event} */ event) => event.preventDefault(),
  };
}

/**
 * The next player whose routes are seen alone: I, the others in their order, then everybody again.
 * @param {View} view
 */
export function showNextNetwork({ selection, game, seat }) {
  const seats = game.names.map((_, at) => at);
  const order = [...seats.filter((at) => at === seat), ...seats.filter((at) => at !== seat), null];
  selection.set({ network: order[(order.indexOf(selection.get().network) + 1) % order.length] });
}

/** @param {{view: View, seat: number, isOpen: boolean}} props */
function Player({ view, seat, isOpen }) {
  const { game, table } = view;
  const info = table.seats[seat];
  const acting = deciding(view).includes(seat);
  const points = game.observation.points[seat];
  const toggle = () => view.selection.set({ player: isOpen ? null : seat });
  return html`<li class=${cls("panel player", `seat-${seat}`, acting && "on")} data-seat=${seat}>
    <button
      class="who"
      aria-expanded=${isOpen}
      title="Show what is known; hold to see these routes alone (N)"
      onClick=${toggle}
      ...${whileHeld(view, seat)}
    >
      <${CarSign} seat=${seat} width=${32} />
      <span class="name">${view.name(seat)}</span>
      <small>${view.session ? status(info) : ""}</small>
      <${Points} points=${points} />
      <span class="m">
        ${publicCounts(view, seat).map(
          ([icon, count, words]) => html`<span title=${words} class="count">
          <${Icon} name=${icon} size=${15} />
          <b>${count}</b>
          <i class="sr"> ${words}</i>
        </span>`,
        )}
      </span>
    </button>
    <${Clock} view=${view} seat=${seat} />
    <div class="bar" aria-hidden="true"><i style=${{ width: `${share(view, seat)}%` }}></i></div>
    ${isOpen ? html`<${Details} view=${view} seat=${seat} />` : null}
  </li>`;
}

/** @param {{points: number}} props */
export function Points({ points }) {
  return html`<strong aria-label=${counted(points, "point")}>${printed(useCounting(points))}</strong>`;
}

/**
 * The seats that have something to decide.
 * @param {View} view
 * @returns {number[]}
 */
export function deciding(view) {
  const { open, together, ended_by: ended } = view.game.observation;
  if (ended || !open.length) return [];
  return together ? open.map((/** @type {{seat: number}} */ each) => each.seat) : [open[open.length - 1].seat];
}

/** @param {import("../core/types.js").SeatInfo|undefined} info */
function status(info) {
  if (!info) return "";
  if (info.kind === "bot") return "bot";
  if (info.resigned) return "gave up";
  if (info.substitute) return info.here ? "here, a bot plays" : "a bot plays";
  if (info.left) return "left";
  return info.here ? "" : "away";
}

/**
 * Icon, number and words for each thing that is public about a seat.
 * @param {View} view
 * @param {number} seat
 * @returns {import("../mechanics/faces.js").Count[]}
 */
function publicCounts(view, seat) {
  const { parts } = view.game.observation;
  return [
    ["cards", parts.hands.hands[seat].size, "cards in hand"],
    ["ticket", parts.tickets.counts[seat] ?? "–", "tickets"],
    ...Object.entries(piecesLeft(view, seat)).map(([kind, left]) => pieceCount(kind, left)),
    ...facesOf(view).flatMap((face) => face.counts?.(view, seat) ?? []),
  ];
}

/**
 * @param {string} kind  of piece
 * @param {number|null} left
 * @returns {import("../mechanics/faces.js").Count}
 */
function pieceCount(kind, left) {
  return [kind, left ?? "–", `${kind}s left`];
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * How many of its pieces a seat has left, in percent.
 * @param {View} view
 * @param {number} seat
 */
function share(view, seat) {
  return Math.max(0, Math.min(100, (100 * view.game.observation.pieces[seat]) / (view.variant.numbers.pieces || 1)));
}

/**
 * The time a seat has left, running down between messages.
 * @param {{view: View, seat: number}} props
 */
function Clock({ view, seat }) {
  const { clocks } = view.game;
  const clock = clocks?.clocks.find((each) => each.seat === seat);
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    if (!clock?.running || clock.left === null) return undefined;
    const start = performance.now();
    const timer = setInterval(() => setPassed((performance.now() - start) / 1000), 500);
    return () => clearInterval(timer);
  }, [clocks]);
  if (!clock || clock.left === null) return null;
  const left = Math.max(0, clock.left - passed);
  const seconds = String(Math.floor(left % 60)).padStart(2, "0");
  return html`<span class=${cls("clock", clock.running && "runs")}>${Math.floor(left / 60)}:${seconds} left</span>`;
}

/** @param {{view: View, seat: number}} props */
function Details({ view, seat }) {
  const { parts } = view.game.observation;
  const { board } = view;
  const known = Object.entries(parts.hands.hands[seat].cards ?? parts.hands.hands[seat].known).filter(
    ([, count]) => count,
  );
  const routes = board.routes.filter((route) => parts.tracks.owners[route.index].includes(seat));
  return html`<div class="details">
    <p><b>${counted(routes.length, "route")}</b>, ${counted(sum(routes.map((route) => route.length)), "car")} built</p>
    ${
      known.length
        ? html`<p>
          Known cards: <span class="cs">
            ${known.map(
              ([name, count]) => html`<span class="knowncard" title=${board.card[name].title}>
                <${MiniCard} kind=${board.card[name]} width=${15} />
                ${count}
              </span>`,
            )}
          </span>
        </p>`
        : null
    }
    ${facesOf(view).map((face) => face.details?.(view, seat))}
  </div>`;
}
