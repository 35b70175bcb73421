// One decision: who did what, what would have been better and why, what was luck.
import { html, cls } from "../core/ui.js";
import { CarSign, MiniCard } from "../art/cards.js";
import { capitalized } from "../core/words.js";
import { SIGNS, inPoints, percent, placesOf, plainPoints, signedPoints } from "./moments.js";

/** @typedef {import("./moments.js").StudiedGame} StudiedGame */
/** @typedef {import("./moments.js").JudgedDecision} JudgedDecision */
/** @typedef {import("../table/view.js").View} View */

/**
 * @param {object} props
 * @param {StudiedGame} props.game
 * @param {View} props.view
 * @param {number} props.at
 * @param {string} props.turn  "turn 12"
 * @param {(candidate: number|null) => void} props.onMeant
 */
export function MomentPanel({ game, view, at, turn, onMeant }) {
  const decision = game.analysis.decisions[at - 1];
  const name = view.game.names[decision.seat];
  const { done, best } = placesOf(decision);
  const { choices } = game.study.decisions[at - 1];
  return html`<article class="moment" aria-live="polite" data-moment=${at}>
    <p class="cap">Decision ${at} of ${game.analysis.decisions.length} · ${turn}</p>
    <h2><${CarSign} seat=${decision.seat} width=${34} /> <span>${name}</span> <${Badge} decision=${decision} /></h2>
    <dl class="doing">
      <dt><i class="sgn done" aria-hidden="true">${decision.label ? SIGNS[decision.label] : "✓"}</i> Done</dt>
      <dd>${capitalized(choices[done]?.words ?? decision.action)}</dd>
      ${
        best !== done && decision.label
          ? html`<dt><i class="sgn better" aria-hidden="true">★</i> Better</dt>
            <dd>${capitalized(choices[best]?.words ?? decision.best)}</dd>`
          : null
      }
    </dl>
    <p class="judged">${judgedWords(decision, best === done)}</p>
    ${
      decision.reasons.length
        ? html`<ul class="reasons">${decision.reasons.map((each) => html`<li key=${each}>${each}</li>`)}</ul>`
        : null
    }
    <${Row} view=${view} taken=${choices[done]?.card ?? null} better=${decision.label ? choices[best]?.card : null} />
    <${Candidates} decision=${decision} choices=${choices} done=${done} best=${best} onMeant=${onMeant} />
    <p class="lucky">${luckWords(decision)}</p>
  </article>`;
}

/** @param {{decision: JudgedDecision}} props */
export function Badge({ decision }) {
  if (!decision.label) return null;
  return html`<span class=${cls("badge", decision.label)}><i aria-hidden="true">${SIGNS[decision.label]}</i>
    ${decision.label}</span>`;
}

/**
 * @param {JudgedDecision} decision
 * @param {boolean} isBest
 */
function judgedWords(decision, isBest) {
  if (decision.candidates.length < 2) return "There was nothing else to do.";
  if (decision.label)
    return `It cost ${plainPoints(decision.error)} ± ${plainPoints(decision.error_se)} % of win share.`;
  if (isBest || decision.error < 0.005) return "The best move found.";
  return `Perhaps ${inPoints(decision.error)} worse than the best, but that may be chance.`;
}

/** @param {JudgedDecision} decision */
function luckWords({ luck, luck_se }) {
  if (Math.abs(luck) < 0.0005) return "No luck was involved.";
  const sort = luck > 0 ? "Good luck" : "Bad luck";
  return `${sort} in what came next: ${signedPoints(luck)} ± ${plainPoints(luck_se)} %.`;
}

/**
 * The cards of the row, with the one that was taken and the one that was better to take.
 * @param {{view: View, taken: string|null, better: string|null|undefined}} props
 */
function Row({ view, taken, better }) {
  /** @type {(string|null)[]} */
  const row = view.game.observation.parts.market?.row ?? [];
  if (!taken && !better) return null;
  /** @param {string} card */
  const sign = (card) => (card === better ? "★" : card === taken ? "✓" : "");
  return html`<div class="rowcards" aria-label="The row of cards">
    ${row.map((card, place) => {
      const kind = card === null ? undefined : view.board.card[card];
      if (!kind || card === null) return null;
      return html`<span key=${place} class=${cls(card === better ? "better" : card === taken && "done")}>
        <${MiniCard} kind=${kind} width=${26} />
        <i aria-hidden="true">${sign(card)}</i>
        <span class="sr">${kind.title}</span>
      </span>`;
    })}
  </div>`;
}

/**
 * All that was tried, as bars of the win share that it leaves.
 * @param {{decision: JudgedDecision, choices: import("./moments.js").StudiedChoice[], done: number, best: number,
 *   onMeant: (candidate: number|null) => void}} props
 */
function Candidates({ decision, choices, done, best, onMeant }) {
  const most = Math.max(0.01, ...decision.candidates.map(({ share }) => share));
  return html`<details class="tried" open=${decision.label !== null}>
    <summary>${decision.candidates.length} candidates and what they were worth</summary>
    <ol>
      ${decision.candidates.map(
        (candidate, at) => html`<li key=${candidate.action}>
          <button
            onMouseEnter=${() => onMeant(at)}
            onMouseLeave=${() => onMeant(null)}
            onFocus=${() => onMeant(at)}
            onBlur=${() => onMeant(null)}
          >
            <span class="what">
              ${at === best ? html`<i class="sgn better">★</i>` : at === done ? html`<i class="sgn done">✓</i>` : null}
              ${capitalized(choices[at].words)}
              ${at === done ? html`<em> done</em>` : at === best ? html`<em> best</em>` : null}
            </span>
            <b>${percent(candidate.share)}</b>
            <span class="bar"><i style=${{ width: `${(100 * candidate.share) / most}%` }}></i></span>
          </button>
        </li>`,
      )}
    </ol>
  </details>`;
}
