// The seats this browser holds: the secret of each, by table. Who has the secret has the seat; it never goes into an
// address.

const KEY = "branchline.seats";

/** @typedef {{token: string, invitation: string|null, seats?: number[], at: number}} Held */

/** @returns {Record<string, Held>} */
export function heldSeats() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} table
 * @param {Held|null} held  null: forget it
 */
export function keepSeat(table, held) {
  const all = heldSeats();
  if (held) all[table] = held;
  else delete all[table];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // without a memory the seat lasts as long as the page
  }
}

/** @param {string} table */
export function seatAt(table) {
  return heldSeats()[table] ?? null;
}
