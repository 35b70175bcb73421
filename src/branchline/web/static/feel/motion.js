// What happened, shown: cards fly, trains roll on, points fly to the score. In order, and never far behind; without
// motion nothing flies.
import { moves } from "../core/settings.js";
import { known } from "../mechanics/index.js";
import { sounds } from "./sounds.js";
import { rollOn } from "./rolling.js";
import { celebrate, tellTickets } from "./ticket-done.js";

/** @typedef {import("../core/session.js").TableState} TableState */
/** @typedef {import("../board/board-view.js").Mounted} Mounted */
/** @typedef {import("../core/types.js").Board} Board */

const EASE = "cubic-bezier(.2, .7, .2, 1)";
const LEAVING = "cubic-bezier(.5, 0, .9, .4)";
const SVG = "http://www.w3.org/2000/svg";
const ROLLING = 420; // milliseconds, of a train ...
const ROLLING_CAR = 110; // ... and for each of its cars;
const OTHERS = 0.6; // those of others take less
const FLIGHT = 320; // milliseconds, of a card ...
const PAYING = 260; // ... of a card that is paid ...
const MOVING = 420; // ... and of what is picked up on the map
const SWEEP = 400;
const TURN_UP = 220;

/**
 * @param {() => {mounted: Mounted|null, board: Board|null}} stage
 * @returns {import("../core/session.js").Show}
 */
