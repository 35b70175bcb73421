// Moving over the map: wheel, pinch, drag, keys. One layer is moved by its transform, which costs next to nothing.
// While the scale changes the layer is stretched; when it comes to rest it is drawn again, sharp, at its new size.

const MOST = 6; // times the size at which the whole board fits
const STEP = 1.35;
const AIR = { top: 34, right: 34, bottom: 34, left: 34 }; // pixels around places that are brought into sight
const SETTLE = 160; // milliseconds at rest until the layer is drawn again

/**
 * @param {HTMLElement} frame  shows a part of the layer
 * @param {HTMLElement} layer
 * @param {[number, number]} size  of the board
 * @param {{onMove?: (window: {x: number, y: number, width: number, height: number}) => void, fill?: boolean,
 *   readable?: number, roomy?: number, air?: typeof AIR}} [how]  `fill`: at rest the frame is filled, rather than the
 *   whole board shown; `readable`: the scale from which on names can be read: at rest the board is not drawn smaller;
 *   `roomy`: a scale that small pieces would like, as far as the width of the frame allows it; `air`: around places
 *   that are brought into sight
 */
export function panZoom(frame, layer, size, { onMove, fill = false, readable = 0, roomy = 0, air = AIR } = {}) {
  let scale = 1; // screen pixels for a unit of the board
  let drawn = 0; // the scale that the layer is drawn at
  let x = 0; // of the layer in the frame
  let y = 0;
  let settle = 0;
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let dragged = false;
  let touched = false; // by a person: in a frame of a new size the same part of the board is in sight
  let seen = { x: 0, y: 0, width: size[0], height: size[1] }; // that part
  /** @type {{x: number, y: number}[]} */
  let sought = []; // places that were brought into sight, and stay there until a person moves the map
  let legibly = false; // even if not all of them fit then
  let moved = false; // to bring places into sight: afterward the map does not jump back

  const fitScale = () => {
    const pick = fill ? Math.max : Math.min;
    const width = frame.clientWidth / size[0];
    const whole = pick(width, frame.clientHeight / size[1]);
    return Math.max(readable, Math.min(roomy, width), whole) || 1;
  };
  const least = () => Math.min(frame.clientWidth / size[0], frame.clientHeight / size[1]) || 0.1;

  function show() {
    const width = size[0] * scale;
    const height = size[1] * scale;
    x =
      width <= frame.clientWidth
        ? (frame.clientWidth - width) / 2
        : Math.min(0, Math.max(frame.clientWidth - width, x));
    y =
      height <= frame.clientHeight
        ? (frame.clientHeight - height) / 2
        : Math.min(0, Math.max(frame.clientHeight - height, y));
    if (!drawn) draw();
    place();
    clearTimeout(settle);
    if (scale !== drawn) settle = window.setTimeout(draw, SETTLE);
    onMove?.({ x: -x / scale, y: -y / scale, width: frame.clientWidth / scale, height: frame.clientHeight / scale });
  }

  /** On whole pixels: between them everything would be blurred. */
  function place() {
    const larger = scale === drawn ? "" : ` scale(${scale / drawn})`;
    layer.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)${larger}`;
  }

  /** Draw the layer at its present scale. */
  function draw() {
    drawn = scale;
    layer.style.width = `${size[0] * scale}px`;
    layer.style.height = `${size[1] * scale}px`;
    const names = readable / scale; // how much larger names have to be
    if (names > 1.01) layer.dataset.far = names > 1.3 ? "very" : "somewhat";
    else delete layer.dataset.far;
    layer.style.setProperty("--names", names.toFixed(3));
    place();
  }

  /**
   * @param {number} to  the new scale
   * @param {number} [atX]  what stays in its place
   * @param {number} [atY]
   */
  function zoomTo(to, atX = frame.clientWidth / 2, atY = frame.clientHeight / 2) {
    const next = Math.min(least() * MOST, Math.max(least(), to));
    x = atX - ((atX - x) * next) / scale;
    y = atY - ((atY - y) * next) / scale;
    scale = next;
    show();
  }

  /** A person moves the map. */
  function touch() {
    touched = true;
    sought = [];
    requestAnimationFrame(remember);
  }

  /** Which part of the board is shown. */
  function remember() {
    seen = { x: -x / scale, y: -y / scale, width: frame.clientWidth / scale, height: frame.clientHeight / scale };
  }

  /** The same part of the board in a frame of another size. */
  function keep() {
    const into = Math.min(frame.clientWidth / seen.width, frame.clientHeight / seen.height) || scale;
    scale = Math.min(least() * MOST, Math.max(least(), into));
    x = frame.clientWidth / 2 - (seen.x + seen.width / 2) * scale;
    y = frame.clientHeight / 2 - (seen.y + seen.height / 2) * scale;
    show();
  }

  /** As the board lies when nobody has touched it. */
  function rest() {
    touched = moved = false;
    scale = fitScale();
    x = (frame.clientWidth - size[0] * scale) / 2;
    y = (frame.clientHeight - size[1] * scale) / 2;
    show();
  }

  /** The whole board, however small. */
  function fit() {
    rest();
    if (scale <= least()) return;
    scale = least();
    touch();
    show();
  }

  /**
   * Bring places into sight, and keep them there: by moving as little as possible, and smaller only if they do not fit
   * otherwise.
   * @param {{x: number, y: number}[]} places
   * @param {boolean} [legible]  names stay so large that they can be read, even if not all of the places fit then
   */
  function reveal(places, legible = false) {
    sought = places;
    legibly = legible;
    if (!places.length || !frame.clientWidth) return;
    const before = [scale, x, y].join();
    if (!touched && scale < fitScale()) zoomTo(fitScale()); // others did not fit
    const [left, right] = [Math.min(...places.map((at) => at.x)), Math.max(...places.map((at) => at.x))];
    const [top, bottom] = [Math.min(...places.map((at) => at.y)), Math.max(...places.map((at) => at.y))];
    const fits = Math.min(
      (frame.clientWidth - air.left - air.right) / Math.max(1, right - left),
      (frame.clientHeight - air.top - air.bottom) / Math.max(1, bottom - top),
    );
    if (fits < scale) zoomTo(legible ? Math.max(fits, Math.min(scale, readable)) : fits);
    x = Math.max(air.left - left * scale, Math.min(frame.clientWidth - air.right - right * scale, x));
    y = Math.max(air.top - top * scale, Math.min(frame.clientHeight - air.bottom - bottom * scale, y));
    show();
    if (before !== [scale, x, y].join()) moved = true;
  }

  /**
   * Show a point of the board in the middle.
   * @param {number} boardX
   * @param {number} boardY
   * @param {number} [to]  the scale
   */
  function center(boardX, boardY, to = scale) {
    scale = Math.min(least() * MOST, Math.max(least(), to));
    x = frame.clientWidth / 2 - boardX * scale;
    y = frame.clientHeight / 2 - boardY * scale;
    show();
  }

  /** @param {{clientX: number, clientY: number}} event */
  const inFrame = (event) => {
    const box = frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  /** @param {WheelEvent} event */
  function wheel(event) {
    event.preventDefault();
    touch();
    const at = inFrame(event);
    zoomTo(scale * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), at.x, at.y);
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button) return;
    fingers.set(event.pointerId, inFrame(event));
    if (fingers.size === 1) dragged = false;
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    const now = inFrame(event);
    if (!dragged && Math.hypot(now.x - was.x, now.y - was.y) < (event.pointerType === "mouse" ? 4 : 8)) return;
    if (!dragged) frame.setPointerCapture(event.pointerId);
    dragged = true;
    touch();
    if (fingers.size === 2) pinch(event.pointerId, was, now);
    else {
      x += now.x - was.x;
      y += now.y - was.y;
      show();
    }
    fingers.set(event.pointerId, now);
  }

  /**
   * @param {number} id
   * @param {{x: number, y: number}} was
   * @param {{x: number, y: number}} now
   */
  function pinch(id, was, now) {
    const other = [...fingers].find(([each]) => each !== id)?.[1];
    if (!other) return;
    const ratio =
      Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(was.x - other.x, was.y - other.y));
    zoomTo(scale * ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
    x += (now.x - was.x) / 2;
    y += (now.y - was.y) / 2;
    show();
  }

  /** @param {PointerEvent} event */
  function up(event) {
    fingers.delete(event.pointerId);
  }

  /** A click that ended a drag is none. @param {MouseEvent} event */
  function click(event) {
    if (dragged) event.stopPropagation();
    dragged = false;
  }

  /** @param {MouseEvent} event */
  function double(event) {
    const at = inFrame(event);
    touch();
    zoomTo(scale * 1.8, at.x, at.y);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.target !== frame && !(event.target instanceof Element && event.target.closest("[data-map]"))) return;
    const step = 80;
    const moves = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    });
    if (moves[event.key]) {
      x += moves[event.key][0];
      y += moves[event.key][1];
      show();
    } else if (event.key === "+" || event.key === "=") zoomTo(scale * STEP);
    else if (event.key === "-") zoomTo(scale / STEP);
    else if (event.key === "0") fit();
    else return;
    touch();
    event.preventDefault();
  }

  const resized = new ResizeObserver(() => {
    if (touched) keep();
    else if (moved) zoomTo(Math.max(scale, fitScale()));
    else rest();
    reveal(sought, legibly);
  });
  resized.observe(frame);
  frame.addEventListener("wheel", wheel, { passive: false });
  frame.addEventListener("pointerdown", down);
  frame.addEventListener("pointermove", move);
  frame.addEventListener("pointerup", up);
  frame.addEventListener("pointercancel", up);
  frame.addEventListener("click", click, { capture: true });
  frame.addEventListener("dblclick", double);
  frame.addEventListener("keydown", key);
  rest();
  return {
    fit,
    reveal,
    center,
    zoomIn: () => {
      touch();
      zoomTo(scale * STEP);
    },
    zoomOut: () => {
      touch();
      zoomTo(scale / STEP);
    },
    scale: () => scale,
    /** Keep what is shown when the frame changes its size. */
    hold() {
      touched = true;
      remember();
    },
    stop() {
      clearTimeout(settle); // the layer may be another's by then
      resized.disconnect();
      frame.removeEventListener("wheel", wheel);
      frame.removeEventListener("pointerdown", down);
      frame.removeEventListener("pointermove", move);
      frame.removeEventListener("pointerup", up);
      frame.removeEventListener("pointercancel", up);
      frame.removeEventListener("click", click, { capture: true });
      frame.removeEventListener("dblclick", double);
      frame.removeEventListener("keydown", key);
    },
  };
}

/** @typedef {ReturnType<typeof panZoom>} PanZoom */
