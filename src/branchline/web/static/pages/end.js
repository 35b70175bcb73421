// The end: the score part by part, then the sheet, the map of who built what, and where to go from here.
import { html, cls, useEffect, useKeys, useMemo, useState } from "../core/ui.js";
import { moves } from "../core/settings.js";
import { useCounting, useSliding } from "../feel/counting.js";
import { wayBetween } from "../feel/ticket-line.js";
import { promised, sha256 } from "../core/fair-shuffle.js";
import { columnsOf, ranked, revealSteps, visible } from "../core/score-sheet.js";
import { counted, listed, printed, signed } from "../core/words.js";
import { CarSign } from "../art/cards.js";
import { BoardView } from "../board/board-view.js";
import { Brand, Tools } from "../table/header.js";
import { Say } from "../table/log.js";
import { Talk } from "../table/talk.js";
import { shareFinalMap } from "./final-picture.js";
import { onMap } from "../mechanics/index.js";
import { SettingsDialog } from "../table/menu.js";

/** @typedef {import("../table/view.js").View} View */
/** @typedef {import("../core/types.js").Result} Result */
/** @typedef {import("../core/types.js").SeatResult} SeatResult */
/** @typedef {import("../core/score-sheet.js").Step} Step */

const PAUSE = 500; // milliseconds from one part of the score to the next

/**
 * @param {{view: View, chat: import("../core/types.js").ChatLine[], onTable: () => void, onAgain: (() => void)|null}}
 *   props
 */
export function End({ view, chat, onTable, onAgain }) {
  const result = /** @type {Result} */ (view.game.result);
  const steps = useMemo(() => revealSteps(result), [result]);
  const [shown, setShown] = useState(moves() ? 0 : steps.length);
  const [path, setPath] = useState(view.seat ?? result.winners[0]);
  const [settings, setSettings] = useState(false);
  const over = shown >= steps.length;
  useEffect(() => {
    if (over) return undefined;
    const timer = setTimeout(() => setShown(shown + 1), shown ? PAUSE : 900);
    return () => clearTimeout(timer);
  }, [shown]);
  useKeys(() => setShown(steps.length));
  const sheets = ranked(result, steps, shown);
  const [way, setWay] = useState(/** @type {string[]} */ ([]));
  const longest = result.seats[path].longest_path;
  const scores = "longest_path" in result.lines; // elsewhere nobody looked for a long path
  return html`<div class="screen end">
    <header class="top">
      <${Brand} />
      <div class="where"><b>${view.board.title}</b> · ${length(view)}</div>
      <${Tools} onMenu=${() => setSettings(true)} />
    </header>
    <main class="endp">
      <section class="board">
        <h2 class="endh">Who built what</h2>
        <${BoardView} board=${view.board} snug=${true} scene=${endScene(view, scores ? longest.routes : [], way)} />
        ${
          longest.length && scores
            ? html`<p class="capn">
          <i class="lp"></i>
          ${path === view.seat ? "Your" : `${view.game.names[path]}'s`} longest path: ${pathWords(view, longest)}
        </p>`
            : null
        }
      </section>
      <section class="panel sheetp" onClick=${() => setShown(steps.length)}>
        <span class="cap">The end of the line</span>
        <h1>${over ? result.words.replace(/\.$/, "") : "Counting …"}</h1>
        <${Coached} view=${view} seats=${result.coached} />
        <${Sheet} view=${view} result=${result} sheets=${sheets} shown=${steps.slice(0, shown)} onPath=${setPath} />
        ${over ? html`<${AllTickets} view=${view} sheets=${sheets} onWay=${setWay} />` : null}
        <div class="acts">
          ${
            onAgain && view.seat !== null
              ? html`<button class="btn main" data-again onClick=${onAgain}>Play again</button>`
              : html`<a class="btn main" href="/" data-page="1">New game</a>`
          }
          <a class="btn" data-page="1" data-analysis href=${`/analysis/${view.table.id}`}>Analyze the game</a>
          ${
            view.table.continues
              ? html`<a
                class="btn"
                data-page="1"
                href=${`/analysis/${view.table.continues.table}?moment=${view.table.continues.decisions + 1}`}
              >
                The game it goes on from
              </a>`
              : null
          }
          <a class="btn" data-page="1" data-replay href=${`/replay/${view.table.id}`}>Watch the replay</a>
          <${ShareMap} view=${view} />
          <button class="btn quiet" onClick=${onTable}>Back to the table</button>
        </div>
        <${EndTalk} view=${view} chat=${chat} />
        <${Fairness} view=${view} />
      </section>
    </main>
    ${settings ? html`<${SettingsDialog} onClose=${() => setSettings(false)} />` : null}
  </div>`;
}

/**
 * Whom the coach helped, and how.
 * @param {{view: View, seats: number[]}} props
 */
function Coached({ view, seats }) {
  if (!seats.length) return null;
  const { helped } = view.table.coach;
  return html`<p class="hint" data-coached>
    ${seats.map((seat) => {
      const name = seat === view.seat ? "you" : view.game.names[seat];
      return html`<span key=${seat}>The coach helped ${name}: ${helped[seat]}. </span>`;
    })}
  </p>`;
}

