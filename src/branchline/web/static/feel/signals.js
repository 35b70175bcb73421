// "Your turn" for somebody who looks elsewhere: the tab's title and icon, a notification if it is allowed, and a badge
// on the installed app.
import { address, inTab, pathname } from "../core/address.js";
import { useEffect, useRef } from "../core/ui.js";
import { settings } from "../core/settings.js";

const TITLE = "● Your turn";
const DOT = `<circle cx="25" cy="7" r="6.5" fill="#A63A24" stroke="#fff" stroke-width="1.5"/>`;

/** @type {Promise<string>|null} */
let icon = null;

/** The icon with a dot on it, as an address. */
function dottedIcon() {
  icon ??= fetch(address("/static/favicon.svg"))
    .then((answer) => answer.text())
    .then((svg) => `data:image/svg+xml,${encodeURIComponent(svg.replace("</svg>", `${DOT}</svg>`))}`);
  return icon;
}

/** @param {boolean} mine */
async function showIcon(mine) {
  const link = document.querySelector("link[rel=icon]");
  const wanted = mine ? await dottedIcon().catch(() => null) : address("/static/favicon.svg");
  if (link && wanted) link.setAttribute("href", wanted);
}

/** @param {boolean} mine */
function showBadge(mine) {
  const app = /** @type {any} */ (navigator);
  const shown = mine ? app.setAppBadge?.(1) : app.clearAppBadge?.();
  shown?.catch(() => {}); // not installed, or not allowed
}

/**
 * @param {string} title
 * @param {string} words
 */
async function notify(title, words) {
  if (!settings.get().notify || globalThis.Notification?.permission !== "granted") return;
  const how = { body: words, icon: address("/static/icons/icon-192.png"), tag: pathname(), data: pathname() };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, how);
  else new Notification(title, how);
}

/** Ask whether notifications are allowed; true if they are. */
export async function allowNotifications() {
  return (await globalThis.Notification?.requestPermission()) === "granted";
}

/** The installed app: a page for when the server cannot be reached, and notifications. */
export function installWorker() {
  if (inTab) return; // there it is installed when the tables are ready
  if (location.protocol === "https:" || location.hostname === "localhost" || location.hostname === "127.0.0.1")
    navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
}

/**
 * Keep the signals up to date.
 * @param {{mine: boolean, place: string, words: string}} now  whether something is to be decided, where, and what
 */
export function useSignals({ mine, place, words }) {
  const was = useRef(false);
  useEffect(() => {
    document.title = mine ? `${TITLE} · ${place} – Branchline` : `${place} – Branchline`;
    void showIcon(mine);
    showBadge(mine);
    if (mine && !was.current && document.hidden) void notify(`Your turn · ${place}`, words);
    was.current = mine;
  }, [mine, place]);
  useEffect(
    () => () => {
      void showIcon(false);
      showBadge(false);
    },
    [],
  );
}
