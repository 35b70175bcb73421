// The drawn board in the page: what lies on it, glows and is lit. The drawing comes from the server (docs:
// drawn-board) with every piece that could be there; only those that are there are put into the page. What never
// changes, the ground, is a picture of its own under the rest: nothing that happens on the map makes the browser paint
// it again.
import { address } from "../core/address.js";

/** @typedef {import("../core/types.js").Board} Board */

/** @type {Map<string, Promise<string>>} */
const drawings = new Map();

/**
 * The drawing of a board, as SVG.
 * @param {string} id
 */
export function loadDrawing(id) {
  let found = drawings.get(id);
  if (!found) {
    found = fetch(address(`/api/boards/${encodeURIComponent(id)}/drawing.svg`)).then((answer) => {
      if (!answer.ok) throw new Error(`The drawing of the board cannot be loaded: ${answer.status}`);
      return answer.text();
    });
    found.catch(() => drawings.delete(id));
    drawings.set(id, found);
  }
  return found;
}

/**
 * @typedef {object} Scene
 * @property {number[][]} owners  of each route, by its index
 * @property {Set<string>} closed  routes that nobody may build any more
 * @property {Set<string>} legal  routes that can be picked; they glow, unless it is said which of them do
 * @property {Set<string>|null} shining  those of them that glow ...
 * @property {boolean} quiet  ... and whether the others have a quiet mark
 * @property {number|null} network  the seat whose routes are seen alone
 * @property {Set<string>} marked
 * @property {Set<string>} faint  routes to be shown faintly
 * @property {Set<string>} way  routes of the way that is proposed for a ticket
 * @property {Set<string>} recent  routes built since the viewer's own last turn
 * @property {Set<string>} gold  the longest path
 * @property {Set<string>} done  routes of what was done, in a game that is looked at
 * @property {Set<string>} better  routes of what would have been better
 * @property {import("./map-marks.js").Note[]} notes  signs for both
 * @property {Set<string>} pencil  routes that the viewer plans to build
 * @property {import("./map-marks.js").TicketMark[]} tickets  of the viewer
 * @property {string|null} chosen
 * @property {string|null} hovered
 * @property {Set<string>} lit  places
 * @property {Set<string>} pickable  places that can be chosen
 * @property {Record<string, string[]>} pawns  the colors of those in a group of the drawing, by its id
 * @property {Record<string, string>} stands  what stands beside a place, as SVG
 */

/** @type {Scene} */
export const EMPTY_SCENE = {
  owners: [],
  closed: new Set(),
  legal: new Set(),
  shining: null,
  quiet: false,
  network: null,
  marked: new Set(),
  faint: new Set(),
  way: new Set(),
  recent: new Set(),
  gold: new Set(),
  done: new Set(),
  better: new Set(),
  notes: [],
  pencil: new Set(),
  tickets: [],
  chosen: null,
  hovered: null,
  lit: new Set(),
  pickable: new Set(),
  pawns: {},
  stands: {},
};

export const SEATS = 5; // colors of pieces
const SVG = "http://www.w3.org/2000/svg";

/**
 * Put a drawing into an element and keep it up to date.
 * @param {HTMLElement} holder
 * @param {string} svg
 * @param {Board} board
 */