export function createMotion(stage) {
  let rolling = Promise.resolve(); // until the last train stands
  let done = new Set(/** @type {string[]} */ ([])); // tickets, before what happens now
  return {
    async before(events, behind, state) {
      done = new Set(finishedIn(state).map((ticket) => ticket.id));
      await rolling;
      const pace = speed(behind);
      if (!moves() || !pace) return;
      for (const event of events) {
        if (event.kind === "card_taken" || event.kind.startsWith("card_drawn")) {
          sounds.card();
          await flyCard(event, state, pace);
        } else if (known("motions", event.kind)?.from) await flyFromMap(event, pace);
        else if (event.kind === "cards_paid" && event.seat === state.you.seat) await flyPayment(events, pace);
      }
      if (events.some((event) => event.kind === "row_discarded")) await sweepRow(pace);
    },
    async after(events, behind, state) {
      const pace = speed(behind);
      if (moves() && pace && events.some((event) => event.kind === "row_discarded")) await turnUpRow(pace);
      for (const event of events) show(events, event, pace, state);
      const fresh = finishedIn(state).filter((ticket) => !done.has(ticket.id));
      if (fresh.length && events.some((event) => event.kind === "route_claimed" && event.seat === state.you.seat))
        void rolling.then(() => ticketsDone(fresh, state, pace));
      if (events.some((event) => event.kind === "turn_started" && event.seat === state.you.seat)) sounds.turn();
    },
  };

  /**
   * @param {any[]} events
   * @param {any} event  one of them
   * @param {number} pace
   * @param {TableState} state
   */
  function show(events, event, pace, state) {
    if (event.kind === "route_claimed") rolling = trainRolls(event, pace, state);
    else if (event.kind === "points_scored")
      flyPoints(event, events.find((each) => each.kind === "route_claimed" && each.seat === event.seat)?.route, pace);
    else if (event.kind === "last_turns_started") sounds.whistle();
    else {
      const { sound } = known("motions", event.kind) ?? {};
      if (sound) sounds[sound]();
    }
  }

  /**
   * Something moves from its place to its new owner.
   * @param {any} event
   * @param {number} pace
   */
  async function flyFromMap(event, pace) {
    const what = known("motions", event.kind)?.from?.(event) ?? "";
    const thing = /** @type {SVGGraphicsElement|undefined} */ (
      [...(stage().mounted?.drawing.root.querySelectorAll(what) ?? [])].pop()
    );
    const owner = document.querySelector(`[data-seat="${event.seat}"]`);
    if (!thing || !owner) return;
    const { x, y, width, height } = thing.getBBox();
    const flyer = document.createElementNS(SVG, "svg");
    const picture = /** @type {Element} */ (thing.cloneNode(true));
    picture.removeAttribute("transform");
    flyer.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    flyer.setAttribute("class", "bd");
    flyer.append(picture);
    await fly(flyer, thing.getBoundingClientRect(), owner.getBoundingClientRect(), 1, MOVING * pace);
  }

  /**
   * The cards that I pay fly to the route.
   * @param {any[]} events
   * @param {number} pace
   */
  async function flyPayment(events, pace) {
    const { mounted, board } = stage();
    const claim = events.find((event) => event.kind === "route_claimed");
    const target =
      claim && board ? mounted?.drawing.root.querySelector(`#hit-${board.route[claim.route].index}`) : null;
    if (!target) return;
    const end = target.getBoundingClientRect();
    const paid = events
      .filter((event) => event.kind === "cards_paid")
      .flatMap((event) => event.cards.map((/** @type {[string, number]} */ [card]) => card));
    const cards = paid
      .map((card) => document.querySelector(`[data-card="${card}"] svg`))
      .filter((card) => card !== null);
    await Promise.all(
      cards.map((card) =>
        fly(/** @type {Element} */ (card.cloneNode(true)), card.getBoundingClientRect(), end, 0.3, PAYING * pace),
      ),
    );
  }

  /**
   * The train of a route rolls on. Only what happens next waits for it: what is asked meanwhile can be answered.
   * @param {any} event
   * @param {number} pace
   * @param {TableState} state
   */
  async function trainRolls(event, pace, state) {
    const { mounted, board } = stage();
    if (!mounted || !board) return;
    const route = board.route[event.route];
    const sound = known("routes", route.kind)?.sound;
    if (sound) sounds[sound]();
    if (!moves() || !pace) {
      sounds.car(0);
      return;
    }
    await nextFrame(); // the new state is on the screen by then
    const others = routesOf(board, state, event.seat).filter((each) => each.id !== route.id);
    const comesTo = (/** @type {string} */ place) => others.some(({ a, b }) => a === place || b === place);
    await rollOn(mounted.drawing, route.index, {
      seat: event.seat,
      back: comesTo(route.b) && !comesTo(route.a),
      duration: (ROLLING + ROLLING_CAR * route.length) * pace * (event.seat === state.you.seat ? 1 : OTHERS),
      onCar: (nth) => (sound ? undefined : sounds.car(nth)),
    });
  }

  /**
   * Three notes, and the tracks that did it.
   * @param {import("../core/types.js").TicketProgress[]} tickets
   * @param {TableState} state
   * @param {number} pace
   */
  function ticketsDone(tickets, state, pace) {
    sounds.ticket();
    tellTickets(tickets);
    const { mounted, board } = stage();
    if (!mounted || !board || !moves() || !pace) return;
    const own = routesOf(board, state, state.you.seat);
    for (const ticket of tickets) celebrate(mounted.drawing, board, own, ticket, pace);
  }

  /**
   * `+7` rises from the route that was built and flies to the score, which swells a little when it comes.
   * @param {any} event
   * @param {string|undefined} built
   * @param {number} pace
   */
  function flyPoints(event, built, pace) {
    if (!moves() || !pace || !event.points) return;
    const score = document.querySelector(`[data-seat="${event.seat}"] strong`);
    if (!score?.getClientRects().length) return; // gone meanwhile: the end of the game takes its place
    const end = score.getBoundingClientRect();
    const start = (built && middleOf(built)) || { x: end.left, y: end.top + 30 };
    const sign = document.createElement("b");
    sign.className = "rise";
    sign.textContent = event.points > 0 ? `+${event.points}` : `−${-event.points}`;
    sign.style.left = `${start.x}px`;
    sign.style.top = `${start.y}px`;
    document.body.append(sign);
    const way = `translate(${end.left - start.x}px, ${end.top - start.y}px)`;
    sign.animate(
      [
        { transform: "scale(.5)", opacity: 0 },
        { transform: "translateY(-22px) scale(1.3)", opacity: 1, offset: 0.2 },
        { transform: "translateY(-26px) scale(1.2)", opacity: 1, offset: 0.5, easing: EASE },
        { transform: way, opacity: 0.7 },
      ],
      { duration: 900 * pace + 300 },
    ).onfinish = () => {
      sign.remove();
      score.animate([{ scale: 1 }, { scale: 1.35 }, { scale: 1 }], { duration: 320, easing: EASE });
    };
  }

  /**
   * Where the middle of a route is on the screen, if it is in sight.
   * @param {string} id
   */
  function middleOf(id) {
    const { mounted, board } = stage();
    const run = /** @type {SVGPathElement|null|undefined} */ (
      mounted?.drawing.root.querySelector(`#run-${board?.route[id].index}`)
    );
    const lies = mounted?.drawing.root.getScreenCTM();
    const frame = document.querySelector("[data-map]")?.getBoundingClientRect();
    if (!run || !lies || !frame) return null;
    const { x, y } = run.getPointAtLength(run.getTotalLength() / 2).matrixTransform(lies);
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom ? { x, y } : null;
  }
}

