// What everybody should notice: the last turns, a wish to take back, a lost line.
import { html, useEffect, useState } from "../core/ui.js";

/** @typedef {import("./view.js").View} View */

/** @param {{view: View}} props */
export function Warning({ view }) {
  if (!view.game.warning || view.game.result) return null;
  return html`<p class="warning" role="status"><span>${view.game.warning}</span></p>`;
}

/** @param {{view: View}} props */
export function UndoWish({ view }) {
  const { wish } = view.game.undo;
  if (!wish || !view.session) return null;
  const asked = view.seat !== null && wish.waiting.includes(view.seat);
  /** @param {boolean} agree */
  const answer = (agree) => view.session?.send({ type: "answer_undo", wish: wish.number, agree });
  return html`<div class="wish panel" role="alertdialog" aria-label="A request to undo">
    <p>${wish.words}</p>
    ${
      asked
        ? html`<div>
      <button class="btn main" onClick=${() => answer(true)}>Agree</button>
      <button class="btn" onClick=${() => answer(false)}>Decline</button>
    </div>`
        : html`<p class="hint">The others are asked.</p>
            ${
              view.seat === wish.seat
                ? html`<div><button class="btn" onClick=${() => answer(false)}>Cancel the request</button></div>`
                : null
            }`
    }
  </div>`;
}

const SLOW = 1000; // milliseconds after which it is said that an answer is awaited ...
const STUCK = 5000; // ... and what can be done about it

/**
 * How long an answer has been on its way.
 * @param {boolean} sent
 * @returns {""|"sent"|"slow"|"stuck"}
 */
export function usePending(sent) {
  const [pending, setPending] = useState(/** @type {""|"sent"|"slow"|"stuck"} */ (""));
  useEffect(() => {
    setPending(sent ? "sent" : "");
    if (!sent) return undefined;
    const timers = [setTimeout(() => setPending("slow"), SLOW), setTimeout(() => setPending("stuck"), STUCK)];
    return () => timers.forEach(clearTimeout);
  }, [sent]);
  return sent ? pending : "";
}

/**
 * The state of the line, and what the server refused.
 * @param {{line: string, pending: string, returned: boolean, problem: string, farewell: string, onSeen: () => void}}
 *   props
 */
export function LineNotice({ line, pending, returned, problem, farewell, onSeen }) {
  const [back, setBack] = useState(false);
  useEffect(() => {
    if (!returned) return undefined;
    setBack(true);
    const timer = setTimeout(() => setBack(false), 2500);
    return () => clearTimeout(timer);
  }, [returned]);
  useEffect(() => {
    if (!problem) return undefined;
    const timer = setTimeout(onSeen, 6000);
    return () => clearTimeout(timer);
  }, [problem]);
  const words =
    farewell ||
    (line === "down" ? "The line is down. Your game is safe; reconnecting …" : "") ||
    problem ||
    (pending === "slow" ? "Sent. Waiting for the server …" : "") ||
    (pending === "stuck" ? "The server has not answered yet. Your game is safe: wait a little, or " : "") ||
    (back ? "Back on track." : "");
  return html`<div aria-live="polite" role="status">
    ${
      words
        ? html`<p class="notice" data-notice data-pending=${pending || null}>
        ${words}
        ${
          pending === "stuck" && line !== "down" && !problem
            ? html`<button class="linkish" onClick=${() => location.reload()}>load the page again</button>.`
            : null
        }
      </p>`
        : null
    }
  </div>`;
}
