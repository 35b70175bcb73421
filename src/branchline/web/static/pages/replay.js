// A finished game again: a slider through every decision, from any seat's view or the open one.
import { html, useEffect, useKeys, useMemo, useState } from "../core/ui.js";
import { ask, loadBoard } from "../core/api.js";
import { go } from "../core/router.js";
import { turnAfter, turnBefore } from "../core/turns.js";
import { Icon } from "../art/cards.js";
import { createSelection } from "../table/selection.js";
import { OpenHands } from "../table/open-hands.js";
import { Table } from "../table/table.js";
import { viewOf } from "../table/view.js";
import { CopyLink } from "./copy-link.js";
import { useFetched, useTitle } from "./page.js";
import { gameAt, useSteps } from "./replay-steps.js";

const AHEAD = 6; // steps that are fetched before they are wanted
const PACE = { decisions: 900, turns: 1600 }; // milliseconds a step while it plays
const SPEEDS = [0.5, 1, 2, 4];

/** @param {{id: string}} props */
export function ReplayPage({ id }) {
  const wished = new URLSearchParams(location.search);
  const [who, setWho] = useState(wished.get("view") ?? "open");
  const [step, setStep] = useState(Number(wished.get("step") ?? 0));
  const { value: replay, problem } = useFetched(
    () => ask(`/api/tables/${id}/replay?view=${encodeURIComponent(who)}`),
    [id, who],
  );
  const { value: board } = useFetched(
    async () => (replay ? loadBoard(replay.table.board) : null),
    [replay?.table.board],
  );
  const steps = useSteps(id, who);
  const [state, setState] = useState(/** @type {any} */ (null));
  const selection = useMemo(createSelection, [id]);
  const last = replay?.steps ?? 0;
  const at = Math.max(0, Math.min(step, last));
  useTitle(board ? `Replay of ${board.title}` : "Replay");
  useEffect(() => {
    if (!replay) return undefined;
    let gone = false;
    steps(at).then(
      (found) => !gone && setState(found),
      () => {},
    );
    for (let next = at + 1; next <= Math.min(last, at + AHEAD); next += 1) steps(next).catch(() => {});
    go(`/replay/${id}?step=${at}&view=${who}`, { replace: true });
    return () => {
      gone = true;
    };
  }, [replay, at, who]);
  if (problem)
    return html`<main class="plain">
      <h1>Replay</h1>
      <p class="lead">${problem}</p>
      <p><a class="btn" href="/" data-page="1">Home</a></p>
    </main>`;
  if (!replay || !board || !state)
    return html`<main class="plain"><h1 class="sr">Replay</h1><p class="lead">Looking for the game …</p></main>`;
  const seat = who === "open" || who === "spectator" ? null : Number(who);
  const game = gameAt(replay, state, at);
  const view = viewOf({ session: null, table: replay.table, game, board, seat, selection });
  return html`<div class="replay">
    <${Table} view=${view} chat=${[]} below=${who === "open" ? html`<${OpenHands} view=${view} />` : null} />
    <${Bar} replay=${replay} at=${at} who=${who} onStep=${setStep} onWho=${setWho} />
  </div>`;
}

/**
 * Back, on and play go by turns or by decisions; arrow keys by decisions, page keys by turns.
 * @param {{replay: import("../core/messages.js").Replay, at: number, who: string, onStep: (step: number) => void,
 *   onWho: (who: string) => void}} props
 */
function Bar({ replay, at, who, onStep, onWho }) {
  const [playing, setPlaying] = useState(false);
  const [unit, setUnit] = useState(/** @type {"turns"|"decisions"} */ ("turns"));
  const [speed, setSpeed] = useState(1);
  const last = replay.steps;
  const back = unit === "turns" ? turnBefore(replay.moves, at) : at - 1;
  const next = unit === "turns" ? turnAfter(replay.moves, at) : at + 1;
  /** @param {number} step */
  const to = (step) => onStep(Math.max(0, Math.min(last, step)));
  useEffect(() => {
    if (!playing || at >= last) return undefined;
    const timer = setTimeout(() => to(next), PACE[unit] / speed);
    return () => clearTimeout(timer);
  }, [playing, at, unit, speed]);
  useKeys((event) => {
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      PageUp: turnBefore(replay.moves, at),
      PageDown: turnAfter(replay.moves, at),
      Home: 0,
      End: last,
    });
    if (event.target instanceof Element && event.target.closest("[data-map], input[type=range]")) return;
    if (event.key in steps) to(steps[event.key]);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) setPlaying(!playing);
    else return;
    event.preventDefault();
  });
  const move = replay.moves.find((/** @type {any} */ each) => each.step === at);
  return html`<div class="panel replaybar" role="region" aria-label="Replay">
    <div class="steps">
      <button aria-label="To the beginning" title="Home" onClick=${() => to(0)}><${Icon} name="first" /></button>
      <button aria-label="Back" title=${unit === "turns" ? "A turn back" : "←"} onClick=${() => to(back)}>
        <${Icon} name="back" />
      </button>
      <button
        class="playing"
        aria-label=${playing ? "Pause" : "Play"}
        title="Space"
        onClick=${() => setPlaying(!playing)}
      >
        <${Icon} name=${playing && at < last ? "pause" : "play"} />
      </button>
      <button aria-label="On" title=${unit === "turns" ? "A turn on" : "→"} onClick=${() => to(next)}>
        <${Icon} name="next" />
      </button>
      <button aria-label="To the end" title="End" onClick=${() => to(last)}><${Icon} name="last" /></button>
    </div>
    <input
      type="range"
      min="0"
      max=${last}
      value=${at}
      aria-label="Decision"
      aria-valuetext=${`decision ${at} of ${last}`}
      onInput=${(/** @type {any} */ event) => to(Number(event.target.value))}
    />
    <span class="count" title="Decisions">${at} / ${last}</span>
    <label>
      By <select value=${unit} onChange=${(/** @type {any} */ event) => setUnit(event.target.value)}>
        <option value="turns">turns</option>
        <option value="decisions">decisions</option>
      </select>
    </label>
    <label>
      Speed <select value=${speed} onChange=${(/** @type {any} */ event) => setSpeed(Number(event.target.value))}>
        ${SPEEDS.map((each) => html`<option key=${each} value=${each}>${each}×</option>`)}
      </select>
    </label>
    <span class="move">
      ${
        move
          ? (move.log[move.log.length - 1]?.text ?? `${replay.table.seats[move.seat].name}: ${move.words}`)
          : "The beginning"
      }
    </span>
    <label>
      View <select value=${who} onChange=${(/** @type {any} */ event) => onWho(event.target.value)}>
        <option value="open">open</option>
        ${replay.table.seats.map(
          (/** @type {any} */ seat) => html`<option key=${seat.seat} value=${String(seat.seat)}>
            ${seat.name}
          </option>`,
        )}
        <option value="spectator">spectator</option>
      </select>
    </label>
    <${CopyLink} />
    <a class="btn quiet" data-page="1" data-analysis href=${`/analysis/${replay.table.id}?moment=${at + 1}`}>
      Analysis
    </a>
    <a class="btn quiet" data-page="1" href=${`/t/${replay.table.id}`}>Score sheet</a>
  </div>`;
}
