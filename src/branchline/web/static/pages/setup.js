// Setting up a table: variant, seats, bots and their levels, and what else there is to choose.
import { inTab } from "../core/address.js";
import { ask } from "../core/api.js";
import { html, useEffect, useKeys, useState } from "../core/ui.js";
import { choose, settings } from "../core/settings.js";
import { useStore } from "../core/store.js";
import { CarSign, Icon } from "../art/cards.js";
import { NAMELESS, createTable } from "./sitting-down.js";

/** @typedef {{kind: "me"|"friend"|"guest"|"bot", level: string, name: string}} Plan */
/** @typedef {import("../core/messages.js").BotLevel} BotLevel */

const USUAL = ["medium", "greedy"]; // the first of these levels that there is
/** @type {[Plan["kind"], string, string][]} */
const COMPANY = [
  ["bot", "Bots", "You against bots"],
  ["friend", "Friends by link", "Friends join by a link, on screens of their own"],
  ["guest", "Here", "You share this screen; a curtain hides the cards between turns"],
];
const SERVER_NEEDED = "Friends on other screens need a server: “branchline serve” starts one.";
const ASK_AGAIN = 5000; // milliseconds between looks at bots that are not ready yet
const TIMERS = /** @type {[string, object][]} */ ([
  ["no limit", { kind: "none" }],
  ["1 minute a move", { kind: "move", seconds: 60, when_out: "bot" }],
  ["3 minutes a move", { kind: "move", seconds: 180, when_out: "bot" }],
  ["20 minutes a game", { kind: "bank", seconds: 1200, increment: 10, when_out: "bot" }],
]);

/** @param {{board: any, bots: BotLevel[]}} props */
export function Setup({ board, bots: offered }) {
  const bots = useBots(offered);
  const { name } = useStore(settings);
  const usual = USUAL.find((level) => bots.some((bot) => bot.level === level)) ?? bots[0]?.level ?? "";
  const [variant, setVariant] = useState(board.variants[0].id);
  const [plans, setPlans] = useState(() => plansFor("bot", board.seats, usual));
  const [timer, setTimer] = useState(0);
  const [isPrivate, setPrivate] = useState(false);
  const [first, setFirst] = useState("");
  const [whenLeft, setWhenLeft] = useState("bot");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const guests = plans.filter((plan) => plan.kind === "guest");
  const friends = plans.filter((plan) => plan.kind === "friend");
  const needsServer = inTab && friends.length > 0;
  const room = plans.length < board.seats[1];

  /** @param {Plan["kind"]} kind */
  const add = (kind) =>
    setPlans([...plans, { kind, level: usual, name: kind === "guest" ? `Player ${plans.length + 1}` : "" }]);
  /** @param {number} at @param {Partial<Plan>} change */
  const change = (at, change) => setPlans(plans.map((plan, each) => (each === at ? { ...plan, ...change } : plan)));
  const start = async () => {
    if (busy || needsServer) return;
    setBusy(true);
    setProblem("");
    try {
      await createTable({
        board: board.id,
        variant,
        name: name.trim() || NAMELESS,
        private: isPrivate,
        timer: TIMERS[timer][1],
        when_left: whenLeft,
        seats: plans.map((plan) => (plan.kind === "bot" ? { kind: "bot", level: plan.level } : { kind: "person" })),
        ...(first === "" ? {} : { first_seat: Number(first) }),
        ...(guests.length
          ? {
              hot_seat: plans
                .filter((plan) => plan.kind !== "bot")
                .map((plan) => (plan.kind === "me" ? name.trim() || "Player 1" : plan.name)),
            }
          : {}),
      });
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
      setBusy(false);
    }
  };
  useKeys((event) => {
    if (event.key === "Enter" && !(event.target instanceof Element && event.target.closest("button, a, summary")))
      start();
  });
  /** Enter in a name means the same as anywhere else. @param {KeyboardEvent} event */
  const named = (event) => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) start();
  };
  return html`<div class="panel setup" onKeyDown=${named}>
    <h2 class="cap">Start a table</h2>
    <h2>${board.title}</h2>
    ${
      board.variants.length > 1
        ? html`<div class="seg" role="group" aria-label="Variant">
          ${board.variants.map(
            (/** @type {any} */ each) => html`<button
              key=${each.id}
              aria-pressed=${each.id === variant}
              title=${each.summary}
              onClick=${() => setVariant(each.id)}
            >
              ${each.title}
            </button>`,
          )}
        </div>`
        : null
    }
    <div class="seg with" role="group" aria-label="Who plays">
      ${COMPANY.map(
        ([kind, words, more]) => html`<button
          key=${kind}
          data-company=${kind}
          aria-pressed=${company(plans) === kind}
          title=${more}
          onClick=${() => setPlans(plansFor(kind, board.seats, usual))}
        >
          ${words}
        </button>`,
      )}
    </div>
    ${plans.map(
      (plan, at) => html`<${SeatLine}
        key=${at}
        plan=${plan}
        at=${at}
        name=${name}
        bots=${bots}
        onChange=${(/** @type {Partial<Plan>} */ it) => change(at, it)}
        onRemove=${
          at > 0 && plans.length > board.seats[0] ? () => setPlans(plans.filter((_, each) => each !== at)) : null
        }
      />`,
    )}
    ${
      room
        ? html`<div class="sline add">
          <${EmptySeat} />
          <span>
            Add <button onClick=${() => add("bot")}>a bot</button>
            , <button onClick=${() => add("friend")} disabled=${guests.length > 0}>a friend by link</button> or <button
              title="You share this screen; a curtain hides the cards between turns"
              onClick=${() => add("guest")}
              disabled=${friends.length > 0}
            >
              someone here
            </button>
          </span>
        </div>`
        : null
    }
    <details>
      <summary>More</summary>
      <div class="opts">
        <label>
          Time
          <select value=${timer} onChange=${(/** @type {any} */ event) => setTimer(Number(event.target.value))}>
            ${TIMERS.map(([words], at) => html`<option value=${at}>${words}</option>`)}
          </select>
        </label>
        <label>
          Who leaves
          <select value=${whenLeft} onChange=${(/** @type {any} */ event) => setWhenLeft(event.target.value)}>
            <option value="bot">a bot plays on</option>
            <option value="resign">gives up</option>
          </select>
        </label>
        <label>
          Who begins
          <select value=${first} onChange=${(/** @type {any} */ event) => setFirst(event.target.value)}>
            <option value="">drawn by chance</option>
            ${plans.map(
              (plan, at) => html`<option value=${at}>${plan.kind === "me" ? "I do" : `seat ${at + 1}`}</option>`,
            )}
          </select>
        </label>
        <label>
          Only with the link
          <input type="checkbox" checked=${isPrivate} onChange=${() => setPrivate(!isPrivate)} />
        </label>
      </div>
    </details>
    <button class="btn main big" data-start disabled=${busy || needsServer} onClick=${start}>
      ${friends.length ? "Open the table" : "Start the game"}
    </button>
    ${needsServer ? html`<p class="note">${SERVER_NEEDED}</p>` : null}
    ${
      problem
        ? html`<p class="note" role="alert">${problem}</p>`
        : html`<p class="hint">
          <span class="bykey">Or press <kbd>Enter</kbd>. </span>
          <a class="linkish" href=${`/learn/${board.id}`} data-page="1">The rules</a>
        </p>`
    }
    ${board.note ? html`<p class="note">${board.note}</p>` : null}
  </div>`;
}

