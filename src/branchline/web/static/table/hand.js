// My cards, and above them the question that is open or what is being paid for.
import { html, cls, useEffect, useRef, useState } from "../core/ui.js";
import { Card, MiniCard } from "../art/cards.js";
import { counted, countedCards } from "../core/words.js";
import { ChoiceBar, hasQuestion } from "./choice-bar.js";
import { canChange, change, paymentNow, waysToPay } from "./paying.js";
import { WHAT_TICKETS_ARE } from "./tickets.js";
import { handOf } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/types.js").CardKind} CardKind */

const VISIBLE = 5; // cards of a stack that can be seen
const STRIP = 46; // pixels of a stack that must be seen, however close they lie
const SMALL = 47; // pixels that a small card takes, with its count

/** @param {{view: View, small?: boolean, withQuestion?: boolean}} props */
export function Hand({ view, small = false, withQuestion = true }) {
  if (view.seat === null)
    return html`<section class="panel cards">
      <p class="hint">You are watching. The players' hands stay hidden.</p>
    </section>`;
  const total = handOf(view, view.seat).reduce((sum, [, count]) => sum + count, 0);
  return html`<section class="panel cards" aria-label="Your cards" data-hand>
    ${withQuestion ? html`<${ChoiceBar} view=${view} />` : null}
    ${
      !withQuestion || !hasQuestion(view)
        ? html`<header class="h">
          <h2 class="cap">Your cards</h2>
          <em>${total ? counted(total, "card") : "none yet"}</em>
        </header>`
        : null
    }
    ${view.offers.keep.length && !view.game.tickets.length ? html`<p class="hint">${WHAT_TICKETS_ARE}</p>` : null}
    <${Fan} view=${view} small=${small} />
  </section>`;
}

/**
 * The hand as stacks: side by side, then closer, then small and in several rows. While something is paid for, a click
 * on a stack puts one of its cards into the payment.
 * @param {{view: View, small?: boolean}} props
 */
export function Fan({ view, small = false }) {
  const list = useRef(/** @type {HTMLUListElement|null} */ (null));
  const width = useWidth(list);
  const cards = handOf(view, view.seat ?? 0);
  const mini = small || (width > 0 && cards.length * STRIP + STRIP > width);
  const tiny = mini && width > 0 && cards.length * SMALL > 2 * width;
  const paying = waysToPay(view) !== null;
  const used = paymentNow(view)?.cards ?? {};
  return html`<ul ref=${list} class=${cls("fan", mini && "small", tiny && "tiny", paying && "paying")} data-answers>
    ${cards.map(
      ([kind, count], at) => html`<${Stack}
        key=${kind.name}
        kind=${kind}
        count=${count}
        used=${used[kind.name] ?? 0}
        mini=${mini}
        number=${paying && at < 9 ? at + 1 : null}
        onPick=${paying && canChange(view, kind.name, 1) ? () => change(view, kind.name, 1) : null}
      />`,
    )}
  </ul>`;
}

/**
 * @param {object} props
 * @param {CardKind} props.kind
 * @param {number} props.count
 * @param {number} props.used  cards of it that are in the payment
 * @param {boolean} props.mini
 * @param {number|null} props.number  its key
 * @param {(() => void)|null} props.onPick
 */
function Stack({ kind, count, used, mini, number, onPick }) {
  const words = `${countedCards(count, kind)}${used ? `, ${used} of them in the payment` : ""}`;
  const seen = Math.min(count, VISIBLE);
  const pictures = mini
    ? html`<${MiniCard} kind=${kind} width=${36} />`
    : Array.from(
        { length: seen },
        (_, at) => html`<span key=${at} style=${{ bottom: `${(seen - 1 - at) * 8}px` }}>
          <${Card} kind=${kind} label="" />
        </span>`,
      );
  const inside = html`${pictures}<b class="k" aria-hidden="true">${count}</b>
    ${onPick && number ? html`<kbd aria-hidden="true" data-key=${number}></kbd>` : null}`;
  return html`<li class=${cls("grp", used > 0 && "up")} data-card=${kind.name} title=${words}>
    ${
      onPick
        ? html`<button class="st" aria-label=${`${words}. Put one in`} onClick=${onPick}>${inside}</button>`
        : html`<span class="st" role="img" aria-label=${words}>${inside}</span>`
    }
  </li>`;
}

/**
 * The width of an element, whenever it changes.
 * @param {{current: HTMLElement|null}} ref
 */
function useWidth(ref) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!ref.current) return undefined;
    const watch = new ResizeObserver(([entry]) => setWidth(entry.contentRect.width));
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return width;
}
