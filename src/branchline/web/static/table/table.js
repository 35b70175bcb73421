// The table: the parts in their places, for the size of the screen and the shape of the board.
import { html, cls, useEffect, useKeys, useRef, useState } from "../core/ui.js";
import { lately } from "../core/later.js";
import { settings } from "../core/settings.js";
import { useStore } from "../core/store.js";
import { BoardView, ZoomButtons } from "../board/board-view.js";
import { Icon } from "../art/cards.js";
import { facesOf, known } from "../mechanics/index.js";
import { RouteFlag } from "./route-flag.js";
import { TableHeader } from "./header.js";
import { Players, showNextNetwork } from "./players.js";
import { drawTickets, Market } from "./row.js";
import { Hand } from "./hand.js";
import { Tickets } from "./tickets.js";
import { Log, LogButton } from "./log.js";
import { stepTo } from "./enter.js";
import { keepFocus } from "./focus.js";
import { inQuestion, sceneOf } from "./scene.js";
import { useLayout } from "./layout.js";
import {
  AdviceBar,
  askCoach,
  BlunderWarning,
  CoachOffer,
  HintButton,
  useAdvicePanel,
  useForesight,
  WinShares,
} from "./advice.js";
import { PlanBar, PlanButton, planOf, usePlan } from "./plan.js";
import { Standings } from "./standings.js";
import { UndoWish, Warning } from "./notices.js";

const PhoneTable = lately(() => import("./phone.js").then((it) => it.PhoneTable));
const BoardList = lately(() => import("../board/board-list.js").then((it) => it.BoardList), true);
const Guide = lately(() => import("./guide.js").then((it) => it.Guide), true);
const Menu = lately(() => import("./menu.js").then((it) => it.Menu), true);
const KeysHelp = lately(() => import("./menu.js").then((it) => it.KeysHelp), true);
const AskFirst = lately(() => import("./leaving.js").then((it) => it.AskFirst), true);
const BotPlaysForYou = lately(() => import("./leaving.js").then((it) => it.BotPlaysForYou), true);
const EndOffer = lately(() => import("./leaving.js").then((it) => it.EndOffer), true);

