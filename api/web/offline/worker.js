// The service worker: parts of this version come from its store, and a page that cannot be loaded becomes one that says
// why, but for the page that checks dice, which needs no network. Everything else, above all what the table says of
// itself, goes to the table and nowhere else: nothing that is shown as live is ever taken from a store.

// The type check takes every script for one of a window, which has no such events.
/**
 * @typedef {Event & { waitUntil(done: Promise<unknown>): void }} Lasting
 * @typedef {Event & { request: Request; respondWith(answer: Promise<Response>): void }} Asked
 * @typedef {{ location: Location; skipWaiting(): Promise<void> }} Scope
 * @typedef {(name: string, listener: (event: any) => void) => void} Listen
 */
const worker = /** @type {Scope & { addEventListener: Listen }} */ (/** @type {unknown} */ (self));

const VERSION = "{version}"; // written by the service
const PARTS = `/web/${VERSION}/`;
const STORE = `jantaku-${VERSION}`;
const OFFLINE = `${PARTS}offline/offline.html`;
const VERIFY = "/verify"; // one file that works without the table
const PRECACHED = [
  OFFLINE,
  VERIFY,
  `${PARTS}offline/offline.joined.css`,
  `${PARTS}offline/offline.js`,
  `${PARTS}words/offline.json`,
  `${PARTS}shared/icon.svg`,
];
const PAGE_MS = 10000;

worker.addEventListener("install", (/** @type {Lasting} */ event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(PRECACHED)));
});

worker.addEventListener("activate", (/** @type {Lasting} */ event) => {
  event.waitUntil(removeOlder());
});

async function removeOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith("jantaku-") && name !== STORE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

// A new version waits until the page says that nobody is in the middle of something.
worker.addEventListener("message", (/** @type {Lasting & MessageEvent<string>} */ event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (url.pathname.startsWith(PARTS)) event.respondWith(part(request));
  else if (request.mode === "navigate" && !url.pathname.startsWith("/api/")) event.respondWith(page(request));
});

/** @param {Request} request */
async function part(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone()).catch(() => undefined); // without room it is asked for again
  return answer;
}

/** @param {Request} request */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PAGE_MS) });
  } catch {
    const store = await caches.open(STORE);
    const kept = new URL(request.url).pathname === VERIFY ? VERIFY : OFFLINE;
    return (await store.match(kept, { ignoreVary: true })) ?? Response.error();
  }
}
