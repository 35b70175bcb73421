// Lists of tables on the home page: your own games with whose turn it is, tables that wait for people, games to
// watch.
import { html, useEffect, useState } from "../core/ui.js";
import { ask } from "../core/api.js";
import { heldSeats, keepSeat } from "../core/seats.js";
import { settings } from "../core/settings.js";
import { counted, listed } from "../core/words.js";
import { NAMELESS } from "./sitting-down.js";

/** @typedef {import("../core/types.js").TableInfo} TableInfo */

const REFRESH = 5000; // milliseconds between looks
const MINE = 12; // games of this browser that are shown
const WATCHED = 8; // running games that are shown

/**
 * Tables as the server has them, looked at again and again while the page is shown.
 * @param {() => Promise<TableInfo[]>} look
 */
function useTables(look) {
  const [tables, setTables] = useState(/** @type {TableInfo[]} */ ([]));
  useEffect(() => {
    let gone = false;
    const load = () =>
      look().then(
        (found) => !gone && setTables(found),
        () => {},
      );
    load();
    const timer = setInterval(load, REFRESH);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
  return tables;
}

/**
 * @param {string} query
 * @returns {Promise<TableInfo[]>}
 */
async function tablesOf(query) {
  return (await ask(`/api/tables?${query}`)).tables;
}

/** Games of this browser that are not over; those that wait for this player come first. */
export function MyGames() {
  const tables = useTables(async () => {
    const held = Object.entries(heldSeats()).sort((a, b) => b[1].at - a[1].at);
    const ids = held.slice(0, MINE).map(([id]) => id);
    if (!ids.length) return [];
    const found = await tablesOf(`ids=${ids.join()}`);
    const known = new Set(found.map((table) => table.id));
    for (const id of ids) if (!known.has(id)) keepSeat(id, null); // cleared away
    return found.filter((table) => table.status !== "finished");
  });
  if (!tables.length) return null;
  const sorted = [...tables].sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)));
  return html`<div class="panel lst" data-list="mine">
    <h2 class="cap">My games</h2>
    ${sorted.map(
      (table) => html`<a key=${table.id} href=${`/t/${table.id}`} data-page="1">
        <b>${table.title.split(" · ")[0]}</b>
        <span>${others(table)}</span>
        <em class=${isMyTurn(table) ? "now" : ""}>${whoseTurn(table)}</em>
      </a>`,
    )}
  </div>`;
}

/** @param {TableInfo} table */
function isMyTurn(table) {
  const mine = heldSeats()[table.id]?.seats ?? [];
  return table.status === "running" && table.to_move.some((seat) => mine.includes(seat));
}

/** @param {TableInfo} table */
function whoseTurn(table) {
  if (table.status === "open") return "waiting";
  if (isMyTurn(table)) return "your turn";
  const names = table.to_move.map((seat) => table.seats[seat]?.name ?? "");
  return names.length === 1 ? `${names[0]}'s turn` : "go on";
}

/** @param {TableInfo} table */
function others(table) {
  const me = settings.get().name.trim() || NAMELESS;
  const mine = heldSeats()[table.id]?.seats;
  const isMe = (/** @type {import("../core/types.js").SeatInfo} */ seat) =>
    mine ? mine.includes(seat.seat) : seat.name === me;
  const names = table.seats.filter((seat) => seat.name && !isMe(seat)).map((seat) => seat.name);
  return names.length ? `with ${listed(names)}` : "";
}

/** Tables that wait for people. */
export function OpenTables() {
  const tables = useTables(async () => (await tablesOf("status=open")).filter((table) => !heldSeats()[table.id]));
  if (!tables.length) return null;
  return html`<div class="panel lst" data-list="open">
    <h2 class="cap">Open tables</h2>
    ${tables.map((table) => {
      const free = table.seats.filter((seat) => seat.kind === "free").length;
      return html`<a key=${table.id} href=${`/t/${table.id}`} data-page="1">
        <b>${table.title.split(" · ")[0]}</b>
        <span>· ${table.seats.length - free} of ${table.seats.length} seats</span>
        <em class=${free ? "j" : ""}>${free ? "Join" : "full"}</em>
      </a>`;
    })}
  </div>`;
}

/** Games that anybody may watch. */
export function RunningGames() {
  const tables = useTables(async () =>
    (await tablesOf(`status=running&limit=${WATCHED}`)).filter((table) => !heldSeats()[table.id]),
  );
  if (!tables.length) return null;
  return html`<div class="panel lst" data-list="running">
    <h2 class="cap">Games to watch</h2>
    ${tables.map(
      (table) => html`<a key=${table.id} href=${`/t/${table.id}`} data-page="1">
        <b>${table.title.split(" · ")[0]}</b>
        <span>${listed(table.seats.map((seat) => seat.name))}</span>
        <em>${table.viewers ? `${counted(table.viewers, "viewer")}` : "watch"}</em>
      </a>`,
    )}
  </div>`;
}
