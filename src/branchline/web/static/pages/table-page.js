// One table by its address: joining and waiting, playing, the end.
import { html, useEffect, useMemo, useRef, useState } from "../core/ui.js";
import { loadBoard, post } from "../core/api.js";
import { lately } from "../core/later.js";
import { openSession } from "../core/session.js";
import { seatAt } from "../core/seats.js";
import { useStore } from "../core/store.js";
import { loadDrawing } from "../board/drawing.js";
import { createMotion } from "../feel/motion.js";
import { useSignals } from "../feel/signals.js";
import { createSelection } from "../table/selection.js";
import { viewOf } from "../table/view.js";
import { Table } from "../table/table.js";
import { Curtain, curtainFor } from "../table/curtain.js";
import { LineNotice, usePending } from "../table/notices.js";
import { sitDown } from "./sitting-down.js";

const End = lately(() => import("./end.js").then((page) => page.End));
const Waiting = lately(() => import("./waiting.js").then((page) => page.Waiting));

/** @param {{id: string}} props */
export function TablePage({ id }) {
  const stage = useRef(/** @type {{mounted: any, board: any}} */ ({ mounted: null, board: null }));
  const session = useMemo(
    () =>
      openSession(
        id,
        createMotion(() => stage.current),
      ),
    [id],
  );
  const selection = useMemo(createSelection, [id]);
  useEffect(() => () => session.close(), [session]);
  const state = useStore(session.store);
  const [board, setBoard] = useState(/** @type {import("../core/types.js").Board|null} */ (null));
  const [looked, setLooked] = useState(false); // the end: first the score, then the table again on demand
  const boardId = state.table?.board;
  useEffect(() => {
    if (!boardId) return;
    loadDrawing(boardId).catch(() => {}); // on its way already when the map asks for it, which tells of problems
    loadBoard(boardId).then(
      (it) => {
        stage.current.board = it;
        setBoard(it);
      },
      (error) => session.store.set({ problem: error.message }),
    );
  }, [boardId]);
  useEffect(() => {
    if (state.table?.rematch && state.game?.result)
      session.store.set({ problem: "A new game has been set up: press Play again to join it." });
  }, [state.table?.rematch]);
  const continues = state.table?.status === "running" ? state.table.continues : null;
  useEffect(() => {
    if (continues)
      session.store.set({
        problem: `A continuation: this table continues an earlier game after decision ${continues.decisions}.`,
      });
  }, [continues?.table]);
  useSignals({
    mine: Boolean(board && state.game?.decision && !state.game.result),
    place: board?.title ?? "Table",
    words: state.game?.banner ?? "",
  });
  const pending = usePending(state.sent);
  const line = html`<${LineNotice}
    line=${state.line}
    pending=${pending}
    returned=${state.returned}
    problem=${state.problem}
    farewell=${state.farewell}
    onSeen=${() => session.store.set({ problem: "" })}
  />`;
  const spoken = state.game ? html`<${Spoken} game=${state.game} /><${Said} state=${state} />` : null;
  if (!state.table || !board)
    return html`
      <main class="plain">
        <h1 class="sr">Table</h1>
        <p class="lead">
          ${state.farewell || (state.line === "connecting" ? "Finding the table …" : "Unfolding the map …")}
        </p>
        ${state.farewell ? html`<p><a class="btn" href="/" data-page="1">Home</a></p>` : null}
      </main>
      ${line}`;
  if (state.table.set_aside)
    return html`
      <main class="plain">
        <h1>${board.title}</h1>
        <p class="lead">This game cannot go on here: ${state.table.set_aside}.</p>
        ${
          state.table.status === "finished"
            ? html`<p><a class="btn" href=${`/api/tables/${id}/record`} download>Its record</a></p>`
            : null
        }
        <p><a class="btn" href="/" data-page="1">Home</a></p>
      </main>
      ${line}`;
  if (!state.game) return html`<${Waiting} session=${session} state=${state} board=${board} />${line}`;
  const view = viewOf({ session, table: state.table, game: state.game, board, seat: state.you.seat, selection });
  const hidden = curtainFor(state);
  if (hidden !== null)
    return html`<${Curtain} session=${session} seat=${hidden} name=${state.game.names[hidden]} />${line}`;
  if (state.game.result && !looked && !state.showing)
    return html`
      <${End}
        view=${view}
        chat=${state.chat}
        onTable=${() => setLooked(true)}
        onAgain=${() => again(session, state)}
      />
      ${line}
      ${spoken}`;
  return html`
    <${Table} view=${view} chat=${state.chat} onBoard=${(/** @type {any} */ it) => (stage.current.mounted = it)} />
    ${
      state.game.result
        ? html`<button class="btn main toend" onClick=${() => setLooked(false)}>The score sheet</button>`
        : null
    }
    ${line}
    ${spoken}`;
}

const SPOKEN = 8; // sentences that a screen reader may still be busy with

/**
 * What is read aloud: the same words as the log, and then what can be done.
 * @param {{game: import("../core/types.js").Game}} props
 */
function Spoken({ game }) {
  const first = Math.max(0, game.log.length - SPOKEN);
  return html`<div class="sr" role="log" aria-live="polite" aria-label="What happens" data-spoken>
    ${game.log.slice(first).map((line, at) => html`<p key=${first + at}>${line.text}</p>`)}
    <p key="now">${game.warning} ${game.banner}</p>
  </div>`;
}

const SAID = 4; // lines of talk that a screen reader may still be busy with

/**
 * What others say is read aloud too, wherever the talk is shown.
 * @param {{state: import("../core/session.js").TableState}} props
 */
function Said({ state: { chat, muted, you } }) {
  const own = (/** @type {number|null} */ seat) => seat !== null && you.seats.includes(seat);
  const heard = chat.filter(({ seat, note }) => note || !(muted.includes(seat) || own(seat)));
  return html`<div class="sr" role="log" aria-live="polite" aria-label="Talk" data-said>
    ${heard.slice(-SAID).map((line) => html`<p key=${line.number}>${said(line)}</p>`)}
  </div>`;
}

/** @param {import("../core/types.js").ChatLine} line */
function said({ note, name, text }) {
  return note ? text : `${name}: ${text}`;
}

/**
 * Play again at a new table with the same people; it begins when all who played are there.
 * @param {import("../core/session.js").Session} session
 * @param {import("../core/session.js").TableState} state
 */
async function again(session, state) {
  const people = state.table?.seats.filter((seat) => seat.kind === "person") ?? [];
  const alone = people.every((seat) => state.you.seats.includes(seat.seat));
  try {
    await sitDown(await post(`/api/tables/${session.id}/rematch`, {}, seatAt(session.id)?.token), { begin: alone });
  } catch (error) {
    session.store.set({ problem: /** @type {Error} */ (error).message });
  }
}
