// The standings of one round alone, beside those of all rounds: who had the best session, at which table.

import { get } from "../../shared/net.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { points } from "../shared/figures.js";

/** @import { RoundStandings, StandingsView } from "../shared/types.js" */

/** Which round is shown; 0: all of them. `of`: the standings for which it was asked. */
const chosen = { round: 0, found: /** @type {RoundStandings | null} */ (null), of: /** @type {unknown} */ (null) };

/**
 * All rounds, or one of those with a result.
 * @param {string} id of the tournament
 * @param {StandingsView} view
 * @param {() => void} redraw
 */
export function roundChoice(id, view, redraw) {
  const rounds = view.rows[0]?.rounds.length ?? 0;
  if (rounds === 0) return nothing;
  if (chosen.round > rounds) chosen.round = 0;
  if (chosen.round > 0 && chosen.of !== view) load(id, view, redraw);
  const pick = (/** @type {number} */ round) => {
    Object.assign(chosen, { round, found: null, of: null });
    redraw();
  };
  return html`<div class="row unprinted" role="group" aria-label=${t("hall.standings.which")}>
    ${Array.from({ length: rounds + 1 }, (_, round) => {
      const text = round === 0 ? t("hall.standings.all-rounds") : t("hall.round.number", { n: round });
      return html`<button aria-pressed=${String(chosen.round === round)} @click=${() => pick(round)}>${text}</button>`;
    })}
  </div>`;
}

/**
 * @param {string} id
 * @param {StandingsView} view
 * @param {() => void} redraw
 */
async function load(id, view, redraw) {
  const { round } = chosen;
  chosen.of = view;
  const found = await asked(() => get(`/tournaments/${id}/rounds/${round}/standings`));
  if (found === null || chosen.round !== round) return;
  chosen.found = found;
  redraw();
}

/** Of the round that was chosen; null where all rounds are shown. */
export function roundStandings() {
  const { round, found } = chosen;
  if (round === 0) return null;
  return html`<section class="card wide">
    <h2>${t("hall.standings.of-round", { n: round })}</h2>
    ${
      found
        ? html`<table class="standings session">
            <thead>
              <tr>
                <th class="number">${t("hall.standings.place")}</th>
                <th>${t("hall.entrant.name")}</th>
                <th>${t("hall.page.table")}</th>
                <th class="number">${t("hall.hands.scores")}</th>
                <th class="number">${t("hall.standings.points")}</th>
              </tr>
            </thead>
            <tbody>
              ${found.rows.map(
                (row) =>
                  html`<tr data-place=${row.place}>
                    <td class="number place">${row.place}</td>
                    <td><b>${row.name}</b></td>
                    <td>${row.table} · ${t(`wind.${row.wind}`)}</td>
                    <td class="number">${row.score.toLocaleString()}</td>
                    <td class="number total">${points(row.points)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
        : html`<p class="quiet">${t("hall.loading")}</p>`
    }
  </section>`;
}
