// Which of the layouts fits: by the size of the screen, the size of letters that somebody wants, and the shape of the
// board. Panels are enlarged as a whole (`--z`), the map is not: it has a scale of its own.
import { useEffect, useState } from "../core/ui.js";

/** @typedef {"phone"|"sideways"|"tablet"|"laptop"|"wide"|"tall"|"short"} Layout  short: tall boards on low screens */

const PHONE = 700; // pixels: narrower than that is a phone held upright,
const LOW = 520; // lower than that, and as wide as the next, a phone held sideways,
const SIDEWAYS = 560;
const TABLET = 1100; // and narrower than that, if higher than wide, a tablet held upright
const LAPTOP = { width: 1250, height: 770 }; // below that the players stand in one line
const USUAL = { width: 1440, height: 900 }; // a screen on which nothing is enlarged
const LETTERS = 16; // pixels of the letters that browsers are set to
const SLIM = 340; // pixels, of a phone, that have to be left however large letters are
const WIDTHS = [1399, 1380, 1150, 1099]; // what the style sheets ask for: whether a screen is at most that wide ...
const HEIGHTS = [860, 700]; // ... or high

/**
 * @param {[number, number]} size  of the board
 * @param {{width: number, height: number}} screen
 * @returns {Layout}
 */
export function layoutFor(size, { width, height }) {
  const ratio = size[0] / size[1];
  if (height < LOW && width >= SIDEWAYS) return "sideways";
  if (width < PHONE) return "phone";
  if (width < TABLET && height > width) return "tablet";
  const small = width < LAPTOP.width || height < LAPTOP.height;
  if (ratio < 0.9) return height < LAPTOP.height ? "short" : "tall";
  return ratio > 1.7 || small ? "wide" : "laptop";
}

/**
 * How much larger panels are: as letters are wished to be, and somewhat on a large screen.
 * @param {{width: number, height: number}} screen
 * @param {number} letters  pixels
 */
export function enlarged({ width, height }, letters) {
  const wished = Math.max(1, Math.min(letters / LETTERS, 1.6, width / SLIM));
  const room = Math.min(width / wished / USUAL.width, height / wished / USUAL.height);
  return wished * Math.max(1, 1 + 0.6 * (room - 1));
}

/** The size of the screen in units of the enlarged panels; told to the style sheets too. */
function measured() {
  const root = document.documentElement;
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const z = enlarged(screen, parseFloat(getComputedStyle(root).fontSize));
  const inside = { width: screen.width / z, height: screen.height / z };
  root.style.setProperty("--z", z.toFixed(3));
  root.dataset.upto = WIDTHS.filter((width) => inside.width <= width).join(" ");
  root.dataset.low = HEIGHTS.filter((height) => inside.height <= height).join(" ");
  return inside;
}

/**
 * @param {[number, number]} size
 * @returns {Layout}
 */
export function useLayout(size) {
  const now = () => layoutFor(size, measured());
  const [layout, setLayout] = useState(now);
  useEffect(() => {
    const changed = () => setLayout(now());
    changed();
    window.addEventListener("resize", changed);
    return () => window.removeEventListener("resize", changed);
  }, [size[0], size[1]]);
  return layout;
}
