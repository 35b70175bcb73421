// A table as this browser sees it: one store, fed by the socket. Updates wait in a queue, so that what happened can be
// shown one thing after the other; the store always holds what is on the screen.
import { openLine } from "./connection.js";
import { keepSeat, seatAt, takeSeatFromAddress } from "./seats.js";
import { createStore } from "./store.js";

/** @typedef {import("./types.js").TableInfo} TableInfo */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").RouteState} RouteState */
/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").Update} Update */
/** @typedef {Update|import("./messages.js").State|import("./messages.js").Accepted} Queued  shown one by one */

/**
 * @typedef {object} TableState
 * @property {"connecting"|"up"|"down"|"closed"} line
 * @property {boolean} returned  the line was lost and is back
 * @property {TableInfo|null} table
 * @property {import("./types.js").You} you
 * @property {Game|null} game
 * @property {import("./types.js").ChatLine[]} chat
 * @property {boolean} earlier  there are earlier lines of chat, for the asking
 * @property {(number|null)[]} muted  seats that are not to be heard; null stands for all spectators
 * @property {Record<string, RouteState>} routes  how matters stand with each route, as far as it was asked
 * @property {number} routesAt  the state that this was asked for
 * @property {{seat: number, length: number, routes: string[]}[]} paths  everybody's longest path, if it was asked for
 * @property {import("./messages.js").Planned|null} planned  what the routes take that were asked about last
 * @property {string} problem  what the server refused, in words
 * @property {string} farewell  why the server closed the line for good
 * @property {boolean} showing  what happened is still being shown
 * @property {boolean} sent  an answer is on its way
 * @property {import("./messages.js").Hinted|null} hint  the coach's latest
 * @property {boolean} asking  the coach thinks about a hint
 * @property {import("./messages.js").Warned|null} warned  what the coach said before a move that was not made yet
 * @property {import("./messages.js").Foreseen|null} foreseen  the coach's latest win shares
 */

const MOST_REFUSALS = 2; // of a seat; then one watches
const A_MOMENT = 1000; // milliseconds after which the server listens again to who was too fast

/** @type {TableState} */
const EMPTY = {
  line: "connecting",
  returned: false,
  table: null,
  you: { seat: null, seats: [], host: false },
  game: null,
  chat: [],
  earlier: false,
  muted: [],
  routes: {},
  routesAt: -1,
  paths: [],
  planned: null,
  problem: "",
  farewell: "",
  showing: false,
  sent: false,
  hint: null,
  asking: false,
  warned: null,
  foreseen: null,
};

/**
 * @typedef {object} Show  how what happened is shown; `core` knows nothing of pictures
 * @property {(events: any[], behind: number, state: TableState) => Promise<void>} before  before the new state is on
 *   the screen
 * @property {(events: any[], behind: number, state: TableState) => Promise<void>} after
 */

/**
 * @param {string} id  of the table
 * @param {Show} [show]
 */
