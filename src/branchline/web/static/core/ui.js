// The view library in one place: components are functions that return html`...`.
import { h, render, Fragment } from "../vendor/preact.js";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
import htm from "../vendor/htm.js";
import { address, inTab } from "./address.js";

export const html = htm.bind(inTab ? elsewhere : h);
export { Fragment, render, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState };

/**
 * An element whose links and pictures are where they are in a folder of files.
 * @param {any} type
 * @param {any} props
 * @param {...any} children
 */
function elsewhere(type, props, ...children) {
  const moved = typeof type === "string" && (props?.href ?? props?.src);
  if (!moved) return h(type, props, ...children);
  return h(type, { ...props, [props.href === undefined ? "src" : "href"]: address(moved) }, ...children);
}

/**
 * Class names out of parts; what is false is left out.
 * @param {...(string|false|null|undefined|0)} parts
 */
export function cls(...parts) {
  return parts.filter(Boolean).join(" ");
}

/**
 * Calls `listener` for every key pressed outside of text fields and dialogs, while the component is shown.
 * @param {(event: KeyboardEvent) => void} listener
 */
export function useKeys(listener) {
  const latest = useRef(listener);
  latest.current = listener;
  // At once, not after the next painting: a quick key would be lost.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const heard = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return; // nothing is played under it
      latest.current(event);
    };
    window.addEventListener("keydown", heard);
    return () => window.removeEventListener("keydown", heard);
  }, []);
}

/** @param {EventTarget|null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement && !!target.closest("input:not([type=range]):not([type=checkbox]), textarea, select")
  );
}

/**
 * Whether a media query holds, now and whenever that changes.
 * @param {string} query
 */
export function useMedia(query) {
  const media = useMemo(() => window.matchMedia(query), [query]);
  const [matches, setMatches] = useState(media.matches);
  useEffect(() => {
    const changed = () => setMatches(media.matches);
    changed();
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [media]);
  return matches;
}