/** @typedef {import("./view.js").View} View */
/** @typedef {"menu"|"keys"|"standings"|import("./leaving.js").Wish|null} Open  which dialog is open */

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
  useStore(settings); // which routes glow
  usePlan(view);
  const begun = `${view.seat}-${view.decision?.number ?? ""}`;
  useEffect(() => selection.begin(begun), [begun]);
  useEffect(keepFocus);
  const layout = useLayout(view.board.size);
  const inOneLine = layout === "wide" || layout === "tablet" || layout === "short";
  const tall = layout === "tall" || layout === "short";
  const [list, setList] = useState(false);
  const [drawer, setDrawer] = useState(/** @type {import("./log.js").Tab|null} */ (null)); // the log over the map
  const [menu, setMenu] = useState(/** @type {Open} */ (null));
  const [laid, setLaid] = useState(/** @type {any} */ (null)); // the map that lies there
  const mounted = useRef(/** @type {import("../board/board-view.js").Mounted|null} */ (null));
  const advice = useAdvicePanel();
  useForesight(view);
  const ask = () => askCoach(view, advice.show);
  useTableKeys(view, {
    list: () => setList((was) => !was),
    help: () => setMenu("keys"),
    close: () => {
      setList(false);
      if (selection.get().mode) return; // one thing at a time
      setDrawer(null);
      advice.close();
      selection.set({ network: null });
    },
    talk: () => {
      if (inOneLine) setDrawer("chat");
      requestAnimationFrame(() => stepTo(document.querySelector("[data-say]")));
    },
    ask: () => {
      ask();
      requestAnimationFrame(() => stepTo(document.querySelector("[data-coach-on]")));
    },
  });
  const phone = layout === "phone" || layout === "sideways";
  const offered = view.offers.keep.length ? view.game.offer.flatMap((ticket) => ticket.stops) : [];
  const asked = [...inQuestion(view), ...offered];
  useEffect(() => {
    // the ends of offered tickets are all in sight, however small
    const legibly = !view.offers.keep.length;
    requestAnimationFrame(() => mounted.current?.moves.reveal(spotsOf(view, asked), legibly));
  }, [begun, asked.join(), layout, laid]);
  const scene = sceneOf(view);
  const adviceBar = advice.open ? html`<${AdviceBar} view=${view} onClose=${advice.close} />` : null;
  const moves = () => mounted.current?.moves;
  const ready = (/** @type {any} */ it) => {
    mounted.current = it;
    setLaid(it);
    onBoard?.(it);
  };
  const map = html`<${Map}
    view=${view}
    moves=${moves}
    scene=${scene}
    phone=${phone}
    onAsk=${ask}
    advice=${adviceBar}
    onReady=${ready}
    onList=${() => setList(!list)}
  />`;
  const standings = () => setMenu("standings");
  const overlays = html`
    ${
      list
        ? html`<${BoardList}
          view=${view}
          onPlace=${(/** @type {string} */ place) => pickPlace(view, place)}
          onClose=${() => setList(false)}
        />`
        : null
    }
    <${UndoWish} view=${view} />
    <${Guide} view=${view} chat=${chat} />
    <${BotPlaysForYou} view=${view} />
    <${EndOffer} view=${view} />
    <${CoachOffer} view=${view} />
    <${BlunderWarning} view=${view} />
    ${
      menu === "menu"
        ? html`<${Menu}
            view=${view}
            onClose=${() => setMenu(null)}
            onKeys=${() => setMenu("keys")}
            onStandings=${standings}
            onWish=${setMenu}
          />`
        : null
    }
    ${
      menu === "leave" || menu === "resign" || menu === "end"
        ? html`<${AskFirst} key=${menu} view=${view} wish=${menu} onClose=${() => setMenu(null)} />`
        : null
    }
    ${menu === "keys" ? html`<${KeysHelp} onClose=${() => setMenu(null)} />` : null}
    ${menu === "standings" ? html`<${Standings} view=${view} onClose=${() => setMenu(null)} />` : null}
    ${facesOf(view).map((face) => face.page?.(view))}`;

  const frame = {
    "data-mine": view.decision ? "1" : null,
    "data-asked": askedNow(view),
    "data-decision": view.decision?.number ?? null,
  };
  const now = session?.store.get();
  const busy = now ? now.sent || now.line === "down" || now.line === "closed" : false;
  if (phone)
    return html`<div class=${cls("screen phone", layout === "sideways" && "sideways")} ...${frame} aria-busy=${busy}>
      <${PhoneTable}
        view=${view}
        chat=${chat}
        map=${map}
        below=${below}
        onStandings=${standings}
        onShow=${(/** @type {string[]} */ places) => showPlaces(view, mounted.current, places)}
        onMenu=${() => setMenu("menu")}
      />
      ${overlays}
    </div>`;
  return html`<div class=${cls("screen", layout)} ...${frame} aria-busy=${busy}>
    <${TableHeader}
      view=${view}
      onMenu=${() => setMenu("menu")}
      map=${html`<${ZoomButtons} moves=${moves} />
        <${ListButton} onList=${() => setList(!list)} /><${PlanButton} view=${view} />
        <${HintButton} view=${view} onAsk=${ask} />`}
    />
    <${Warning} view=${view} />
    <${WinShares} view=${view} />
    <main class=${cls("table", layout)}>
      <section class="seats" aria-label="Players and log">
        <${Players} view=${view} compact=${inOneLine} />
        ${
          inOneLine
            ? html`<${LogButton} chat=${chat} open=${drawer !== null} onOpen=${setDrawer} />`
            : html`<${Log} view=${view} chat=${chat} />`
        }
      </section>
      <section class="board">${map}${adviceBar}<${PlanBar} view=${view} /><${RouteFlag} view=${view} /></section>
      <${Market} view=${view} onStandings=${standings} />
      <div class="hand">
        ${below ?? html`<${Hand} view=${view} small=${tall} /><${Tickets} view=${view} />`}
      </div>
      ${
        inOneLine && drawer
          ? html`<div class="logdrawer"><${Log} key=${drawer} view=${view} chat=${chat} first=${drawer} /></div>`
          : null
      }
      ${overlays}
    </main>
  </div>`;
}

