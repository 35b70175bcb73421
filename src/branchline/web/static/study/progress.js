// How far the analysis is: in the queue, being made, deep or deeper.
import { html } from "../core/ui.js";

/** @param {{watched: import("./watching.js").Watched}} props */
export function ProgressOf({ watched: { state, game, problem, again } }) {
  const busy = state !== null && (state.status === "waiting" || state.status === "running");
  const part = state?.total ? state.done / state.total : 0;
  if (problem || state?.status === "failed")
    return html`<div class="progress" role="alert">
      <span>${problem || state?.words}</span>
      <button class="btn" onClick=${again}>Ask again</button>
    </div>`;
  if (!busy)
    return html`<div class="progress quiet" role="status" data-progress="done">
      <span class="hint">${game ? state?.words : "Asking for an analysis …"}</span>
    </div>`;
  return html`<div class="progress" role="status" data-progress=${state.status}>
    <span>${state.words}</span>
    <progress max="1" value=${part} aria-label="Progress of the analysis">${Math.round(100 * part)}%</progress>
  </div>`;
}
