// The table on a phone held upright: turn bar, players, map, sheet or cards, tabs.
import { html, cls, useEffect, useState } from "../core/ui.js";
import { CarSign, Icon, MiniCard } from "../art/cards.js";
import { piecesLeft } from "../mechanics/index.js";
import { WinShares } from "./advice.js";
import { ChoiceBar, hasQuestion } from "./choice-bar.js";
import { Fan, Hand } from "./hand.js";
import { Log, useUnread } from "./log.js";
import { drawTickets, FurtherAnswers, Market } from "./row.js";
import { Tickets } from "./tickets.js";
import { deciding, Players, Points, whileHeld } from "./players.js";
import { split, UndoButton } from "./header.js";
import { Warning } from "./notices.js";
import { waysToPay } from "./paying.js";
import { handOf } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {"board"|"cards"|"tickets"|"log"} Tab */

/** @type {[Tab, string, string][]} */
const TABS = [
  ["board", "map", "Board"],
  ["cards", "cards", "Cards"],
  ["tickets", "ticket", "Tickets"],
  ["log", "log", "Log"],
];

/**
 * @param {object} props
 * @param {View} props.view
 * @param {import("../core/types.js").ChatLine[]} props.chat
 * @param {any} props.map
 * @param {any} props.below
 * @param {() => void} props.onMenu
 * @param {() => void} props.onStandings
 * @param {(places: string[]) => void} props.onShow  show places on the map
 */
export function PhoneTable({ view, chat, map, below, onMenu, onStandings, onShow }) {
  const [tab, setTab] = useState(/** @type {Tab} */ ("board"));
  const keeping = view.offers.keep.length > 0;
  const { mode } = view.selection.get();
  useEffect(() => {
    if (mode || keeping) setTab("board"); // a question in the sheet stands under the map
  }, [mode, keeping]);
  const fresh = useUnread(chat, tab === "log");
  const [first, setFirst] = useState(/** @type {import("./log.js").Tab} */ ("log"));
  /** @param {Tab} to */
  const turnTo = (to) => {
    setTab(to);
    setFirst(fresh ? "chat" : "log");
  };
  /** @param {string[]} stops */
  const showTicket = (stops) => {
    setTab("board");
    onShow(stops);
  };
  return html`
    <${TurnBar} view=${view} onMenu=${onMenu} />
    <${Warning} view=${view} />
    <${Chips} view=${view} />
    <${WinShares} view=${view} />
    <main class="pmain">
      <div class=${cls("pboard", tab !== "board" && "away")}>${map}</div>
      ${tab === "board" ? html`<${Bottom} view=${view} onCards=${() => setTab("cards")} onShow=${onShow} />` : null}
      ${
        tab === "cards"
          ? html`<div class="ptab">
            <${Market} view=${view} onStandings=${onStandings} />
            ${below ?? html`<${Hand} view=${view} withQuestion=${false} small=${true} />`}
          </div>`
          : null
      }
      ${tab === "tickets" ? html`<div class="ptab"><${Tickets} view=${view} onShow=${showTicket} /></div>` : null}
      ${
        tab === "log"
          ? html`<div class="ptab plog">
            <${Players} view=${view} />
            <${Log} view=${view} chat=${chat} first=${first} />
          </div>`
          : null
      }
    </main>
    <nav class="tabs" aria-label="Parts of the table">
      ${TABS.map(
        ([id, icon, words]) => html`<button
          key=${id}
          aria-current=${tab === id ? "page" : null}
          data-tab=${id}
          onClick=${() => turnTo(id)}
        >
          <${Icon} name=${icon} size=${22} />
          <span>${words}${id === "log" && fresh ? html` <b class="fresh" data-fresh>${fresh}</b>` : null}</span>
        </button>`,
      )}
    </nav>`;
}

/** @param {{view: View, onMenu: () => void}} props */
function TurnBar({ view, onMenu }) {
  const mine = view.decision !== null;
  const [head, rest] = split(view.game.banner);
  return html`<header class=${cls("ptop", mine && "mine")} data-turn=${mine ? "mine" : "theirs"}>
    <a href="/" data-page="1" aria-label="Home"><${Icon} name="mark" size=${24} /></a>
    <h1 class="sr">${view.board.title}</h1>
    <div><b class="slab">${mine ? head : view.board.title}</b><span>${mine ? rest : view.game.banner}</span></div>
    <${UndoButton} view=${view} />
    <button aria-label="Menu" onClick=${onMenu}><${Icon} name="menu" size=${22} /></button>
  </header>`;
}

