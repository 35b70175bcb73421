// What stands on the map for the viewer alone: marks at the places of the tickets, lines between them, penciled
// routes.

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("./drawing.js").Drawing} Drawing */
/**
 * @typedef {object} TicketMark
 * @property {string} letter  the ticket's sign, the same as on its card
 * @property {number} color  which of the ticket colors
 * @property {string[]} stops
 * @property {"done"|"possible"|"lost"} state
 * @property {boolean} line  draw the line between its places
 * @property {boolean} strong  this one is meant
 */

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 26; // of a mark, in units of the board
const ANGLES = 16; // directions around a place in which room is looked for
export const TICKET_COLORS = 8;

/**
 * @param {Drawing} drawing
 * @param {Board} board
 */
export function mountMarks(drawing, board) {
  const { root } = drawing;
  const unit = drawing.smallestName() / 21; // boards are lettered at 21 units
  const lines = group("ticketlines");
  const pencil = group("pencils");
  const marks = group("ticketmarks");
  const hits = root.querySelector(".hits");
  for (const layer of [pencil, lines, marks]) hits ? hits.before(layer) : root.append(layer);
  /** @type {Map<string, [number, number]>} */
  const room = new Map();
  let shown = "";
  let penciled = "";

  /** @param {TicketMark[]} tickets */
  function showTickets(tickets) {
    const wanted = JSON.stringify(tickets);
    if (wanted === shown) return;
    shown = wanted;
    lines.replaceChildren(...tickets.filter((ticket) => ticket.line).map(lineOf));
    /** @type {Map<string, TicketMark[]>} */
    const byStop = new Map();
    for (const ticket of tickets)
      for (const stop of ticket.stops) byStop.set(stop, [...(byStop.get(stop) ?? []), ticket]);
    marks.replaceChildren(...[...byStop].flatMap(([stop, here]) => marksAt(stop, here)));
  }

  /** @param {Set<string>} routes */
  function showPencil(routes) {
    const wanted = [...routes].join();
    if (wanted === penciled) return;
    penciled = wanted;
    const runs = [...routes]
      .map((id) => root.querySelector(`#run-${board.route[id]?.index}`))
      .filter((run) => run !== null);
    pencil.replaceChildren(
      ...["pencil paper", "pencil"].flatMap((look) =>
        runs.map((run) => {
          const copy = /** @type {Element} */ (run.cloneNode(true));
          copy.removeAttribute("id");
          copy.setAttribute("class", look);
          return copy;
        }),
      ),
    );
  }

  /** @param {TicketMark} ticket */
  function lineOf(ticket) {
    const spots = ticket.stops.map(spotOf).filter((spot) => spot !== null);
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", spots.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join(""));
    line.setAttribute("class", `ticketway t-${ticket.color}${ticket.strong ? " strong" : ""}`);
    line.setAttribute("stroke-width", String((ticket.strong ? 5 : 3) * unit));
    return line;
  }

  /**
   * The marks of all tickets at one place, side by side where there is room.
   * @param {string} stop
   * @param {TicketMark[]} here
   */
  function marksAt(stop, here) {
    const spot = spotOf(stop);
    if (!spot) return [];
    const size = SIZE * unit;
    const [x, y] = roomAt(stop, spot);
    return here.map((ticket, nth) => {
      const mark = document.createElementNS(SVG, "g");
      mark.setAttribute("class", `tmark t-${ticket.color} ${ticket.state}${ticket.strong ? " strong" : ""}`);
      mark.setAttribute("data-mark", ticket.letter);
      mark.setAttribute(
        "transform",
        `translate(${x + nth * (size + 2 * unit) - ((here.length - 1) * size) / 2} ${y})`,
      );
      mark.innerHTML =
        `<rect x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" rx="${5 * unit}"/>` +
        `<text font-size="${23 * unit}" text-anchor="middle" y="${8 * unit}">${ticket.letter}</text>`;
      return mark;
    });
  }

  /**
   * @param {string} stop  a place or a country
   * @returns {number[]|null}
   */
  function spotOf(stop) {
    const place = board.places[stop];
    return drawing.spot(stop) ?? (place ? [place.x, place.y] : null);
  }

  /**
   * Where around a place a mark covers least: away from its name and its tracks.
   * @param {string} stop
   * @param {number[]} spot
   * @returns {[number, number]}
   */
  function roomAt(stop, [x, y]) {
    const known = room.get(stop);
    if (known) return known;
    const label = /** @type {SVGGraphicsElement|null} */ (root.querySelector(`#label-${CSS.escape(stop)}`));
    const box = label?.getBBox();
    const tracks = board.routes
      .filter((route) => route.a === stop || route.b === stop)
      .flatMap((route) => nearEnd(route.index, [x, y]));
    const away = (SIZE / 2 + 19) * unit;
    const best = Array.from({ length: ANGLES }, (_, at) => {
      const angle = (2 * Math.PI * at) / ANGLES;
      const spot = /** @type {[number, number]} */ ([x + away * Math.cos(angle), y + away * Math.sin(angle)]);
      const clear = Math.min(60 * unit, ...tracks.map(([tx, ty]) => Math.hypot(tx - spot[0], ty - spot[1])));
      return { spot, worth: clear - covered(spot, box) - outside(spot) };
    }).sort((a, b) => b.worth - a.worth)[0].spot;
    room.set(stop, best);
    return best;
  }

  /**
   * How far a mark reaches into a name.
   * @param {[number, number]} spot
   * @param {DOMRect|undefined} box
   */
  function covered([x, y], box) {
    if (!box) return 0;
    const half = (SIZE / 2 + 2) * unit;
    const wide = Math.min(x + half, box.x + box.width) - Math.max(x - half, box.x);
    const high = Math.min(y + half, box.y + box.height) - Math.max(y - half, box.y);
    return wide > 0 && high > 0 ? 60 * unit : 0;
  }

  /** @param {[number, number]} spot */
  function outside([x, y]) {
    const edge = SIZE * unit;
    return x < edge || y < edge || x > board.size[0] - edge || y > board.size[1] - edge ? 200 * unit : 0;
  }

  /**
   * Points of a track near one of its ends.
   * @param {number} index
   * @param {number[]} end
   */
  function nearEnd(index, [x, y]) {
    const run = /** @type {SVGPathElement|null} */ (root.querySelector(`#run-${index}`));
    if (!run) return [];
    const length = run.getTotalLength();
    const first = run.getPointAtLength(0);
    const last = run.getPointAtLength(length);
    const fromLast = Math.hypot(last.x - x, last.y - y) < Math.hypot(first.x - x, first.y - y);
    return [6, 18, 30, 44, 60].map((step) => {
      const along = Math.min(length, step * unit);
      const point = run.getPointAtLength(fromLast ? length - along : along);
      return [point.x, point.y];
    });
  }

  return { showTickets, showPencil };
}

/** @param {string} name */
function group(name) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", name);
  return made;
}