export function mountDrawing(holder, svg, board) {
  const template = document.createElement("template"); // what is in it is neither styled nor drawn
  template.innerHTML = svg;
  const root = /** @type {SVGSVGElement} */ (template.content.querySelector("svg"));
  root.removeAttribute("role"); // the list of places speaks for it
  root.removeAttribute("aria-label");
  root.setAttribute("aria-hidden", "true");
  /** @param {string} id */
  const find = (id) => root.querySelector(`#${CSS.escape(id)}`);
  const routes = board.routes.map((route) => ({
    route,
    slots: find(`route-${route.index}`),
    halo: find(`halo-${route.index}`),
    glow: contentsOf(find(`halo-${route.index}`)),
    claim: /** @type {SVGGElement|null} */ (find(`claim-${route.index}`)),
    cars: contentsOf(find(`claim-${route.index}`)),
    hit: find(`hit-${route.index}`),
    owners: "",
  }));
  const places = board.cities.map((city) => ({
    city,
    mark: find(`place-${city.id}`),
    label: find(`label-${city.id}`),
  }));
  /** @type {Map<string, string>} */
  const standing = new Map();
  holder.replaceChildren(root, groundOf(root));

  /** @param {Scene} scene */
  function show(scene) {
    for (const each of routes) {
      const { id, index } = each.route;
      toggle(each.slots, {
        closed: scene.closed.has(id),
        chosen: scene.chosen === id,
        hover: scene.hovered === id,
        faint: scene.faint.has(id),
      });
      toggle(each.halo, {
        legal: (scene.shining ?? scene.legal).has(id) && !scene.way.has(id),
        quiet: scene.quiet && scene.legal.has(id) && !scene.shining?.has(id) && !scene.way.has(id),
        marked: scene.marked.has(id) || scene.chosen === id,
        way: scene.way.has(id),
        recent: scene.recent.has(id),
        gold: scene.gold.has(id),
        done: scene.done.has(id),
        better: scene.better.has(id),
      });
      if (each.halo && each.halo.classList.length > 1) each.halo.append(each.glow); // from the first time on
      toggle(each.hit, { legal: scene.legal.has(id) });
      claim(each, scene.owners[index] ?? []);
    }
    for (const { city, mark, label } of places) {
      const lit = scene.lit.has(city.id) || scene.lit.has(city.country);
      const pickable = scene.pickable.has(city.id);
      toggle(mark, { lit: lit || pickable, pickable });
      toggle(label, { pickable, lit });
    }
    if (scene.network === null) delete root.dataset.network;
    else root.dataset.network = String(scene.network % SEATS);
    showPawns(scene.pawns);
    showStands(scene.stands);
  }

  /**
   * The cars of a route; two owners share the width of its track.
   * @param {typeof routes[number]} each
   * @param {number[]} owners
   */
  function claim(each, owners) {
    const wanted = owners.join();
    if (each.owners === wanted || !each.claim) return;
    each.owners = wanted;
    for (const extra of root.querySelectorAll(`[data-shares="${each.route.index}"]`)) extra.remove();
    each.claim.replaceChildren(...(owners.length ? [each.cars.cloneNode(true)] : []));
    each.claim.setAttribute("class", owners.length ? `claim seat-${owners[0] % SEATS}` : "claim");
    if (owners.length > 1) {
      const second = /** @type {SVGGElement} */ (each.claim.cloneNode(true));
      second.id = `claim-${each.route.index}-2`;
      second.dataset.shares = String(each.route.index);
      second.setAttribute("class", `claim seat-${owners[1] % SEATS}`);
      each.claim.after(second);
      narrow(each.claim, -1);
      narrow(second, 1);
    }
  }

  /** @param {Record<string, string[]>} pawns */
  function showPawns(pawns) {
    for (const [group, colors] of Object.entries(pawns))
      [...(find(group)?.children ?? [])].forEach((pawn, at) => {
        const look = at < colors.length ? `pawn c-${colors[at]}` : "pawn";
        if (pawn.getAttribute("class") !== look) pawn.setAttribute("class", look);
      });
  }

  /** @param {Record<string, string>} wanted */
  function showStands(wanted) {
    for (const place of new Set([...Object.keys(wanted), ...standing.keys()])) {
      const things = wanted[place] ?? "";
      if (standing.get(place) === things) continue;
      standing.set(place, things);
      stand(place).innerHTML = things;
    }
  }

  /**
   * Where things stand beside a place; where the drawing has no room, on it.
   * @param {string} place
   */
  function stand(place) {
    const found = find(`stand-${place}`);
    if (found) return found;
    const made = document.createElementNS(SVG, "g");
    made.id = `stand-${place}`;
    made.setAttribute("transform", find(`place-${place}`)?.getAttribute("transform") ?? "");
    (root.querySelector(".pieces") ?? root).append(made);
    return made;
  }

  return {
    root,
    show,
    /**
     * The cars of a seat on a route, to be moved.
     * @param {number} index
     * @param {number} seat
     */
    cars: (index, seat) => [
      ...root.querySelectorAll(`:is(#claim-${index}, [data-shares="${index}"]).seat-${seat % SEATS} .car`),
    ],
    /** @param {string} id  of a route */
    middle(id) {
      const cars = routes[board.route[id].index].cars.querySelectorAll(".car");
      const found = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(
        cars[Math.floor(cars.length / 2)]?.getAttribute("transform") ?? "",
      );
      return found
        ? [Number(found[1]), Number(found[2])]
        : [board.places[board.route[id].a].x, board.places[board.route[id].a].y];
    },
    /** Whether small things wait on it, which must be told apart. */
    hasPawns: () => root.querySelector(".pawn") !== null,
    /** The size of the smallest letters, in units of the board. */
    smallestName: () =>
      Math.min(
        ...[...root.querySelectorAll("text.label")].map((name) => Number(name.getAttribute("font-size")) || Infinity),
      ),
    /** @param {string} place */
    spot(place) {
      const found = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(
        find(`place-${place}`)?.getAttribute("transform") ?? "",
      );
      return found ? [Number(found[1]), Number(found[2])] : null;
    },
  };
}

/** @typedef {ReturnType<typeof mountDrawing>} Drawing */

/**
 * What is in an element, taken out of it until it is needed.
 * @param {Element|null} element
 */
function contentsOf(element) {
  const contents = document.createDocumentFragment();
  contents.append(...(element?.childNodes ?? []));
  return contents;
}

/**
 * What stands still at the edge of a drawing and below everything else, taken out of it into one of its own.
 * @param {SVGSVGElement} root
 */
function groundOf(root) {
  const ground = /** @type {SVGSVGElement} */ (root.cloneNode(false));
  ground.classList.add("under");
  ground.append(...root.querySelectorAll(":scope > .ground, :scope > .lines, :scope > .frame"));
  return ground;
}

/**
 * Half the width, on one side of the track.
 * @param {SVGGElement} claim
 * @param {number} side
 */
function narrow(claim, side) {
  for (const part of claim.querySelectorAll(".car > *")) {
    part.setAttribute("transform", `${part.getAttribute("transform") ?? ""} translate(0 ${side * 4.6}) scale(1 .5)`);
  }
}

/**
 * @param {Element|null} element
 * @param {Record<string, boolean>} classes
 */
function toggle(element, classes) {
  if (!element) return;
  for (const [name, on] of Object.entries(classes))
    if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}
