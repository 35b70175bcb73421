// What happened, in words, and what people say.
import { html, cls, useEffect, useRef, useState } from "../core/ui.js";
import { Icon } from "../art/cards.js";
import { Talk } from "./talk.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").ChatLine} ChatLine */

/** @typedef {"log"|"chat"} Tab */

/** @param {{view: View, chat: ChatLine[], first?: Tab}} props */
export function Log({ view, chat, first = "log" }) {
  const [tab, setTab] = useState(first);
  const [seen, setSeen] = useState(chat.length);
  const fresh = chat.length - seen;
  /** @param {Tab} which */
  const open = (which) => {
    setTab(which);
    setSeen(chat.length);
  };
  useEffect(() => {
    if (tab === "chat") setSeen(chat.length);
  }, [chat.length, tab]);
  return html`<section class="panel log" aria-label="What happened">
    <div class="logtabs">
      <button class="cap" aria-pressed=${tab === "log"} onClick=${() => open("log")}>What happened</button>
      <button class="cap" aria-pressed=${tab === "chat"} onClick=${() => open("chat")}>
        Talk
        ${fresh > 0 ? html` <b class="fresh">${fresh}</b>` : null}
      </button>
    </div>
    ${tab === "log" ? html`<${Lines} view=${view} />` : html`<${Talk} view=${view} chat=${chat} />`}
    ${view.session ? html`<${Say} view=${view} said=${() => setTab("chat")} />` : null}
  </section>`;
}

/**
 * Opens the log where it does not stand beside the map; counts what was said since it was open, and shows that first.
 * @param {{chat: ChatLine[], open: boolean, onOpen: (tab: Tab|null) => void}} props
 */
export function LogButton({ chat, open, onOpen }) {
  const fresh = useUnread(chat, open);
  const toggle = () => onOpen(open ? null : fresh ? "chat" : "log");
  return html`<button class="btn logbtn" aria-expanded=${open} onClick=${toggle}>
    <${Icon} name="log" size=${18} />
    Log
    ${fresh ? html` <b class="fresh" data-fresh>${fresh}</b>` : null}
  </button>`;
}

/**
 * How many lines of talk came while it could not be seen.
 * @param {ChatLine[]} chat
 * @param {boolean} open
 */
export function useUnread(chat, open) {
  const [seen, setSeen] = useState(chat.length);
  useEffect(() => {
    if (open) setSeen(chat.length);
  }, [chat.length, open]);
  return open ? 0 : Math.max(0, chat.length - seen);
}

/**
 * A line about a route lights it on the map.
 * @param {{view: View}} props
 */
function Lines({ view }) {
  const lines = view.game.log;
  const list = useRef(/** @type {HTMLOListElement|null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length, lines[lines.length - 1]?.text]);
  const last = lines.length - 1;
  return html`<ol ref=${list} class="lines" tabindex="0" aria-label="Log">
    ${lines.map(
      (line, at) => html`<li
        key=${at}
        class=${cls(line.seat === null ? "aside" : `seat-${line.seat}`, at === last && "latest")}
        data-routes=${line.routes.join(" ") || null}
        onMouseEnter=${() => line.routes.length && view.selection.set({ told: line.routes })}
        onMouseLeave=${() => line.routes.length && view.selection.set({ told: [] })}
        onClick=${() => view.selection.set({ told: line.routes })}
      >
        ${line.text}
      </li>`,
    )}
  </ol>`;
}

/** @param {{view: View, said: () => void}} props */
export function Say({ view, said }) {
  const [text, setText] = useState("");
  /** @param {Event} event */
  const say = (event) => {
    event.preventDefault();
    if (text.trim() && view.session?.send({ type: "say", text: text.trim() })) {
      setText("");
      said();
    }
  };
  return html`<form class="say" onSubmit=${say}>
    <input
      class="field"
      value=${text}
      maxlength="500"
      placeholder="Say something …"
      aria-label="Say something"
      data-say
      onKeyDown=${(/** @type {any} */ event) => event.key === "Escape" && event.target.blur()}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)}
    />
  </form>`;
}
