// While Python is fetched and set up: a bar with what is happening. The pages are there meanwhile.
import { progress, startTables } from "../core/tab.js";
import { html, render } from "../core/ui.js";
import { useStore } from "../core/store.js";

function Loading() {
  const { done, words, problem } = useStore(progress);
  if (done >= 1) return null;
  const percent = Math.round(100 * done);
  return html`<div class="panel loading" role="status">
    <span>${problem ? `The tables cannot be set up here: ${problem}` : words}</span>
    ${
      problem
        ? null
        : html`<progress max="100" value=${percent} aria-label="How much of the tables is set up"></progress>`
    }
  </div>`;
}

/** Keep all files for the next visit, when nobody waits for anything any more. */
function keepFiles() {
  if (progress.get().done < 1) return;
  navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // without it, a network is needed
}

/** Set up the tables, and show how far that is. */
export function beginTables() {
  const place = document.createElement("div");
  document.body.append(place);
  render(html`<${Loading} />`, place);
  progress.listen(keepFiles);
  startTables();
}
