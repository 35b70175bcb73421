// Pages by address, without reloading. Links are plain links; clicks on them inside the client are caught here.
import { address, inTab, pathname } from "./address.js";
import { saveAnswer } from "./api.js";
import { useEffect, useState } from "./ui.js";

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Go to an address of this client.
 * @param {string} path
 * @param {{replace?: boolean}} [how]
 */
export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address(path));
  for (const listener of [...listeners]) listener();
  if (!replace) window.scrollTo(0, 0);
}

/** The present address, in a component that is drawn again when it changes. */
export function usePath() {
  const [, redraw] = useState(0);
  useEffect(() => {
    const changed = () => redraw((count) => count + 1);
    listeners.add(changed);
    window.addEventListener("popstate", changed);
    return () => {
      listeners.delete(changed);
      window.removeEventListener("popstate", changed);
    };
  }, []);
  return pathname();
}

/** Past the header: to the content of the page that is shown, whichever it is. */
function skip() {
  const content = document.querySelector("main");
  if (!content) return;
  content.tabIndex = -1;
  content.focus();
}

/** Catch clicks on links to pages of this client. */
export function catchLinks() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target) return;
    const [isFile, isSkip] = [link.hasAttribute("download"), link.matches(".skip")];
    if (link.origin !== location.origin || (isFile ? !inTab : !link.dataset.page && !isSkip)) return;
    event.preventDefault();
    if (isFile) saveAnswer(link.pathname);
    else if (isSkip) skip();
    else go(inTab ? link.href : link.pathname + link.search + link.hash);
  });
}
