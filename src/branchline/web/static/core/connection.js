// The line to the server: one socket that is opened again whenever it is lost.

import { inTab } from "./address.js";
import { openTabLine } from "./tab.js";

const FIRST_WAIT = 300; // milliseconds before the line is tried again ...
const LONGEST_WAIT = 8000; // ... doubled with every failure up to this
const PING_EVERY = 20000;
const PATIENCE = 12000; // without an answer to a ping the line counts as lost

/**
 * @typedef {object} Line
 * @property {(message: object) => boolean} send  false: the line is down, and nothing was sent
 * @property {() => void} again  drop the line and open it again, also after the server has said goodbye
 * @property {() => void} close
 */

/**
 * @param {string} path
 * @param {object} listener
 * @param {() => object} listener.hello  the first message on every new line
 * @param {(message: any) => void} listener.heard
 * @param {(state: "connecting"|"up"|"down"|"closed") => void} listener.changed
 * @returns {Line}
 */
export function openLine(path, listener) {
  return inTab ? openTabLine(path, listener) : openSocket(path, listener);
}

/**
 * @param {string} path
 * @param {Parameters<typeof openLine>[1]} listener
 * @returns {Line}
 */
function openSocket(path, { hello, heard, changed }) {
  /** @type {WebSocket|null} */
  let socket = null;
  let wait = FIRST_WAIT;
  let closed = false;
  let timer = 0;
  let pinged = 0;
  let pinger = 0;

  function open() {
    clearTimeout(timer);
    if (closed) return;
    const address = new URL(path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(address);
    socket = mine;
    mine.onopen = () => mine.send(JSON.stringify(hello()));
    mine.onmessage = (event) => {
      if (socket !== mine) return;
      const message = JSON.parse(event.data);
      pinged = 0;
      if (message.type === "welcome") {
        wait = FIRST_WAIT;
        changed("up");
      }
      if (message.type === "bye" && !message.again) closed = true;
      heard(message);
    };
    mine.onclose = () => lost(mine);
  }

  /**
   * @param {WebSocket} which
   * @param {"connecting"|"down"} [state]  what it is until it is there again
   */
  function lost(which, state = "down") {
    if (socket !== which) return;
    socket = null;
    if (closed) {
      changed("closed");
      return;
    }
    changed(state);
    timer = window.setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  /** @param {"connecting"|"down"} [state] */
  function drop(state) {
    const was = socket;
    if (was) {
      was.onclose = null;
      was.close();
      lost(was, state);
    }
  }

  function ping() {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (pinged && Date.now() - pinged > PATIENCE) drop();
    else if (!pinged) {
      pinged = Date.now();
      socket.send('{"type":"ping"}');
    }
  }

  function online() {
    if (!socket) {
      wait = FIRST_WAIT;
      open();
    }
  }

  pinger = window.setInterval(ping, PING_EVERY);
  window.addEventListener("online", online);
  changed("connecting");
  open();
  return {
    send(message) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    again() {
      closed = false;
      if (socket)
        drop("connecting"); // it was there all the time: nobody needs to hear of it
      else open();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pinger);
      window.removeEventListener("online", online);
      if (socket) {
        socket.onclose = null;
        socket.close();
      }
    },
  };
}
