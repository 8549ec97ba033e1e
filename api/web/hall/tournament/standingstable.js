// Standings as a table: places, points, and what they are the sum of: each round, penalties, what cuts took. Teams and
// countries beside them where there are some.

import { known, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { points } from "../shared/figures.js";
import { roundChoice, roundStandings } from "./sessions.js";

/** @import { Reach, StandingsView, StandingsRow, GroupRow } from "../shared/types.js" */

/** What is added to the rounds, where there is any. */
const BESIDE = /** @type {const} */ ([
  ["fines", "hall.fines"],
  ["cut", "hall.standings.cut"],
]);

/**
 * How far standings go, as a sentence.
 * @param {Reach} reach
 */
export function reached({ round, tables, counted }) {
  if (round === 0) return t("hall.standings.none");
  if (counted < tables) return t("hall.standings.during", { n: round, counted, tables });
  return t("hall.standings.after", { n: round });
}

/** @param {StandingsView} view */
export function standingsTable(view) {
  const rounds = view.rows[0]?.rounds.length ?? 0;
  const { hidden, round } = view.reach;
  const more = BESIDE.filter(([name]) => view.rows.some((row) => row[name] !== "0"));
  const clubs = view.rows.some(({ club, country }) => club || country);
  const columns = 3 + Number(clubs) + rounds + more.length;
  return html`${hidden ? html`<p class="chip">${t("hall.standings.hidden", { n: round })}</p>` : nothing}
    <table class="standings">
      <thead>
        <tr>
          <th class="number">${t("hall.standings.place")}</th>
          <th>${t("hall.entrant.name")}</th>
          ${clubs ? html`<th class="club">${t("hall.entrant.club")}</th>` : nothing}
          <th class="number">${t("hall.standings.points")}</th>
          ${Array.from({ length: rounds }, (_, at) => html`<th class="number">${at + 1}</th>`)}
          ${more.map(([, word]) => html`<th class="number">${t(word)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${view.rows.map((row, at) => [groupHead(view.rows, at, columns), line(row, clubs, more)])}
      </tbody>
    </table>`;
}

/**
 * A line above each group of the last cut, where there was one.
 * @param {StandingsRow[]} rows
 * @param {number} at
 * @param {number} columns
 */
function groupHead(rows, at, columns) {
  const { group, place } = rows[at];
  const cut = rows.some((row) => row.group > 0);
  if (!cut || place === null || (at > 0 && rows[at - 1].group === group)) return nothing;
  return html`<tr class="group">
    <th colspan=${columns}>${t("hall.cut.group", { n: group + 1 })}</th>
  </tr>`;
}

/**
 * Where a player comes from has a column; on a phone it stands below the name.
 * @param {StandingsRow} row
 * @param {boolean} clubs
 * @param {typeof BESIDE[number][]} more
 */
function line(row, clubs, more) {
  const from = [row.country, row.club].filter(Boolean).join(" · ");
  return html`<tr data-place=${row.place ?? nothing}>
    <td class="number place">${row.place ?? t(`hall.status.${row.status || "substitute"}`)}</td>
    <td><b>${row.name}</b>${from ? html`<small class="quiet">${from}</small>` : nothing}</td>
    ${clubs ? html`<td class="quiet club">${from}</td>` : nothing}
    <td class="number total">${points(row.points)}</td>
    ${row.rounds.map((each) => html`<td class="number quiet">${each === null ? "·" : points(each)}</td>`)}
    ${more.map(([name]) => html`<td class="number quiet">${row[name] === "0" ? "·" : points(row[name])}</td>`)}
  </tr>`;
}

/**
 * Players, teams and countries, what the tournament is about first; or one round alone, as was chosen.
 * @param {string} id of the tournament
 * @param {StandingsView} view
 * @param {() => void} redraw
 */
export function allStandings(id, view, redraw) {
  return html`${roundChoice(id, view, redraw)} ${roundStandings() ?? ofAllRounds(view)}`;
}

/** @param {StandingsView} view */
function ofAllRounds(view) {
  const players = html`<section class="card wide">${standingsTable(view)}</section>`;
  const teams = groupTable(t("hall.standings.teams"), view.teams);
  const countries = groupTable(t("hall.standings.countries"), view.countries);
  return view.of_teams
    ? html`${teams} ${players}
        <div class="columns">${countries} ${bestHands(view.best_hands)}</div>`
    : html`${players}
        <div class="columns">${teams} ${countries} ${bestHands(view.best_hands)}</div>`;
}

/** @param {StandingsView["best_hands"]} hands */
const bestHands = (hands) =>
  hands.length === 0
    ? nothing
    : html`<section class="card">
        <h2>${t("hall.standings.best-hands")}</h2>
        <ol class="plain">
          ${hands.map(
            ({ name, value, level, round, table }) =>
              html`<li>
                <b>${name}</b> <span class="number">${value.toLocaleString()}</span>
                ${known(`level.${level}`) ? t(`level.${level}`) : nothing}
                <span class="quiet"
                  >${t("hall.round.number", { n: round })} · ${t("hall.table.number", { n: table })}</span
                >
              </li>`,
          )}
        </ol>
      </section>`;

/**
 * @param {string} title
 * @param {GroupRow[]} rows
 */
const groupTable = (title, rows) =>
  rows.length === 0
    ? nothing
    : html`<section class="card wide">
        <h2>${title}</h2>
        <table>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  <td class="number place">${row.place}</td>
                  <td>${row.name}</td>
                  <td class="number total">${points(row.points)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </section>`;
