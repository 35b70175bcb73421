// A finished game analyzed: the win shares over the game, the map at the chosen moment with what was done and what
// would have been better, key moments, mistakes to learn from, every player's figures, and playing on from any moment.
import { html, cls, useEffect, useKeys, useMemo, useState } from "../core/ui.js";
import { ask, loadBoard } from "../core/api.js";
import { go } from "../core/router.js";
import { seatAt } from "../core/seats.js";
import { CarSign } from "../art/cards.js";
import { Brand, Tools } from "../table/header.js";
import { SettingsDialog } from "../table/menu.js";
import { OpenHands } from "../table/open-hands.js";
import { createSelection } from "../table/selection.js";
import { viewOf } from "../table/view.js";
import { keyMoments } from "../study/moments.js";
import { KeyMoments } from "../study/key-moments.js";
import { Learning } from "../study/learning.js";
import { MomentBar, momentByKey } from "../study/moment-bar.js";
import { MomentPanel } from "../study/moment-panel.js";
import { drawnAt } from "../study/on-the-map.js";
import { PlayOn } from "../study/play-on.js";
import { ProgressOf } from "../study/progress.js";
import { SeatCards } from "../study/seat-cards.js";
import { Legend, ShareChart } from "../study/share-chart.js";
import { StudyMap } from "../study/study-map.js";
import { TABS, Tabs } from "../study/tabs.js";
import { useAnalysis } from "../study/watching.js";
import { CopyLink } from "./copy-link.js";
import { useFetched, useTitle } from "./page.js";
import { gameAt, useSteps } from "./replay-steps.js";

/** @typedef {import("../core/messages.js").Replay} Replay */
/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../study/tabs.js").Tab} Tab */

const AHEAD = 3; // steps that are fetched before they are wanted
const TALL = 0.9; // a board that is narrower, for its height, stands beside everything else
const OWN_KEYS = "[data-map], [data-chart], [role=tablist], dialog"; // these have keys of their own

/** @param {{id: string}} props */
export function AnalysisPage({ id }) {
  const { value: replay, problem } = useFetched(() => ask(`/api/tables/${id}/replay?view=open`), [id]);
  const { value: board } = useFetched(
    async () => (replay ? loadBoard(replay.table.board) : null),
    [replay?.table.board],
  );
  useTitle(board ? `Analysis of ${board.title}` : "Analysis");
  if (problem)
    return html`<main class="plain">
      <h1>Analysis</h1>
      <p class="lead">${problem}</p>
      <p><a class="btn" href="/" data-page="1">Home</a></p>
    </main>`;
  if (!replay || !board)
    return html`<main class="plain"><h1 class="sr">Analysis</h1><p class="lead">Looking for the game …</p></main>`;
  return html`<${Study} id=${id} replay=${replay} board=${board} />`;
}

/** @param {{id: string, replay: Replay, board: Board}} props */
function Study({ id, replay, board }) {
  const last = replay.steps + 1; // the moment after the last decision
  const { at, who, tab, setAt, setWho, setTab } = useAddress(id, last);
  const [meant, setMeant] = useState(/** @type {number|null} */ (null));
  const [learner, setLearner] = useState(() => seatAt(id)?.seats?.[0] ?? 0);
  const [answered, setAnswered] = useState(false);
  const [settings, setSettings] = useState(false);
  const watched = useAnalysis(id);
  const { game } = watched;
  const keys = useMemo(() => (game ? keyMoments(game) : []), [game]);
  const learning = tab === "learn" && game !== null;
  const view = useView(id, replay, board, at - 1, learning ? String(learner) : who);
  const names = replay.table.seats.map((seat) => seat.name);
  /** @param {number} moment */
  const to = (moment) => {
    setMeant(null);
    setAt(Math.max(1, Math.min(last, moment)));
  };
  useKeys((event) => {
    const goal = momentByKey(event.key, at, last, keys);
    if (goal === undefined || learning || (event.target instanceof Element && event.target.closest(OWN_KEYS))) return;
    event.preventDefault();
    if (goal !== null) to(goal);
  });
  const drawn = drawnAt(game, at, { hidden: learning && !answered, meant });
  const parts = { game, names, keys, at, last, replay, view, onMeant: setMeant, onMoment: to };
  const tall = board.size[0] / board.size[1] < TALL;
  return html`<div class=${cls("screen end study", tall && "upright", learning && "lessons")}>
    <header class="top">
      <${Brand} />
      <div class="where"><h1>Analysis</h1> · ${replay.table.title}</div>
      <${Tools} onMenu=${() => setSettings(true)} />
    </header>
    <main class="studyp">
      <${StudyMap} view=${view} drawn=${drawn} at=${at} />
      <section class="panel studytime" aria-label="The game">
        ${game ? html`<${Timeline} ...${parts} />` : null}
        <${ProgressOf} watched=${watched} />
        <${MomentBar} ...${parts} who=${who} onWho=${setWho} locked=${learning} />
      </section>
      <section class="panel studyside">
        <${Tabs} tab=${tab} onTab=${setTab} count=${keys.length} />
        <div class="tabbody" role="tabpanel" tabindex="0" aria-label=${TABS.find(([each]) => each === tab)?.[1]}>
          ${learning && view ? html`<${OpenHands} view=${view} only=${learner} withRow />` : null}
          <${Part}
            ...${parts}
            tab=${tab}
            onTab=${setTab}
            learner=${learner}
            onLearner=${setLearner}
            onAnswered=${setAnswered}
          />
          ${view && tab === "moment" ? html`<${OpenHands} view=${view} withRow />` : null}
        </div>
        <${Actions}
          id=${id}
          ...${parts}
          who=${who}
          seat=${learning ? learner : (game?.analysis.decisions[at - 1]?.seat ?? learner)}
        />
      </section>
    </main>
    ${settings ? html`<${SettingsDialog} onClose=${() => setSettings(false)} />` : null}
  </div>`;
}

