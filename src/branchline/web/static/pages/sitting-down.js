// Making a table, and taking one's seat there.
import { post } from "../core/api.js";
import { go } from "../core/router.js";
import { keepSeat } from "../core/seats.js";

export const NAMELESS = "Guest"; // who gave no name

/**
 * Make a table and go there.
 * @param {object} wish  the body of `POST /api/tables`
 */
export async function createTable(wish) {
  await sitDown(await post("/api/tables", wish));
}

/**
 * Keep the seat that was given, begin if nobody is missing, and go to the table.
 * @param {{table: import("../core/types.js").TableInfo, token: string, invitation: string|null}} seated
 * @param {{begin?: boolean}} [how]
 */
export async function sitDown({ table, token, invitation }, { begin = true } = {}) {
  keepSeat(table.id, { token, invitation, at: Date.now() });
  const isFull = table.status === "open" && table.seats.every((seat) => seat.kind !== "free");
  if (begin && isFull) await post(`/api/tables/${table.id}/start`, {}, token);
  go(`/t/${table.id}`);
}
