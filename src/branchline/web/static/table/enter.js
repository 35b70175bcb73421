// What Enter means: the button that carries its sign, unless the keyboard stands on another button.

let byPointer = false; // how the focus came to where it is

globalThis.addEventListener?.("pointerdown", () => (byPointer = true), { capture: true });
globalThis.addEventListener?.(
  "keydown",
  (event) => {
    if (event.key === "Tab" || event.key.startsWith("Arrow")) byPointer = false;
  },
  { capture: true },
);

/** Whether the focus came to where it is by keyboard. */
export function byKeyboard() {
  return !byPointer;
}

/**
 * Go to something by a key of its own.
 * @param {Element|null|undefined} thing
 */
export function stepTo(thing) {
  if (!(thing instanceof HTMLElement)) return;
  byPointer = false;
  thing.focus();
}

/**
 * Whether a key means "do it". A button that was clicked with the mouse keeps the focus, but nobody thinks of it any
 * more; one that was reached by keyboard does what it says. Things to tick and to put in answer to the space bar.
 * @param {KeyboardEvent} event
 */
export function meansGo(event) {
  if (event.key !== "Enter") return false;
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest("button, a, summary");
  return !button || byPointer || button.closest("[data-answers]") !== null;
}
