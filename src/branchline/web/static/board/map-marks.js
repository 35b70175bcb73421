// What stands on the map for the viewer alone: marks at the places of the tickets, lines between them, penciled
// routes.

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/**
 * @typedef {object} TicketMark
 * @property {string} letter  the ticket's sign, the same as on its card
 * @property {number} color  which of the ticket colors
 * @property {string[]} stops
 * @property {"done"|"possible"|"lost"} state
 * @property {boolean} line  draw the line between its places
 * @property {boolean} strong  this one is meant
 */

/**
 * A sign on the map for what was done or would have been better.
 * @typedef {object} Note
 * @property {"done"|"better"} kind
 * @property {string} sign
 * @property {string} [route]
 * @property {string} [place]
 * @property {string[]} [stops]  a line between these places
 */

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 26; // of a mark, in units of the board
const ANGLES = 16; // directions around a place in which room is looked for ...
const AWAY = [17, 25, 34]; // ... and distances from it
const CLEAR = 26; // as far from a track as needed
const NEAR = 120; // what is farther from a place does not matter
export const TICKET_COLORS = 8;
/** @type {Map<string, number[][]>} */
const trackPoints = new Map(); // by board: a table that changes its layout draws the same board again

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
  const notes = group("studynotes");
  const hits = root.querySelector(".hits");
  for (const layer of [pencil, lines, marks, notes]) hits ? hits.before(layer) : root.append(layer);
  /** @type {Map<string, [number, number]>} */
  const room = new Map();
  /** @type {{points: number[][], boxes: Box[]}|null} */
  let found = null;
  let shown = "";
  let penciled = "";
  let noted = "";

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

  /** @param {Note[]} wanted */
  function showNotes(wanted) {
    const asked = JSON.stringify(wanted);
    if (asked === noted) return;
    noted = asked;
    const between = wanted.flatMap((note) => (note.stops ? [notedLine(note, note.stops)] : []));
    notes.replaceChildren(...between, ...wanted.flatMap(signsOf));
  }

  /**
   * @param {Note} note
   * @param {string[]} stops
   */
  function notedLine(note, stops) {
    const line = pathThrough(stops);
    line.setAttribute("class", `noteline ${note.kind}`);
    line.setAttribute("stroke-width", String((note.kind === "better" ? 7 : 4) * unit));
    return line;
  }

  /**
   * A disc with its sign, on the middle of a route or beside a place.
   * @param {Note} note
   */
  function signsOf(note) {
    const spot = note.route ? drawing.middle(note.route) : note.place ? spotOf(note.place) : null;
    if (!spot) return [];
    const sign = document.createElementNS(SVG, "g");
    const radius = (note.route ? 19 : 15) * unit;
    sign.setAttribute("class", `note ${note.kind}`);
    sign.setAttribute("transform", `translate(${spot[0]} ${spot[1] - (note.route ? 0 : 26 * unit)})`);
    sign.innerHTML =
      `<circle r="${radius}" stroke-width="${3 * unit}"/>` +
      `<text font-size="${24 * unit}" text-anchor="middle" y="${8.4 * unit}">${note.sign}</text>`;
    return [sign];
  }

  /** @param {string[]} stops */
  function pathThrough(stops) {
    const spots = stops.map(spotOf).filter((spot) => spot !== null);
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", spots.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join(""));
    return line;
  }

  /** @param {TicketMark} ticket */
  function lineOf(ticket) {
    const line = pathThrough(ticket.stops);
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
   * Where around a place a mark covers least: no name, nothing that waits or stands there, no track, no other place.
   * @param {string} stop
   * @param {number[]} spot
   * @returns {[number, number]}
   */
  function roomAt(stop, [x, y]) {
    const known = room.get(stop);
    if (known) return known;
    const near = (/** @type {number[]} */ [px, py]) => Math.hypot(px - x, py - y) < NEAR * unit;
    const points = obstacles().points.filter(near);
    const boxes = [...obstacles().boxes, ...standing(stop)];
    const best = AWAY.flatMap((away) =>
      Array.from({ length: ANGLES }, (_, at) => {
        const angle = (2 * Math.PI * at) / ANGLES;
        const far = (SIZE / 2 + away) * unit;
        const spot = /** @type {[number, number]} */ ([x + far * Math.cos(angle), y + far * Math.sin(angle)]);
        const clear = Math.min(CLEAR * unit, ...points.map(([px, py]) => Math.hypot(px - spot[0], py - spot[1])));
        const covers = boxes.filter((box) => covered(spot, box)).length;
        return { spot, worth: clear - (covers * 60 + away / 2) * unit - outside(spot) };
      }),
    ).sort((a, b) => b.worth - a.worth)[0].spot;
    room.set(stop, best);
    return best;
  }

  /** What no mark should cover anywhere: points along all tracks and at all places, boxes of all names. */
  function obstacles() {
    if (!found) {
      const tracks = trackPoints.get(board.id) ?? board.routes.flatMap((route) => alongTrack(route.index));
      trackPoints.set(board.id, tracks);
      const places = board.cities.map((city) => spotOf(city.id)).filter((spot) => spot !== null);
      const names = [...root.querySelectorAll("text.label")].map(boxOf).filter((box) => box !== null);
      found = { points: [...tracks, ...places], boxes: names };
    }
    return found;
  }

  /**
   * Boxes of what waits or stands at a place.
   * @param {string} stop
   */
  function standing(stop) {
    const id = CSS.escape(stop);
    const things = root.querySelectorAll(`#stand-${id}, .pieces [data-place="${id}"]`);
    return [...things].map(boxOf).filter((box) => box !== null);
  }

  /**
   * The box of something that is drawn, in units of the board.
   * @param {Element} element
   */
  function boxOf(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const back = root.getScreenCTM()?.inverse();
    if (!width || !back) return null;
    const from = new DOMPoint(left, top).matrixTransform(back);
    const to = new DOMPoint(left + width, top + height).matrixTransform(back);
    return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
  }

  /**
   * Whether a mark would reach into a box.
   * @param {[number, number]} spot
   * @param {Box} box
   */
  function covered([x, y], box) {
    const half = (SIZE / 2 + 1) * unit;
    return x + half > box.x && x - half < box.x + box.width && y + half > box.y && y - half < box.y + box.height;
  }

  /** @param {[number, number]} spot */
  function outside([x, y]) {
    const edge = SIZE * unit;
    return x < edge || y < edge || x > board.size[0] - edge || y > board.size[1] - edge ? 200 * unit : 0;
  }

  /**
   * Points along a track.
   * @param {number} index
   */
  function alongTrack(index) {
    const run = /** @type {SVGPathElement|null} */ (root.querySelector(`#run-${index}`));
    if (!run) return [];
    const length = run.getTotalLength();
    return Array.from({ length: Math.ceil(length / (12 * unit)) + 1 }, (_, at) => {
      const point = run.getPointAtLength(Math.min(length, at * 12 * unit));
      return [point.x, point.y];
    });
  }

  return { showTickets, showPencil, showNotes };
}

/** @param {string} name */
function group(name) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("class", name);
  return made;
}
