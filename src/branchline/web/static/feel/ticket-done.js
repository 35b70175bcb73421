// A ticket is done: its places ring, a line is drawn along its tracks, its card shines, and words say which one it is.
import { counted } from "../core/words.js";
import { drawTicketLine } from "./ticket-line.js";

/** @typedef {import("../core/types.js").TicketProgress} TicketProgress */

const SVG = "http://www.w3.org/2000/svg";
const RINGING = 900; // milliseconds
const STAYING = 3200;

/**
 * @param {TicketProgress[]} tickets
 */
export function tellTickets(tickets) {
  const said = document.createElement("div");
  said.className = "feat";
  said.setAttribute("role", "status");
  document.body.append(said);
  for (const ticket of tickets) {
    const line = document.createElement("p");
    const title = document.createElement("b");
    title.textContent = "Ticket completed";
    line.append(title, ` ${ticket.name}: ${counted(ticket.points, "point")}`);
    said.append(line);
  }
  const frame = document.querySelector("[data-map]")?.getBoundingClientRect();
  if (frame?.width) {
    said.style.left = `${frame.left + frame.width / 2}px`;
    said.style.top = `${frame.top + 10}px`;
    said.style.maxWidth = `${frame.width - 16}px`;
  }
  setTimeout(() => said.remove(), STAYING);
}

/**
 * @param {import("../board/drawing.js").Drawing} drawing
 * @param {import("../core/types.js").Board} board
 * @param {import("../core/types.js").Route[]} own  the routes of the seat
 * @param {TicketProgress} ticket
 * @param {number} pace
 */
export function celebrate(drawing, board, own, ticket, pace) {
  drawTicketLine(drawing, board, own, ticket.stops, pace);
  for (const stop of ticket.stops) ring(drawing, stop, pace);
  document
    .querySelector(`[data-held="${ticket.id}"]`)
    ?.animate([{ boxShadow: "0 0 0 0 var(--glow2)" }, { boxShadow: "0 0 0 9px transparent" }], {
      duration: RINGING * pace,
      iterations: 2,
    });
}

/**
 * @param {import("../board/drawing.js").Drawing} drawing
 * @param {string} stop
 * @param {number} pace
 */
function ring(drawing, stop, pace) {
  const spot = drawing.spot(stop);
  if (!spot) return; // a country has no place of its own
  const circle = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({ cx: spot[0], cy: spot[1], r: 14, class: "ticketring" }))
    circle.setAttribute(name, String(value));
  circle.style.transformOrigin = `${spot[0]}px ${spot[1]}px`;
  drawing.root.append(circle);
  const frames = [
    { transform: "scale(.8)", opacity: 1 },
    { transform: "scale(3.4)", opacity: 0 },
  ];
  const motion = circle.animate(frames, { duration: RINGING * pace, iterations: 2, easing: "ease-out" });
  motion.onfinish = motion.oncancel = () => circle.remove();
}
