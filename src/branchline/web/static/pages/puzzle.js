// One puzzle: the board as its player sees it, the answers, and after one of them what each is worth and why.
import { html, cls, useEffect, useKeys, useMemo, useState } from "../core/ui.js";
import { ask, loadBoard, post } from "../core/api.js";
import { go } from "../core/router.js";
import { useStore } from "../core/store.js";
import { signed } from "../core/words.js";
import { CarSign, MiniCard } from "../art/cards.js";
import { BoardView } from "../board/board-view.js";
import { Hand } from "../table/hand.js";
import { Players } from "../table/players.js";
import { sceneOf } from "../table/scene.js";
import { createSelection } from "../table/selection.js";
import { Tickets } from "../table/tickets.js";
import { viewOf } from "../table/view.js";
import { Page, useFetched } from "./page.js";
import { nextOf } from "./puzzles.js";
import { keepSolver, solverToken } from "./solver.js";

/** @typedef {import("../core/messages.js").PuzzlePosition} Position */
/** @typedef {import("../core/messages.js").PuzzleSolved} Solved */
/** @typedef {import("../table/view.js").View} View */

/** @param {{id: string}} props */
export function PuzzlePage({ id }) {
  const { value, problem } = useFetched(async () => {
    const puzzle = await ask(`/api/puzzles/${encodeURIComponent(id)}`);
    return { puzzle, board: await loadBoard(puzzle.board) };
  }, [id]);
  const words = problem || "Looking for the puzzle …";
  return html`<${Page} title="Puzzle" at="/puzzles">
    ${
      value
        ? html`<${Puzzle} key=${id} puzzle=${value.puzzle} board=${value.board} />`
        : html`<main class="plain">
          <h1>Puzzle</h1>
          <p class="lead">${words}</p>
        </main>`
    }
  <//>`;
}

/** @param {{puzzle: Position, board: import("../core/types.js").Board}} props */
function Puzzle({ puzzle, board }) {
  const selection = useMemo(createSelection, []);
  useStore(selection);
  const view = useMemo(() => viewOfPuzzle(puzzle, board, selection), [puzzle]);
  const [chosen, setChosen] = useState(/** @type {number|null} */ (null));
  const [solved, setSolved] = useState(/** @type {Solved|null} */ (null));
  const [problem, setProblem] = useState("");
  const answer = () => {
    if (chosen === null || solved) return;
    post(`/api/puzzles/${puzzle.id}/answer`, { answer: chosen }, solverToken() ?? undefined).then(
      (/** @type {Solved} */ found) => {
        if (found.token) keepSolver(found.token);
        setSolved(found);
      },
      (error) => setProblem(error.message),
    );
  };
  const pick = (/** @type {number} */ number) => !solved && setChosen(number);
  useKeys((event) => {
    const number = Number(event.key) - 1;
    if (number >= 0 && number < puzzle.answers.length && number < 9) pick(number);
    else if (event.key === "Enter" && !solved && meansThis(event.target, chosen)) answer();
    else return;
    event.preventDefault();
  });
  /** @param {string} route */
  const onRoute = (route) => {
    const meant = puzzle.answers.find((each) => each.route && sameEnds(board, each.route, route));
    if (meant) pick(meant.number);
  };
  return html`<main class="puzzle">
    <${Players} view=${view} compact=${true} />
    <section class="board">
      <${BoardView} board=${board} scene=${sceneFor(view, puzzle, chosen, solved)} onRoute=${onRoute} />
    </section>
    <section class="mine">
      <${Row} view=${view} />
      <${Hand} view=${view} small=${true} />
      <${Tickets} view=${view} note=${puzzle.offer.length ? `${puzzle.offer.length} on offer` : undefined} />
    </section>
    <div class="asking">
    <header class="panel asked">
      <h1>${questionOf(puzzle)}</h1>
      <p class="hint">
        <${CarSign} seat=${puzzle.seat} width=${32} />
        <span>
          You play this color · ${board.title} · rated ${solved?.puzzle_rating ?? puzzle.rating}
          ${solved ? ` · ${puzzle.theme}` : ""}
        </span>
      </p>
    </header>
    <section class="panel question" aria-label="The question">
      ${solved ? html`<${Explanation} puzzle=${puzzle} solved=${solved} />` : null}
      <${Answers} puzzle=${puzzle} chosen=${chosen} solved=${solved} onPick=${pick} />
      <p role="alert">${problem}</p>
      ${
        solved
          ? null
          : html`<button class="btn main big" disabled=${chosen === null} data-answer onClick=${answer}>
              Answer <kbd>↵</kbd>
            </button>`
      }
    </section>
    </div>
  </main>`;
}