export function openSession(id, show) {
  const store = createStore({ ...EMPTY });
  /** @type {Queued[]} */
  const queue = [];
  let busy = false;
  let reference = 0;
  /** @type {Choices} */
  let choices = new Map(); // updates name the choices that were told before by their numbers
  /** @type {number|null} */
  let looking = null; // hot-seat: the seat that looks
  let linked = takeSeatFromAddress(id);
  window.addEventListener("hashchange", followLink);
  /** @type {Answer[]} */
  let following = []; // answers that are given already, to questions still to come
  /** @type {Map<number, (made: {cards: Record<string, number>, actions: number[], note?: string}) => void>} */
  const proposals = new Map();
  /** @type {Set<number>} */
  const askedCoach = new Set(); // references of what the coach was asked
  /** @type {Map<number, () => void>} */
  const foreseeing = new Map(); // references of what it shall think about by itself, and how to ask again
  let refusals = 0; // of the seat
  let careful = false; // where there is a coach, it may warn before a move

  const line = openLine(`/api/tables/${encodeURIComponent(id)}/socket`, {
    hello() {
      const held = seatAt(id);
      /** @type {Record<string, unknown>} */
      const message = { type: "hello" };
      if (held?.token && refusals < MOST_REFUSALS) message.token = held.token;
      if (looking !== null) message.seat = looking;
      const invitation = held?.invitation ?? new URLSearchParams(location.hash.slice(1)).get("invitation");
      if (invitation) message.invitation = invitation;
      return message;
    },
    heard,
    changed(state) {
      const was = store.get();
      store.set({ line: state, returned: state === "up" && was.line === "down" });
    },
  });

  /**
   * Who came by the link of a seat hears only now which one it is. The home page tells whose turn it is by that.
   * @param {number[]} seats
   */
  function noteSeats(seats) {
    const held = seatAt(id);
    if (held && seats.length && !held.seats) keepSeat(id, { ...held, seats });
  }

  /** The link of a seat was opened in a page that shows the table already. */
  function followLink() {
    const found = takeSeatFromAddress(id);
    if (found) {
      linked = found;
      store.set({ farewell: "" });
      line.again();
    }
  }

  /** @param {ServerMessage} message */
  function heard(message) {
    switch (message.type) {
      case "welcome":
        queue.length = 0;
        choices = toldBy(message.game);
        store.set({
          table: message.table,
          you: message.you,
          game: message.game,
          chat: message.chat,
          earlier: message.earlier,
          routes: {},
          routesAt: -1,
          sent: false,
        });
        linked = null;
        for (const seat of store.get().muted) send({ type: "mute", seat });
        noteSeats(message.you.seats);
        break;
      case "update":
      case "state":
      // in line behind what it brought about: until that is shown, the old choices are no longer on offer
      case "accepted":
        queue.push(message);
        work();
        break;
      case "table":
        store.set({ table: message.table, you: message.you });
        break;
      case "chat":
        store.set({ chat: [...store.get().chat, ...message.lines] });
        break;
      case "earlier":
        store.set({ chat: [...message.lines, ...store.get().chat], earlier: message.more });
        break;
      case "undo":
        changeGame({ undo: message.undo });
        break;
      case "explained":
        explained(message);
        break;
      case "proposed":
        proposals.get(message.ref ?? -1)?.({
          cards: Object.fromEntries(message.pays),
          actions: message.actions,
          note: message.note,
        });
        proposals.delete(message.ref ?? -1);
        break;
      case "planned":
        store.set({ planned: message });
        break;
      case "hinted":
      case "foreseen":
      case "warned":
        coached(message);
        break;
      case "error":
        if (foreseeing.has(message.ref ?? -1)) postponed(message);
        else if (askedCoach.delete(message.ref ?? -1)) unanswered(message);
        else refused(message);
        break;
      case "bye":
        if (!message.again && !givesBack()) store.set({ farewell: message.words });
        break;
    }
  }

  /**
   * @param {import("./messages.js").Hinted|import("./messages.js").Foreseen
   *   |import("./messages.js").Warned} message
   */
  function coached(message) {
    askedCoach.delete(message.ref ?? -1);
    foreseeing.delete(message.ref ?? -1);
    if (message.type === "hinted") store.set({ hint: message, asking: false });
    else if (message.type === "warned") store.set({ warned: message, sent: false });
    else if (message.shares) store.set({ foreseen: message });
  }

  /**
   * The coach does not answer. That a decision was taken meanwhile is no news.
   * @param {import("./messages.js").Problem} message
   */
  function unanswered(message) {
    store.set(message.code === "stale" ? { asking: false } : { asking: false, problem: message.words });
  }

  /**
   * The coach does not think ahead now. Nobody has asked, so nothing is said; if it still thinks about something else,
   * it is told again in a moment.
   * @param {import("./messages.js").Problem} message
   */
  function postponed(message) {
    const again = foreseeing.get(message.ref ?? -1);
    foreseeing.delete(message.ref ?? -1);
    if (again && message.code === "too_fast") window.setTimeout(again, A_MOMENT);
  }

  /** Whether the link of a seat was good for nothing: then all is as it was before. */
  function givesBack() {
    if (!linked) return false;
    keepSeat(id, linked.before);
    linked = null;
    line.again();
    return true;
  }

  /** @param {import("./messages.js").Problem} message */
  function refused(message) {
    following = [];
    proposals.delete(message.ref ?? -1);
    store.set({ problem: message.words, sent: false });
    if (!givesBack() && message.code === "no_seat" && refusals < MOST_REFUSALS && seatAt(id)) {
      refusals += 1; // ask once more, then watch; what proves the seat is kept: one refusal may be a mistake
      line.again();
    }
    if (message.code === "stale") line.again();
    if (message.code === "too_fast") window.setTimeout(() => store.set({ routesAt: -1 }), A_MOMENT); // then ask again
  }

  /** @param {import("./messages.js").Explained} message */
  function explained(message) {
    const routes = Object.fromEntries(message.routes.map((each) => [each.route, each]));
    const same = store.get().routesAt === message.number;
    store.set({
      routes: same ? { ...store.get().routes, ...routes } : routes,
      routesAt: message.number,
      ...(message.longest_paths.length ? { paths: message.longest_paths } : {}),
    });
  }

  /** @param {Partial<Game>} change */
  function changeGame(change) {
    const { game } = store.get();
    if (game) store.set({ game: { ...game, ...change } });
  }

  /** Show what waits in the queue, one message after the other. */
  async function work() {
    if (busy) return;
    busy = true;
    store.set({ showing: true });
    while (queue.length) {
      const message = /** @type {Queued} */ (queue.shift());
      const events = eventsOf(message);
      if (events.length) await shown("before", events);
      if (!take(message)) break;
      if (events.length) await shown("after", events);
    }
    busy = false;
    store.set({ showing: false });
  }

  /**
   * A picture that fails is no reason to stand still.
   * @param {"before"|"after"} when
   * @param {any[]} events
   */
  async function shown(when, events) {
    const behind = queue.filter((message) => eventsOf(message).length).length;
    await show?.[when](events, behind, store.get()).catch((problem) => console.error(problem));
  }

  /** @param {Queued} message */
  function take(message) {
    const { game } = store.get();
    if (message.type === "accepted") {
      goOn();
    } else if (message.type === "state") {
      choices = toldBy(message.game);
      store.set({ game: message.game, routes: {}, routesAt: -1, sent: false });
    } else if (!game || message.after !== game.number) {
      if (game && message.number <= game.number) return true; // told already, by a welcome
      queue.length = 0;
      line.again(); // something was missed: ask for everything
      return false;
    } else {
      store.set({ game: updated(game, message, choices), routes: {}, routesAt: -1 });
    }
    return true;
  }

  /** @param {import("./types.js").ClientMessage} message */
  function send(message) {
    reference += 1;
    if (!line.send({ ...message, ref: reference })) {
      store.set({ problem: "The line is down. Your game is safe; please wait a moment." });
      return false;
    }
    return true;
  }

  /** The last answer was accepted: the next one follows by itself, if it was given already and is asked for. */
  function goOn() {
    const decision = store.get().game?.decision;
    const next = following.shift();
    const meant = decision?.choices.find((choice) =>
      typeof next === "function" ? next(choice) : choice.number === next,
    );
    reference += 1;
    if (meant && line.send({ type: "act", decision: decision?.number, action: meant.number, ref: reference })) return;
    following = [];
    store.set({ sent: false });
  }

  return {
    id,
    store,
    send,
    /** Ask for lines of chat from before those that are shown. */
    askEarlier() {
      const { chat } = store.get();
      if (chat.length) send({ type: "earlier", before: chat[0].number });
    },
    /**
     * @param {number|null} seat  null: all spectators
     * @param {boolean} on
     */
    mute(seat, on) {
      const others = store.get().muted.filter((each) => each !== seat);
      store.set({ muted: on ? [...others, seat] : others });
      send({ type: "mute", seat, on });
    },
    /**
     * @param {number} action  the number of a choice
     * @param {Answer[]} [then]  answers to the questions that this one brings, given already
     */
    act(action, then = []) {
      const { game, sent, table } = store.get();
      if (!game?.decision || sent) return;
      following = [...then];
      const asksFirst = careful && Boolean(table?.coach.on);
      if (this.send({ type: "act", decision: game.decision.number, action, careful: asksFirst }))
        store.set({ sent: true, problem: "", warned: null });
    },
    /** @param {boolean} on  let the coach warn before a move, where there is one */
    beCareful(on) {
      careful = on;
    },
    /** @param {boolean} sure  do what the coach warned of, or let it be */
    answerWarning(sure) {
      const { warned } = store.get();
      store.set({ warned: null });
      if (!sure || !warned) following = [];
      else if (this.send({ type: "act", decision: warned.decision, action: warned.action })) store.set({ sent: true });
    },
    /** @param {boolean} move  the move itself, and no nudge */
    askHint(move) {
      const { game, asking } = store.get();
      if (!game?.decision || asking || !this.send({ type: "hint", decision: game.decision.number, move })) return;
      askedCoach.add(reference);
      store.set({ asking: true, problem: "" });
    },
    /** @param {boolean} shares  tell the win shares; else the coach only thinks, to be able to warn */
    foresee(shares) {
      const number = store.get().game?.decision?.number;
      if (number === undefined || !this.send({ type: "foresee", decision: number, shares })) return;
      foreseeing.set(reference, () => {
        if (store.get().game?.decision?.number === number) this.foresee(shares);
      });
    },
    /**
     * Ask for a payment as a whole.
     * @param {{action: number, cards: Record<string, number>|null}} what  an answer that pays, and the cards that are
     *   wished
     * @param {(made: {cards: Record<string, number>, actions: number[], note?: string}) => void} answered
     */
    propose(what, answered) {
      const { game } = store.get();
      if (!game?.decision || !this.send({ ...what, type: "propose", decision: game.decision.number })) return;
      proposals.set(reference, answered);
    },
    /**
     * Ask what some routes take together.
     * @param {string[]} routes
     */
    plan(routes) {
      this.send({ type: "plan", routes });
    },
    /** Ask how matters stand with the routes, once for every state. */
    explain() {
      const { game, routesAt } = store.get();
      if (!game || routesAt === game.number) return;
      store.set({ routesAt: game.number });
      this.send({ type: "explain" });
    },
    /** @param {number} seat  hot-seat: who looks now */
    look(seat) {
      looking = seat;
      this.send({ type: "look", seat });
    },
    close() {
      window.removeEventListener("hashchange", followLink);
      line.close();
    },
    reconnect: line.again,
  };
}

