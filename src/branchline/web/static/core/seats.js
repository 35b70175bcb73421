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

/**
 * Take the seat that a link holds behind its `#`, and leave the address clean: a secret is not to be seen, copied or
 * kept in the history.
 * @param {string} table
 * @returns {{before: Held|null}|null}  what was held before; null: the address holds no seat
 */
export function takeSeatFromAddress(table) {
  const parts = new URLSearchParams(location.hash.slice(1));
  const token = parts.get("seat");
  if (!token) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  const before = seatAt(table);
  keepSeat(table, { token, invitation: parts.get("invitation") ?? before?.invitation ?? null, at: Date.now() });
  return { before };
}

/** @param {string} table */
export function seatAt(table) {
  return heldSeats()[table] ?? null;
}