/**
 * Whether Enter means to go on with the puzzle: not where it means something else, as on another answer or a link.
 * @param {EventTarget|null} target
 * @param {number|null} [chosen]  the answer that is chosen
 */
function meansThis(target, chosen = null) {
  const control = target instanceof Element ? target.closest("button, a, select, input") : null;
  return control === null || (chosen !== null && control.getAttribute("data-choice") === String(chosen));
}

/**
 * "Your turn: what is best?", or what else is asked.
 * @param {Position} puzzle
 */
function questionOf({ banner }) {
  const [asked] = /^[^.?!]+[.?!]/.exec(banner) ?? [banner];
  return asked.endsWith("?") ? asked : `${asked.replace(/[.!]$/, "")}: what is best?`;
}

/**
 * The cards that lie open.
 * @param {{view: View}} props
 */
function Row({ view }) {
  /** @type {(string|null)[]} */
  const row = view.game.observation.parts.market.row;
  return html`<div class="panel openrow">
    <span class="cap">The row</span>
    <ul aria-label="The row">
      ${row.map((card, place) => {
        const kind = card === null ? null : view.board.card[card];
        return kind ? html`<li key=${place} title=${kind.title}><${MiniCard} kind=${kind} width=${34} /></li>` : null;
      })}
    </ul>
  </div>`;
}

/**
 * Whether two tracks connect the same places: all of them are one answer.
 * @param {import("../core/types.js").Board} board
 * @param {string} one
 * @param {string} other
 */
function sameEnds(board, one, other) {
  const [a, b] = [board.route[one], board.route[other]];
  return (a.a === b.a && a.b === b.b) || (a.a === b.b && a.b === b.a);
}

/**
 * The map: routes that are answers glow, the chosen one is marked, and in the end the best one.
 * @param {View} view
 * @param {Position} puzzle
 * @param {number|null} chosen
 * @param {Solved|null} solved
 */
function sceneFor(view, puzzle, chosen, solved) {
  const routes = puzzle.answers.flatMap((each) => (each.route ? [each.route] : []));
  const route = (/** @type {number|null|undefined} */ number) =>
    puzzle.answers.find((each) => each.number === number)?.route ?? null;
  const best = route(solved?.best);
  return {
    ...sceneOf(view),
    legal: new Set(solved ? [] : routes),
    chosen: route(chosen),
    marked: new Set(best ? [best] : []),
  };
}

/**
 * @param {{puzzle: Position, chosen: number|null, solved: Solved|null, onPick: (number: number) => void}} props
 */
