// The match is over: its ranking, and on each rail the place that its player has.

import { figure, signed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { big, line, ring } from "./parts.js";
import { promise } from "./promise.js";

/** @import { Match, RankingRow, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt, RailNews } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} _context
 * @returns {Felt}
 */
export function over(state, _context) {
  const match = /** @type {Match} */ (state.match);
  const rows = match.final?.ranking ?? [];
  const title = rows.length ? t("final.title") : t("felt.no-ranking");
  return {
    name: "final",
    left: match.index ? line(t("felt.hands-played", { n: match.index })) : nothing,
    disc: html`${ring(0)} ${big(title)} ${rows.length ? ranks(rows) : nothing}`,
    right: promise(state),
    rails: Object.fromEntries(match.seats.map((player) => [player.seat, rail(rows, player)])),
  };
}

/**
 * The place of a player; nobody deals any more.
 * @param {RankingRow[]} rows
 * @param {Match["seats"][number]} player
 * @returns {RailNews}
 */
function rail(rows, { name, wind, score }) {
  const row = rows.find((each) => each.name === name);
  const player = { name, wind, score, dealer: false };
  return row ? { player, lit: row.place === 1, note: t("felt.place", { n: row.place }) } : { player };
}

/** @param {RankingRow[]} rows */
function ranks(rows) {
  const earning = rows.some(({ points, score }) => points !== score);
  return html`<div class="ranks" role="list">
    ${rows.map(
      ({ place, name, points, score }) =>
        html`<div role="listitem">
          <span class="n">${place}</span><span class="rank-name">${name}</span
          ><span class="n ${points < 0 ? "minus" : "plus"}">${earning ? signed(points) : figure(score)}</span>
        </div>`,
    )}
  </div>`;
}
