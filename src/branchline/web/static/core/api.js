// The server over HTTP: catalog, boards, tables, replays. What it refuses becomes a Refused with the server's words.

import { address, fileOf, inTab } from "./address.js";
import { askTab } from "./tab.js";

/** @typedef {import("./types.js").Board} Board */

/** An answer that says no, in words for people. */
export class Refused extends Error {
  /**
   * @param {string} words
   * @param {string} code
   */
  constructor(words, code) {
    super(words);
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, token?: string}} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, how = {}) {
  const { ok, status, text } = await (inTab && !fileOf(path) ? askTab(path, how) : askServer(path, how));
  const plain = parsed(text);
  if (!ok) throw new Refused(plain?.words ?? `The server answered ${status}.`, plain?.code ?? "unavailable");
  return plain;
}

/**
 * What is not JSON, as it is.
 * @param {string} path
 */
export async function askText(path) {
  const { ok, status, text } = await (inTab ? askTab(path, {}) : askServer(path, {}));
  if (!ok) throw new Refused(parsed(text)?.words ?? `The server answered ${status}.`, "unavailable");
  return text;
}

/**
 * Save an answer as a file.
 * @param {string} path
 */
export async function saveAnswer(path) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await askText(path)], { type: "application/json" }));
  link.download = `branchline-${path.split("/").slice(-2).join("-")}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, body?: unknown, token?: string}} how
 * @returns {Promise<{ok: boolean, status: number, text: string}>}
 */
async function askServer(path, { method = "GET", body, token }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(address(path), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("The server cannot be reached.", "unavailable");
  }
  return { ok: answer.ok, status: answer.status, text: await answer.text() };
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 */
export function post(path, body = {}, token) {
  return ask(path, { method: "POST", body, token });
}

/** @type {Promise<any>|null} */
let catalogAsked = null;

/** The boards and bots. */
export function catalog() {
  catalogAsked ??= ask("/api/boards").catch((problem) => {
    catalogAsked = null;
    throw problem;
  });
  return catalogAsked;
}

/** @type {Map<string, Promise<Board>>} */
const boards = new Map();

/**
 * All that stands still on a board, with its things by their ids. The faces of its own mechanics come along.
 * @param {string} id
 * @returns {Promise<Board>}
 */
export function loadBoard(id) {
  let found = boards.get(id);
  if (!found) {
    found = ask(`/api/boards/${encodeURIComponent(id)}`).then(async (plain) => {
      await Promise.all(plain.modules.map(addModule));
      return indexed(plain);
    });
    found.catch(() => boards.delete(id));
    boards.set(id, found);
  }
  return found;
}

/**
 * The face of a board's own mechanic. If there is something wrong with it, the table does without.
 * @param {string} module
 */
function addModule(module) {
  return import(address(module)).catch((problem) => console.error(`${module}: ${problem}`));
}

/**
 * @param {any} plain
 * @returns {Board}
 */
function indexed(plain) {
  const byId = (/** @type {any[]} */ things, key = "id") =>
    Object.fromEntries(things.map((thing) => [thing[key], thing]));
  return {
    ...plain,
    cities: plain.places,
    places: { ...byId(plain.places), ...byId(plain.countries) },
    route: byId(plain.routes),
    card: byId(plain.cards, "name"),
  };
}
