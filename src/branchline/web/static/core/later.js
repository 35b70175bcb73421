// What can wait on a slow line: fonts and rare style sheets come when the first page stands.

const PATIENCE = 8000; // milliseconds after which they are fetched in any case
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

/** The first page stands, with its map if it has one: now the fonts. */
export function firstPageStands() {
  if (began) return;
  began = true;
  styles("fonts");
}

setTimeout(firstPageStands, PATIENCE);