/**
 * The moment, whose view, and which part: what the address says, which follows them. A link leads back here.
 * @param {string} id
 * @param {number} last
 */
function useAddress(id, last) {
  const [first] = useState(() => new URLSearchParams(location.search));
  const moment = Number(first.get("moment") ?? 1);
  const part = TABS.find(([each]) => each === first.get("part"))?.[0] ?? "moment";
  const [at, setAt] = useState(Math.max(1, Math.min(last, Number.isInteger(moment) ? moment : 1)));
  const [who, setWho] = useState(first.get("view") ?? "open");
  const [tab, setTab] = useState(/** @type {Tab} */ (part));
  useEffect(() => {
    const query = `moment=${at}&view=${encodeURIComponent(who)}${tab === "moment" ? "" : `&part=${tab}`}`;
    go(`/analysis/${id}?${query}`, { replace: true });
  }, [at, who, tab]);
  return { at, who, tab, setAt, setWho, setTab };
}

/**
 * The game at a step, as a view; null until it is there for the first time.
 * @param {string} id
 * @param {Replay} replay
 * @param {Board} board
 * @param {number} step
 * @param {string} who
 */
function useView(id, replay, board, step, who) {
  const steps = useSteps(id, who);
  const selection = useMemo(createSelection, [id]);
  const [found, setFound] = useState(/** @type {{state: any, who: string}|null} */ (null));
  useEffect(() => {
    let gone = false;
    steps(step).then(
      (state) => !gone && setFound({ state, who }),
      () => {},
    );
    for (let next = step + 1; next <= Math.min(replay.steps, step + AHEAD); next += 1) steps(next).catch(() => {});
    return () => {
      gone = true;
    };
  }, [step, who]);
  if (!found) return null;
  const seat = found.who === "open" || found.who === "spectator" ? null : Number(found.who);
  const game = gameAt(replay, found.state, found.state.step);
  return viewOf({ session: null, table: replay.table, game, board, seat, selection });
}

/** @param {any} parts */
function Timeline({ game, names, keys, at, onMoment }) {
  const sign = (/** @type {number} */ seat) => html`<${CarSign} seat=${seat} width=${30} />`;
  return html`<${Legend} game=${game} names=${names} at=${at} sign=${sign} />
    <${ShareChart} game=${game} keys=${keys} names=${names} at=${at} onMoment=${onMoment} />`;
}

/** @param {any} parts */
function Part(parts) {
  const { game, view, tab, at, last, replay, onTab, onMoment, onAnswered, learner, onLearner } = parts;
  if (!game)
    return html`<p class="lead">The figures come as soon as the game is analyzed. Until then, step through it.</p>`;
  if (tab === "keys") return html`<${KeyMoments} ...${parts} />`;
  if (tab === "players") {
    const show = (/** @type {number} */ moment) => {
      onMoment(moment);
      onTab("moment");
    };
    return html`<${SeatCards} ...${parts} onMoment=${show} />`;
  }
  if (tab === "learn") {
    const show = (/** @type {number} */ moment, /** @type {boolean} */ open) => {
      onMoment(moment);
      onAnswered(open);
    };
    return html`<${Learning} ...${parts} seat=${learner} onSeat=${onLearner} onLesson=${show} />`;
  }
  if (at >= last) return html`<p class="lead">${replay.result.words}</p>`;
  if (!view) return null;
  const turn = replay.moves[at - 1].turn;
  return html`<${MomentPanel} key=${at} ...${parts} turn=${turn ? `turn ${turn}` : "before the first turn"} />`;
}

/** @param {{id: string, at: number, last: number, names: string[], who: string, seat: number}} props */
function Actions({ id, at, last, names, who, seat }) {
  const [playing, setPlaying] = useState(false);
  return html`<div class="studyacts">
      <button class="btn main" data-open-play-on disabled=${at >= last} onClick=${() => setPlaying(true)}>
        Play on from here
      </button>
      <${CopyLink} />
      <a class="btn quiet" data-page="1" href=${`/replay/${id}?step=${at - 1}&view=${who}`}>Replay</a>
      <a class="btn quiet" data-page="1" href=${`/t/${id}`}>Score sheet</a>
    </div>
    ${
      playing
        ? html`<${PlayOn}
          id=${id}
          step=${at - 1}
          names=${names}
          seat=${seat}
          onClose=${() => setPlaying(false)}
        />`
        : null
    }`;
}
