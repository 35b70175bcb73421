// What this server keeps of people and for how long, and deleting what it keeps of whoever uses this browser.
import { html, useState } from "../core/ui.js";
import { ask, post } from "../core/api.js";
import { heldSeats, keepSeat } from "../core/seats.js";
import { counted } from "../core/words.js";
import { Page, useFetched } from "./page.js";
import { keepSolver, solverToken } from "./solver.js";

const AT_ONCE = 20; // tables

/** Delete all that the server knows by the secrets of this browser; returns at how many tables it could not. */
async function eraseAll() {
  const held = Object.entries(heldSeats());
  const solver = solverToken();
  let left = 0;
  for (let start = 0; start === 0 || start < held.length; start += AT_ONCE) {
    const part = held.slice(start, start + AT_ONCE);
    const seats = Object.fromEntries(part.map(([table, seat]) => [table, seat.token]));
    const { tables } = await post("/api/privacy/erase", { seats, ...(solver && !start ? { solver } : {}) });
    for (const table of tables) keepSeat(table, null);
    left += part.length - tables.length;
  }
  if (solver) keepSolver("");
  return left;
}

export function Privacy() {
  const { value, problem } = useFetched(() => ask("/api/privacy"), []);
  const [asked, setAsked] = useState(false);
  const [said, say] = useState("");
  const erase = async () => {
    if (!asked) {
      setAsked(true);
      return;
    }
    setAsked(false);
    try {
      const left = await eraseAll();
      say(
        left
          ? `Done, except at ${counted(left, "table")}: leave games that still run, and try again when they are over.`
          : "Your games and your chat are deleted.",
      );
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  };
  return html`<${Page} title="Privacy" at="/privacy">
    <main class="plain privacy">
      <h1>Privacy</h1>
      <p class="lead">
        ${problem || "Nobody needs an account, and nothing is sent to other sites. The server keeps this:"}
      </p>
      <table>
        <thead>
          <tr><th scope="col">What</th><th scope="col">How long</th></tr>
        </thead>
        <tbody>
          ${(value?.kept ?? []).map(
            (/** @type {{what: string, how_long: string}} */ each) =>
              html`<tr key=${each.what}><td>${each.what}</td><td>${each.how_long}</td></tr>`,
          )}
        </tbody>
      </table>
      <p>Your browser keeps your settings, your nickname and the secrets of your seats, until you delete them.</p>
      <h2>Delete my games and chat</h2>
      <p>
        This deletes what the server knows of you by the secrets in this browser: games against bots, your name and
        your lines at tables with other people, and your puzzle rating. It cannot be undone, and the seats are lost.
      </p>
      <button class="btn main" onClick=${erase}>${asked ? "Yes, delete all of it" : "Delete them"}</button>
      <p class="lead" role="status">${said}</p>
    </main>
  <//>`;
}
