// Links to pass on: to a table, to the very moment that is shown; and copying them.
import { address, inTab } from "./address.js";
import { useState } from "./ui.js";
import { seatAt } from "./seats.js";

const TOLD = 2000; // milliseconds that a button says that something was copied
const THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"];

/**
 * The link that friends join or watch a table by; that of a private table holds its invitation.
 * @param {string} table
 */
export function linkOf(table) {
  const invitation = seatAt(table)?.invitation ?? new URLSearchParams(location.hash.slice(1)).get("invitation");
  return `${inTab ? "" : location.origin}${address(`/t/${table}`)}${invitation ? `#invitation=${invitation}` : ""}`;
}

/** Whether links from here lead nowhere on any other machine. */
export function isThisMachineOnly() {
  return THIS_MACHINE.includes(location.hostname);
}

/**
 * Copy something, and whether that was done a moment ago.
 * @returns {[boolean, (words: string) => void]}
 */
export function useCopying() {
  const [copied, setCopied] = useState(false);
  /** @param {string} words */
  const copy = async (words) => {
    if (!(await toClipboard(words))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), TOLD);
  };
  return [copied, copy];
}

/**
 * Browsers lend their clipboard to pages by HTTPS and of this machine alone. In a network at home, where a server
 * speaks plain HTTP, the old way is left: to select the words and copy what is selected.
 * @param {string} words
 * @returns {Promise<boolean>}  whether it worked
 */
async function toClipboard(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return copySelected(words);
  }
}

/** @param {string} words */
function copySelected(words) {
  const field = document.createElement("textarea");
  field.value = words;
  field.className = "sr";
  (document.querySelector("dialog[open]") ?? document.body).append(field); // a dialog lets nothing else be selected
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
