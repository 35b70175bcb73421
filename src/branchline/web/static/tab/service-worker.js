// What makes the folder work without a network: all its files are kept at the first visit, and come from there ever
// after. The names of the files and their version are put before this when the folder is written.

const scope = /** @type {any} */ (self);
/** @type {{version: string, files: string[]}} */
const site = scope.site;
const folder = new URL(".", scope.location.href).href;
const ours = `branchline-site ${new URL(folder).pathname} `; // other folders of this host may be sites as well
const own = ours + site.version;

// Asked of the server again: what the browser has for a while may be of the version before.
scope.addEventListener("install", (/** @type {any} */ event) => {
  const files = site.files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(own).then((kept) => kept.addAll(files)));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches.keys().then((names) => names.filter((other) => other.startsWith(ours) && other !== own));
  event.waitUntil(others.then((names) => Promise.all(names.map((other) => caches.delete(other)))));
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(folder)) return;
  // Every page is the same file, under the name that no host redirects: a page that came from elsewhere is refused.
  const wanted = request.mode === "navigate" ? folder : request;
  event.respondWith(caches.open(own).then(async (kept) => (await kept.match(wanted)) ?? fetch(request)));
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
