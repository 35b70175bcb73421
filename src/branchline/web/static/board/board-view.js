// The map at the table: the drawing, moved and zoomed, with what can be done on it.
import { html, useEffect, useRef, useState } from "../core/ui.js";
import { Icon } from "../art/cards.js";
import { EMPTY_SCENE, loadDrawing, mountDrawing } from "./drawing.js";
import { mountMarks } from "./map-marks.js";
import { panZoom } from "./pan-zoom.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("./drawing.js").Scene} Scene */
/**
 * @typedef {object} Mounted
 * @property {import("./drawing.js").Drawing} drawing
 * @property {ReturnType<typeof mountMarks>} marks
 * @property {import("./pan-zoom.js").PanZoom} moves
 */

const LABEL = 11.5; // pixels: on a phone the map opens so large that names can be read

/**
 * @param {object} props
 * @param {Board} props.board
 * @param {Partial<Scene>} props.scene
 * @param {(route: string) => void} [props.onRoute]
 * @param {(route: string|null) => void} [props.onHover]
 * @param {(place: string) => void} [props.onPlace]
 * @param {(mounted: Mounted|null) => void} [props.onReady]
 * @param {boolean} [props.snug]  the frame takes the shape of the board
 * @param {boolean} [props.phone]
 * @param {any} [props.children]  stands over the map's corner
 */
export function BoardView({
  board,
  scene,
  onRoute,
  onHover,
  onPlace,
  onReady,
  snug = false,
  phone = false,
  children,
}) {
  const frame = useRef(/** @type {HTMLDivElement|null} */ (null));
  const layer = useRef(/** @type {HTMLDivElement|null} */ (null));
  const locator = useRef(/** @type {SVGRectElement|null} */ (null));
  const [mounted, setMounted] = useState(/** @type {Mounted|null} */ (null));
  const [problem, setProblem] = useState("");

  useEffect(() => {
    let stopped = false;
    /** @type {Mounted|null} */
    let here = null;
    loadDrawing(board.id).then(
      (svg) => {
        if (stopped || !frame.current || !layer.current) return;
        const drawing = mountDrawing(layer.current, svg, board);
        const moves = panZoom(frame.current, layer.current, board.size, {
          fill: phone,
          onMove: (window) => locate(locator.current, window),
        });
        if (phone) {
          moves.center(board.size[0] / 2, board.size[1] / 2, Math.max(moves.scale(), LABEL / drawing.smallestName()));
          moves.hold();
        }
        here = { drawing, marks: mountMarks(drawing, board), moves };
        setMounted(here);
        onReady?.(here);
      },
      (error) => setProblem(error.message),
    );
    return () => {
      stopped = true;
      here?.moves.stop();
      onReady?.(null);
    };
  }, [board, phone]);

  useEffect(() => {
    if (!mounted) return;
    const whole = { ...EMPTY_SCENE, ...scene };
    mounted.drawing.show(whole);
    mounted.marks.showTickets(whole.tickets);
    mounted.marks.showPencil(whole.pencil);
  });

  /** @param {Event} event */
  const routeAt = (event) =>
    event.target instanceof Element
      ? (event.target.closest("[data-route]")?.getAttribute("data-route") ?? null)
      : null;
  /** @param {Event} event */
  const placeAt = (event) =>
    event.target instanceof Element
      ? (event.target.closest("[data-place]")?.getAttribute("data-place") ?? null)
      : null;
  /** @param {MouseEvent} event */
  const clicked = (event) => {
    const place = placeAt(event);
    const route = routeAt(event);
    if (place && scene.pickable?.has(place)) onPlace?.(place);
    else if (route) onRoute?.(route);
  };
  return html`<div
    class=${snug ? "map snug" : "map"}
    style=${snug ? { aspectRatio: `${board.size[0]} / ${board.size[1]}` } : null}
    data-map
    tabindex="0"
    role="application"
    aria-label=${
      `Map of ${board.title}. Arrow keys move, plus and minus zoom, 0 shows all of it. ` +
      "Press L for the list of places and routes."
    }
    ref=${frame}
    onClick=${clicked}
    onMouseOver=${(/** @type {MouseEvent} */ event) => onHover?.(routeAt(event))}
    onMouseLeave=${() => onHover?.(null)}
  >
    <div class="layer" ref=${layer}></div>
    ${problem ? html`<p class="problem">${problem}</p>` : null}
    ${phone ? html`<${Locator} board=${board} scene=${scene} rect=${locator} />` : null}
    ${
      phone
        ? html`<div class="zoom" onClick=${(/** @type {Event} */ event) => event.stopPropagation()}>
          <${ZoomButtons} moves=${() => mounted?.moves} />
          ${children}
        </div>`
        : null
    }
  </div>`;
}

/** @param {{moves: () => import("./pan-zoom.js").PanZoom|undefined}} props */
export function ZoomButtons({ moves }) {
  return html`
    <button aria-label="Zoom in" title="Zoom in (+)" onClick=${() => moves()?.zoomIn()}>
      <${Icon} name="more" size=${18} />
    </button>
    <button aria-label="Zoom out" title="Zoom out (−)" onClick=${() => moves()?.zoomOut()}>
      <${Icon} name="less" size=${18} />
    </button>
    <button aria-label="Show all of the map" title="Show all (0)" onClick=${() => moves()?.fit()}>
      <${Icon} name="fit" size=${18} />
    </button>`;
}

/**
 * @param {SVGRectElement|null} rect
 * @param {{x: number, y: number, width: number, height: number}} window
 */
function locate(rect, window) {
  if (!rect) return;
  for (const [name, value] of Object.entries(window)) rect.setAttribute(name, String(value));
}

/**
 * The whole board in a corner, with the part that is shown and who built what.
 * @param {{board: Board, scene: Partial<Scene>, rect: {current: SVGRectElement|null}}} props
 */
function Locator({ board, scene, rect }) {
  const stroke = board.size[0] / 60;
  const width = Math.min(104, (96 * board.size[0]) / board.size[1]);
  return html`<svg
    class="mmap bd"
    style=${{ width: `${width}px` }}
    viewBox=${`0 0 ${board.size[0]} ${board.size[1]}`}
    aria-hidden="true"
  >
    <rect class="water" width=${board.size[0]} height=${board.size[1]} />
    <use href="#coast" class="land" />
    ${board.routes
      .filter((route) => scene.owners?.[route.index]?.length)
      .map((route) => {
        const [a, b] = [board.places[route.a], board.places[route.b]];
        return route.tags.includes("wraps")
          ? null
          : html`<path
            key=${route.id}
            class=${`seat-${(scene.owners?.[route.index][0] ?? 0) % 5}`}
            d=${`M${a.x} ${a.y}L${b.x} ${b.y}`}
            stroke="var(--s)"
            stroke-width=${stroke}
          />`;
      })}
    ${[...(scene.lit ?? [])]
      .map((id) => board.places[id])
      .filter(Boolean)
      .map(
        (place) =>
          html`<circle
            key=${place.id}
            cx=${place.x}
            cy=${place.y}
            r=${1.6 * stroke}
            fill="var(--glow2)"
            stroke="var(--ink)"
            stroke-width=${stroke / 3}
          />`,
      )}
    <rect ref=${rect} fill="none" stroke="var(--accent)" stroke-width=${stroke} />
  </svg>`;
}
