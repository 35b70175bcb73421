// What Enter means: the button that carries its sign, unless the keyboard stands on another button.

const BUTTON = "button, a, summary";
let byPointer = false; // how the focus came to where it is
let clicked = /** @type {Element|null} */ (null); // the button that it came to so

globalThis.addEventListener?.("pointerdown", ({ target }) => came(target instanceof Element ? target : null), {
  capture: true,
});
globalThis.addEventListener?.(
  "keydown",
  (event) => {
    if (event.key === "Tab" || event.key.startsWith("Arrow")) came(null);
  },
  { capture: true },
);

/**
 * The focus comes to something.
 * @param {Element|null} pointedAt  what was pointed at; null: by keyboard
 */
function came(pointedAt) {
  byPointer = pointedAt !== null;
  clicked = pointedAt?.closest(BUTTON) ?? null;
}

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
  came(null);
  thing.focus();
}

/**
 * Whether a key means "do it". A button that was clicked with the mouse keeps the focus, but nobody thinks of it any
 * more; any other does what it says. Things to tick and to put in answer to the space bar.
 * @param {KeyboardEvent} event
 */
export function meansGo(event) {
  if (event.key !== "Enter") return false;
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest(BUTTON);
  return !button || button === clicked || button.closest("[data-answers]") !== null;
}
