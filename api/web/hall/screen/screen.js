// The wall screen of a tournament: who sits where, the clock, tables as they end, standings, the winners. What it shows
// follows from the state; `?show=` holds one of them. It needs no hand.

import { show } from "../../shared/draw.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { points } from "../shared/figures.js";
import { HallPage } from "../shared/page.js";
import { clockTime } from "../shared/times.js";
import { reached } from "../tournament/standingstable.js";
import { follow, left, until } from "./clock.js";

/** @import { ScreenTable, ScreenView, StandingsView } from "../shared/types.js" */

const WINDS = ["E", "S", "W", "N"];
const TURN_SECONDS = 12;
const ROWS = 14;
const id = location.pathname.split("/")[2] ?? "";
const held = new URLSearchParams(location.search).get("show");
const page = new HallPage({ title: "hall.screen", topics: [`screen/${id}`, `standings/${id}`], draw });
page.start();
setInterval(() => page.draw(), 1000);

/** What there is to show at this phase, in turn. @type {Record<string, string[]>} */
const SHOWN = {
  seated: ["seating"],
  running: ["clock", "tables"],
  "time-called": ["clock", "tables"],
  "results-in": ["tables", "standings"],
  "protest-window": ["standings", "tables"],
  locked: ["standings"],
  cut: ["standings"],
  final: ["winners", "standings"],
  closed: ["winners", "standings"],
};

/** @type {string | null} */
let followed = null;

function draw() {
  const view = page.view(`screen/${id}`);
  if (!view) {
    show("main", html`<p class="waiting">${t(page.gone.size > 0 ? "hall.tournament.gone" : "hall.loading")}</p>`);
    return;
  }
  if (view.now !== followed) {
    followed = view.now;
    follow(view.now);
  }
  const turn = Math.floor(Date.now() / 1000 / TURN_SECONDS);
  const parts = held ? [held] : (SHOWN[view.phase] ?? ["seating"]);
  const part = parts[turn % parts.length];
  show(
    "main",
    html`<header>
        <h1>${view.name}</h1>
        <p>${part === "standings" ? reachOf(page.view(`standings/${id}`)) : stage(view)}</p>
        ${part === "clock" ? nothing : corner(gongOf(view))}
      </header>
      ${drawPart(part, view, turn)}`,
  );
}

/** @param {ScreenView} view */
const stage = ({ round, rounds, phase }) =>
  round > 0 ? t("hall.tournament.round-of", { n: round, of: rounds }) : t(`hall.phase.${phase}`);

/** @param {StandingsView | undefined} view */
const reachOf = (view) => (view ? reached(view.reach) : nothing);

/** @param {string | null} gong */
const corner = (gong) => (gong === null ? nothing : html`<p class="corner number">${left(until(gong))}</p>`);

/** @param {ScreenView} view */
const gongOf = (view) => (view.start && !view.standing ? (view.tables.find(({ gong }) => gong)?.gong ?? null) : null);

/**
 * @param {string} part
 * @param {ScreenView} view
 * @param {number} turn
 */
function drawPart(part, view, turn) {
  if (part === "clock") return clock(view);
  if (part === "tables") return tables(view);
  if (part === "winners") return winners(view);
  if (part === "standings") return standings(page.view(`standings/${id}`), turn);
  return seating(view, turn);
}

/** @param {ScreenView} view */
function clock(view) {
  const gong = gongOf(view);
  const over = gong !== null && until(gong) <= 0;
  return html`<section class=${over ? "clock over" : "clock"}>
    <p class="digits number">${gong === null ? (view.standing ? t("hall.clock.stands") : "–") : left(until(gong))}</p>
    <p class="say">${over ? t("hall.clock.over") : begun(view.start)}</p>
  </section>`;
}

/** @param {string | null} start */
const begun = (start) => (start === null ? t("hall.round.soon") : t("hall.round.started", { time: clockTime(start) }));

/**
 * By name, so that everybody finds his own.
 * @param {ScreenView} view
 * @param {number} turn
 */
function seating(view, turn) {
  const rows = view.tables
    .flatMap((table) => table.seats.map((seat, at) => ({ name: seat.name, table: table.table, wind: WINDS[at] })))
    .sort((a, b) => a.name.localeCompare(b.name));
  const size = ROWS * 3;
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const from = (turn % pages) * size;
  return html`<ul class="finder">
    ${rows
      .slice(from, from + size)
      .map(
        (row) =>
          html`<li>
            <span>${row.name}</span><b class="number">${row.table}</b><b class="han">${t(`wind.${row.wind}`)}</b>
          </li>`,
      )}
  </ul>`;
}

/** @param {ScreenView} view */
const tables = (view) => html`<div class="grid">${view.tables.map(tableCard)}</div>`;

/** @param {ScreenTable} table */
const tableCard = (table) =>
  html`<section class="playing" data-state=${table.state ?? "none"}>
    <h2><span class="number">${table.table}</span> <small>${t(`hall.result.${table.state ?? "none"}`)}</small></h2>
    ${table.seats.map(
      (seat, at) =>
        html`<p>
          <span>${seat.name}</span
          ><span class="number">${table.scores[at] === undefined ? "" : table.scores[at].toLocaleString()}</span>
        </p>`,
    )}
  </section>`;

/**
 * @param {StandingsView | undefined} view
 * @param {number} turn
 */
function standings(view, turn) {
  if (!view) return nothing;
  if (view.of_teams) return teams(view.teams.slice(0, ROWS));
  const pages = Math.max(1, Math.ceil(view.rows.length / ROWS));
  const from = (turn % pages) * ROWS;
  return html`<table class="standings">
    <tbody>
      ${view.rows.slice(from, from + ROWS).map(
        (row) =>
          html`<tr data-place=${row.place ?? nothing}>
            <td class="number place">${row.place ?? "–"}</td>
            <td>${row.name}</td>
            <td class="quiet">${row.country || row.club}</td>
            <td class="number total">${points(row.points)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {StandingsView["teams"]} rows */
const teams = (rows) =>
  html`<table class="standings">
    <tbody>
      ${rows.map(
        ({ place, name, points: total }) =>
          html`<tr data-place=${place}>
            <td class="number place">${place}</td>
            <td>${name}</td>
            <td class="number total">${points(total)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/** @param {ScreenView} view */
const winners = (view) =>
  html`<ol class="winners">
    ${view.winners.map(
      (row) =>
        html`<li data-place=${row.place ?? nothing}>
          <b class="number">${row.place}</b><span>${row.name}</span><span class="number">${points(row.points)}</span>
        </li>`,
    )}
  </ol>`;