/** @param {Queued} message */
function eventsOf(message) {
  return message.type === "update" ? message.events : [];
}

/**
 * By its number, or by what it must be.
 * @typedef {number|((choice: import("./types.js").Choice) => boolean)} Answer
 */

/** @typedef {Map<number, import("./types.js").Choice>} Choices */

/**
 * The choices that a whole state tells.
 * @param {Game|null} game
 * @returns {Choices}
 */
function toldBy(game) {
  return new Map((game?.decision?.choices ?? []).map((each) => [each.number, each]));
}

/**
 * The game after an update. What the update does not speak of is as it was.
 * @param {Game} game
 * @param {any} update
 * @param {Choices} choices  all that were told so far; new ones are added
 * @returns {Game}
 */
export function updated(game, update, choices) {
  const { type: _type, after: _after, events: _events, observation, log, decision, ...rest } = update;
  const parts = { ...game.observation.parts };
  for (const [name, part] of Object.entries(observation.parts)) parts[name] = { ...parts[name], ...part };
  const next = {
    ...game,
    ...rest,
    observation: { ...game.observation, ...observation.fields, parts },
    log: [...game.log.slice(0, log.start), ...log.lines],
  };
  if (decision === undefined) return next;
  for (const each of decision?.told ?? []) choices.set(each.number, each);
  const whole = decision && {
    ...decision,
    choices: decision.choices.map((/** @type {number} */ it) => choices.get(it)),
  };
  return { ...next, decision: whole };
}

/** @typedef {ReturnType<typeof openSession>} Session */
