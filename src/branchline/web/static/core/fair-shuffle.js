// The bytes that the hash of a shuffle is taken of (docs: How secrets are kept), for checking it in the browser.

/**
 * @param {{board: string, variant: string, seats: number, firstSeat: number | null, seed: string, salt: string}} of
 */
export function promised({ board, variant, seats, firstSeat, seed, salt }) {
  return ["branchline shuffle 1", board, variant, seats, firstSeat ?? "chance", seed, salt].join("\n");
}

/**
 * SHA-256 in hexadecimal; null where the browser has none, as on a page without https.
 * @param {string} text
 */
export async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
