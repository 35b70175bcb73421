// Numbers that count up, and rows that slide to their new places. Without motion both are simply there.
import { useEffect, useLayoutEffect, useRef, useState } from "../core/ui.js";
import { moves } from "../core/settings.js";

const COUNTING = 600;
const SLIDING = 500;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

/**
 * A number on its way from what it was to what it is.
 * @param {number} value
 */
export function useCounting(value) {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  latest.current = shown;
  useEffect(() => {
    const from = latest.current;
    if (from === value) return undefined;
    if (!moves()) {
      setShown(value);
      return undefined;
    }
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / COUNTING));
      setShown(Math.round(from + (value - from) * (1 - (1 - part) ** 2)));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return moves() ? shown : value;
}

/**
 * The children of an element that have a `data-key` slide from where they were to where they are.
 * @param {string} order  slides happen when this changes
 * @returns {{current: HTMLElement|null}}
 */
export function useSliding(order) {
  const parent = useRef(/** @type {HTMLElement|null} */ (null));
  const tops = useRef(/** @type {Map<string, number>} */ (new Map()));
  const was = useRef(order);
  useLayoutEffect(() => {
    for (const child of /** @type {NodeListOf<HTMLElement>} */ (
      parent.current?.querySelectorAll("[data-key]") ?? []
    )) {
      const key = child.dataset.key ?? "";
      const top = child.offsetTop;
      const before = tops.current.get(key);
      tops.current.set(key, top);
      if (was.current !== order && before !== undefined && before !== top && moves()) {
        child.animate([{ transform: `translateY(${before - top}px)` }, { transform: "none" }], {
          duration: SLIDING,
          easing: EASE,
        });
      }
    }
    was.current = order;
  });
  return parent;
}