/**
 * Where places are on the map; of a country, all the ends of routes into it.
 * @param {View} view
 * @param {string[]} places
 */
function spotsOf({ board }, places) {
  return places.flatMap((id) => board.places[id] ?? board.cities.filter((city) => city.country === id));
}

/**
 * Light places and bring them all into sight.
 * @param {View} view
 * @param {import("../board/board-view.js").Mounted|null} mounted
 * @param {string[]} places
 */
function showPlaces(view, mounted, places) {
  // Two frames later the ticket that was tapped may be gone, and has taken its light along.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      view.selection.set({ lit: places });
      mounted?.moves.reveal(spotsOf(view, places));
    }),
  );
}

/**
 * The kind of decision that is open, and what was picked up: "turn route".
 * @param {View} view
 */
function askedNow({ decision, selection }) {
  const { mode, thing } = selection.get();
  const chosen = thing && known("purchases", mode) ? "chosen" : "";
  return decision ? [decision.question, mode, chosen].filter(Boolean).join(" ") : null;
}

/**
 * @param {object} props
 * @param {View} props.view
 * @param {Partial<import("../board/drawing.js").Scene>} props.scene
 * @param {boolean} props.phone
 * @param {() => import("../board/pan-zoom.js").PanZoom|undefined} props.moves
 * @param {(mounted: any) => void} props.onReady
 * @param {() => void} props.onList
 * @param {() => void} props.onAsk  the coach
 * @param {any} props.advice  the coach's panel
 */
function Map({ view, scene, phone, moves, onReady, onList, onAsk, advice }) {
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
  return html`
    <${BoardView}
      board=${view.board}
      scene=${scene}
      phone=${phone}
      onReady=${onReady}
      onRoute=${pickRoute}
      onHover=${hover}
      onPlace=${(/** @type {string} */ place) => pickPlace(view, place)}
    />
    ${phone ? (advice ?? phoneLine(view)) : null}
    ${
      phone
        ? html`<div class="strip" role="toolbar" aria-label="Tools of the map">
          <${ZoomButtons} moves=${moves} />
          <${ListButton} onList=${onList} />
          <${PlanButton} view=${view} />
          <${HintButton} view=${view} onAsk=${onAsk} />
        </div>`
        : null
    }`;
}

/**
 * Answer with a place, or pick up what can be bought there.
 * @param {View} view
 * @param {string} place
 */
function pickPlace({ offers, selection, session }, place) {
  const choice = offers.places.get(place);
  const { mode } = selection.get();
  if (choice) session?.act(choice.number);
  else if (mode && offers.purchases.get(mode)?.has(place)) selection.pick(mode, place);
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
 * @param {{list: () => void, help: () => void, close: () => void, talk: () => void, ask: () => void}} open
 */
function useTableKeys(view, open) {
  useKeys((event) => {
    const { offers, selection, session } = view;
    const key = event.key.toLowerCase();
    if (key === "escape") open.close(); // and whatever else it closes
    if (key === "l") open.list();
    else if (key === "?") open.help();
    else if (key === "h" && session && view.seat !== null) open.ask();
    else if (key === "p" && session && view.seat !== null) planOf(view).set({ on: !planOf(view).get().on });
    else if (key === "n") showNextNetwork(view);
    else if (key === "u" && view.game.undo.can !== "no") session?.send({ type: "undo" });
    else if (key === "d" && offers.draw.size === 1) session?.act([...offers.draw.values()][0].number);
    else if (key === "d" && offers.draw.size + offers.refill.size) stepTo(document.querySelector(".deck.legal"));
    else if (key === "t" && offers.tickets.length && offers.draw.size) drawTickets(view);
    else if (key === "c") open.talk();
    else if (key === "m") stepTo(document.querySelector("[data-map]"));
    else if (key === "r") stepTo(document.querySelector("[data-market] button:enabled"));
    else return;
    event.preventDefault();
  });
}
