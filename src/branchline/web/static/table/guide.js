// The guided first game: someone at your side who says what comes next, where it happens, until you know your way.
import { html, useEffect, useState } from "../core/ui.js";
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

/** @param {{view: View}} props */
export function Guide({ view }) {
  const [done, setDone] = useState(() => saidAt(view.table.id));
  const lessons = useLessons(view, done !== null);
  const left = done && view.session ? lessons.filter((each) => !done.includes(each.id)) : [];
  const lesson = left.find((each) => isTimeFor(each.when, view));
  /** @param {string[]|null} now */
  const said = (now) => {
    setDone(now);
    remember(now && { table: view.table.id, done: now });
  };
  useEffect(() => {
    const target = lesson ? document.querySelector(lesson.at) : null;
    target?.classList.add("coached");
    return () => target?.classList.remove("coached");
  }, [lesson?.id]);
  if (!lesson || !done) return null;
  const last = left.length === 1;
  return html`<aside class="guide panel" role="note" aria-label="Your guide" data-guide=${lesson.id}>
    <span class="cap">Your first game</span>
    <h2>${lesson.title}</h2>
    <p>${lesson.words}</p>
    <div>
      <button class="btn main" onClick=${() => said([...done, lesson.id])}>
        ${last ? "I know my way" : "Understood"}
      </button>
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
