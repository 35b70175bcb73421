// The score sheet as it is counted: what is revealed one after the other, and what of it can be seen so far.

/** @typedef {import("./types.js").Result} Result */
/** @typedef {import("./types.js").SeatResult} SeatResult */
/**
 * @typedef {{line: string, ticket: number|null}} Step  what is revealed next: a line of the sheet, or one more ticket
 *   of each seat
 */

const MISSED = "missed"; // a column of its own, taken out of the line of tickets

/**
 * @param {Result} result
 * @returns {Step[]}
 */
export function revealSteps(result) {
  const most = Math.max(0, ...result.seats.map((seat) => seat.tickets.length));
  return Object.keys(result.lines).flatMap((line) =>
    line === "tickets"
      ? Array.from({ length: most }, (_, ticket) => /** @type {Step} */ ({ line, ticket }))
      : [{ line, ticket: null }],
  );
}

/**
 * The columns of the sheet with their titles: lines that somebody scored in, and what tickets cost that were missed.
 * @param {Result} result
 * @returns {[string, string][]}
 */
export function columnsOf(result) {
  const always = ["routes", "tickets"];
  const missed = result.seats.some((sheet) => sheet.tickets.some((ticket) => !ticket.completed));
  return Object.entries(result.lines)
    .filter(([line]) => always.includes(line) || result.seats.some((sheet) => sheet.lines[line]))
    .flatMap(([line, title]) =>
      line === "tickets" && missed
        ? /** @type {[string, string][]} */ ([
            [line, title],
            [MISSED, "Missed"],
          ])
        : /** @type {[string, string][]} */ ([[line, title]]),
    );
}

/**
 * What of a column can be seen so far; null: nothing yet.
 * @param {SeatResult} sheet
 * @param {string} column
 * @param {Step[]} shown
 */
export function visible(sheet, column, shown) {
  const line = column === MISSED ? "tickets" : column;
  const steps = shown.filter((step) => step.line === line);
  if (!steps.length) return null;
  if (line !== "tickets") return sheet.lines[line] ?? 0;
  const turned = sheet.tickets.slice(0, steps.filter((step) => step.ticket !== null).length);
  const missed = sum(turned.filter((ticket) => !ticket.completed).map((ticket) => ticket.scored));
  if (column === MISSED) return missed;
  const whole = turned.length === sheet.tickets.length;
  return whole
    ? (sheet.lines[line] ?? 0) - missed
    : sum(turned.filter((ticket) => ticket.completed).map((ticket) => ticket.scored));
}

/**
 * The sheets in the order of what has been counted; at the end in the order of places.
 * @param {Result} result
 * @param {Step[]} steps
 * @param {number} shown
 */
export function ranked(result, steps, shown) {
  const now = steps.slice(0, shown);
  const over = shown >= steps.length;
  const columns = columnsOf(result);
  const counted = (/** @type {SeatResult} */ sheet) => sum(columns.map(([line]) => visible(sheet, line, now) ?? 0));
  const sheets = result.seats.map((sheet) => ({ sheet, total: over ? sheet.total : counted(sheet) }));
  return over ? sheets.sort((a, b) => a.sheet.place - b.sheet.place || a.sheet.seat - b.sheet.seat) : sheets;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
