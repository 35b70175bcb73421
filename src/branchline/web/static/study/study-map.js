// The map at the chosen moment, with what was done and what would have been better brought into sight.
import { html, useEffect, useMedia, useRef } from "../core/ui.js";
import { BoardView } from "../board/board-view.js";
import { sceneOf } from "../table/scene.js";

/** @typedef {import("./on-the-map.js").Drawn} Drawn */
/** @typedef {import("../board/board-view.js").Mounted} Mounted */

// What a table points out is of no use here: nobody is about to decide anything.
const QUIET = { recent: new Set(), pencil: new Set(), way: new Set() };

const SETTLED = 60; // milliseconds: by then the map has found its size

/** @param {{view: import("../table/view.js").View|null, drawn: Drawn, at: number}} props */
export function StudyMap({ view, drawn, at }) {
  const phone = useMedia("(max-width: 699px)");
  const mounted = useRef(/** @type {Mounted|null} */ (null));
  const reveal = () => {
    const spots = view ? spotsOf(view.board, drawn) : [];
    if (!phone || !spots.length || !mounted.current) return; // elsewhere all of the map is in sight
    const middle = (/** @type {"x"|"y"} */ along) => spots.reduce((sum, spot) => sum + spot[along], 0) / spots.length;
    mounted.current.moves.center(middle("x"), middle("y"));
    mounted.current.moves.reveal(spots);
    mounted.current.moves.hold();
  };
  const latest = useRef(reveal);
  latest.current = reveal;
  useEffect(reveal, [at, [...drawn.better].join(), drawn.notes.length]);
  return html`<section class="studymap" aria-label="The map at this moment">
    ${
      view
        ? html`<${BoardView}
          board=${view.board}
          whole=${true}
          phone=${phone}
          scene=${{ ...sceneOf(view), ...QUIET, ...drawn }}
          onReady=${(/** @type {Mounted|null} */ it) => {
            mounted.current = it;
            setTimeout(() => latest.current(), SETTLED);
          }}
        />`
        : html`<div class="map"></div>`
    }
  </section>`;
}

/**
 * Where the map shows something.
 * @param {import("../core/types.js").Board} board
 * @param {Drawn} drawn
 */
function spotsOf(board, { done, better, notes }) {
  const routes = [...done, ...better].map((id) => board.route[id]);
  const places = notes.flatMap(({ place, stops }) => [...(place ? [place] : []), ...(stops ?? [])]);
  return [...routes.flatMap(({ a, b }) => [a, b]), ...places].map((id) => board.places[id]).filter(Boolean);
}