/**
 * Who sits at the table at first: bots, or one other person and no bot.
 * @param {Plan["kind"]} kind
 * @param {[number, number]} seats  fewest and most
 * @param {string} level
 * @returns {Plan[]}
 */
export function plansFor(kind, seats, level) {
  const others = Math.max(seats[0] - 1, Math.min(kind === "bot" ? 2 : 1, seats[1] - 1));
  return [
    { kind: "me", level: "", name: "" },
    ...Array.from({ length: others }, (_, at) => ({ kind, level, name: kind === "guest" ? `Player ${at + 2}` : "" })),
  ];
}

/**
 * What kind of company this is; a mixture counts by its people.
 * @param {Plan[]} plans
 */
function company(plans) {
  return plans.find((plan) => plan.kind === "friend" || plan.kind === "guest")?.kind ?? "bot";
}

/**
 * @param {{plan: Plan, at: number, name: string, bots: BotLevel[], onChange: (change:
 *   Partial<Plan>) => void, onRemove: (() => void)|null}} props
 */
function SeatLine({ plan, at, name, bots, onChange, onRemove }) {
  return html`<div class=${`sline seat-${at}`}>
    <${CarSign} seat=${at} width=${38} />
    <span class="who">
      ${
        plan.kind === "me"
          ? html`<input
          aria-label="Your name"
          placeholder="Your name"
          maxlength="24"
          value=${name}
          onInput=${(/** @type {any} */ event) => choose({ name: event.target.value })}
        />`
          : plan.kind === "guest"
            ? html`<input
            aria-label=${`Name of player ${at + 1}`}
            maxlength="24"
            value=${plan.name}
            onInput=${(/** @type {any} */ event) => onChange({ name: event.target.value })}
          />`
            : plan.kind === "friend"
              ? "A friend"
              : "Bot"
      }
    </span>
    ${
      plan.kind === "bot"
        ? html`<select
      aria-label=${`Level of the bot in seat ${at + 1}`}
      value=${plan.level}
      title=${bots.find((bot) => bot.level === plan.level)?.words}
      onChange=${(/** @type {any} */ event) => onChange({ level: event.target.value })}
    >
      ${bots.filter((bot) => bot.for_people).map(levelOption)}
      <optgroup label="More">${bots.filter((bot) => !bot.for_people).map(levelOption)}</optgroup>
    </select>`
        : null
    }
    ${
      onRemove
        ? html`<button class="x" aria-label=${`Remove seat ${at + 1}`} onClick=${onRemove}>
      <${Icon} name="close" size=${14} />
    </button>`
        : null
    }
  </div>`;
}

/** @param {BotLevel} bot */
export function levelOption({ level, words, soon }) {
  return html`<option key=${level} value=${level} title=${words}>${soon ? `${level}: ${soon}` : level}</option>`;
}

/**
 * The bots as they are now: as long as one of them is not at its full strength, the server is asked now and then.
 * @param {BotLevel[]} offered
 */
function useBots(offered) {
  const [bots, setBots] = useState(offered);
  const waiting = bots.some((bot) => bot.soon);
  useEffect(() => {
    if (!waiting) return undefined;
    const look = () =>
      ask("/api/boards").then(
        (found) => setBots(found.bots),
        () => {}, // the next look may fare better
      );
    const asking = setInterval(look, ASK_AGAIN);
    return () => clearInterval(asking);
  }, [waiting]);
  return bots;
}

function EmptySeat() {
  return html`<svg width="38" height="16" aria-hidden="true">
    <rect x="1" y="1" width="36" height="14" rx="4" fill="none" stroke="currentColor" stroke-dasharray="3 3" />
  </svg>`;
}
