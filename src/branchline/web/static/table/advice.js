// The coach: hints at the press of a button, a word before a blunder, and how the game stands, if one likes.
// It is there only where all who play have agreed, which the server sees to.
import { html, useEffect, useState } from "../core/ui.js";
import { choose, settings } from "../core/settings.js";
import { useStore } from "../core/store.js";
import { listed } from "../core/words.js";
import { CarSign, Icon } from "../art/cards.js";
import { Dialog } from "./dialog.js";
import { othersWhoPlay } from "./header.js";
import { Vote } from "./vote.js";

/** @typedef {import("./view.js").View} View */

/**
 * Whether I could have a coach here: I play, and the game goes on.
 * @param {View} view
 */
function couldAsk({ session, seat, game, table }) {
  return session !== null && seat !== null && !game.result && table.status === "running";
}

/**
 * The coach's hint for the open decision.
 * @param {View} view
 */
export function hintOf({ session, decision }) {
  const hint = session?.store.get().hint ?? null;
  return hint && decision && hint.decision === decision.number ? hint : null;
}

/**
 * What a press on the button means now: ask for the coach, for a nudge, or for the move.
 * @param {View} view
 * @param {() => void} open
 */
export function askCoach(view, open) {
  open();
  if (view.table.coach.on && view.decision) view.session?.askHint(hintOf(view) !== null);
}

/**
 * Let the coach think about every decision of mine, as far as I want to hear of it.
 * @param {View} view
 */
export function useForesight(view) {
  const { warned, shares } = useStore(settings);
  const number = view.decision?.number ?? null;
  const wanted = view.table.coach.on && couldAsk(view) && (warned || shares);
  useEffect(() => view.session?.beCareful(warned), [view.session, warned]);
  useEffect(() => {
    if (wanted && number !== null) view.session?.foresee(shares);
  }, [wanted, number, shares]);
}

/** @param {{view: View, onAsk: () => void}} props */
export function HintButton({ view, onAsk }) {
  if (!couldAsk(view)) return null;
  const { on } = view.table.coach;
  const words = !on ? "The coach" : hintOf(view) ? "Show me the move" : "A hint";
  return html`<button aria-label=${words} title=${`${words} (H)`} data-hint onClick=${onAsk}>
    <${Icon} name="bulb" size=${18} />
  </button>`;
}

/** @param {{view: View, onClose: () => void}} props */
export function AdviceBar({ view, onClose }) {
  if (!couldAsk(view)) return null;
  return html`<section class="advice" aria-label="The coach" data-advice>
    ${view.table.coach.on ? html`<${Advice} view=${view} />` : html`<${Invitation} view=${view} />`}
    <button class="x" aria-label="Close the coach" onClick=${onClose}><${Icon} name="close" size=${16} /></button>
  </section>`;
}

/** @param {{view: View}} props */
function Invitation({ view }) {
  const others = othersWhoPlay(view);
  return html`<div>
    <p>
      <b>The coach</b> gives hints when you ask, and a word before a blunder. It knows only what you can see, and the
      result says that it helped.
    </p>
    ${
      view.table.coach.offer
        ? null
        : html`<button class="btn main" data-coach-on onClick=${() => view.session?.send({ type: "coach" })}>
          ${others.length ? `Ask ${listed(others)}` : "Play with the coach"}
        </button>`
    }
  </div>`;
}

/** @param {{view: View}} props */
function Advice({ view }) {
  const hint = hintOf(view);
  const asking = view.session?.store.get().asking ?? false;
  const choice = hint?.move ? view.decision?.choices.find((each) => each.number === hint.action) : null;
  const idle = view.decision ? "Ask for a hint: first what to look at, then the move." : "It is not your turn.";
  return html`<div>
    <div role="status" aria-live="polite" aria-busy=${asking} data-hint-words>
      ${
        asking
          ? html`<p>The coach thinks …</p>`
          : html`<p class=${hint?.move ? "slab" : ""}>${hint ? hint.words : idle}</p>`
      }
      ${
        hint?.reasons.length && !asking
          ? html`<ul>
              ${hint.reasons.map((each) => html`<li key=${each}>${each}</li>`)}
            </ul>`
          : null
      }
    </div>
    <div class="advicebuttons">
      ${
        view.decision && !hint?.move
          ? html`<button
            class=${hint ? "btn main" : "btn"}
            disabled=${asking}
            data-ask-hint
            onClick=${() => view.session?.askHint(hint !== null)}
          >
            ${hint ? "Show me the move" : "Give me a hint"}
          </button>`
          : null
      }
      ${
        choice
          ? html`<button class="btn main" data-do-hint onClick=${() => view.session?.act(choice.number)}>
              Do it
            </button>`
          : null
      }
      <${Wishes} view=${view} />
    </div>
  </div>`;
}

/** @param {{view: View}} props */
function Wishes({ view }) {
  const { warned, shares } = useStore(settings);
  return html`<span class="wishes">
    <label>
      <input type="checkbox" checked=${warned} onChange=${() => choose({ warned: !warned })} data-warn />
      Warn me
    </label>
    <label>
      <input type="checkbox" checked=${shares} onChange=${() => choose({ shares: !shares })} data-shares />
      Win share
    </label>
    <button class="btn quiet" data-coach-off onClick=${() => view.session?.send({ type: "coach", on: false })}>
      Send it away
    </button>
  </span>`;
}

/**
 * How likely everybody wins, by what I can know: as of my latest decision.
 * @param {{view: View}} props
 */
export function WinShares({ view }) {
  const { shares } = useStore(settings);
  const foreseen = view.session?.store.get().foreseen;
  if (!shares || !view.table.coach.on || !couldAsk(view) || !foreseen?.shares) return null;
  const parts = foreseen.shares.map((share) => Math.round(100 * share));
  const words = listed(parts.map((part, seat) => `${view.name(seat)} ${part} %`));
  const title = "Win share, by what you can see";
  return html`<div class="shares" role="img" aria-label=${`${title}: ${words}`} title=${title} data-win-shares>
    ${parts.map(
      (part, seat) => html`<span key=${seat} class=${`seat-${seat}`} style=${`flex-grow: ${Math.max(part, 4)}`}>
        <${CarSign} seat=${seat} width=${22} /> ${part} %
      </span>`,
    )}
  </div>`;
}

/** @param {{view: View}} props */
export function BlunderWarning({ view }) {
  const warned = view.session?.store.get().warned;
  if (!warned || warned.decision !== view.decision?.number) return null;
  const again = () => view.session?.answerWarning(false);
  return html`<${Dialog} title="Are you sure?" close="Think again" careful onClose=${again}>
    <div data-warned>
      ${warned.words.map((words) => html`<p key=${words}>${words}</p>`)}
      <p class="sure">
        <button class="btn main" data-anyway onClick=${() => view.session?.answerWarning(true)}>Do it anyway</button>
      </p>
    </div>
  <//>`;
}

/** @param {{view: View}} props */
export function CoachOffer({ view }) {
  const { offer } = view.table.coach;
  if (!offer || !couldAsk(view)) return null;
  return html`<div data-coach-offer>
    <${Vote}
      view=${view}
      offer=${offer}
      title="A proposal to play with the coach"
      words="to let everybody ask the coach for hints."
      no="Without the coach"
      onAnswer=${(/** @type {boolean} */ agree) =>
        view.session?.send({ type: "answer_coach", offer: offer.number, agree })}
    />
  </div>`;
}

/** Whether the coach's panel is open, and how to open and close it. */
export function useAdvicePanel() {
  const [open, setOpen] = useState(false);
  return { open, show: () => setOpen(true), close: () => setOpen(false) };
}
