// A train rolls onto its route, out of the place that it comes from, until every car stands on its slot.
/** @typedef {import("../board/drawing.js").Drawing} Drawing */

const HALF = 24; // units of the board: about half of a car, over which it comes into sight
const LATE = 200; // milliseconds that a browser may be late; one that shows nothing draws no frames at all

/**
 * @param {Drawing} drawing
 * @param {number} index  of the route
 * @param {object} how
 * @param {number} how.seat
 * @param {boolean} how.back  it comes from the second place of the route
 * @param {number} how.duration  milliseconds
 * @param {(nth: number) => void} how.onCar  a car comes into sight
 * @returns {Promise<void>} all cars stand: after the time, or at once when somebody clicks or types
 */
export function rollOn(drawing, index, { seat, back, duration, onCar }) {
  const run = /** @type {SVGPathElement|null} */ (drawing.root.querySelector(`#run-${index}`));
  const cars = /** @type {SVGGElement[]} */ (drawing.cars(index, seat));
  if (!run || !cars.length) return Promise.resolve();
  const length = run.getTotalLength();
  /** @param {number} way  from where the train comes from */
  const pointAt = (way) => run.getPointAtLength(back ? length - way : way);
  /** @param {number} way */
  const turnAt = (way) => {
    const [a, b] = [pointAt(way - 2), pointAt(way + 2)];
    return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  };
  const standing = cars.map((car) => {
    const transform = car.getAttribute("transform") ?? "";
    const way = nearest(pointAt, length, transform.match(/-?[\d.]+/g)?.map(Number) ?? [0, 0]);
    return { car, transform, way, turn: turnAt(way), seen: false };
  });
  const coupler = /** @type {SVGElement|null} */ (cars[0].parentElement?.querySelector(".coupler"));
  const whole = Math.max(...standing.map(({ way }) => way)) + HALF;

  /** @param {number} left  of the way of the whole train */
  const place = (left) => {
    for (const each of standing) {
      const way = each.way - left;
      each.car.style.opacity = String(Math.min(1, Math.max(0, way / HALF)));
      if (way <= 0) continue;
      if (!each.seen) onCar(standing.indexOf(each));
      each.seen = true;
      const { x, y } = pointAt(way);
      const turn = turnAt(way) - each.turn;
      each.car.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})`);
    }
  };
  return new Promise((resolve) => {
    const end = () => {
      for (const name of ["pointerdown", "keydown"]) window.removeEventListener(name, end, true);
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      for (const { car, transform } of standing) {
        car.style.removeProperty("opacity");
        car.setAttribute("transform", transform);
      }
      coupler?.style.removeProperty("opacity");
      resolve();
    };
    const timer = setTimeout(end, duration + LATE);
    for (const name of ["pointerdown", "keydown"]) window.addEventListener(name, end, true);
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = Math.min(1, Math.max(0, (now - start) / duration));
      if (part === 1) return end();
      place(whole * (1 - part) ** 2);
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    if (coupler) coupler.style.opacity = "0";
    place(whole);
  });
}

/**
 * How far along a line a spot lies.
 * @param {(way: number) => DOMPoint} pointAt
 * @param {number} length
 * @param {number[]} spot
 */
function nearest(pointAt, length, [x, y]) {
  const ways = Array.from({ length: 101 }, (_, at) => (length * at) / 100);
  const far = ways.map((way) => Math.hypot(pointAt(way).x - x, pointAt(way).y - y));
  return ways[far.indexOf(Math.min(...far))];
}