function Answers({ puzzle, chosen, solved, onPick }) {
  const worth = new Map((solved?.worths ?? []).map((each) => [each.number, each]));
  const order = solved ? solved.worths.map((each) => each.number) : puzzle.answers.map((each) => each.number);
  return html`<ol class="answers" role=${solved ? null : "radiogroup"} aria-label="Answers">
    ${order.map((number) => {
      const each = puzzle.answers[number];
      const its = worth.get(number);
      const state = !solved ? "" : number === solved.best ? "best" : number === chosen ? "wrong" : "";
      return html`<li key=${number} class=${cls(state)}>
        <button
          role=${solved ? null : "radio"}
          aria-checked=${solved ? null : number === chosen}
          disabled=${solved !== null}
          class=${cls(number === chosen && "chosen")}
          data-choice=${number}
          onClick=${() => onPick(number)}
        >
          <span>${sentence(each.words)}</span>
          ${its ? html`<em title="Win share">${points(its.share)} ± ${points(its.se)} %</em>` : null}
          ${!its && number < 9 ? html`<kbd>${number + 1}</kbd>` : null}
          ${its ? html`<i style=${`width: ${Math.round(100 * its.share)}%`}></i>` : null}
        </button>
      </li>`;
    })}
  </ol>`;
}

/** @param {{puzzle: Position, solved: Solved}} props */
function Explanation({ puzzle, solved }) {
  const [busy, setBusy] = useState(false);
  useEffect(() => /** @type {HTMLElement|null} */ (document.querySelector("[data-verdict]"))?.focus(), []);
  const next = async () => {
    setBusy(true);
    const wanted = new URLSearchParams(location.search);
    const [all, me] = await Promise.all([
      ask("/api/puzzles"),
      ask("/api/puzzles/solver", { token: solverToken() ?? "" }),
    ]);
    const fits = all.puzzles.filter(
      (/** @type {any} */ each) =>
        each.id !== puzzle.id &&
        (!wanted.get("board") || each.board === wanted.get("board")) &&
        (!wanted.get("theme") || each.theme === wanted.get("theme")),
    );
    const found = fits.length ? nextOf(fits, me) : null;
    go(found ? `/puzzles/${found.id}${location.search}` : "/puzzles");
  };
  useKeys((event) => {
    if (event.key === "Enter" && !event.repeat && !busy && meansThis(event.target)) next();
  });
  return html`<div class="why" role="status">
    <h2 tabindex="-1" data-verdict=${solved.right ? "right" : "wrong"}>${solved.right ? "Right!" : "Not the best"}</h2>
    <p>
      Best: ${solved.move}. It is ${points(solved.lead)} ± ${points(solved.lead_se)} % of win share ahead of the
      next best.
    </p>
    <ul>${solved.reasons.map((each) => html`<li key=${each}>${each}</li>`)}</ul>
    <p data-rating>
      Your rating: <b>${solved.rating}</b>
      ${solved.counted ? ` (${signed(solved.change)})` : " (your first answer counted)"}
    </p>
    <p>
      <button class="btn main" disabled=${busy} data-next onClick=${next}>
        Next puzzle <kbd>↵</kbd>
      </button>
    </p>
  </div>`;
}

/** @param {number} share */
function points(share) {
  return Math.round(100 * share);
}

/** @param {string} words */
function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A puzzle as the parts of the table know games. Nothing can be done in it but to look.
 * @param {Position} puzzle
 * @param {import("../core/types.js").Board} board
 * @param {import("../table/selection.js").SelectionStore} selection
 */
function viewOfPuzzle(puzzle, board, selection) {
  const { turn, observation, names, banner, closed, tickets, offer, log } = puzzle;
  const seats = names.map((name, seat) => ({ seat, name, kind: "bot", level: null, here: true }));
  const table = /** @type {any} */ ({
    id: puzzle.id,
    board: puzzle.board,
    variant: puzzle.variant,
    title: board.title,
    status: "finished",
    seats,
    coach: { on: false, offer: null, helped: {} },
  });
  const game = /** @type {any} */ ({
    number: 0,
    turn,
    observation,
    names,
    banner,
    closed,
    tickets: [...tickets, ...offer.map((ticket) => ({ ...ticket, words: "on offer" }))],
    offer: [],
    log,
    decision: null,
    warning: "",
    clocks: { now: 0, clocks: [] },
    undo: { can: "no", words: "", wish: null },
    result: null,
  });
  return viewOf({ session: null, table, game, board, seat: puzzle.seat, selection });
}
