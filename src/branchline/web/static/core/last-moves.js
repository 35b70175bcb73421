// What the others did since your own last turn, out of the log, whose lines say whom they are about and which routes
// they tell of.

/** @typedef {import("./types.js").LogLine} LogLine */

/**
 * The lines since the last one about this seat; for somebody who only watches, the last line about anybody.
 * @param {LogLine[]} log
 * @param {number|null} seat
 * @returns {LogLine[]}
 */
export function linesSince(log, seat) {
  const isOwn = (/** @type {LogLine} */ line) => (seat === null ? line.seat !== null : line.seat === seat);
  const last = log.findLastIndex(isOwn);
  return seat === null ? log.slice(Math.max(0, last)) : log.slice(last + 1);
}

/**
 * Routes that others built since your own last turn.
 * @param {LogLine[]} log
 * @param {number|null} seat
 * @returns {string[]}
 */
export function routesSince(log, seat) {
  return linesSince(log, seat).flatMap((line) => line.routes);
}

/**
 * One line about what the others built: "Clara built Denver – Omaha, Emil built Boston – Montréal."
 * @param {LogLine[]} log
 * @param {number|null} seat
 * @param {(route: string) => string} routeName
 * @param {(seat: number) => string} name
 */
export function newsSince(log, seat, routeName, name) {
  const built = linesSince(log, seat).filter((line) => line.seat !== null && line.routes.length);
  const told = built.map(
    (line) => `${name(/** @type {number} */ (line.seat))} built ${line.routes.map(routeName).join(" and ")}`,
  );
  return told.length ? `${told.join(", ")}.` : "";
}
