// What a day came to for each player, in one ruleset.

import { signed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { DayTotals } from "../shared/types.js" */

/**
 * @param {DayTotals["totals"][number]} totals
 * @param {string} game its name
 */
export function totalsTable({ matches, players }, game) {
  const title = t("matches.totals", { game, n: matches });
  const marked = players.some(({ marks }) => marks !== undefined);
  return html`<section class="card stack">
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">${t("matches.player")}</th>
            <th scope="col" class="number">${t("matches.played")}</th>
            <th scope="col" class="number">${t("matches.places")}</th>
            <th scope="col" class="number">${t("matches.net")}</th>
            <th scope="col" class="number">${t("matches.points")}</th>
            ${marked ? html`<th scope="col" class="number">${t("matches.marks")}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${players.map(
            (player) =>
              html`<tr>
                <th scope="row">${player.name}</th>
                <td class="number">${player.matches}</td>
                <td class="number">${placesText(player.places)}</td>
                <td class="number">${signed(player.net)}</td>
                <td class="number">${signed(player.points)}</td>
                ${marked ? html`<td class="number">${player.marks ?? 0}</td>` : nothing}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/**
 * How often first to last; a fifth place is shown where there was one.
 * @param {number[]} places
 */
const placesText = (places) => places.slice(0, places[4] ? 5 : 4).join("–");
