// The rules of a board on one page, with pictures. Pointing at a part shows it on the map.
import { html, useState } from "../core/ui.js";
import { loadBoard } from "../core/api.js";
import { sectionsOf } from "../core/rule-sections.js";
import { listed, routeName } from "../core/words.js";
import { Card, Icon } from "../art/cards.js";
import { known } from "../mechanics/index.js";
import { BoardView } from "../board/board-view.js";
import { GuidedGame } from "./guided-game.js";
import { Page, useFetched } from "./page.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/rule-sections.js").Picture} Picture */
/** @typedef {import("../core/rule-sections.js").Section} Section */

/** @param {{id: string}} props */
export function Rules({ id }) {
  const { value: board, problem } = useFetched(() => loadBoard(id), [id]);
  const [wished, setWished] = useState("");
  const variant = board?.variants.find((each) => each.id === wished) ?? board?.variants[0];
  const { value: sections, problem: fault } = useFetched(
    async () => (board && variant ? sectionsOf(board, variant) : []),
    [board, variant],
  );
  const [lit, setLit] = useState(/** @type {Picture} */ ({}));
  if (!board || !variant)
    return html`<${Page} title="Rules" at="/learn">
      <main class="plain"><h1>Rules</h1><p class="lead">${problem}</p></main>
    <//>`;
  return html`<${Page} title=${`The rules of ${board.title}`} at="/learn">
    <main class="rules">
      <section class="text">
        <p class="cap">The rules</p>
        <h1>${board.title}</h1>
        <p class="lead">${board.summary}</p>
        <div class="acts">
          <${GuidedGame} board=${board} />
          <a class="btn" href=${`/?board=${board.id}`} data-page="1">Play ${board.title}</a>
        </div>
        <${Variants} board=${board} chosen=${variant} onChoose=${setWished} />
        ${fault ? html`<p class="note" role="alert">${fault}</p>` : null}
        ${sections?.map(
          (section, at) => html`<${Part} key=${at} board=${board} section=${section} onLight=${setLit} />`,
        )}
        ${board.note ? html`<p class="hint">${board.note}</p>` : null}
      </section>
      <aside class="picture">
        <${BoardView}
          board=${board}
          snug=${true}
          scene=${{ lit: new Set(lit.places ?? []), legal: new Set(lit.routes ?? []), owners: [] }}
        />
      </aside>
    </main>
  <//>`;
}

/**
 * The variant whose numbers are told.
 * @param {{board: Board, chosen: import("../core/types.js").Variant, onChoose: (id: string) => void}} props
 */
function Variants({ board, chosen, onChoose }) {
  if (board.variants.length < 2) return null;
  return html`<article class="panel">
    <h2>Variants</h2>
    <div class="seg" role="group" aria-label="Variant">
      ${board.variants.map(
        (each) => html`<button key=${each.id} aria-pressed=${each === chosen} onClick=${() => onChoose(each.id)}>
          ${each.title}
        </button>`,
      )}
    </div>
    <p>${chosen.summary}</p>
  </article>`;
}

/** @param {{board: Board, section: Section, onLight: (picture: Picture) => void}} props */
function Part({ board, section, onLight }) {
  const { picture } = section;
  const light =
    picture?.routes || picture?.places
      ? {
          onMouseEnter: () => onLight(picture),
          onMouseLeave: () => onLight({}),
          onFocus: () => onLight(picture),
          onBlur: () => onLight({}),
          tabindex: 0,
        }
      : {};
  const named = (picture?.routes ?? []).filter((id) => board.route[id]).map((id) => routeName(board, board.route[id]));
  return html`<article class="panel" ...${light}>
    <h2>${section.title}</h2>
    ${
      picture
        ? html`<div class="pics">
          ${(picture.cards ?? [])
            .filter((name) => board.card[name])
            .map((name) => html`<span class="pic"><${Card} kind=${board.card[name]} /></span>`)}
          ${Object.entries(picture).map(([sort, things]) => {
            const drawn = known("pictures", sort);
            return drawn && things?.map((thing) => drawn(board, thing));
          })}
          ${(picture.icons ?? []).map((icon) => html`<${Icon} name=${icon} size=${34} />`)}
        </div>`
        : null
    }
    ${section.words.map((words, at) => html`<p key=${at}>${words}</p>`)}
    ${named.length ? html`<p class="hint">On the map: ${listed(named)}.</p>` : null}
  </article>`;
}
