// Every page loads this: it registers the service worker, where the browser has one (HTTPS, or the table's own
// computer), and brings in a new version of the pages when nobody is in the middle of something.
//
// A page that must not be loaded anew has an open dialog or a form on it, or `data-busy` on its <html>.

const LOOK_MS = 5 * 60 * 1000;
const CALM_MS = 30 * 1000;
const TRIED = "jantaku.renewed";
const BUSY = "dialog[open], form, [data-busy]";

const own = new URL(import.meta.url).pathname.split("/")[2];
let touched = performance.now();
/** The version that is served now, when it is not that of this page; empty otherwise. */
let newer = "";
/** @type {ServiceWorkerRegistration | undefined} */
let registration;

const isCalm = () => !document.querySelector(BUSY) && (document.hidden || performance.now() - touched > CALM_MS);

async function served() {
  const answer = await fetch("/web/version", { cache: "no-store" }).catch(() => undefined);
  return answer?.ok ? (await answer.json()).version : own;
}

async function look() {
  const version = await served();
  newer = version === own ? "" : version;
  if (newer) await registration?.update().catch(() => undefined);
}

function renewWhenCalm() {
  if (!newer || !isCalm() || sessionStorage.getItem(TRIED) === newer) return;
  sessionStorage.setItem(TRIED, newer); // once: a page that comes back old is not loaded for ever
  if (registration?.waiting) registration.waiting.postMessage("take over");
  location.reload();
}

for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => (touched = performance.now()), true);
addEventListener("online", look);
document.addEventListener("visibilitychange", look);
setInterval(look, LOOK_MS);
setInterval(renewWhenCalm, CALM_MS / 2);

// Not before the page is there: its own requests come first.
addEventListener("load", async () => {
  registration = await navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
});
