// A match in words: seats, hands, counters, and what a hand paid.

import { html } from "../vendor/lit-html/lit-html.js";
import { known, listed, signed, t } from "./words.js";

/** @import { Asks, Hand, Match, Wind } from "./types.js" */

/** @typedef {{ seats: { seat: number, name: string }[] }} WithSeats */

/** Of a game, what its words depend on. @typedef {{ asks: { declared: { id: string }[], hands: number } }} OfGame */

/** @param {OfGame} match whether it is a game with riichi, which has words of its own */
export const withRiichi = ({ asks }) => asks.declared.some(({ id }) => id === "riichi");

/**
 * As players of the game call it: round, hand of the round, and its honba or how often it is repeated. Honba count on
 * after a draw that passes the deal on; a repeat is the dealer's alone. Where a match is a number of hands, by that.
 * @param {{ prevailing: Wind | null, in_round: number, extra: number, carry: number }} place the match itself or one of
 *   its hands
 * @param {OfGame} match
 */
export function handName({ prevailing, in_round: inRound, extra, carry }, match) {
  const { hands } = match.asks;
  if (hands) return t("match.hand-of", { n: inRound, hands });
  const name = t("match.hand", { wind: t(`round.${prevailing}`), n: inRound });
  const [key, n] = withRiichi(match) ? ["match.honba", carry] : ["match.extra", extra];
  return n ? `${name} · ${t(key, { n })}` : name;
}

/**
 * @param {WithSeats | null} match
 * @param {number} seat
 */
export function seatName(match, seat) {
  const player = match?.seats.find((each) => each.seat === seat);
  return player ? player.name : t("seat.number", { n: seat + 1 });
}

/**
 * A side of the table by the player who sits there; by its number, from 1, where nobody does.
 * @param {WithSeats | null} match
 * @param {number} side
 */
export function sideName(match, side) {
  const player = match?.seats.find(({ seat }) => seat === side);
  return player ? t("machine.players-side", { name: player.name }) : t("machine.side", { n: side + 1 });
}

/**
 * The values of a sentence about the machine as people read it: whose side it is, and not its number.
 * @param {WithSeats | null} match
 * @param {Record<string, unknown>} args
 */
export const withSide = (match, args) =>
  typeof args.side === "number" ? { ...args, side: sideName(match, args.side - 1) } : args;

/**
 * The sign of the dealer, as players of the game write it: 親 where riichi is declared, else 莊.
 * @param {{ asks: Asks }} match
 */
export const dealerSign = (match) => (withRiichi(match) ? "親" : "莊");

/**
 * A hand that ended, and who won it.
 * @param {WithSeats & { asks: Asks }} match
 * @param {Hand} hand
 */
export function endedName(match, hand) {
  const name = handName(hand, match);
  if (hand.kind !== "win") return `${name} · ${t(`hands.${hand.kind}`)}`;
  const who = listed((hand.winners ?? []).map((winner) => winner.name || seatName(match, winner.seat)));
  return `${name} · ${t("hands.won", { who })}`;
}

/**
 * Counters on the table and what else lies there for a winner; empty where the game has neither.
 * @param {Asks | undefined} asks
 * @param {{ carry: number, deposits: number }} pot
 */
export function potText(asks, { carry, deposits }) {
  if (!asks?.counters) return "";
  return t(asks.pot.length ? "match.pot" : "match.carry", { carry, deposits });
}

/** @param {number} amount */
export const netFigure = (amount) =>
  html`<b class="number ${amount > 0 ? "plus" : amount < 0 ? "minus" : ""}">${signed(amount)}</b>`;

/**
 * Who won and lost how much in a hand. `net`: by seat.
 * @param {WithSeats["seats"]} seats
 * @param {number[]} net
 */
export const nets = (seats, net) =>
  html`<div class="nets">
    ${seats.map(
      ({ seat, name }) => html`<div><span class="quiet small name">${name}</span>${netFigure(net[seat] ?? 0)}</div>`,
    )}
  </div>`;

/**
 * Whether the effect of a penalty asks something of the player, beside its payment.
 * @param {string | undefined} effect
 */
export const asksOfPlayer = (effect) => known(`effect.${effect}`) && effect !== "none" && effect !== "pays";

/**
 * Who has won in the hand being played, and plays no more in it.
 * @param {{ won: Match["won"] }} match
 */
export const wonAlready = ({ won }) =>
  /** @type {{ winners: { seat: number }[] }[]} */ (won).flatMap(({ winners }) => winners.map(({ seat }) => seat));
