// Play on from here: the chosen moment as a new table against bots.
import { html, useState } from "../core/ui.js";
import { catalog, post } from "../core/api.js";
import { settings } from "../core/settings.js";
import { useFetched } from "../pages/page.js";
import { levelOption } from "../pages/setup.js";
import { NAMELESS, sitDown } from "../pages/sitting-down.js";
import { Dialog } from "../table/dialog.js";

const USUAL = "medium";

/**
 * @param {object} props
 * @param {string} props.id  of the table
 * @param {number} props.step  decisions taken before the moment
 * @param {string[]} props.names
 * @param {number} props.seat  to play as, unless another one is chosen
 * @param {() => void} props.onClose
 */
export function PlayOn({ id, step, names, seat: meant, onClose }) {
  const { value: offered } = useFetched(catalog, []);
  const levels = (offered?.bots ?? []).filter((/** @type {any} */ bot) => bot.for_people);
  const [seat, setSeat] = useState(meant);
  const [level, setLevel] = useState(USUAL);
  const [cards, setCards] = useState("same");
  const [problem, setProblem] = useState("");
  const begin = async () => {
    try {
      const name = settings.get().name.trim() || NAMELESS;
      await sitDown(await post(`/api/tables/${id}/continue`, { step, seat, name, level, cards }), { begin: false });
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  };
  return html`<${Dialog} title="Play on from here" onClose=${onClose} close="Cancel">
    <p>A new table opens at this moment, with bots in the other seats. The game that was played stays as it is.</p>
    <div class="choices playon">
      <label class="choice">
        Play as
        <select data-seat value=${seat} onChange=${(/** @type {any} */ event) => setSeat(Number(event.target.value))}>
          ${names.map((name, each) => html`<option key=${each} value=${each}>${name}</option>`)}
        </select>
      </label>
      <label class="choice">
        Bots
        <select data-level value=${level} onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>
          ${levels.map(levelOption)}
        </select>
      </label>
      <label class="choice">
        Cards to come
        <select data-cards value=${cards} onChange=${(/** @type {any} */ event) => setCards(event.target.value)}>
          <option value="same">as they came in the game</option>
          <option value="fresh">shuffled again</option>
        </select>
      </label>
    </div>
    ${problem ? html`<p class="note" role="alert">${problem}</p>` : null}
    <p><button class="btn main big" data-play-on disabled=${!levels.length} onClick=${begin}>Play on</button></p>
  <//>`;
}
