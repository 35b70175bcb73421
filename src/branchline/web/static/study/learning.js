// Learn from your mistakes: first what adds up; then find something better than what was done, and see.
import { html, cls, useEffect, useState } from "../core/ui.js";
import { CarSign } from "../art/cards.js";
import { capitalized } from "../core/words.js";
import { mistakesOf, placesOf, signedPoints, verdict } from "./moments.js";

/** @typedef {import("./moments.js").StudiedGame} StudiedGame */
/** @typedef {import("./moments.js").JudgedDecision} JudgedDecision */

/**
 * @param {object} props
 * @param {StudiedGame} props.game
 * @param {string[]} props.names
 * @param {number} props.seat  who learns
 * @param {(seat: number) => void} props.onSeat
 * @param {(moment: number, open: boolean) => void} props.onLesson  show this moment; open: with the answer
 * @param {(candidate: number|null) => void} props.onMeant
 */
export function Learning({ game, names, seat, onSeat, onLesson, onMeant }) {
  const lessons = mistakesOf(game, seat);
  const { habits } = game.study.seats[seat];
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState(/** @type {number|null} */ (null));
  const [seen, setSeen] = useState(false);
  const lesson = lessons[Math.min(at, lessons.length - 1)];
  const said = lesson && chosen !== null ? verdict(lesson, chosen) : null;
  const open = seen || said?.found === true;
  useEffect(() => setAt(0), [seat]);
  useEffect(() => {
    setChosen(null);
    setSeen(false);
  }, [seat, at]);
  useEffect(() => {
    if (lesson) onLesson(lesson.number, open);
  }, [lesson?.number, open]);
  return html`<div class="learning">
    <label class="who">
      Learn as
      <select value=${seat} onChange=${(/** @type {any} */ event) => onSeat(Number(event.target.value))}>
        ${names.map((name, each) => html`<option key=${each} value=${each}>${name}</option>`)}
      </select>
    </label>
    ${
      habits.length
        ? html`<section class="habits" aria-label="What adds up">
          <h2>What adds up</h2>
          <ol>
            ${habits.map(
              ({ name, words, points, number }) =>
                html`<li key=${name} data-habit=${name}>
                  <b>${capitalized(name)}</b>, about ${Math.round(points)} points. ${words}
                  ${" "}<button class="btn quiet" onClick=${() => onLesson(number, true)}>Show a moment</button>
                </li>`,
            )}
          </ol>
        </section>`
        : null
    }
    ${
      lesson
        ? html`<${Lesson}
          game=${game}
          lesson=${lesson}
          head=${`${capitalized(lesson.label ?? "")} ${Math.min(at, lessons.length - 1) + 1} of ${lessons.length}`}
          name=${names[seat]}
          chosen=${chosen}
          said=${said}
          open=${open}
          onChoose=${setChosen}
          onMeant=${onMeant}
        />
        <div class="acts">
          ${
            open ? null : html`<button class="btn" data-answer onClick=${() => setSeen(true)}>Show the answer</button>`
          }
          ${
            open && at + 1 < lessons.length
              ? html`<button class="btn main" data-next-lesson onClick=${() => setAt(at + 1)}>Next</button>`
              : null
          }
          ${open && at + 1 >= lessons.length ? html`<p class="lead">That was the last one. Well done.</p>` : null}
          ${at ? html`<button class="btn quiet" onClick=${() => setAt(at - 1)}>Back</button>` : null}
        </div>`
        : html`<p class="lead">No single decision of ${names[seat]} stands out as an error.</p>`
    }
  </div>`;
}

/**
 * @param {object} props
 * @param {StudiedGame} props.game
 * @param {JudgedDecision} props.lesson
 * @param {string} props.head
 * @param {string} props.name
 * @param {number|null} props.chosen
 * @param {{found: boolean, words: string}|null} props.said
 * @param {boolean} props.open
 * @param {(candidate: number) => void} props.onChoose
 * @param {(candidate: number|null) => void} props.onMeant
 */
function Lesson({ game, lesson, head, name, chosen, said, open, onChoose, onMeant }) {
  const { choices, asked } = game.study.decisions[lesson.number - 1];
  const { done, best } = placesOf(lesson);
  const others = choices
    .map((choice, at) => ({ at, words: capitalized(choice.words), worth: lesson.candidates[at].share }))
    .filter(({ at }) => at !== done)
    .sort((a, b) => (a.words < b.words ? -1 : 1)); // their order should tell nothing
  return html`<div class="lesson" data-lesson=${lesson.number}>
    <p class="cap">${head}</p>
    <h2><${CarSign} seat=${lesson.seat} width=${34} /> <span>Find something better</span></h2>
    <p class="hint">${asked}</p>
    <p>${name} did this: <b>${choices[done]?.words ?? lesson.action}</b>.</p>
    ${open ? html`<ul class="reasons">${lesson.reasons.map((each) => html`<li key=${each}>${each}</li>`)}</ul>` : null}
    <div role="status" class=${cls("verdict", said && (said.found ? "yes" : "no"))}>${said?.words ?? ""}</div>
    <ul class="answers">
      ${others.map(
        ({ at, words, worth }) => html`<li key=${at}>
          <button
            class=${cls("opt", chosen === at && "chosen", open && at === best && "best")}
            aria-pressed=${chosen === at}
            disabled=${open}
            data-candidate=${at}
            onClick=${() => onChoose(at)}
            onMouseEnter=${() => onMeant(at)}
            onMouseLeave=${() => onMeant(null)}
            onFocus=${() => onMeant(at)}
            onBlur=${() => onMeant(null)}
          >
            ${open && at === best ? html`<i class="sgn better">★</i>` : null}
            <span>${words}</span>
            ${open ? html`<em>${signedPoints(worth - lesson.candidates[done].share)}</em>` : null}
          </button>
        </li>`,
      )}
    </ul>
  </div>`;
}
