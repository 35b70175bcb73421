// What people say: a page of it at first, and whom one would rather not hear.
import { html, cls, useEffect, useRef, useState } from "../core/ui.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").ChatLine} ChatLine */

/** @param {{view: View, chat: ChatLine[]}} props */
export function Talk({ view, chat }) {
  const list = useRef(/** @type {HTMLOListElement|null} */ (null));
  const [about, setAbout] = useState(/** @type {ChatLine|null} */ (null));
  const state = view.session?.store.get();
  const muted = state?.muted ?? [];
  const latest = chat[chat.length - 1]?.number;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [latest]);
  const heard = chat.filter((line) => line.note || !muted.includes(line.seat));
  if (!heard.length && !muted.length) return html`<p class="hint quietly">Nobody has said anything yet.</p>`;
  return html`${
    state?.earlier
      ? html`<button class="talkbtn" data-earlier onClick=${() => view.session?.askEarlier()}>Earlier lines</button>`
      : null
  }
    <ol ref=${list} class="lines" tabindex="0" aria-label="Talk">
      ${heard.map(
        (line) => html`<li
          key=${line.number}
          class=${cls(line.seat === null ? "aside" : `seat-${line.seat}`, line.note && "note")}
        >
          ${line.note ? null : html`<${Speaker} view=${view} line=${line} onClick=${() => setAbout(line)} />`}
          ${line.text}
        </li>`,
      )}
    </ol>
    ${about ? html`<${Hearing} view=${view} about=${about} close=${() => setAbout(null)} />` : null}
    ${muted.map((seat) => html`<${Muted} key=${String(seat)} view=${view} seat=${seat} />`)}`;
}

/** @param {{view: View, line: ChatLine, onClick: () => void}} props */
function Speaker({ view, line, onClick }) {
  const own = line.seat !== null && view.session?.store.get().you.seats.includes(line.seat);
  if (!view.session || own) return html`<b>${line.name}: </b>`;
  return html`<button class="talkbtn" title="Mute ${line.name}" onClick=${onClick}><b>${line.name}:</b></button> `;
}

/** @param {{view: View, about: ChatLine, close: () => void}} props */
function Hearing({ view, about, close }) {
  const { you, table } = view.session?.store.get() ?? { you: null, table: null };
  const silent = table?.silent.includes(about.seat) ?? false;
  const who = about.seat === null ? "spectators" : about.name;
  const mute = () => {
    view.session?.mute(about.seat, true);
    close();
  };
  const silence = () => {
    view.session?.send({ type: "silence", seat: about.seat, on: !silent });
    close();
  };
  return html`<div class="hearing" role="group" aria-label="Hearing ${who}">
    <button class="btn" data-mute onClick=${mute}>Mute ${who}</button>
    ${
      you?.host
        ? html`<button class="btn" data-silence onClick=${silence}>
          ${silent ? `Let ${who} talk` : `Silence ${who} for all`}
        </button>`
        : null
    }
    <button class="btn" onClick=${close}>Cancel</button>
  </div>`;
}

/** @param {{view: View, seat: number|null}} props */
function Muted({ view, seat }) {
  const who = seat === null ? "Spectators" : (view.session?.store.get().table?.seats[seat]?.name ?? "");
  return html`<p class="hint">
    ${who}: muted. <button class="talkbtn" onClick=${() => view.session?.mute(seat, false)}>Hear again</button>
  </p>`;
}
