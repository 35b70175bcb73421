// Before the game: who sits where, the link for friends, and starting.
import { html, useState } from "../core/ui.js";
import { catalog, post } from "../core/api.js";
import { isThisMachineOnly, linkOf, useCopying } from "../core/links.js";
import { go } from "../core/router.js";
import { keepSeat, seatAt } from "../core/seats.js";
import { choose, settings } from "../core/settings.js";
import { CarSign, Icon } from "../art/cards.js";
import { Page, useFetched } from "./page.js";

/**
 * @param {{session: import("../core/session.js").Session, state: import("../core/session.js").TableState, board:
 *   import("../core/types.js").Board}} props
 */
export function Waiting({ session, state, board }) {
  const table = /** @type {import("../core/types.js").TableInfo} */ (state.table);
  const { you } = state;
  const held = seatAt(table.id);
  const seated = you.seats.length > 0 || you.host;
  const free = table.seats.filter((seat) => seat.kind === "free");
  const link = linkOf(table.id);
  const [copied, copy] = useCopying();
  const { value: offered } = useFetched(catalog, []);
  const level =
    offered?.bots.find((/** @type {any} */ bot) => bot.level === "medium")?.level ?? offered?.bots[0]?.level;
  /** @param {string} what @param {object} [body] */
  const host = (what, body = {}) =>
    post(`/api/tables/${table.id}/${what}`, body, held?.token).catch((error) =>
      session.store.set({ problem: error.message }),
    );
  return html`<${Page} title=${board.title} at="">
    <main class="panel waiting">
      <p class="cap">${seated ? "Waiting for players" : "You are invited"}</p>
      <h1>${board.title}</h1>
      <p class="lead">${table.title.split(" · ").slice(1).join(" · ")}</p>
      ${table.seats.map(
        (seat) => html`<div key=${seat.seat} class=${`sline seat-${seat.seat}`}>
          <${CarSign} seat=${seat.seat} width=${38} />
          <span class="who">
            ${seat.kind === "free" ? "A free seat" : seat.name}
            ${you.seats.includes(seat.seat) ? " (you)" : ""}
          </span>
          <span class="hint">${seat.kind === "bot" ? `bot · ${seat.level}` : seat.host ? "host" : ""}</span>
          ${
            you.host && seat.kind === "free"
              ? html`<button
                class="btn quiet"
                onClick=${() => host("plan", { seat: seat.seat, plan: { kind: "bot", level } })}
              >
                Give it to a bot
              </button>`
              : null
          }
          ${
            you.host && seat.kind === "person" && !you.seats.includes(seat.seat)
              ? html`<button
                class="x"
                aria-label=${`Ask ${seat.name} to leave`}
                onClick=${() => host("kick", { seat: seat.seat })}
              >
                <${Icon} name="close" size=${14} />
              </button>`
              : null
          }
        </div>`,
      )}
      ${
        seated
          ? html`
            <p class="hint">Send this link to your friends:</p>
            <div class="link">
              <input
                class="field"
                readonly
                value=${link}
                aria-label="Link to this table"
                onFocus=${(/** @type {any} */ event) => event.target.select()}
              />
              <button class="btn" data-copy onClick=${() => copy(link)}>${copied ? "Copied" : "Copy"}</button>
            </div>
            ${
              isThisMachineOnly() && free.length
                ? html`<p class="hint" data-this-machine>
                  ${"It works on this machine only. For friends on other machines, run "}
                  <code>branchline serve --host 0.0.0.0</code>
                  ${" and open the table by the address that it prints."}
                </p>`
                : null
            }
            ${you.seats.length ? html`<${ShuffleWord} table=${table} token=${held?.token} />` : null}
            <div class="acts">
              ${
                you.host
                  ? html`<button
                    class="btn main"
                    data-begin
                    disabled=${free.length > 0}
                    onClick=${() => host("start")}
                  >
                    ${free.length ? `Waiting for ${free.length} more` : "Start the game"}
                  </button>`
                  : html`<p class="hint">The host starts the game.</p>`
              }
              <button
                class="btn quiet"
                onClick=${() => {
                  session.send({ type: "leave" });
                  keepSeat(table.id, null);
                  go("/");
                }}
              >
                Leave
              </button>
            </div>`
          : html`<${Join} session=${session} table=${table} free=${free.length} />`
      }
    </main>
  <//>`;
}

const LONGEST_WORD = 40; // characters that the server takes

/**
 * Who likes to has a say in the shuffle: what is dealt follows from the sealed seed and everybody's words.
 * @param {{table: import("../core/types.js").TableInfo, token?: string}} props
 */
function ShuffleWord({ table, token }) {
  const [word, setWord] = useState("");
  const [told, setTold] = useState({ fine: true, words: "" });
  /** @param {Event} event */
  const add = async (event) => {
    event.preventDefault();
    try {
      await post(`/api/tables/${table.id}/word`, { word: word.trim() }, token);
      setTold({ fine: true, words: `“${word.trim()}” goes into the shuffle. You can change it until the start.` });
    } catch (error) {
      setTold({ fine: false, words: /** @type {Error} */ (error).message });
    }
  };
  return html`<details class="hint shuffleword">
    <summary>Add a word to the shuffle</summary>
    <p>
      The cards are dealt from a seed that the server has sealed already, and from a word of everybody who gives one.
      So nobody can know the deal beforehand. After the game anyone can check it.
    </p>
    <form class="link" onSubmit=${add}>
      <input
        class="field"
        value=${word}
        maxlength=${LONGEST_WORD}
        required
        autocomplete="off"
        placeholder="any word, or a few"
        aria-label="Your word for the shuffle"
        onInput=${(/** @type {any} */ event) => setWord(event.target.value)}
      />
      <button class="btn" disabled=${!word.trim()}>Add</button>
    </form>
    <p role=${told.fine ? "status" : "alert"}>${told.words}</p>
  </details>`;
}

/**
 * @param {{session: import("../core/session.js").Session, table: import("../core/types.js").TableInfo, free: number}}
 *   props
 */
function Join({ session, table, free }) {
  const [name, setName] = useState(settings.get().name);
  const [problem, setProblem] = useState("");
  if (!free) return html`<p class="lead">All seats are taken. You can watch once the game begins.</p>`;
  /** @param {Event} event */
  const join = async (event) => {
    event.preventDefault();
    try {
      const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
      const seated = await post(`/api/tables/${table.id}/join`, {
        name: name.trim(),
        ...(invitation ? { invitation } : {}),
      });
      choose({ name: name.trim() });
      const { token, seats } = seated;
      keepSeat(table.id, { token, invitation: seated.invitation ?? invitation, seats, at: Date.now() });
      session.reconnect();
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  return html`
    <form class="link" onSubmit=${join}>
      <input
        class="field"
        required
        maxlength="24"
        placeholder="Your name"
        aria-label="Your name"
        value=${name}
        onInput=${(/** @type {any} */ event) => setName(event.target.value)}
      />
      <button class="btn main" data-join>Take a seat</button>
    </form>
    ${problem ? html`<p class="note" role="alert">${problem}</p>` : null}`;
}
