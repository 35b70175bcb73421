// A dialog over the page.
import { html, useEffect, useRef } from "../core/ui.js";

/**
 * A dialog that stands over the page until it is closed.
 * @param {object} props
 * @param {string} props.title
 * @param {() => void} props.onClose
 * @param {string} [props.close]  what its last button says
 * @param {boolean} [props.careful]  it asks whether something is meant: a key that is still down must not say yes
 * @param {any} props.children
 */
export function Dialog({ title, onClose, close = "Close", careful = false, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return html`<dialog
    ref=${dialog}
    aria-label=${title}
    onClose=${onClose}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === dialog.current && dialog.current?.close()}
  >
    <h2>${title}</h2>
    ${children}
    <div class="row-end">
      <button class="btn" autofocus=${careful} onClick=${() => dialog.current?.close()}>${close}</button>
    </div>
  </dialog>`;
}
