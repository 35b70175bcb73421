// A button that copies the address: it leads to the very moment that is shown.
import { html, useState } from "../core/ui.js";

const TOLD = 2000; // milliseconds that the button says so

export function CopyLink() {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(location.href).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), TOLD);
      },
      () => {},
    );
  return html`<button class="btn quiet" data-copy onClick=${copy}>${copied ? "Copied" : "Copy link"}</button>`;
}
