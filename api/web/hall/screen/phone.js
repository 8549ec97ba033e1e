// A player's phone: my table and seat, the clock, my results, my place. It remembers who its owner is on this device.

import { choice, field } from "../../shared/controls.js";
import { show } from "../../shared/draw.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { points } from "../shared/figures.js";
import { HallPage } from "../shared/page.js";
import { follow, left, until } from "./clock.js";

/** @import { ScreenView, StandingsView } from "../shared/types.js" */

const WINDS = ["E", "S", "W", "N"];
const id = location.pathname.split("/")[2] ?? "";
const KEPT = `jantaku.entrant.${id}`;
let mine = localStorage.getItem(KEPT) ?? "";
const page = new HallPage({ title: "hall.phone", topics: [`screen/${id}`, `standings/${id}`], draw });
page.start();
setInterval(() => page.draw(), 1000);
/** @type {string | null} */
let followed = null;

function draw() {
  const screen = page.view(`screen/${id}`);
  const standings = page.view(`standings/${id}`);
  if (!screen || !standings) {
    show("main", html`<p class="card empty">${t(page.gone.size > 0 ? "hall.tournament.gone" : "hall.loading")}</p>`);
    return;
  }
  if (screen.now !== followed) {
    followed = screen.now;
    follow(screen.now);
  }
  const row = standings.rows.find(({ entrant }) => entrant === mine);
  const names = standings.rows.map(({ entrant, name }) => /** @type {[string, string]} */ ([entrant, name]));
  names.sort((a, b) => a[1].localeCompare(b[1]));
  show(
    "main",
    html`<h1>${screen.name}</h1>
      ${seat(screen)} ${row ? result(row, standings) : nothing}
      <section class="card">
        ${field(
          t("hall.phone.who"),
          choice([["", t("hall.phone.nobody")], ...names], mine, (chosen) => {
            mine = chosen;
            localStorage.setItem(KEPT, chosen);
            page.draw();
          }),
        )}
      </section>
      <a class="button" href="/standings/${id}">${t("hall.tab.standings")}</a>`,
  );
}

/** @param {ScreenView} screen */
function seat(screen) {
  const table = screen.tables.find(({ seats }) => seats.some(({ entrant }) => entrant === mine));
  if (!table) {
    const why = mine ? "hall.phone.no-seat" : "hall.phone.choose";
    return html`<section class="card seat"><p>${t(why)}</p></section>`;
  }
  const at = table.seats.findIndex(({ entrant }) => entrant === mine);
  return html`<section class="card seat">
    <p class="quiet">${t("hall.tournament.round-of", { n: screen.round, of: screen.rounds })}</p>
    <p class="where"><span class="number">${table.table}</span><span class="han">${t(`wind.${WINDS[at]}`)}</span></p>
    <p class="quiet">${t("hall.table.number", { n: table.table })}</p>
    ${table.gong && screen.start && !screen.standing ? clock(table.gong) : nothing}
    <ul class="plain">
      ${table.seats.map(
        (one, place) =>
          html`<li class=${one.entrant === mine ? "me" : ""}>
            <span class="han">${t(`wind.${WINDS[place]}`)}</span> ${one.name}
            <span class="number">${table.scores[place] === undefined ? "" : table.scores[place].toLocaleString()}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {string} gong */
const clock = (gong) => html`<p class="clock number">${left(until(gong))}</p>`;

/**
 * @param {StandingsView["rows"][number]} row
 * @param {StandingsView} view
 */
const result = (row, view) =>
  html`<section class="card">
    <h2>${t("hall.standings.after", { n: view.after })}</h2>
    <p class="where">
      <span class="number"><small class="quiet">${t("hall.standings.place")}</small>${row.place ?? "–"}</span>
      <span class="number"><small class="quiet">${t("hall.standings.points")}</small>${points(row.points)}</span>
    </p>
    <ul class="plain">
      ${row.rounds.map(
        (each, at) =>
          html`<li>
            ${t("hall.round.number", { n: at + 1 })}<span class="number"
              >${each === null ? "·" : points(each, true)}</span
            >
          </li>`,
      )}
    </ul>
  </section>`;
