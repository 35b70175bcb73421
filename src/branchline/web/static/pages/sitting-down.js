// Making a table, and taking one's seat there.
import { post } from "../core/api.js";
import { go } from "../core/router.js";
import { keepSeat } from "../core/seats.js";

export const NAMELESS = "Guest"; // who gave no name

/**
 * Make a table and go there.
 * @param {object} wish  the body of `POST /api/tables`
 * @param {(table: string) => void} [made]  is told of the table before anybody goes there
 */
export async function createTable(wish, made) {
  const seated = await post("/api/tables", wish);
  made?.(seated.table.id);
  await sitDown(seated);
}

/**
 * Keep the seat that was given, begin if nobody is missing, and go to the table.
 * @param {import("../core/messages.js").Seated} seated
 * @param {{begin?: boolean}} [how]
 */
export async function sitDown({ table, token, invitation, seats }, { begin = true } = {}) {
  keepSeat(table.id, { token, invitation, seats, at: Date.now() });
  const isFull = table.status === "open" && table.seats.every((seat) => seat.kind !== "free");
  if (begin && isFull) await post(`/api/tables/${table.id}/start`, {}, token);
  go(`/t/${table.id}`);
}
