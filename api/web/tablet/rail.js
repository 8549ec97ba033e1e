// One player's rail: score, name, seat wind, dealer, riichi. Touching it shows the differences to the others.

import { wantedText } from "../shared/calls.js";
import { asksOfPlayer, dealerSign, wonAlready } from "../shared/matchwords.js";
import { windSign } from "../shared/wind.js";
import { figure, signed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { diceRow, total } from "./felt/parts.js";

/** @import { Call, Match, Wind } from "../shared/types.js" */
/** @import { RailNews } from "./felt/felt.js" */
/** @import { RailContext } from "./frame.js" */

/**
 * Who is shown at a rail.
 * @typedef {{ name: string, wind: Wind | null, dealer: boolean, score: number | null }} Shown
 */

/**
 * @param {Match | null} match
 * @param {number} seat
 * @param {number} side quarters from the bottom, counter-clockwise
 * @param {RailNews} news
 * @param {RailContext} context
 */
export function rail(match, seat, side, news, context) {
  const player = news.player ?? playerAt(match, seat);
  if (!match || !player) return emptyRail(match, seat, side, context.onSit);
  const touched = context.panel === seat;
  const kinds = [
    player.dealer ? "dealer" : "",
    news.lit || touched ? "lit" : "",
    news.hatched ? "hatched" : "",
    news.moves ? "comes" : "",
  ];
  return html`<section class="rail seat-${seat} ${kinds.join(" ")}" data-side=${side} data-seat=${seat}>
    <button type="button" class="plate" aria-pressed=${touched} @click=${() => context.onTouch(seat)}>
      ${head(match, seat, player, news, context)} ${line(match, player, news, context)}
    </button>
  </section>`;
}

/**
 * @param {Match | null} match
 * @param {number} seat
 * @returns {Shown | undefined}
 */
function playerAt(match, seat) {
  const player = match?.seats.find((each) => each.seat === seat);
  return match && player ? { ...player, dealer: dealsNow(match, seat) } : undefined;
}

/**
 * A chair on which nobody sits: before a match whoever sits down there touches it; bare wood in a game of three.
 * @param {Match | null} match
 * @param {number} seat
 * @param {number} side
 * @param {RailContext["onSit"]} onSit
 */
const emptyRail = (match, seat, side, onSit) =>
  html`<section class="rail empty ${match ? "" : `to-sit seat-${seat}`}" data-side=${side}>
    ${match ? html`<div class="plate"></div>` : freeSeat(seat, onSit)}
  </section>`;

/**
 * @param {number} seat
 * @param {RailContext["onSit"]} onSit
 */
function freeSeat(seat, onSit) {
  const free = html`<span class="free">${t("seat.number", { n: seat + 1 })}</span>`;
  if (!onSit) return html`<div class="plate">${free}</div>`;
  return html`<button type="button" class="plate" @click=${() => onSit(seat)}>
    ${free}<span class="head">${t("rail.sit")}</span>
  </button>`;
}

/**
 * @param {Match} match
 * @param {number} seat
 */
export const dealsNow = (match, seat) =>
  match.dealer === seat && match.phase !== "first-dealer" && match.phase !== "over";

/**
 * @param {Match} match
 * @param {number} seat
 * @param {Shown} player
 * @param {RailNews} news
 * @param {RailContext} context
 */
const head = (match, seat, player, news, { panel, calls }) =>
  html`<span class="head">
    ${news.moves ? nothing : html`<span class="name">${player.name}</span>`}
    ${player.dealer ? dealerTag(match) : nothing}
    ${riichiSeats(match).includes(seat) ? html`<span class="tag riichi">${t("rail.riichi")}</span>` : nothing}
    ${wonAlready(match).includes(seat) ? html`<span class="tag note">${t("rail.won")}</span>` : nothing}
    ${news.note ? nothing : html`${chipsTag(match, seat)} ${yakitoriTag(match, seat)}`} ${callTag(calls, seat)}
    ${disputeTag(match, seat)} ${restrictions(match, seat)}
    ${news.note ? html`<span class="tag note">${news.note}</span>` : nothing}
    ${panel === null ? net(news.delta ?? 0) : difference(match, player, panel)}
  </span>`;

/**
 * What a player has won or lost in chips, in games with them.
 * @param {Match} match
 * @param {number} seat
 */
const chipsTag = ({ asks, tally }, seat) =>
  asks.chips && tally[seat]
    ? html`<span class="tag note">${t("match.chips", { n: signed(tally[seat]) })}</span>`
    : nothing;

/**
 * Who has won nothing so far, in games where that is paid for in the end.
 * @param {Match} match
 * @param {number} seat
 */
const yakitoriTag = ({ asks, has_won: won }, seat) =>
  asks.yakitori && !won[seat] ? html`<span class="tag note">${t("match.yakitori")}</span>` : nothing;

/**
 * That this seat calls for staff, or that somebody is coming.
 * @param {Call[]} calls
 * @param {number} seat
 */
function callTag(calls, seat) {
  const call = calls.find((each) => each.seat === seat);
  if (!call) return nothing;
  const text = call.answered_by
    ? t("calls.coming", { name: call.answered_by })
    : t("calls.rail", { what: wantedText(call.wanted) });
  return html`<span class="tag called">${text}</span>`;
}

const HAN_LETTER = /\p{Script=Han}/u;

/**
 * In the game's language beside the reader's; the sign alone says it to who reads Han characters.
 * @param {Match} match
 */
export function dealerTag(match) {
  const word = t("match.dealer");
  const sign = HAN_LETTER.test(word) ? nothing : html`<span class="han">${dealerSign(match)}</span>`;
  return html`<span class="tag deals">${sign}${word}</span>`;
}

/**
 * Who lies in riichi in the hand being played.
 * @param {Match} match
 */
export const riichiSeats = ({ declared }) =>
  declared.filter(({ declaration }) => declaration === "riichi").map(({ seat }) => seat);

/**
 * Who does not agree with the result that is shown, by the sign that the phones have; in the hands after it the list
 * of hands says so.
 * @param {Match} match
 * @param {number} seat
 */
const disputeTag = ({ phase, last, disputes }, seat) =>
  phase !== "play" && disputes.some((each) => each.hand === last?.hand && each.seat === seat)
    ? html`<span class="tag called disputes" role="img" aria-label=${t("felt.disputes")}>✗</span>`
    : nothing;

/**
 * What a penalty asks of this player for the rest of the hand.
 * @param {Match} match
 * @param {number} seat
 */
const restrictions = (match, seat) =>
  match.restrictions
    .filter((each) => each.seat === seat && asksOfPlayer(each.effect))
    .map((each) => html`<span class="tag note">${t(`effect.${each.effect}`)}</span>`);

/**
 * How far this player is from the one whose panel was touched.
 * @param {Match} match
 * @param {Shown} player
 * @param {number} panel
 */
function difference({ seats }, { name, score }, panel) {
  const other = seats.find((each) => each.seat === panel);
  return other && score !== null && other.name !== name ? net(score - other.score) : nothing;
}

/** @param {number} amount */
const net = (amount) =>
  amount ? html`<span class="n ${amount < 0 ? "minus" : "plus"}">${signed(amount)}</span>` : nothing;

/**
 * @param {Match} match
 * @param {Shown} player
 * @param {RailNews} news
 * @param {RailContext} context
 */
const line = (match, { name, wind, score }, { dice, moves }, { points }) =>
  html`<span class="line">
    ${wind ? windSign(wind, isDouble(match, wind)) : nothing}
    ${
      moves
        ? html`<span class="score comer">${name}</span>`
        : dice
          ? throwOf(dice)
          : score === null
            ? nothing
            : html`<span class="score n ${score < 0 ? "minus" : ""}">${figure(points(name, score))}</span>`
    }
  </span>`;

/**
 * Whether a wind is the player's own and the prevailing one, in games that have one.
 * @param {Match} match
 * @param {Wind} wind
 */
const isDouble = ({ asks, prevailing, phase }, wind) => !asks.hands && phase !== "over" && wind === prevailing;

/** @param {(number | null)[]} dice */
function throwOf(dice) {
  const thrown = dice.filter((value) => value !== null);
  return html`${diceRow(dice)}${thrown.length ? html`<span class="score n">${total(thrown)}</span>` : nothing}`;
}
