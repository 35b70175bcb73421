// Every player's game in figures: error, luck, accuracy, what tickets were worth when taken, turns wasted.
import { html } from "../core/ui.js";
import { CarSign } from "../art/cards.js";
import { counted } from "../core/words.js";
import { SIGNS, plainPoints, signedPoints } from "./moments.js";

/** @typedef {import("./moments.js").StudiedGame} StudiedGame */

/** @param {{game: StudiedGame, names: string[], onMoment: (moment: number) => void}} props */
export function SeatCards({ game, names, onMoment }) {
  return html`<div class="seatcards">
    ${names.map(
      (name, seat) => html`<${SeatCard} key=${seat} game=${game} name=${name} seat=${seat} onMoment=${onMoment} />`,
    )}
    <p class="hint">
      Figures are win shares in percent. Start + luck + play = result, exactly. Over many games, the better player has
      the higher result without luck.
    </p>
  </div>`;
}

/** @param {number[] | null} range */
const inRange = (range) => (range ? `(${Math.round(range[0])} to ${Math.round(range[1])})` : "");

/** @param {{game: StudiedGame, name: string, seat: number, onMoment: (moment: number) => void}} props */
function SeatCard({ game, name, seat, onMoment }) {
  const sum = game.analysis.seats[seat];
  const { tickets, turns_wasted: wasted, wasted: words } = game.study.seats[seat];
  return html`<section class=${`seatcard seat-${seat % 5}`} aria-label=${name} data-seatcard=${seat}>
    <h2><${CarSign} seat=${seat} width=${34} /> ${name}</h2>
    <dl>
      <div class="big">
        <dt>Accuracy</dt>
        <dd>
          ${
            sum.accuracy === null
              ? html`<small>too uncertain yet</small>`
              : html`<b>${Math.round(sum.accuracy)}</b> of 100 <small>${inRange(sum.accuracy_range)}</small>`
          }
        </dd>
      </div>
      <div>
        <dt>Error a decision</dt>
        <dd>
          ${
            sum.points === null || sum.points_se === null
              ? "nothing to decide"
              : `${sum.points.toFixed(1)} ± ${sum.points_se.toFixed(1)} points`
          }
        </dd>
      </div>
      <div><dt>Errors</dt><dd>${errorCounts(sum.labels)}</dd></div>
      <div>
        <dt>Luck</dt>
        <dd>
          ${`${signedPoints(sum.luck)} ± ${plainPoints(sum.luck_se)} % `}
          <small>(the deal ${signedPoints(sum.deal)})</small>
        </dd>
      </div>
    </dl>
    <dl class="sum" aria-label="How it adds up, in percent">
      <div><dt>start</dt><dd>${plainPoints(sum.initial)}</dd></div>
      <div><dt>luck</dt><dd>${signedPoints(sum.luck)}</dd></div>
      <div><dt>play</dt><dd>${signedPoints(sum.play)}</dd></div>
      <div class="whole"><dt>result</dt><dd>${plainPoints(sum.result)}</dd></div>
      <div class="fair"><dt>without luck</dt><dd>${plainPoints(sum.adjusted)}</dd></div>
    </dl>
    <h3>Tickets when taken</h3>
    <ul class="taken">
      ${tickets.map(
        (ticket, nth) => html`<li key=${nth} class=${ticket.completed ? "ok" : "no"}>
          <b aria-hidden="true">${ticket.completed ? "✓" : "✕"}</b>
          <span>${ticket.name}<span class="sr">, ${ticket.completed ? "completed" : "not completed"}</span></span>
          <em>${ticket.points}</em>
          ${
            nth && tickets[nth - 1].number === ticket.number
              ? null
              : html`<button
                class="linkish"
                title=${`What the tickets taken then changed: ${signedPoints(ticket.worth)} % of win share`}
                onClick=${() => onMoment(ticket.number)}
              >
                worth ${signedPoints(ticket.worth)}
              </button>`
          }
        </li>`,
      )}
    </ul>
    <h3>Turns wasted: ${wasted >= 0.5 ? `about ${Math.round(wasted)}` : "none"}</h3>
    ${wasted > 0 ? html`<p class="hint">${words}</p>` : null}
  </section>`;
}

/** @param {Record<string, number>} labels */
function errorCounts(labels) {
  const some = Object.entries(labels).filter(([, count]) => count > 0);
  if (!some.length) return "none that stands out";
  return some.map(
    ([label, count], at) => html`${at ? ", " : ""}<span key=${label} class="nobr"><i class="lbl">${SIGNS[label]}</i>
      ${counted(count, label).replace("inaccuracys", "inaccuracies")}</span>`,
  );
}
