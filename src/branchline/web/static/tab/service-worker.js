// What makes the folder work without a network: all its files are kept at the first visit, and come from there ever
// after. The names of the files and their version are put before this when the folder is written.

const scope = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const site = scope.site;
const folder = new URL(".", scope.location.href).href;

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(site.version).then((kept) => kept.addAll(site.files)));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches
    .keys()
    .then((names) => names.filter((name) => name.startsWith("branchline-site-") && name !== site.version));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(folder)) return;
  // Every page is the same file.
  const wanted = request.mode === "navigate" ? `${folder}index.html` : request;
  event.respondWith(caches.open(site.version).then(async (kept) => (await kept.match(wanted)) ?? fetch(request)));
});

// A click on "your turn" leads back to the game.
scope.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(
    scope.clients
      .matchAll({ type: "window" })
      .then((/** @type {any[]} */ windows) => windows[0]?.focus() ?? scope.clients.openWindow(folder)),
  );
});
