// The top of the page: which hand is played, and the others as they sit. Of them a seat is shown what the display of
// the table shows to everybody.

import { figure, t } from "../shared/words.js";
import { windSign } from "../shared/wind.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { handName } from "../shared/matchwords.js";

/** @import { MatchSeat, SeatMatch, SeatSnapshot } from "../shared/types.js" */

/**
 * @param {SeatSnapshot} state
 * @param {() => void} onMenu
 */
export const surroundings = (state, onMenu) =>
  html`<header class="felt-top">
    <div class="where">
      <span>${state.match?.prevailing ? handName(state.match, state.match) : state.name || t("phone.title")}</span>
      <button type="button" class="plain" aria-label=${t("bar.more")} aria-haspopup="dialog" @click=${onMenu}>⋯</button>
    </div>
    ${state.match ? others(state.match, state.seat) : nothing}
  </header>`;

/**
 * From the left: who sits to the left, opposite, to the right.
 * @param {SeatMatch} match
 * @param {number} seat
 */
function others({ others: all, dealer, phase }, seat) {
  const order = [3, 2, 1].map((step) => all.find((each) => each.seat === (seat + step) % 4));
  return html`<ul class="others">
    ${order.map((each) => (each ? other(each, phase !== "over" && each.seat === dealer) : nothing))}
  </ul>`;
}

/**
 * @param {MatchSeat} player
 * @param {boolean} deals
 */
const other = ({ seat, name, wind, score }, deals) =>
  html`<li class="seat-${seat}">
    ${wind ? windSign(wind) : nothing}<b>${name}</b>
    <span class="n ${score < 0 ? "minus" : ""}">${figure(score)}</span>
    ${deals ? html`<span class="unseen">${t("match.dealer")}</span>` : nothing}
  </li>`;
