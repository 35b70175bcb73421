// The guided first game: someone at your side who says what comes next, where it happens, until you know your way.
import { html, useEffect, useRef, useState } from "../core/ui.js";
import { Icon } from "../art/cards.js";
import { sectionsOf } from "../core/rule-sections.js";
import { isTimeFor } from "./lessons.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../core/rule-sections.js").Lesson} Lesson */
/** @typedef {{table: string, done: string[]}} Guided  the one table that is guided, and what was said there */

const KEY = "branchline.guide";

/**
 * This table is the guided one, and no other.
 * @param {string} table
 */
export function guideAt(table) {
  remember({ table, done: [] });
}

/** @param {Guided|null} guided */
function remember(guided) {
  try {
    if (guided) sessionStorage.setItem(KEY, JSON.stringify(guided));
    else sessionStorage.removeItem(KEY);
  } catch {
    // without a memory there is no guide
  }
}

/**
 * @param {string} table
 * @returns {string[]|null}  what was said there; null: this table has no guide
 */
function saidAt(table) {
  try {
    const guided = /** @type {Guided|null} */ (JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
    return guided?.table === table ? guided.done : null;
  } catch {
    return null;
  }
}

/**
 * What the guide can say: the board's own lessons first, as they are about something that happens now.
 * @param {View} view
 * @param {boolean} wanted
 */
function useLessons(view, wanted) {
  const [lessons, setLessons] = useState(/** @type {Lesson[]} */ ([]));
  useEffect(() => {
    if (!wanted) return;
    sectionsOf(view.board, view.variant).then(
      (sections) => {
        const own = sections.filter((section) => section.own);
        const shared = sections.filter((section) => !section.own);
        setLessons([...own, ...shared].flatMap((section) => section.lessons));
      },
      (problem) => console.error(problem),
    );
  }, [view.board.id, wanted]);
  return lessons;
}

const PLACES = ["", "at-right", "at-right at-top", "at-top"]; // where it can stand, as classes

/**
 * Let the guide stand where it does not lie on what it speaks of.
 * @param {Element|null} bubble
 * @param {Element|null} target
 */
function standBeside(bubble, target) {
  if (!bubble) return;
  for (const place of target ? PLACES : PLACES.slice(0, 1)) {
    bubble.className = `guide panel ${place}`;
    const [a, b] = [bubble.getBoundingClientRect(), target?.getBoundingClientRect() ?? new DOMRect()];
    if (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top) return;
  }
  bubble.className = "guide panel"; // what it speaks of is as large as the screen
}

/**
 * What a bot that thinks aloud has said last.
 * @param {View} view
 * @param {import("../core/types.js").ChatLine[]} chat
 */
function saidByBot({ table }, chat) {
  return chat.filter(({ seat, note }) => !note && seat !== null && table.seats[seat]?.kind === "bot").pop();
}

/** @param {{view: View, chat: import("../core/types.js").ChatLine[]}} props */
export function Guide({ view, chat }) {
  const [done, setDone] = useState(() => saidAt(view.table.id));
  const bubble = useRef(/** @type {HTMLElement|null} */ (null));
  const lessons = useLessons(view, done !== null);
  const left = done && view.session ? lessons.filter((each) => !done.includes(each.id)) : [];
  const lesson = left.find((each) => isTimeFor(each.when, view));
  const line = done ? saidByBot(view, chat) : undefined;
  /** @param {string[]|null} now */
  const said = (now) => {
    setDone(now);
    remember(now && { table: view.table.id, done: now });
  };
  useEffect(() => {
    const target = lesson ? document.querySelector(lesson.at) : null;
    target?.classList.add("coached");
    standBeside(bubble.current, target);
    return () => target?.classList.remove("coached");
  }, [lesson?.id, line?.number]);
  if (!done || view.game.result || !(lesson || line)) return null;
  const last = left.length === 1;
  return html`<aside ref=${bubble} class="guide panel" role="note" aria-label="Your guide" data-guide=${lesson?.id}>
    ${
      lesson
        ? html`<span class="cap">Your first game</span>
          <h2>${lesson.title}</h2>
          <p>${lesson.words}</p>`
        : null
    }
    ${line ? html`<blockquote data-aloud><b>${line.name}</b> ${line.text}</blockquote>` : null}
    <div>
      ${
        lesson
          ? html`<button class="btn main" onClick=${() => said([...done, lesson.id])}>
            ${last ? "I know my way" : "Understood"}
          </button>`
          : null
      }
      <button
        class="x"
        aria-label="No more explanations"
        title="No more explanations"
        onClick=${() => said(null)}
      >
        <${Icon} name="close" size=${16} />
      </button>
    </div>
  </aside>`;
}
