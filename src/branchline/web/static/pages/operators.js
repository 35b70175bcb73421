// For those who run the server: what they can have done, as the server lists it, and what it brought.
import { html, useState } from "../core/ui.js";
import { ask, post } from "../core/api.js";
import { Page } from "./page.js";

/** @typedef {{name: string, words: string, told: {name: string, meaning: string, must: boolean}[]}} Order */
/** @typedef {Record<string, string>[]} Lines */

const ADDRESS = "/api/operator";
const LOOKING = ["state", "list-tables", "look-at", "list-bans", "audit"]; // what changes nothing
const FINAL = ["close", "delete", "forget"]; // what cannot be undone

export function Operators() {
  const [key, setKey] = useState("");
  const [orders, setOrders] = useState(/** @type {Order[]|null} */ (null));
  const [answer, setAnswer] = useState(/** @type {{of: string, lines: Lines}|null} */ (null));
  const [problem, setProblem] = useState("");
  /** @param {string} name @param {Record<string, string>} [values] */
  const order = async (name, values = {}) => {
    try {
      setAnswer({ of: name, lines: (await post(ADDRESS, { order: name, values }, key)).lines });
      setProblem("");
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  /** @param {Event} event */
  const enter = async (event) => {
    event.preventDefault();
    try {
      setOrders((await ask(ADDRESS, { token: key })).orders);
      await order("state");
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  return html`<${Page} title="Operators" at="/operators">
    <main class="plain operators">
      <h1>Looking after this server</h1>
      <p class="lead" role="status">${problem}</p>
      ${orders ? null : html`<${Key} typed=${key} onKey=${setKey} onEnter=${enter} />`}
      ${orders ? html`<${Desk} orders=${orders} answer=${answer} onOrder=${order} />` : null}
    </main>
  <//>`;
}

/** @param {{typed: string, onKey: (key: string) => void, onEnter: (event: Event) => void}} props */
function Key({ typed, onKey, onEnter }) {
  const onInput = (/** @type {any} */ event) => onKey(event.target.value);
  return html`<form class="order" onSubmit=${onEnter}>
    <label>
      The operator's key
      <input type="password" autocomplete="current-password" required value=${typed} onInput=${onInput} />
    </label>
    <button class="btn main">Enter</button>
  </form>`;
}

/**
 * @param {{orders: Order[], answer: {of: string, lines: Lines}|null,
 *   onOrder: (name: string, values?: Record<string, string>) => void}} props
 */
function Desk({ orders, answer, onOrder }) {
  const [chosen, choose] = useState("");
  const order = orders.find((each) => each.name === chosen);
  const look = (/** @type {string} */ table) => onOrder("look-at", { table });
  const pick = (/** @type {Order} */ each) => {
    choose(each.name);
    if (!each.told.some((part) => part.must) && LOOKING.includes(each.name)) onOrder(each.name);
  };
  return html`
    <nav class="orders" aria-label="Orders">
      ${orders.map(
        (each) =>
          html`<button
            key=${each.name}
            class="btn"
            aria-pressed=${each.name === chosen ? "true" : "false"}
            onClick=${() => pick(each)}
          >
            ${each.name.replaceAll("-", " ")}
          </button>`,
      )}
    </nav>
    ${order ? html`<${Form} key=${order.name} order=${order} onOrder=${onOrder} />` : null}
    ${answer ? html`<${Answer} of=${answer.of} lines=${answer.lines} onLook=${look} />` : null}
  `;
}

/** @param {{order: Order, onOrder: (name: string, values: Record<string, string>) => void}} props */
function Form({ order, onOrder }) {
  const [asked, setAsked] = useState(false);
  /** @param {any} event */
  const send = (event) => {
    event.preventDefault();
    if (FINAL.includes(order.name) && !asked) {
      setAsked(true);
      return;
    }
    setAsked(false);
    onOrder(order.name, /** @type {any} */ (Object.fromEntries(new FormData(event.target))));
  };
  return html`<form class="order" onSubmit=${send} onInput=${() => setAsked(false)}>
    <p>${order.words}</p>
    ${order.told.map(
      (part) =>
        html`<label key=${part.name}>
          ${part.name} <small>${part.meaning}</small>
          <input name=${part.name} required=${part.must} maxlength="500" autocomplete="off" />
        </label>`,
    )}
    <button class="btn main">${asked ? "This cannot be undone. Do it" : order.name.replaceAll("-", " ")}</button>
  </form>`;
}

/** @param {{of: string, lines: Lines, onLook: (table: string) => void}} props */
function Answer({ of, lines, onLook }) {
  const names = Object.keys(lines[0] ?? {});
  const plain = names.join() === "what,value";
  return html`<div class="answer" role="region" aria-label="Answer" tabindex="0">
    ${lines.length ? null : html`<p class="lead">Nothing.</p>`}
    <table data-answer=${of}>
      ${
        plain
          ? null
          : html`<thead>
            <tr>
              ${names.map((name) => html`<th key=${name} scope="col">${name}</th>`)}
            </tr>
          </thead>`
      }
      <tbody>
        ${lines.map(
          (line, at) =>
            html`<tr key=${at}>
              ${names.map(
                (name) =>
                  html`<td key=${name}>
                    ${
                      name === "table" && line[name]
                        ? html`<button class="linkish" onClick=${() => onLook(line[name])}>${line[name]}</button>`
                        : line[name]
                    }
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
