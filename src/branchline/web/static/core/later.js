// What can wait on a slow line: fonts, rare style sheets and what is seldom seen come when the first page stands.
import { html, useEffect, useState } from "./ui.js";

const PATIENCE = 8000; // milliseconds after which they are fetched in any case
const PAUSE = 3000; // milliseconds before what could not be fetched is tried again; Chromium never does
let began = false;

/**
 * A style sheet of the client, once.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function styles(name) {
  const address = new URL(`../css/${name}.css`, import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}

/** @type {(() => void)[]} */
const seldom = []; // parts that are fetched when the first page stands

/**
 * A part of a page that is fetched when it is needed.
 * @param {() => Promise<any>} load
 * @param {boolean} [soon]  it is fetched when the first page stands, so that it is there when it is needed
 */
export function lately(load, soon = false) {
  /** @type {any} */
  let part = null;
  const fetched = () => load().then((it) => (part = it));
  const tried = () => void fetched().catch(() => {}); // whoever needs it tries again
  if (soon && began) tried();
  else if (soon) seldom.push(tried);
  return (/** @type {any} */ props) => {
    const [, setThere] = useState(part !== null);
    useEffect(() => {
      let wanted = true;
      const there = () => wanted && setThere(true);
      const get = () => wanted && fetched().then(there, () => setTimeout(get, PAUSE));
      if (!part) get();
      return () => void (wanted = false);
    }, []);
    return part ? html`<${part} ...${props} />` : null;
  };
}

/** The first page stands, with its map if it has one: now the rest. */
export function firstPageStands() {
  if (began) return;
  began = true;
  styles("fonts");
  for (const tried of seldom) tried();
}

setTimeout(firstPageStands, PATIENCE);
