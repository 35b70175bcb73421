// The frame of the pages around the table: header with navigation, and the page itself.
import { html, useEffect, useState } from "../core/ui.js";
import { Brand, Tools } from "../table/header.js";
import { SettingsDialog } from "../table/menu.js";

const LINKS = [
  ["/", "Play"],
  ["/learn", "Learn"],
  ["/puzzles", "Puzzles"],
  ["/finished", "Finished games"],
];

/** @param {{title: string, at: string, children: any}} props */
export function Page({ title, at, children }) {
  const [settings, setSettings] = useState(false);
  useTitle(title);
  return html`
    <header class="top">
      <${Brand} />
      <nav class="nav" aria-label="Pages">
        ${LINKS.map(
          ([path, words]) =>
            html`<a key=${path} href=${path} data-page="1" aria-current=${path === at ? "page" : null}>${words}</a>`,
        )}
      </nav>
      <${Tools} onMenu=${() => setSettings(true)} />
    </header>
    ${children}
    ${settings ? html`<${SettingsDialog} onClose=${() => setSettings(false)} />` : null}`;
}

/** @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    document.title = title === "Branchline" ? title : `${title} – Branchline`;
  }, [title]);
}

/**
 * Something that is fetched: its value, or the problem in words.
 * @template T
 * @param {() => Promise<T>} fetch
 * @param {readonly unknown[]} inputs
 * @returns {{value: T|null, problem: string}}
 */
export function useFetched(fetch, inputs) {
  const [state, setState] = useState(/** @type {{value: T|null, problem: string}} */ ({ value: null, problem: "" }));
  useEffect(() => {
    let gone = false;
    fetch().then(
      (value) => !gone && setState({ value, problem: "" }),
      (error) => !gone && setState({ value: null, problem: error.message }),
    );
    return () => {
      gone = true;
    };
  }, inputs);
  return state;
}