/** @param {{view: View}} props */
function Chips({ view }) {
  const { observation, names } = view.game;
  const acting = deciding(view);
  return html`<section class="unboxed" aria-label="Players"><ul class=${`pseats of-${names.length}`}>
    ${names.map(
      (
        _,
        seat,
      ) => html`<li key=${seat} class=${cls("pchip", `seat-${seat}`, acting.includes(seat) && "on")} data-seat=${seat}
        ...${whileHeld(view, seat)}>
      <${CarSign} seat=${seat} width=${26} />
      <b>${view.name(seat)}</b>
      <${Points} points=${observation.points[seat]} />
      <small>
        <span>
          <${Icon} name="cards" size=${12} />
          ${observation.parts.hands.hands[seat].size}<i class="sr"> cards in hand, </i>
        </span>
        ${Object.entries(piecesLeft(view, seat)).map(
          ([kind, left]) => html`<span key=${kind}>
            <${Icon} name=${kind} size=${11} />
            ${left ?? "–"}<i class="sr"> ${kind}s left</i>
          </span>`,
        )}
      </small>
    </li>`,
    )}
  </ul></section>`;
}

/** @param {{view: View, onCards: () => void, onShow: (places: string[]) => void}} props */
function Bottom({ view, onCards, onShow }) {
  if (view.offers.keep.length)
    return html`<div class="sheet keep" role="dialog" aria-label="Your choice">
      <i class="grab"></i>
      <${Tickets} view=${view} onlyOffer=${true} onShow=${onShow} />
    </div>`;
  if (hasQuestion(view, false))
    return html`<div class="sheet" role="dialog" aria-label="Your choice" data-hand>
      <i class="grab"></i>
      <${ChoiceBar} view=${view} decks=${false} />
      ${waysToPay(view) ? html`<${Fan} view=${view} small=${true} />` : null}
    </div>`;
  if (view.seat === null) return null;
  const canTake = view.offers.take.size > 0 || view.offers.draw.size > 0;
  return html`<div class="phand" data-hand>
    ${canTake ? html`<${QuickRow} view=${view} />` : null}
    <${FurtherAnswers} view=${view} />
    <div class="phcards" aria-label="Your cards" role="group" onClick=${onCards}>
      ${
        handOf(view, view.seat).length
          ? html`<${Fan} view=${view} small=${true} />`
          : html`<p class="hint">No cards in hand</p>`
      }
    </div>
  </div>`;
}

/**
 * The row as small cards, so that cards can be taken under the map.
 * @param {{view: View}} props
 */
function QuickRow({ view }) {
  /** @type {(string|null)[]} */
  const row = view.game.observation.parts.market.row;
  return html`<ol class="quick" aria-label="Cards to take">
    ${row.map((card, place) => {
      const choice = card === null ? undefined : view.offers.take.get(card);
      const kind = card === null ? null : view.board.card[card];
      return html`<li key=${`${place}-${card}`} data-place=${place}>
      ${
        kind
          ? html`<button
        class=${cls("take", choice && "legal")}
        disabled=${!choice}
        aria-label=${`Take ${kind.title} from the row`}
        onClick=${() => choice && view.session?.act(choice.number)}
      >
        <${MiniCard} kind=${kind} width=${38} />
      </button>`
          : null
      }
    </li>`;
    })}
    ${[...view.offers.draw].map(
      ([deck, choice]) => html`<li key=${deck}>
      <button
        class="take legal deckmini"
        data-deck=${deck || "train"}
        aria-label=${`Draw a card from the ${deck || ""} deck`}
        onClick=${() => view.session?.act(choice.number)}
      >
        <${Icon} name=${deck === "ship" ? "ship" : "train"} size=${20} />
      </button>
    </li>`,
    )}
    ${
      view.offers.tickets.length && view.offers.draw.size
        ? html`<li>
      <button
        class="take legal deckmini"
        aria-label="Draw new tickets"
        onClick=${() => drawTickets(view)}
      >
        <${Icon} name="ticket" size=${20} />
      </button>
    </li>`
        : null
    }
  </ol>`;
}
