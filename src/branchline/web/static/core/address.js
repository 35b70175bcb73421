// Where things are. The client names everything as a server does: "/t/abc", "/static/favicon.svg", "/api/boards". In a
// folder of files, which can lie anywhere and whose tables are in this very tab, these are other addresses.

const page = globalThis.document?.documentElement;

/** Whether the tables are in this tab. */
export const inTab = page?.dataset.home === "tab";
const base = inTab ? new URL(".", location.href).href : "";
const AT = "at"; // what names the page in the address of the folder

/**
 * The address of a page or a file, by how a server names it.
 * @param {string} path
 */
export function address(path) {
  if (!inTab || !path.startsWith("/")) return path;
  if (path.startsWith("/static/")) return base + path.slice(1);
  const [, page = "", search = "", hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path) ?? [];
  if (page.startsWith("/api/")) return fileOf(page, search) ?? path;
  const asked = new URLSearchParams(search);
  asked.delete(AT);
  const rest = asked.toString();
  const named = page === "/" ? rest : [`${AT}=${page}`, rest].filter(Boolean).join("&");
  return base + (named && `?${named}`) + hash;
}

/**
 * The file that holds the answer to a request, if it is the same for everybody.
 * @param {string} path
 * @param {string} [search]
 */
export function fileOf(path, search = "") {
  const found = /^\/api\/boards(?:\/(\w+)(?:\/(\w+)\.svg)?)?$/.exec(path);
  if (!found) return null;
  const [, board, what] = found;
  if (!what) return `${base}api/boards${board ? `/${board}` : ""}.json`;
  const theme = what === "picture" ? `-${new URLSearchParams(search).get("theme") ?? "day"}` : "";
  return `${base}api/boards/${board}/${what}${theme}.svg`;
}

/** The present page, as a server would name it. */
export function pathname() {
  return inTab ? (new URLSearchParams(location.search).get(AT) ?? "/") : location.pathname;
}
