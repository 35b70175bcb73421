// Which of the layouts fits: by the size of the screen and the shape of the board.
import { useEffect, useState } from "../core/ui.js";

/** @typedef {"phone"|"laptop"|"large"|"wide"|"tall"} Layout */

/**
 * @param {[number, number]} size  of the board
 * @returns {Layout}
 */
function layoutFor(size) {
  const ratio = size[0] / size[1];
  if (window.innerWidth < 700) return "phone";
  if (ratio > 1.7) return "wide";
  if (ratio < 0.9) return "tall";
  return window.innerWidth > 1700 ? "large" : "laptop";
}

/**
 * @param {[number, number]} size
 * @returns {Layout}
 */
export function useLayout(size) {
  const [layout, setLayout] = useState(() => layoutFor(size));
  useEffect(() => {
    const changed = () => setLayout(layoutFor(size));
    changed();
    window.addEventListener("resize", changed);
    return () => window.removeEventListener("resize", changed);
  }, [size[0], size[1]]);
  return layout;
}
