// The map at the table: the drawing, moved and zoomed, with what can be done on it.
import { html, useEffect, useRef, useState } from "../core/ui.js";
import { Icon } from "../art/cards.js";
import { firstPageStands } from "../core/later.js";
import { EMPTY_SCENE, loadDrawing, mountDrawing } from "./drawing.js";
import { mountMarks } from "./map-marks.js";
import { panZoom } from "./pan-zoom.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("./drawing.js").Scene} Scene */
/** @typedef {{x: number, y: number, width: number, height: number}} Window  the part of the board that is shown */
/**
 * @typedef {object} Mounted
 * @property {import("./drawing.js").Drawing} drawing
 * @property {ReturnType<typeof mountMarks>} marks
 * @property {import("./pan-zoom.js").PanZoom} moves
 */

const LABEL = 11.2; // pixels: the map opens so large that names can be read

const ROOMY = 0.74; // the scale at which a pawn is 7 pixels wide

/**
 * @param {object} props
 * @param {Board} props.board
 * @param {Partial<Scene>} props.scene
 * @param {(route: string) => void} [props.onRoute]
 * @param {(route: string|null) => void} [props.onHover]
 * @param {(place: string) => void} [props.onPlace]
 * @param {(mounted: Mounted|null) => void} [props.onReady]
 * @param {boolean} [props.snug]  the frame takes the shape of the board
 * @param {boolean} [props.whole]  all of it is shown at first, however small its names are then
 * @param {boolean} [props.phone]
 */
export function BoardView({
  board,
  scene,
  onRoute,
  onHover,
  onPlace,
  onReady,
  snug = false,
  whole = false,
  phone = false,
}) {
  const frame = useRef(/** @type {HTMLDivElement|null} */ (null));
  const layer = useRef(/** @type {HTMLDivElement|null} */ (null));
  const locator = useRef(/** @type {SVGRectElement|null} */ (null));
  const shown = useRef(/** @type {Window|null} */ (null));
  const avoided = useRef(/** @type {{x: number, y: number}[]} */ ([]));
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
          readable: snug || whole ? 0 : LABEL / drawing.smallestName(),
          roomy: snug || whole || !drawing.hasPawns() ? 0 : ROOMY,
          onMove: (window) => {
            shown.current = window;
            locate(locator.current, board, window, avoided.current);
          },
        });
        here = { drawing, marks: mountMarks(drawing, board), moves };
        setMounted(here);
        firstPageStands();
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
    avoided.current = inQuestion(board, scene);
    if (shown.current) locate(locator.current, board, shown.current, avoided.current);
  });
  useEffect(() => {
    if (!mounted) return;
    const whole = { ...EMPTY_SCENE, ...scene };
    mounted.drawing.show(whole);
    mounted.marks.showTickets(whole.tickets);
    mounted.marks.showPencil(whole.pencil);
    mounted.marks.showNotes(whole.notes);
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
    ${!snug && !phone ? html`<${Locator} board=${board} scene=${scene} rect=${locator} />` : null}
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
 * The places that somebody is looking at: those of the chosen route, and those that are lit.
 * @param {Board} board
 * @param {Partial<Scene>} scene
 */
function inQuestion(board, scene) {
  const route = scene.chosen ? board.route[scene.chosen] : null;
  return [...(scene.lit ?? []), ...(route ? [route.a, route.b] : [])].map((id) => board.places[id]).filter(Boolean);
}

const CORNERS = /** @type {[string, number, number][]} */ ([
  ["bottom left", 0, 1],
  ["top left", 0, 0],
  ["top right", 1, 0],
]);

/**
 * Show in the small map which part is seen, in a corner where nobody is looking; if all is seen it goes.
 * @param {SVGRectElement|null} rect
 * @param {Board} board
 * @param {Window} window
 * @param {{x: number, y: number}[]} avoided
 */
function locate(rect, board, window, avoided) {
  const small = rect?.ownerSVGElement;
  if (!rect || !small) return;
  for (const [name, value] of Object.entries(window)) rect.setAttribute(name, String(value));
  small.classList.toggle("unneeded", window.width >= board.size[0] - 1 && window.height >= board.size[1] - 1);
  const spots = avoided
    .map(({ x, y }) => [(x - window.x) / window.width, (y - window.y) / window.height])
    .filter((spot) => spot.every((at) => at > -0.05 && at < 1.05)); // in sight
  const free = CORNERS.find(([, right, bottom]) =>
    spots.every(([across, down]) => Math.abs(across - right) > 0.42 || Math.abs(down - bottom) > 0.36),
  );
  small.dataset.corner = (free ?? CORNERS[0])[0];
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
    data-board=${board.id}
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