/**
 * "48 turns · 41 minutes".
 * @param {View} view
 */
function length({ table, game }) {
  const turns = counted(game.turn, "turn");
  if (!table.started || !table.finished) return turns;
  return `${turns} · ${counted(Math.max(1, Math.round((table.finished - table.started) / 60)), "minute")}`;
}

/**
 * @param {{view: View, result: Result, sheets: {sheet: SeatResult, total: number}[], shown: Step[], onPath: (seat:
 *   number) => void}} props
 */
function Sheet({ view, result, sheets, shown, onPath }) {
  const lines = columnsOf(result);
  const bars = lines.filter(([line]) => line in result.lines); // what was missed is no length
  const most = Math.max(1, ...result.seats.map((sheet) => sheet.total));
  const over = shown.length && sheets.every(({ sheet, total }) => total === sheet.total);
  const table = useSliding(sheets.map(({ sheet }) => sheet.seat).join());
  return html`
    <table ref=${table}>
      <thead>
        <tr>
          <th><span class="sr">Place</span></th>
          <th><span class="sr">Player</span></th>
          ${lines.map(([line, title]) => html`<th key=${line}><span>${title}</span></th>`)}
          <th><span>Total</span></th>
        </tr>
      </thead>
      ${sheets.map(
        ({ sheet, total }) => html`<tbody
          key=${sheet.seat}
          data-key=${sheet.seat}
          class=${cls(`seat-${sheet.seat}`, over && result.winners.includes(sheet.seat) && "first")}
          onMouseEnter=${() => onPath(sheet.seat)}
        >
          <tr>
            <td class="rk">${over ? sheet.place : ""}</td>
            <th scope="row">
              <button title="Show the longest path" onClick=${() => onPath(sheet.seat)}>
                <${CarSign} seat=${sheet.seat} width=${38} />
                <span>
                  ${view.name(sheet.seat)} <small>${view.table.seats[sheet.seat]?.kind === "bot" ? "bot" : ""}</small>
                </span>
              </button>
            </th>
            ${lines.map(([line]) => {
              const points = visible(sheet, line, shown);
              return html`<td key=${line}>
                ${points === null ? "" : line === "routes" ? printed(points) : points ? signed(points) : "–"}
              </td>`;
            })}
            <td class="tot"><${Total} points=${total} /></td>
          </tr>
          <tr class="barrow">
            <td></td>
            <td colspan=${lines.length + 2}>
              <div class="sb" aria-hidden="true">
                ${bars.map(([line], at) => {
                  const points = Math.max(0, visible(sheet, line, shown) ?? 0);
                  const part = (points / gained(sheet, bars, shown)) * Math.max(0, total); // all of it is the total
                  return points
                    ? html`<i key=${line} class=${`g${at % 3}`} style=${{ width: `${(100 * part) / most}%` }}></i>`
                    : null;
                })}
              </div>
            </td>
          </tr>
        </tbody>`,
      )}
    </table>
    <p class="key" aria-hidden="true">
      ${bars.map(
        ([line, title], at) => html`<span key=${line}><i class=${`g${at % 3}`}></i>${title.toLowerCase()}</span>`,
      )}
    </p>`;
}

/**
 * The points of a seat, without what it lost.
 * @param {SeatResult} sheet
 * @param {[string, string][]} bars
 * @param {Step[]} shown
 */
function gained(sheet, bars, shown) {
  return bars.reduce((sum, [line]) => sum + Math.max(0, visible(sheet, line, shown) ?? 0), 0);
}

/** @param {{points: number}} props */
function Total({ points }) {
  return printed(useCounting(points));
}

/**
 * Everybody's tickets; pointing at one shows the way that was built for it.
 * @param {{view: View, sheets: {sheet: SeatResult}[], onWay: (routes: string[]) => void}} props
 */
function AllTickets({ view, sheets, onWay }) {
  return html`<div class="endtix">
    ${sheets.map(
      ({ sheet }) => html`<section key=${sheet.seat} class=${`seat-${sheet.seat}`}>
        <h2 class="cap">
          ${sheet.seat === view.seat ? "Your tickets" : `The tickets of ${view.game.names[sheet.seat]}`}
        </h2>
        <ul>
          ${sheet.tickets.map(
            (ticket) => html`<li
              key=${ticket.id}
              class=${ticket.completed ? "ok" : "no"}
              tabindex="0"
              onMouseEnter=${() => onWay(wayOf(view, sheet.seat, ticket))}
              onMouseLeave=${() => onWay([])}
              onFocus=${() => onWay(wayOf(view, sheet.seat, ticket))}
              onBlur=${() => onWay([])}
            >
              <b>${ticket.completed ? "✓" : "✕"}</b>
              ${ticket.name}
              <em>${ticket.completed ? ticket.scored : signed(ticket.scored)}</em>
            </li>`,
          )}
          ${sheet.tickets.length ? null : html`<li>none</li>`}
        </ul>
      </section>`,
    )}
  </div>`;
}

