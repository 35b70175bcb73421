// The guided first game: someone at your side who says what comes next, where it happens, until you know your way.
import { html, useEffect, useState } from "../core/ui.js";
import { Icon } from "../art/cards.js";

/** @typedef {import("./view.js").View} View */
/**
 * @typedef {{id: string, when: (view: View) => boolean, title: string, words: string, at: string}} Lesson  `at`: what
 *   it is about, to be framed
 */

const KEY = "branchline.coach";

/** The next table is the guided one. */
export function startCoach() {
  try {
    sessionStorage.setItem(KEY, "[]");
  } catch {
    // without a memory there is no guide
  }
}

/** @type {Lesson[]} */
const LESSONS = [
  {
    id: "welcome",
    when: (view) => view.offers.keep.length > 0,
    title: "Tickets are your plan",
    words:
      "Each names two places to connect with routes of your own, and what that is worth. The places are lit on " +
      "the map. Tick two that lie near each other, then press Keep. Short ones are easier.",
    at: "[data-tickets]",
  },
  {
    id: "cards",
    when: (view) => view.decision?.question === "turn" && view.offers.take.size > 0,
    title: "Collect cards of one color",
    words:
      "Routes are paid with cards. Take two: from the row, where you see them, or blind from the deck. The " +
      "colored locomotive stands for any color, but from the row it is the only card you take.",
    at: ".market, .quick",
  },
  {
    id: "second",
    when: (view) => view.decision?.question === "second card",
    title: "One more card",
    words: "A turn of cards is two cards. Take a second one; the row has been refilled.",
    at: ".market, .quick",
  },
  {
    id: "others",
    when: (view) => view.decision === null && view.game.log.length > 3,
    title: "Now the others play",
    words:
      "Watch what they build: it is told here, word by word. What they hold is theirs, what lies on the table is " +
      "for all to see.",
    at: ".log",
  },
  {
    id: "build",
    when: (view) => view.offers.routes.size > 0 && cardsInHand(view) > 5,
    title: "Build a route",
    words:
      "Routes that glow can be built with your cards. Click one on the way between your places: its price stands " +
      "above your cards. Choose how to pay, and press Build. Longer routes score far more.",
    at: ".map",
  },
  {
    id: "paying",
    when: (view) => view.selection.get().mode === "route",
    title: "How to pay",
    words:
      "Every way is shown in cards; the first keeps your locomotives. Press Build, or let go and look for another " +
      "route.",
    at: ".paybar",
  },
  {
    id: "built",
    when: (view) => ownRoutes(view) > 0,
    title: "Your first cars",
    words:
      "The points are yours at once. Your tickets say how many routes are still to go; hover over one and its " +
      "places light up.",
    at: "[data-tickets]",
  },
  {
    id: "plan",
    when: (view) => ownRoutes(view) > 1,
    title: "The rest is up to you",
    words:
      "Collect, build, and when your tickets are done, draw new ones. When somebody has two trains left or fewer, " +
      "everybody has one more turn. Unfulfilled tickets cost their points, so finish what you began.",
    at: ".player.on, .pseats",
  },
];

/** @param {View} view */
function cardsInHand(view) {
  return view.seat === null ? 0 : view.game.observation.parts.hands.hands[view.seat].size;
}

/** @param {View} view */
function ownRoutes(view) {
  return view.game.observation.parts.tracks.owners.filter(
    (/** @type {number[]} */ owners) => view.seat !== null && owners.includes(view.seat),
  ).length;
}

/** @returns {string[]|null} */
function heard() {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? null : JSON.parse(kept);
  } catch {
    return null;
  }
}

/** @param {{view: View}} props */
export function Coach({ view }) {
  const [done, setDone] = useState(heard);
  const lesson = done && view.session ? LESSONS.find((each) => !done.includes(each.id) && each.when(view)) : undefined;
  /** @param {string[]|null} now */
  const remember = (now) => {
    setDone(now);
    if (now === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(now));
  };
  useEffect(() => {
    const target = lesson ? document.querySelector(lesson.at) : null;
    target?.classList.add("coached");
    return () => target?.classList.remove("coached");
  }, [lesson?.id]);
  if (!lesson || !done) return null;
  return html`<aside class="coach panel" role="note" aria-label="Your guide" data-coach=${lesson.id}>
    <span class="cap">Your first game</span>
    <h2>${lesson.title}</h2>
    <p>${lesson.words}</p>
    <div>
      <button class="btn main" onClick=${() => remember([...done, lesson.id])}>
        ${lesson.id === "plan" ? "I know my way" : "Understood"}
      </button>
      <button class="x" aria-label="No more explanations" title="No more explanations" onClick=${() => remember(null)}>
        <${Icon} name="close" size=${16} />
      </button>
    </div>
  </aside>`;
}
