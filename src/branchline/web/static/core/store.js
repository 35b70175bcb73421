// One small store: a value, and those who want to hear when it changes.
import { useEffect, useState } from "./ui.js";

/**
 * @template T
 * @typedef {object} Store
 * @property {() => T} get
 * @property {(change: Partial<T>) => void} set  merge these fields and tell everybody
 * @property {(listener: () => void) => () => void} listen  returns how to stop listening
 */

/**
 * @template {object} T
 * @param {T} initial
 * @returns {Store<T>}
 */
export function createStore(initial) {
  let value = initial;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change };
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The store's value, in a component that is drawn again when it changes.
 * @template {object} T
 * @param {Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
  const [, redraw] = useState(0);
  const value = store.get();
  useEffect(() => {
    const changed = () => redraw((count) => count + 1);
    if (store.get() !== value) changed(); // between drawing and listening
    return store.listen(changed);
  }, [store]);
  return value;
}
