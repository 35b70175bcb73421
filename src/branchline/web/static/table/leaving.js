// Leaving, giving up, ending early, and coming back. Whatever cannot be taken back asks first.
import { html, useState } from "../core/ui.js";
import { go } from "../core/router.js";
import { listed } from "../core/words.js";
import { Dialog } from "./dialog.js";
import { othersWhoPlay } from "./header.js";
import { Vote } from "./vote.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {"leave"|"resign"|"end"} Wish */

/**
 * The entries of the menu that end something for me.
 * @param {{view: View, onWish: (wish: Wish) => void}} props
 */
export function EndingChoices({ view, onWish }) {
  const { table, seat } = view;
  if (seat === null) return html`<li><a class="btn quiet" href="/" data-page="1">Leave</a></li>`;
  const running = table.status === "running" && !view.game.result;
  const resigned = table.seats[seat]?.resigned;
  if (!running || resigned) return html`<li><a class="btn quiet" href="/" data-page="1">Leave the table</a></li>`;
  return html`<li><button class="btn quiet" onClick=${() => onWish("leave")}>Leave the table</button></li>
    <li><button class="btn quiet" onClick=${() => onWish("resign")}>Give up</button></li>
    ${
      table.end_offer
        ? null
        : html`<li><button class="btn quiet" onClick=${() => onWish("end")}>End the game early</button></li>`
    }`;
}

/**
 * What happens then, in words.
 * @param {View} view
 * @param {Wish} wish
 * @returns {{title: string, words: string, yes: string}}
 */
function askingFor(view, wish) {
  const resigns = wish === "resign" || view.table.when_left === "resign";
  const others = othersWhoPlay(view);
  if (wish === "end")
    return {
      title: "End the game early?",
      words: others.length
        ? `${listed(others)} will be asked. If all agree, the game is scored as it stands.`
        : "The game ends here and is scored as it stands.",
      yes: others.length ? "Ask the others" : "End the game",
    };
  if (resigns)
    return {
      title: wish === "leave" ? "Leave and give up?" : "Give up?",
      words: view.table.seats[view.seat ?? 0].ends_game
        ? "You come last, whatever your points. The game ends here."
        : "You come last, whatever your points, and cannot come back. A bot plays on in your seat.",
      yes: wish === "leave" ? "Leave and give up" : "Give up",
    };
  return {
    title: "Leave the table?",
    words: "A bot plays on in your seat. You can come back at any time and take over.",
    yes: "Leave",
  };
}

/** @param {{view: View, wish: Wish, onClose: () => void}} props */
export function AskFirst({ view, wish, onClose }) {
  const { title, words, yes } = askingFor(view, wish);
  const sure = () => {
    view.session?.send({ type: wish === "end" ? "offer_end" : wish });
    if (wish === "leave") go("/");
    else onClose();
  };
  return html`<${Dialog} title=${title} onClose=${onClose} close="Stay" careful>
    <p>${words}</p>
    <p class="sure"><button class="btn main" data-sure onClick=${sure}>${yes}</button></p>
  <//>`;
}

/**
 * Somebody came back to a seat that a bot plays for.
 * @param {{view: View}} props
 */
export function BotPlaysForYou({ view }) {
  const [hidden, setHidden] = useState(false);
  const mine = view.seat === null ? null : view.table.seats[view.seat];
  if (!view.session || !mine?.substitute || view.game.result || hidden) return null;
  if (mine.resigned)
    return html`<div class="wish panel" role="status" data-substitute>
      <h2>You gave up</h2>
      <p>A bot plays on in your seat. You can stay and watch.</p>
      <div><button class="btn" onClick=${() => setHidden(true)}>Watch</button></div>
    </div>`;
  return html`<div class="wish panel big" role="alertdialog" aria-label="A bot plays for you" data-substitute>
    <h2>A bot plays for you</h2>
    <div>
      <button class="btn main big" onClick=${() => view.session?.send({ type: "come_back" })}>Take over</button>
    </div>
  </div>`;
}

/**
 * Somebody would like to end the game here.
 * @param {{view: View}} props
 */
export function EndOffer({ view }) {
  const offer = view.table.end_offer;
  if (!offer || !view.session || view.game.result) return null;
  return html`<div data-end-offer>
    <${Vote}
      view=${view}
      offer=${offer}
      title="A proposal to end the game"
      words="to end the game and count it as it stands."
      no="Play on"
      onAnswer=${(/** @type {boolean} */ agree) =>
        view.session?.send({ type: "answer_end", offer: offer.number, agree })}
    />
  </div>`;
}
