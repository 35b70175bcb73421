// Which of the layouts fits: by the size of the screen and the shape of the board.
import { useEffect, useState } from "../core/ui.js";

/** @typedef {"phone"|"sideways"|"tablet"|"laptop"|"large"|"wide"|"tall"} Layout */

const PHONE = 700; // pixels: narrower than that is a phone held upright,
const LOW = 520; // lower than that a phone held sideways,
const TABLET = 1100; // and narrower than that, if higher than wide, a tablet held upright

/**
 * @param {[number, number]} size  of the board
 * @param {{width: number, height: number}} screen
 * @returns {Layout}
 */
export function layoutFor(size, { width, height }) {
  const ratio = size[0] / size[1];
  if (width < PHONE) return "phone";
  if (height < LOW) return "sideways";
  if (width < TABLET && height > width) return "tablet";
  if (ratio > 1.7) return "wide";
  if (ratio < 0.9) return "tall";
  return width > 1700 ? "large" : "laptop";
}

/**
 * @param {[number, number]} size
 * @returns {Layout}
 */
export function useLayout(size) {
  const now = () => layoutFor(size, { width: window.innerWidth, height: window.innerHeight });
  const [layout, setLayout] = useState(now);
  useEffect(() => {
    const changed = () => setLayout(now());
    changed();
    window.addEventListener("resize", changed);
    return () => window.removeEventListener("resize", changed);
  }, [size[0], size[1]]);
  return layout;
}
