// Harbors: built in ports, on the map or from a list, and paid with cards that carry an anchor.
import { html } from "../core/ui.js";
import { SEATS } from "../board/drawing.js";
import { addFace } from "./faces.js";

/** @typedef {import("./faces.js").View} View */

const MODE = "harbor";

addFace("harbors", {
  counts: (view, seat) => [["harbor", view.game.observation.parts.harbors.left[seat], "harbors left"]],
  button: (view) => ({
    mode: MODE,
    icon: "harbor",
    size: 18,
    words: "Build a harbor",
    title: "Build a harbor in a port of your own",
    disabled: !view.offers.purchases.has(MODE),
  }),
  question: (view) => (view.selection.get().mode === MODE ? choosePort(view) : null),
  offers: { build_harbor: { purchase: MODE, thing: "city" } },
  purchases: {
    [MODE]: {
      words: (view, port) => ({
        title: `A harbor in ${view.board.places[port].name}`,
        note: "Cards marked with an anchor; locomotives stand for any of them",
        go: "Build",
      }),
      onMap: true,
    },
  },
  onMap: ({ owners }) => ({
    stands: Object.fromEntries(
      Object.entries(owners).map(([place, seat]) => [place, `<use class="seat-${seat % SEATS}" href="#harbor"/>`]),
    ),
  }),
  motions: { harbor_built: { sound: "car" } },
  cardSign: (kind) => (/harbor/.test(kind.sort) ? "anchor" : ""),
  symbols: {
    marks: {
      anchor:
        "M-1.3-4.2A2.9 2.9 0 1 1 1.3-4.2V-2.6H4.2V-.2H1.3V6.2C3.6 5.8 5.2 4.3 5.8 2.4L4 2.9 7.2-1 9.6 3.6 7.9 " +
        "3.2C6.8 6.6 3.8 9 0 9S-6.8 6.6-7.9 3.2L-9.6 3.6-7.2-1-4 2.9-5.8 2.4C-5.2 4.3-3.6 5.8-1.3 " +
        "6.2V-.2H-4.2V-2.6H-1.3ZM0-8.1A1.1 1.1 0 1 0 0-5.9 1.1 1.1 0 0 0 0-8.1Z",
    },
    others: `<symbol id="i-harbor" viewBox="0 0 20 20">
<path d="M4 17V9L10 4L16 9V17Z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/>
<path d="M10 8.2V15M7.2 12.2C7.4 14 8.5 15 10 15S12.6 14 12.8 12.2M8.6 10H11.4" stroke="currentColor"
  stroke-width="1.3" fill="none"/></symbol>`,
  },
});

/**
 * @param {View} view
 * @returns {import("../table/options.js").Question|null}
 */
function choosePort(view) {
  const ports = view.offers.purchases.get(MODE);
  if (!ports) return null;
  return {
    title: "Build a harbor",
    note: "Choose a port, on the map or here",
    onMap: true,
    options: [...ports].map(([port, [choice]]) => ({
      choice,
      label: view.board.places[port].name,
      picture: html`<span class="words">${view.board.places[port].name}</span>`,
      instead: () => view.selection.pick(MODE, port),
      place: port,
    })),
    go: () => "Choose",
    canLetGo: true,
    atOnce: true,
  };
}
