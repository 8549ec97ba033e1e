// The match is over: the ranking in the middle, places on the rails, the winner's in brass.

import { figure, signed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { disc } from "../disc.js";

/** @import { Match, RankingRow, Snapshot } from "../../shared/types.js" */
/** @import { Scene } from "../frame.js" */

/**
 * @param {Snapshot & { match: Match }} state
 * @returns {Scene}
 */
export function over({ match }) {
  const rows = match.final?.ranking;
  if (!rows) return { kind: "over", disc: disc(html`<span class="big">${t("say.over-abandoned")}</span>`) };
  return { kind: "over", rails: places(match, rows), disc: disc(rankingTable(rows)) };
}

/**
 * @param {Match} match
 * @param {RankingRow[]} rows
 */
const places = ({ seats }, rows) =>
  Object.fromEntries(
    seats.map(({ seat, name }) => {
      const place = rows.find((row) => row.name === name)?.place;
      return [seat, { lit: place === 1, note: place ? t("final.place-n", { n: place }) : undefined }];
    }),
  );

/** @param {RankingRow[]} rows */
function rankingTable(rows) {
  const earning = rows.some((row) => row.points !== row.score);
  return html`<span class="big">${t("final.title")}</span>
    <span class="ranks">
      ${rows.map(
        (row) =>
          html`<span>
            <span class="n">${row.place}</span><span class="name">${row.name}</span
            ><span class="n">${earning ? signed(row.points) : figure(row.score)}</span>
          </span>`,
      )}
    </span>
    ${
      rows.some((row) => row.table_points !== undefined && row.table_points !== null)
        ? html`<span class="sub small"
            >${t("final.table-points", { n: rows.map((row) => row.table_points ?? 0).join(" · ") })}</span
          >`
        : nothing
    }`;
}
