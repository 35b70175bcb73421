// A button that copies the address: it leads to the very moment that is shown.
import { html } from "../core/ui.js";
import { useCopying } from "../core/links.js";

export function CopyLink() {
  const [copied, copy] = useCopying();
  return html`<button class="btn quiet" data-copy onClick=${() => copy(location.href)}>
    ${copied ? "Copied" : "Copy link"}
  </button>`;
}