/**
 * The routes by which a seat has connected a ticket's places.
 * @param {View} view
 * @param {number} seat
 * @param {{stops: string[]}} ticket
 */
function wayOf(view, seat, { stops }) {
  /** @type {number[][]} */
  const owners = view.game.observation.parts.tracks.owners;
  const own = view.board.routes.filter((route) => owners[route.index].includes(seat));
  const legs = stops.slice(1).map((stop, at) => wayBetween(view.board, own, stops[at], stop));
  return legs.flat().map(({ route }) => route.id);
}

/** @param {{view: View}} props */
function ShareMap({ view }) {
  const [problem, setProblem] = useState("");
  return html`
    <button
      class="btn"
      data-share
      onClick=${() => shareFinalMap(view).catch((/** @type {Error} */ error) => setProblem(error.message))}
    >
      Share the map
    </button>
    ${problem ? html`<p class="note" role="alert">${problem}</p>` : null}`;
}

/** @param {{view: View, chat: import("../core/types.js").ChatLine[]}} props */
function EndTalk({ view, chat }) {
  if (!view.session || (view.seat === null && !chat.length)) return null;
  return html`<section
    class="endtalk"
    aria-label="Talk"
    onClick=${(/** @type {Event} */ event) => event.stopPropagation()}
  >
    <h2 class="cap">Talk</h2>
    <${Talk} view=${view} chat=${chat} />
    <${Say} view=${view} said=${() => {}} />
  </section>`;
}

/** @param {{view: View}} props */
function Fairness({ view }) {
  const { hash, seed, salt, words } = view.table.fairness;
  if (!seed) return null;
  const added = view.table.seats.filter((seat) => words[seat.seat]);
  return html`<details class="hint fairness">
    <summary>The shuffle can be checked</summary>
    <p>
      Before the game the hash ${hash} was fixed; it is made of the seed ${seed}
      ${salt ? ` and the salt ${salt}` : ""}
      .
      ${
        added.length
          ? `Added to the shuffle: ${listed(added.map((seat) => `“${words[seat.seat]}” by ${seat.name}`))}.`
          : ""
      }
      ${view.table.continues ? "The deal is that of the game it continues; the hash covers what came after." : ""}
    </p>
    <${HashCheck} view=${view} />
    <p>
      To check the cards as well, ${" "}
      <a class="linkish" href=${`/api/tables/${view.table.id}/record`} download>download the record</a> and run ${" "}
      <code>branchline verify RECORD --hash HASH-FROM-THE-START --word YOUR-WORD</code>
    </p>
  </details>`;
}

/**
 * Takes the hash again, here in the browser, and shows of which bytes.
 * @param {{view: View}} props
 */
function HashCheck({ view }) {
  const { table } = view;
  const { hash, seed, salt } = table.fairness;
  const [found, setFound] = useState(/** @type {string | null | undefined} */ (undefined));
  const text = promised({
    board: table.board,
    variant: table.variant,
    seats: table.seats.length,
    firstSeat: table.first_seat,
    seed: seed ?? "",
    salt: salt ?? "",
  });
  const said =
    found === null
      ? "This browser computes hashes only on a secure page (https). Use the command below."
      : found === hash
        ? "This browser gets the same hash from the seven lines below. Compare it with the one shown at the start."
        : `The hash is WRONG: from the seven lines below this browser gets ${found}.`;
  return html`<p>
    ${
      found === undefined
        ? html`<button class="btn" data-check-hash onClick=${() => sha256(text).then(setFound)}>
            Check the hash
          </button>`
        : html`<span role="status" data-hash-checked=${found === hash}>${said}</span>
            <pre>${text}</pre>`
    }
  </p>`;
}

/**
 * @param {View} view
 * @param {string[]} path  the longest one, where it scores
 * @param {string[]} way  of the ticket that is pointed at
 */
function endScene(view, path, way) {
  /** @type {number[][]} */
  const owners = view.game.observation.parts.tracks.owners;
  return {
    owners,
    gold: new Set(way.length ? [] : path),
    way: new Set(way),
    faint: new Set(view.board.routes.filter((route) => !owners[route.index].length).map((route) => route.id)),
    ...onMap(view),
  };
}

/**
 * "25 cars, Los Angeles to Nashville".
 * @param {View} view
 * @param {{length: number, routes: string[]}} longest
 */
function pathWords(view, longest) {
  const ends = pathEnds(longest.routes.map((id) => view.board.route[id]));
  const names =
    ends && ends[0] !== ends[1] ? `, ${view.board.places[ends[0]].name} to ${view.board.places[ends[1]].name}` : "";
  return `${counted(longest.length, "car")}${names}`;
}

/**
 * Where a path begins and ends.
 * @param {{a: string, b: string}[]} routes
 */
function pathEnds(routes) {
  if (!routes.length) return null;
  const [first, second] = routes;
  let at = second && (first.a === second.a || first.a === second.b) ? first.b : first.a;
  const start = at;
  for (const route of routes) at = route.a === at ? route.b : route.a;
  return [start, at];
}
