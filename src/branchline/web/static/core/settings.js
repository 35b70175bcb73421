// What a person chose on this machine: day or night, sounds, motion, name. Kept in the browser.
import { createStore } from "./store.js";

const KEY = "branchline.settings";

/**
 * @typedef {object} Settings
 * @property {"auto"|"day"|"night"} theme
 * @property {boolean} sound
 * @property {"auto"|"on"|"off"} motion
 * @property {"auto"|"on"|"off"} confirm  a second step before building; by itself on touch screens
 * @property {"helpful"|"all"|"none"} glow  which of the routes that can be built glow
 * @property {boolean} notify  a notification of the system when it is one's turn
 * @property {string} name
 * @property {boolean} warned  at a table with the coach, be warned before a blunder
 * @property {boolean} shares  at a table with the coach, see the win share
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  sound: true,
  motion: "auto",
  confirm: "auto",
  glow: "helpful",
  notify: false,
  name: "",
  warned: true,
  shares: false,
};

/** @returns {Settings} */
function kept() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return DEFAULTS;
  }
}

export const settings = createStore(kept());

/** @param {Partial<Settings>} change */
export function choose(change) {
  settings.set(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.get()));
  } catch {
    // a browser that keeps nothing still plays
  }
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const coarse = window.matchMedia("(pointer: coarse)");

/** @returns {"day"|"night"} */
export function theme() {
  const wanted = settings.get().theme;
  return wanted === "auto" ? (dark.matches ? "night" : "day") : wanted;
}

/** Whether things may move. */
export function moves() {
  const wanted = settings.get().motion;
  return wanted === "auto" ? !still.matches : wanted === "on";
}

/** Whether a choice on the map asks to be confirmed. */
export function confirms() {
  const wanted = settings.get().confirm;
  return wanted === "auto" ? coarse.matches : wanted === "on";
}

function show() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.motion = moves() ? "on" : "off";
}

/** Show the settings on the page, now and whenever they change. */
export function applySettings() {
  show();
  settings.listen(show);
  // all who look at them look again
  for (const media of [dark, still]) media.addEventListener("change", () => settings.set({}));
}
