// The last hand with its payments, and the ranking of a match that is over.

import { mayCorrect } from "../shared/correction.js";
import { endedName, netFigure, nets } from "../shared/matchwords.js";
import { figure, listed, signed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Hand, Match, RankingRow } from "../shared/types.js" */

/**
 * The card of the last hand: how it ended and who paid whom.
 * @param {Match | null} match
 * @param {(hand: Hand) => void} onCorrect
 */
export function lastHand(match, onCorrect) {
  const last = match?.last;
  if (!last) return nothing;
  return html`<section class="card last" aria-label=${t("match.last")}>
    <div class="row apart">
      <h2>${endedName(match, last)}</h2>
      ${
        mayCorrect(last)
          ? html`<button type="button" class="plain" @click=${() => onCorrect(last)}>${t("correct.open")}</button>`
          : nothing
      }
    </div>
    ${nets(last.seats, last.net ?? [])}
  </section>`;
}

/**
 * The ranking of a match that is over.
 * @param {Match | null} match
 */
export function ranking(match) {
  const rows = match?.final?.ranking;
  if (!rows) return nothing;
  const earning = rows.some((row) => row.points !== row.score);
  const heads = ["place", "name", "score", ...(earning ? ["points"] : [])];
  return html`<section class="card ranking" aria-label=${t("final.title")}>
    <h2>${t("final.title")}</h2>
    <table class="plain">
      <thead>
        <tr>
          ${heads.map(
            (head) => html`<th class=${head === "name" ? nothing : "number"} scope="col">${t(`final.${head}`)}</th>`,
          )}
          ${rows.some((row) => remark(row) !== null) ? html`<th></th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => rankingRow(row, earning))}
      </tbody>
    </table>
  </section>`;
}

/**
 * What the players have from this match and those that it goes on from.
 * @param {Match | null} match
 */
export function together(match) {
  const total = match?.together;
  if (!total) return nothing;
  const title = t("further.total", { n: total.matches });
  const earning = total.rows.some(({ net, points }) => points !== null && points !== net);
  return html`<section class="card" aria-label=${title}>
    <h2>${title}</h2>
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">${t("final.name")}</th>
          <th scope="col" class="number">${t("matches.net")}</th>
          ${earning ? html`<th scope="col" class="number">${t("final.points")}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${total.rows.map(
          ({ name, net, points }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${netFigure(net)}</td>
              ${earning ? html`<td>${netFigure(points ?? 0)}</td>` : nothing}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/**
 * @param {RankingRow} row
 * @param {boolean} earning whether points are more than the score
 */
const rankingRow = (row, earning) =>
  html`<tr>
    <td class="number">${row.place}</td>
    <th scope="row">${row.name}</th>
    <td class="number">${figure(row.score)}</td>
    ${earning ? html`<td>${netFigure(row.points)}</td>` : nothing}
    ${remark(row) === null ? nothing : html`<td class="quiet small">${remark(row)}</td>`}
  </tr>`;

/**
 * What a game counts beside the points; null in games without.
 * @param {RankingRow} row
 */
function remark({ table_points: points, marks, chips, yakitori }) {
  if (points !== undefined) return t("final.table-points", { n: points });
  if (typeof marks === "number") return marks ? t("final.marks", { n: marks }) : "";
  if (typeof chips !== "number" && typeof yakitori !== "boolean") return null;
  const parts = [
    typeof chips === "number" ? t("final.chips", { n: signed(chips) }) : "",
    yakitori ? t("final.yakitori") : "",
  ];
  return listed(parts.filter(Boolean));
}
