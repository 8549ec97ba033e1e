// The seats around the picture, the match in figures, and the last hand with its payments.

import { asksOfPlayer, endedName, handName, netFigure, nets, potText } from "../shared/matchwords.js";
import { HAN, SEATS } from "../shared/seats.js";
import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Hand, Match, MatchSeat, RankingRow } from "../shared/types.js" */

const LONG_WORD = 7; // letters that fit across a plate at the side
/** @param {string} name */
const longest = (name) => Math.max(...name.split(/\s+/).map((word) => word.length));

/**
 * A plate in front of each side: wind, name, score, dealer. `view`: the seat at the bottom of the picture.
 * @param {Match | null} match
 * @param {number} view
 */
export const plates = (match, view) => SEATS.map((seat) => plateAt(match, seat, (seat - view + 4) % 4));

/**
 * @param {Match | null} match
 * @param {number} seat
 * @param {number} turn quarters from the bottom, counter-clockwise
 */
function plateAt(match, seat, turn) {
  const place = ["south", "east", "north", "west"][turn];
  const player = match?.seats.find((each) => each.seat === seat);
  return html`<div class="plate at-${place} seat-${seat} ${player ? "" : "empty"}">
    ${match && player ? plate(player, match) : html`<span>${t("seat.number", { n: seat + 1 })}</span>`}
  </div>`;
}

/**
 * @param {MatchSeat} player
 * @param {Match} match
 */
function plate(player, match) {
  const dealer = match.dealer === player.seat && match.phase !== "first-dealer";
  return html`
    ${player.wind ? windSign(player.wind, dealer) : nothing}
    <span class="who">
      <span class="name ${longest(player.name) > LONG_WORD ? "long" : ""}">${player.name}</span>
      <span class="score number">${figure(player.score)}</span>
    </span>
    ${restrictions(match, player.seat)} ${dealer ? dealerMarker() : nothing}
  `;
}

/**
 * @param {keyof typeof HAN} wind
 * @param {boolean} dealer
 */
const windSign = (wind, dealer) =>
  html`<span class="wind han ${dealer ? "dealer" : ""}" role="img" aria-label=${t(`wind.${wind}`)}>${HAN[wind]}</span>`;

const dealerMarker = () =>
  html`<span class="marker" title=${t("match.dealer")}
    ><span class="han">莊</span><small>${t("match.dealer")}</small></span
  >`;

/**
 * What a penalty asks of this player for the rest of the hand.
 * @param {Match} match
 * @param {number} seat
 */
const restrictions = (match, seat) =>
  match.restrictions
    .filter((each) => each.seat === seat && asksOfPlayer(each.effect))
    .map((each) => html`<span class="chip warn">${t(`effect.${each.effect}`)}</span>`);

/**
 * What stands on the dome: prevailing wind, hand, dice.
 * @param {Match | null} match
 * @param {unknown} dice
 */
export function domeText(match, dice) {
  if (!match || !match.prevailing || match.phase === "first-dealer") {
    return html`<span class="idle">${t(match ? "dome.first-dealer" : "dome.no-match")}</span>${dice}`;
  }
  const prevailing = t("match.prevailing", { wind: t(`wind.${match.prevailing}`) });
  return html`
    <span class="prevailing han" role="img" aria-label=${prevailing}>${HAN[match.prevailing]}</span>
    <span class="hand">${handName(match)}</span>
    ${match.phase === "over" ? nothing : html`<span class="pot">${potText(match.asks, match)}</span>`} ${dice}
  `;
}

/**
 * Of five players: who has no chair now.
 * @param {Match | null} match
 */
export const resting = (match) =>
  match?.resting.length && match.phase !== "over"
    ? html`<p class="quiet resting">${t("match.resting", { names: match.resting.join(", ") })}</p>`
    : nothing;

/**
 * Who sits elsewhere in the round that comes.
 * @param {Match | null} match
 */
export function seatMoves(match) {
  if (!match?.moves.length) return nothing;
  return html`<section class="card moves" aria-label=${t("match.moves")}>
    <h2>${t("match.moves")}</h2>
    <ul>
      ${match.moves.map((move) => html`<li>${t("match.move", { name: move.name, n: move.to + 1 })}</li>`)}
    </ul>
  </section>`;
}

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
      <button type="button" class="plain" @click=${() => onCorrect(last)}>${t("correct.open")}</button>
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
          ${rows.some((row) => row.table_points !== undefined) ? html`<th></th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => rankingRow(row, earning))}
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
    ${
      row.table_points === undefined
        ? nothing
        : html`<td class="quiet small">${t("final.table-points", { n: row.table_points })}</td>`
    }
  </tr>`;
