// What the installed app does when the server cannot be reached: a page that says so. Nothing else is kept here: the
// client asks for its files as ever, so that it is never older than the server that it talks to.

const KEPT = "branchline-offline-1";
const OFFLINE = "/static/offline.html";
const FILES = [OFFLINE, "/static/css/offline.css", "/static/favicon.svg"];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== KEPT));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (FILES.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request)));
});

// A click on "your turn" leads to the table.
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((/** @type {any[]} */ windows) => {
      const there = windows.find((each) => new URL(each.url).pathname === event.notification.data);
      return there ? there.focus() : worker.clients.openWindow(event.notification.data);
    }),
  );
});
