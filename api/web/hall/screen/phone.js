// A player's phone in a tournament. With the card of a player, or a player's account, it shows and does what is the
// player's own; without, it looks on as anybody may.

import { choice, field } from "../../shared/controls.js";
import { show } from "../../shared/draw.js";
import { loadMe } from "../../shared/me.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { HallPage } from "../shared/page.js";
import { clockTime } from "../shared/times.js";
import { follow, left, until } from "./clock.js";
import { own } from "./own.js";
import { acting, enter, entry, isFree, leave, scanned, takeOver } from "./playercard.js";
import { Sending } from "./sending.js";

/** @import { PlayerView, ScreenView } from "../shared/types.js" */

const WINDS = ["E", "S", "W", "N"];
const OLD_MS = 8000; // something comes at least every five seconds
const id = location.pathname.split("/")[2] ?? "";
const WATCHED = `jantaku.entrant.${id}`;
const LAST = `jantaku.player.last.${id}`;
let watched = localStorage.getItem(WATCHED) ?? "";
/** When the hall was heard last; at first, when the page was opened. */
let heard = Date.now();
/** Whether this phone had a card that is not valid any more. */
let ended = false;
/** @type {string | null} */
let followed = null;

const page = new HallPage({
  title: "hall.phone",
  topics: () => (acting(id) ? [`player/${acting(id)}`] : [`screen/${id}`]),
  draw,
  onLine,
});
const sending = new Sending(id, () => page.draw());
page.start().then(() => {
  if (scanned() && isFree()) enter(id, scanned());
});
setInterval(() => page.draw(), 1000);

/** @param {boolean} connected called with everything that comes */
async function onLine(connected) {
  if (connected) heard = Date.now();
  else if (acting(id)) {
    const known = await loadMe().catch(() => null);
    ended = known !== null && !acting(id); // the stream ends without a word when the card was renewed
    if (ended) localStorage.removeItem(LAST);
  }
}

/** @param {{ now: string }} view */
function clockOf(view) {
  if (view.now === followed) return;
  followed = view.now;
  follow(view.now);
}

function draw() {
  const mine = acting(id);
  const asking = scanned() && !isFree() ? takeOver(id) : nothing;
  if (ended)
    return show(
      "main",
      html`<p class="card">${t("hall.phone.ended")}</p>
        ${entry(id)}`,
    );
  if (mine) return show("main", html`${asking}${drawOwn(mine)}`);
  return show("main", html`${asking}${drawPublic()}`);
}

/**
 * What came last is kept on the phone: it is there at once, and also where there is no network.
 * @param {string} mine
 */
function drawOwn(mine) {
  const view = page.view(/** @type {`player/${string}`} */ (`player/${mine}`));
  if (view) {
    clockOf(view);
    keep(view);
  }
  const shown = view ?? kept(mine);
  if (!shown) return waiting();
  return html`<h1>${shown.name}</h1>
    <p class="row apart">
      <b>${shown.player}</b>${shown.number === null ? nothing : html`<span class="number">${shown.number}</span>`}
    </p>
    ${old(shown)} ${sending.waiting > 0 ? html`<p class="card" role="status">${t("hall.phone.waits")}</p>` : nothing}
    ${own(shown, (row, fields) => sending.give(row, shown.person, fields))}
    <div class="row">
      <a class="button" href="/standings/${id}">${t("hall.tab.standings")}</a>
      ${
        mine.startsWith(`${id}/p-`)
          ? nothing
          : html`<button type="button" @click=${() => leave(id)}>${t("hall.phone.leave")}</button>`
      }
    </div>`;
}

/** @param {PlayerView} view */
function old(view) {
  if (Date.now() - heard < OLD_MS) return nothing;
  return html`<p class="card warn" role="status">${t("hall.phone.old", { time: clockTime(view.now) })}</p>`;
}

/** @param {PlayerView} view */
function keep(view) {
  const text = JSON.stringify(view);
  try {
    if (localStorage.getItem(LAST) !== text) localStorage.setItem(LAST, text);
  } catch {
    // a browser without room keeps nothing, and shows what comes
  }
}

/**
 * @param {string} mine
 * @returns {PlayerView | null}
 */
function kept(mine) {
  try {
    const view = /** @type {PlayerView | null} */ (JSON.parse(localStorage.getItem(LAST) ?? "null"));
    return view && (view.person === mine || `${id}/${view.person}` === mine) ? view : null;
  } catch {
    return null;
  }
}

const waiting = () =>
  html`<p class="card empty">${t(page.gone.size > 0 ? "hall.tournament.gone" : "hall.loading")}</p>`;

// ---------------------------------------------------------------- without a card

function drawPublic() {
  const screen = page.view(`screen/${id}`);
  if (!screen) return waiting();
  clockOf(screen);
  const names = screen.tables
    .flatMap(({ seats }) => seats)
    .map(({ entrant, name }) => /** @type {[string, string]} */ ([entrant, name]));
  names.sort((a, b) => a[1].localeCompare(b[1]));
  return html`<h1>${screen.name}</h1>
    ${entry(id)}
    <section class="card">
      ${field(
        t("hall.phone.look-on"),
        choice([["", t("hall.phone.nobody")], ...names], watched, (chosen) => {
          watched = chosen;
          localStorage.setItem(WATCHED, chosen);
          page.draw();
        }),
      )}
    </section>
    ${watched ? seat(screen) : nothing}
    <a class="button" href="/standings/${id}">${t("hall.tab.standings")}</a>`;
}

/** @param {ScreenView} screen */
function seat(screen) {
  const table = screen.tables.find(({ seats }) => seats.some(({ entrant }) => entrant === watched));
  if (!table) return html`<section class="card seat"><p>${t("hall.phone.no-seat")}</p></section>`;
  const at = table.seats.findIndex(({ entrant }) => entrant === watched);
  return html`<section class="card seat">
    <p class="quiet">${t("hall.tournament.round-of", { n: screen.round, of: screen.rounds })}</p>
    <p class="where"><span class="number">${table.table}</span><span class="han">${t(`wind.${WINDS[at]}`)}</span></p>
    <p class="quiet">${t("hall.table.number", { n: table.table })}</p>
    ${
      table.gong && screen.start && !screen.standing
        ? html`<p class="clock number">${left(until(table.gong))}</p>`
        : nothing
    }
  </section>`;
}
