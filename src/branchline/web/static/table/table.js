// The table: the parts in their places, for the size of the screen and the shape of the board.
import { html, cls, useEffect, useKeys, useRef, useState } from "../core/ui.js";
import { useStore } from "../core/store.js";
import { BoardView, ZoomButtons } from "../board/board-view.js";
import { BoardList } from "../board/board-list.js";
import { Icon } from "../art/cards.js";
import { RouteFlag } from "./route-flag.js";
import { TableHeader } from "./header.js";
import { Players } from "./players.js";
import { Market } from "./row.js";
import { Hand } from "./hand.js";
import { Tickets } from "./tickets.js";
import { Log } from "./log.js";
import { PhoneTable } from "./phone.js";
import { sceneOf } from "./scene.js";
import { useLayout } from "./layout.js";
import { Coach } from "./coach.js";
import { KeysHelp, Menu } from "./menu.js";
import { PlanBar, PlanButton, planOf, usePlan } from "./plan.js";
import { UndoWish, Warning } from "./notices.js";

/** @typedef {import("./view.js").View} View */

/**
 * @param {object} props
 * @param {View} props.view
 * @param {import("../core/types.js").ChatLine[]} props.chat
 * @param {(mounted: import("../board/board-view.js").Mounted|null) => void} [props.onBoard]
 * @param {any} [props.below]  stands where the hand would be
 */
