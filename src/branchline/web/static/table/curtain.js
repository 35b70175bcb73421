// Hot-seat on one screen: a curtain between players, so that nobody sees the other's cards.
import { html, useEffect, useRef } from "../core/ui.js";
import { CarSign } from "../art/cards.js";

/** @typedef {import("../core/session.js").TableState} TableState */

/** @type {Map<string, number>} */
const atScreen = new Map(); // by table: who has the screen

/**
 * The seat for which the curtain is down; null: the right one is looking.
 * @param {TableState} state
 * @returns {number|null}
 */
export function curtainFor(state) {
  const { you, game, table } = state;
  if (!game || !table?.hot_seat || you.seats.length < 2 || game.result) return null;
  const { open, together } = game.observation;
  if (!open.length) return null;
  const next = together
    ? open
        .map((/** @type {{seat: number}} */ each) => each.seat)
        .filter((/** @type {number} */ seat) => you.seats.includes(seat))
        .sort((/** @type {number} */ a, /** @type {number} */ b) => a - b)[0]
    : open[open.length - 1].seat;
  if (next === undefined || !you.seats.includes(next)) return null; // a bot decides: whoever looks may go on looking
  return atScreen.get(table.id) === next && you.seat === next ? null : next;
}

/** @param {{session: import("../core/session.js").Session, seat: number, name: string}} props */
export function Curtain({ session, seat, name }) {
  const button = useRef(/** @type {HTMLButtonElement|null} */ (null));
  useEffect(() => button.current?.focus(), []);
  const lift = () => {
    atScreen.set(session.id, seat);
    session.look(seat);
  };
  return html`<main class="curtain">
    <div class="panel">
      <${CarSign} seat=${seat} width=${72} />
      <h1>${name}, it is your turn</h1>
      <p class="lead">Pass the screen on. The cards stay hidden until you are ready.</p>
      <button ref=${button} class="btn main big" data-lift onClick=${lift}>I am ${name}</button>
    </div>
  </main>`;
}
