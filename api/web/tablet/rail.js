// One player's rail: score, name, seat wind, dealer, riichi. Touching it shows the differences to the others.

import { asksOfPlayer } from "../shared/matchwords.js";
import { HAN } from "../shared/seats.js";
import { figure, signed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Match, MatchSeat, Snapshot } from "../shared/types.js" */
/** @import { Context, RailNote, Scene } from "./frame.js" */

/**
 * @param {Snapshot} state
 * @param {number} seat
 * @param {number} side quarters from the bottom, counter-clockwise
 * @param {Scene} scene
 * @param {Context} context
 * @param {(seat: number) => void} onTouch
 */
export function rail({ match }, seat, side, scene, context, onTouch) {
  const player = match?.seats.find((each) => each.seat === seat);
  if (!match || !player) return emptyRail(seat, side, match);
  const note = scene.rails?.[seat] ?? {};
  const touched = context.touched === seat;
  const kinds = [
    dealsNow(match, seat) ? "dealer" : "",
    note.lit || touched ? "lit" : "",
    note.hatched ? "hatched" : "",
  ];
  return html`<section class="rail seat-${seat} ${kinds.join(" ")}" data-side=${side} data-seat=${seat}>
    <button type="button" class="plate" aria-pressed=${touched} @click=${() => onTouch(seat)}>
      ${head(match, player, note, context)} ${line(player, note, context)}
    </button>
  </section>`;
}

/**
 * A chair on which nobody sits: free before a match, bare wood in a game of three.
 * @param {number} seat
 * @param {number} side
 * @param {Match | null} match
 */
const emptyRail = (seat, side, match) =>
  html`<section class="rail empty" data-side=${side}>
    <div class="plate">${match ? nothing : html`<span class="free">${t("seat.number", { n: seat + 1 })}</span>`}</div>
  </section>`;

/**
 * @param {Match} match
 * @param {number} seat
 */
export const dealsNow = (match, seat) =>
  match.dealer === seat && match.phase !== "first-dealer" && match.phase !== "over";

/**
 * @param {Match} match
 * @param {MatchSeat} player
 * @param {RailNote} note
 * @param {Context} context
 */
const head = (match, player, note, { touched }) =>
  html`<span class="head">
    <span class="name">${player.name}</span>
    ${dealsNow(match, player.seat) ? dealerTag() : nothing}
    ${riichiSeats(match).includes(player.seat) ? html`<span class="tag riichi">${t("rail.riichi")}</span>` : nothing}
    ${restrictions(match, player.seat)} ${note.note ? html`<span class="tag note">${note.note}</span>` : nothing}
    ${difference(match, player, touched)} ${note.net ? net(note.net) : nothing}
  </span>`;

const dealerTag = () =>
  html`<span class="tag deals"><span class="han">莊</span><span class="word">${t("match.dealer")}</span></span>`;

/**
 * Who lies in riichi in the hand being played.
 * @param {Match} match
 */
export const riichiSeats = ({ declared }) =>
  declared.filter(({ declaration }) => declaration === "riichi").map(({ seat }) => seat);

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
 * @param {MatchSeat} player
 * @param {number | null} touched
 */
function difference(match, player, touched) {
  const other = match.seats.find((each) => each.seat === touched);
  return other && other !== player ? net(player.score - other.score) : nothing;
}

/** @param {number} amount */
const net = (amount) => html`<span class="n ${amount < 0 ? "minus" : "plus"}">${signed(amount)}</span>`;

/**
 * @param {MatchSeat} player
 * @param {RailNote} note
 * @param {Context} context
 */
const line = (player, note, { points }) =>
  html`<span class="line">
    ${player.wind ? windSign(player.wind) : nothing}
    ${note.instead ?? html`<span class="score n ${player.score < 0 ? "minus" : ""}">${figure(points(player))}</span>`}
  </span>`;

/** @param {keyof typeof HAN} wind */
const windSign = (wind) =>
  html`<span class="wind han ${wind === "E" ? "east" : ""}" lang="zh-Hant" role="img" aria-label=${t(`wind.${wind}`)}
    >${HAN[wind]}</span
  >`;
