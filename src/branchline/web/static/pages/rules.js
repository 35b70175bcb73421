// The rules of a board on one page, with pictures: what all boards share is told from the board's numbers, what is
// special comes from `learn/BOARD.json`. Pointing at a part shows it on the map.
import { html, useState } from "../core/ui.js";
import { loadBoard } from "../core/api.js";
import { capitalized, counted, listed, routeName } from "../core/words.js";
import { Card, Certificate, Icon, Pawn, Token } from "../art/cards.js";
import { BoardView } from "../board/board-view.js";
import { Page, useFetched } from "./page.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Variant} Variant */
/**
 * @typedef {{cards?: string[], pawns?: string[], tokens?: number[], shares?: string[], icons?: string[], routes?:
 *   string[], places?: string[]}} Picture
 */
/** @typedef {{title: string, words: string[], picture?: Picture}} Section */

/** @param {{id: string}} props */
export function Rules({ id }) {
  const { value: board, problem } = useFetched(() => loadBoard(id), [id]);
  const { value: special } = useFetched(() => specialSections(id), [id]);
  const [lit, setLit] = useState(/** @type {Picture} */ ({}));
  if (!board)
    return html`<${Page} title="Rules" at="/learn">
      <main class="plain"><h1>Rules</h1><p class="lead">${problem}</p></main>
    <//>`;
  const variant = board.variants[0];
  const sections = [...commonSections(board, variant), ...(special ?? []), ...endSections(board, variant)];
  return html`<${Page} title=${`The rules of ${board.title}`} at="/learn">
    <main class="rules">
      <section class="text">
        <p class="cap">How it is played</p>
        <h1>${board.title}</h1>
        <p class="lead">${board.summary}</p>
        ${sections.map(
          (section, at) => html`<${Part} key=${at} board=${board} section=${section} onLight=${setLit} />`,
        )}
        ${
          board.variants.length > 1
            ? html`<article class="panel">
          <h2>Variants</h2>
          ${board.variants.map((each) => html`<p key=${each.id}><b>${each.title}</b>: ${each.summary}</p>`)}
        </article>`
            : null
        }
        ${board.note ? html`<p class="hint">${board.note}</p>` : null}
        <p><a class="btn main" href="/" data-page="1">Play ${board.title}</a></p>
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
 * @param {string} id
 * @returns {Promise<Section[]>}
 */
async function specialSections(id) {
  const answer = await fetch(`/static/learn/${encodeURIComponent(id)}.json`);
  return answer.ok ? answer.json() : []; // a board of one's own has none
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
          ${(picture.pawns ?? []).map((color) => html`<${Pawn} color=${color} width=${30} />`)}
          ${(picture.tokens ?? []).map((symbol) => html`<${Token} symbol=${symbol} width=${40} />`)}
          ${(picture.shares ?? []).map(
            (railroad) =>
              html`<${Certificate} logo=${board.extras.railroads?.[railroad]?.logo ?? railroad} note="no. 1" />`,
          )}
          ${(picture.icons ?? []).map((icon) => html`<${Icon} name=${icon} size=${34} />`)}
        </div>`
        : null
    }
    ${section.words.map((words, at) => html`<p key=${at}>${words}</p>`)}
    ${named.length ? html`<p class="hint">On the map: ${listed(named)}.</p>` : null}
  </article>`;
}

/**
 * What every board has, in its own numbers.
 * @param {Board} board
 * @param {Variant} variant
 * @returns {Section[]}
 */
function commonSections(board, variant) {
  const { numbers } = variant;
  const colors = board.cards.filter((kind) => kind.color !== "wild");
  const wild = board.cards.find((kind) => kind.color === "wild");
  const colored =
    board.routes.find((route) => route.color !== "gray" && route.kind === "train" && route.length >= 3) ??
    board.routes[0];
  const gray = board.routes.find((route) => route.color === "gray" && route.length >= 2);
  const reset = numbers.reset ? ` When ${numbers.reset} locomotives lie in the row, all of it is laid anew.` : "";
  return [
    {
      title: "What it is about",
      words: [
        "Connect the places on your tickets with routes of your own. Every route scores points when it is built; " +
          "every ticket you fulfill scores its points at the end, and every one you do not costs them. You begin " +
          `with ${counted(numbers.pieces, "piece")}, ${counted(numbers.hand, "card")}, and ` +
          `${counted(numbers.deal, "ticket")}, of which you keep at least ${numbers.keep}.`,
      ],
    },
    {
      title: "In your turn",
      words: [
        "Do one thing: take cards, build a route, or draw tickets. The table says what you can do; what is " +
          "possible glows.",
      ],
    },
    {
      title: "Take cards",
      words: [
        `Take two cards, each from the face-up row of ${numbers.row} or blind from the deck. A locomotive from ` +
          `the row is the only card you take in that turn.${reset}`,
      ],
      picture: { cards: [...colors.slice(0, 2).map((kind) => kind.name), ...(wild ? [wild.name] : [])] },
    },
    {
      title: "Build a route",
      words: [
        "Pay as many cards as the route has spaces, all of its color; locomotives stand for any color. " +
          `${routeName(board, colored)} takes ${colored.length} ` +
          `${colored.color}.${gray ? ` A gray route, such as ${routeName(board, gray)}, takes any one color.` : ""}`,
        "Click a route that glows, choose how to pay, and build. Of two tracks side by side nobody may own both.",
      ],
      picture: {
        routes: [colored.id, ...(gray ? [gray.id] : [])],
        places: [colored.a, colored.b],
        cards: Array(Math.min(3, colored.length)).fill(
          colors.find((kind) => kind.color === colored.color)?.name ?? "",
        ),
      },
    },
    {
      title: "Draw tickets",
      words: [
        `Draw ${counted(numbers.draw, "new ticket")} and keep at least ${numbers.draw_keep}. Their places light ` +
          "up on the map while you choose.",
      ],
      picture: { icons: ["ticket"] },
    },
  ];
}

/**
 * @param {Board} board
 * @param {Variant} variant
 * @returns {Section[]}
 */
function endSections(board, variant) {
  const { numbers } = variant;
  const points = Object.entries(board.route_points)
    .map(([length, value]) => `${length}: ${value}`)
    .join(" · ");
  const bonuses = [
    numbers.longest_path ? `The longest path scores ${numbers.longest_path}.` : "",
    numbers.globetrotter ? `The most fulfilled tickets score ${numbers.globetrotter}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
  return [
    {
      title: "The end",
      words: [
        `When somebody has ${numbers.trigger} pieces or fewer left at the end of a turn, everybody has ` +
          `${counted(numbers.last_turns, "more turn")}. Then tickets are shown and counted. ${bonuses}`,
      ],
    },
    { title: "Points for routes", words: [`By length – ${points}.`] },
  ].map((section) => ({ ...section, title: capitalized(section.title) }));
}