/**
 * The row is swept: all slide off to the right.
 * @param {number} pace
 */
async function sweepRow(pace) {
  const cards = [...document.querySelectorAll("[data-place] .take")];
  const gone = cards.map((card) =>
    card.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: "translateX(180px)", opacity: 0 },
      ],
      { duration: SWEEP * pace, easing: LEAVING, fill: "forwards" },
    ),
  );
  await wait(SWEEP * pace);
  void nextFrame().then(() => gone.forEach((motion) => motion.cancel())); // by then the new row is there
}

/**
 * The new row is turned up, one card after the other.
 * @param {number} pace
 */
async function turnUpRow(pace) {
  await nextFrame();
  const cards = [...document.querySelectorAll("[data-place] .take")];
  cards.forEach((card, nth) => {
    card.animate(
      [
        { transform: "perspective(400px) rotateY(88deg)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      { duration: TURN_UP * pace, delay: 70 * nth * pace, easing: EASE, fill: "backwards" },
    );
    setTimeout(() => sounds.card(), 70 * nth * pace);
  });
  await wait((TURN_UP + 70 * cards.length) * pace);
}

/**
 * How long things take: 1 as designed, less when much is waiting, 0 when there is no time at all.
 * @param {number} behind  updates that wait
 */
function speed(behind) {
  return behind === 0 ? 1 : behind < 3 ? 0.5 : 0;
}

/**
 * A card flies from the row or the deck to the hand or the player.
 * @param {any} event
 * @param {TableState} state
 * @param {number} pace
 */
async function flyCard(event, state, pace) {
  const from =
    event.kind === "card_taken"
      ? document.querySelector(`[data-place="${event.place}"] svg`)
      : document.querySelector(`[data-deck="${event.deck ?? "train"}"] svg`);
  const mine = event.seat === state.you.seat;
  const to = (mine && document.querySelector("[data-hand]")) || document.querySelector(`[data-seat="${event.seat}"]`);
  if (!from || !to) return;
  await fly(
    /** @type {Element} */ (from.cloneNode(true)),
    from.getBoundingClientRect(),
    to.getBoundingClientRect(),
    mine ? 0.8 : 0.35,
    FLIGHT * pace,
  );
}

/**
 * Something flies over the page on a slight arc, and is gone.
 * @param {Element} thing
 * @param {DOMRect} start
 * @param {DOMRect} end
 * @param {number} size  that it has on arrival, in parts of its own
 * @param {number} duration
 */
async function fly(thing, start, end, size, duration) {
  if (!start.width || !end.width) return;
  const flyer = /** @type {HTMLElement} */ (thing);
  flyer.setAttribute("class", `${flyer.getAttribute("class") ?? ""} flyer`);
  Object.assign(flyer.style, {
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    height: `${start.height}px`,
  });
  document.body.append(flyer);
  const dx = end.left + end.width / 2 - start.left - start.width / 2;
  const dy = end.top + end.height / 2 - start.top - start.height / 2;
  const flight = flyer.animate(
    [
      { transform: "none" },
      { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 30}px) scale(${(1 + size) / 2})`, offset: 0.5 },
      { transform: `translate(${dx}px, ${dy}px) scale(${size})`, opacity: 0.4 },
    ],
    { duration, easing: EASE },
  );
  await Promise.race([flight.finished.catch(() => {}), wait(duration + 100)]);
  flyer.remove();
}

/** @param {TableState} state */
function finishedIn(state) {
  return (state.game?.tickets ?? []).filter((ticket) => ticket.state === "done");
}

/**
 * @param {Board} board
 * @param {TableState} state
 * @param {number|null} seat
 */
function routesOf(board, state, seat) {
  /** @type {number[][]} */
  const owners = state.game?.observation.parts.tracks.owners ?? [];
  return board.routes.filter((route) => owners[route.index]?.includes(seat ?? -1));
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function nextFrame() {
  return Promise.race([new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))), wait(50)]);
}
