// Where the keyboard stands: the focus goes from thing to thing by arrows, and does not get lost with what had it.
import { byKeyboard, stepTo } from "./enter.js";

/** @type {Element[]} */
let stood = []; // what had the focus last, and all that it is in
let nth = -1; // the place of it in its list

globalThis.addEventListener?.("focusin", ({ target }) => {
  if (!(target instanceof Element)) return;
  stood = [];
  for (let each = /** @type {Element|null} */ (target); each; each = each.parentElement) stood.push(each);
  const item = target.closest("li");
  nth = item ? [...(item.parentElement?.children ?? [])].indexOf(item) : -1;
});

/**
 * After something was decided by keyboard, the button for it is gone or locked, and the focus with it. It goes to what
 * took the place of that button in its list, else to the question that is open, else to the panel around.
 */
export function keepFocus() {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if ((activeElement && activeElement !== document.body) || !byKeyboard() || !stood.length) return;
    if (document.querySelector("dialog[open]") || isThere(stood[0])) return; // left on purpose
    const left = stood.filter((each) => each.isConnected);
    const list = left[0]?.matches("ol, ul") ? left[0].children[nth] : left.find((each) => each.matches("li"));
    const next =
      list?.querySelector("button:enabled") ??
      document.querySelector("[data-question]") ??
      left.find((each) => each.matches("section")) ??
      document.querySelector("[data-map]");
    standOn(next);
  });
}

/**
 * Go to a panel or a question, which cannot have the focus by itself.
 * @param {Element|null|undefined} thing
 */
function standOn(thing) {
  if (thing instanceof HTMLElement && thing.tabIndex < 0) thing.tabIndex = -1;
  stepTo(thing);
}

/** What a button has opened is gone to, if it was pressed by keyboard. */
export function goToQuestion() {
  if (byKeyboard()) requestAnimationFrame(() => standOn(document.querySelector("[data-question]")));
}

/**
 * Whether something can still have the focus.
 * @param {Element} thing
 */
function isThere(thing) {
  return thing.isConnected && !thing.matches(":disabled");
}

/**
 * Arrow keys walk through the buttons of a panel or list.
 * @param {KeyboardEvent} event
 */
export function walk(event) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const around = /** @type {HTMLElement} */ (event.currentTarget);
  const buttons = /** @type {HTMLElement[]} */ ([...around.querySelectorAll("button:enabled:not(.x)")]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  buttons[at < 0 ? 0 : at + step]?.focus();
  event.preventDefault();
}
