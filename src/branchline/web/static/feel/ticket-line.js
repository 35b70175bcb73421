// A ticket that is done: a line draws itself over the map, along the tracks that fulfilled it.

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Route} Route */
/** @typedef {import("../board/drawing.js").Drawing} Drawing */
/** @typedef {[number, number]} Spot */

const SVG = "http://www.w3.org/2000/svg";
const DRAWING = 700; // milliseconds, as the line grows ...
const STAYING = 500; // ... stays ...
const FADING = 300; // ... and goes
const BENDS = 8; // points by which a track is followed

/**
 * @param {Drawing} drawing
 * @param {Board} board
 * @param {Route[]} own  the routes of the seat
 * @param {string[]} stops
 * @param {number} pace
 */
export function drawTicketLine(drawing, board, own, stops, pace) {
  const legs = stops.slice(1).map((stop, at) => wayBetween(board, own, stops[at], stop));
  const d = legs.map((leg) => lineAlong(drawing, board, leg)).join("");
  if (!d) return;
  const line = document.createElementNS(SVG, "path");
  for (const [name, value] of Object.entries({ d, class: "ticketline", pathLength: "1", "stroke-dasharray": "1" }))
    line.setAttribute(name, value);
  drawing.root.append(line);
  const whole = (DRAWING + STAYING + FADING) * pace;
  const frames = [
    { strokeDashoffset: "1", opacity: 1 },
    { strokeDashoffset: "0", opacity: 1, offset: (DRAWING * pace) / whole },
    { strokeDashoffset: "0", opacity: 1, offset: ((DRAWING + STAYING) * pace) / whole },
    { strokeDashoffset: "0", opacity: 0 },
  ];
  const motion = line.animate(frames, { duration: whole });
  motion.onfinish = motion.oncancel = () => line.remove();
}

/**
 * The fewest routes between two stops, each with the place it is left at; none: they are not connected.
 * @param {Board} board
 * @param {Route[]} own
 * @param {string} from  a place or a country
 * @param {string} to
 * @returns {{route: Route, start: string}[]}
 */
export function wayBetween(board, own, from, to) {
  const ends = (/** @type {string} */ stop) =>
    board.places[stop]?.dead_ends?.length ? board.places[stop].dead_ends : [stop];
  const goals = new Set(ends(to));
  /** @type {Map<string, {route: Route, start: string}[]>} */
  const ways = new Map(ends(from).map((place) => [place, []]));
  for (const [place, way] of ways) {
    if (goals.has(place)) return way;
    for (const route of own) {
      const next = route.a === place ? route.b : route.b === place ? route.a : null;
      // a map walks over what is added meanwhile
      if (next && !ways.has(next)) ways.set(next, [...way, { route, start: place }]);
    }
  }
  return [];
}

/**
 * @param {Drawing} drawing
 * @param {Board} board
 * @param {{route: Route, start: string}[]} way
 */
function lineAlong(drawing, board, way) {
  const points = way.flatMap(({ route, start }) => [
    drawing.spot(start),
    ...alongRoute(drawing, route, start),
    drawing.spot(route.a === start ? route.b : route.a),
  ]);
  let last = /** @type {number[]|null} */ (null);
  let d = "";
  for (const point of points) {
    if (!point) continue;
    // else it goes on at the other edge of the map
    const over = last && Math.abs(point[0] - last[0]) < board.size[0] / 2;
    d += `${over ? "L" : "M"}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    last = point;
  }
  return d;
}

/**
 * Points along the track of a route, from one of its ends on.
 * @param {Drawing} drawing
 * @param {Route} route
 * @param {string} start
 * @returns {Spot[]}
 */
function alongRoute(drawing, route, start) {
  const run = /** @type {SVGPathElement|null} */ (drawing.root.querySelector(`#run-${route.index}`));
  if (!run) return [];
  const length = run.getTotalLength();
  const points = Array.from({ length: BENDS + 1 }, (_, at) => {
    const point = run.getPointAtLength((length * at) / BENDS);
    return /** @type {Spot} */ ([point.x, point.y]);
  });
  return route.a === start ? points : points.reverse();
}