export function Table({ view, chat, onBoard, below = null }) {
  const { selection, session } = view;
  useStore(selection);
  usePlan(view);
  const begun = `${view.seat}-${view.decision?.number ?? ""}`;
  useEffect(() => selection.begin(begun), [begun]);
  const layout = useLayout(view.board.size);
  const [list, setList] = useState(false);
  const [logOpen, setLogOpen] = useState(false);
  const [menu, setMenu] = useState(/** @type {"menu"|"keys"|null} */ (null));
  const mounted = useRef(/** @type {import("../board/board-view.js").Mounted|null} */ (null));
  useTableKeys(view, { list: () => setList((was) => !was), help: () => setMenu("keys"), close: () => setList(false) });
  const scene = sceneOf(view);
  const map = html`<${Map} view=${view} scene=${scene} phone=${layout === "phone"} onReady=${(
    /** @type {any} */ it,
  ) => {
    mounted.current = it;
    onBoard?.(it);
  }} onList=${() => setList(!list)} />`;
  const overlays = html`
    ${list ? html`<${BoardList} view=${view} onClose=${() => setList(false)} />` : null}
    <${UndoWish} view=${view} />
    <${Coach} view=${view} />
    ${
      menu === "menu"
        ? html`<${Menu} view=${view} onClose=${() => setMenu(null)} onKeys=${() => setMenu("keys")} />`
        : null
    }
    ${menu === "keys" ? html`<${KeysHelp} onClose=${() => setMenu(null)} />` : null}`;
  if (layout === "phone")
    return html`<div
      class="screen phone"
      data-mine=${view.decision !== null ? "1" : null}
      aria-busy=${session?.store.get().sent ?? false}
    >
      <${PhoneTable} view=${view} chat=${chat} map=${map} below=${below} onMenu=${() => setMenu("menu")} />
      ${overlays}
    </div>`;
  const wide = layout === "wide";
  return html`<div
    class=${cls("screen", layout)}
    data-mine=${view.decision !== null ? "1" : null}
    aria-busy=${session?.store.get().sent ?? false}
  >
    <${TableHeader}
      view=${view}
      onMenu=${() => setMenu("menu")}
      map=${html`<${ZoomButtons} moves=${() => mounted.current?.moves} />
        <${ListButton} onList=${() => setList(!list)} /><${PlanButton} view=${view} />`}
    />
    <${Warning} view=${view} />
    <main class=${cls("table", layout)}>
      <section class="seats" aria-label="Players and log">
        <${Players} view=${view} compact=${wide} />
        ${
          wide
            ? html`<button class="btn logbtn" aria-expanded=${logOpen} onClick=${() => setLogOpen(!logOpen)}>
              <${Icon} name="log" size=${18} />
              Log
            </button>`
            : html`<${Log} view=${view} chat=${chat} />`
        }
      </section>
      <section class="board">${map}<${PlanBar} view=${view} /><${RouteFlag} view=${view} /></section>
      <${Market} view=${view} />
      <div class="hand">
        ${below ?? html`<${Hand} view=${view} small=${layout === "tall"} /><${Tickets} view=${view} />`}
      </div>
      ${wide && logOpen ? html`<div class="logdrawer"><${Log} view=${view} chat=${chat} /></div>` : null}
      ${overlays}
    </main>
  </div>`;
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {Partial<import("../board/drawing.js").Scene>} props.scene
 * @param {boolean} props.phone
 * @param {(mounted: any) => void} props.onReady
 * @param {() => void} props.onList
 */
function Map({ view, scene, phone, onReady, onList }) {
  const { selection, offers, session } = view;
  const hovered = useRef(/** @type {string|null} */ (null));
  /** @param {string|null} route */
  const hover = (route) => {
    if (hovered.current === route) return;
    hovered.current = route;
    if (route && session && view.seat !== null) session.explain();
    selection.set({ hovered: route });
  };
  /** @param {string} route */
  const pickRoute = (route) => {
    if (session && planOf(view).get().on) return planOf(view).toggle(route);
    if (offers.routes.has(route)) selection.pick("route", route);
    else if (session) {
      session.explain();
      selection.set({ hovered: route });
    }
  };
  /** @param {string} place */
  const pickPlace = (place) => {
    const choice = offers.places.get(place);
    if (choice) session?.act(choice.number);
    else if (offers.ports.has(place)) selection.pick("harbor", place);
  };
  return html`
    <${BoardView}
      board=${view.board}
      scene=${scene}
      phone=${phone}
      onReady=${onReady}
      onRoute=${pickRoute}
      onHover=${hover}
      onPlace=${pickPlace}
    >
      <${ListButton} onList=${onList} />
      <${PlanButton} view=${view} />
    <//>
    ${phone ? phoneLine(view) : null}`;
}

/**
 * The one line over a phone's map: what the plan takes, or what is pointed at.
 * @param {View} view
 */
function phoneLine(view) {
  const planning = view.session && planOf(view).get().on;
  return planning ? html`<${PlanBar} view=${view} />` : html`<${RouteFlag} view=${view} phone=${true} />`;
}

/** @param {{onList: () => void}} props */
function ListButton({ onList }) {
  return html`<button aria-label="List of places and routes" title="Places and routes as a list (L)" onClick=${onList}>
    <${Icon} name="list" size=${18} />
  </button>`;
}

/**
 * The keys of the table.
 * @param {View} view
 * @param {{list: () => void, help: () => void, close: () => void}} open
 */
function useTableKeys(view, open) {
  useKeys((event) => {
    const { offers, selection, session } = view;
    const key = event.key.toLowerCase();
    if (key === "escape") open.close(); // and whatever else it closes
    if (key === "l") open.list();
    else if (key === "?") open.help();
    else if (key === "p" && session && view.seat !== null) planOf(view).set({ on: !planOf(view).get().on });
    else if (key === "u" && view.game.undo.can !== "no") session?.send({ type: "undo" });
    else if (key === "d" && offers.draw.size === 1) session?.act([...offers.draw.values()][0].number);
    else if (key === "t" && offers.tickets.length && offers.draw.size) selection.pick("tickets");
    else if (key === "c") /** @type {HTMLElement|null} */ (document.querySelector("[data-say]"))?.focus();
    else if (key === "m") /** @type {HTMLElement|null} */ (document.querySelector("[data-map]"))?.focus();
    else return;
    event.preventDefault();
  });
}
