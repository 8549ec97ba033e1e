// A hand is being played: what the dealer threw, wind and number of the hand with its time, what lies on the table.

import { handName } from "../../shared/matchwords.js";
import { figure, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { big, diceRow, handSign, line, nameAt, ring, stick, sub, total } from "./parts.js";
import { wallFits } from "./wallmap.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function playing(state, { now }) {
  const match = /** @type {Match} */ (state.match);
  return {
    name: "playing",
    left: thrown(state, match),
    disc: handDisc(state, match, now),
    right: onTheTable(match),
  };
}

/**
 * @param {Snapshot} state
 * @param {Match} match
 */
function thrown(state, match) {
  const { dice } = state;
  if (!dice) return nothing;
  const words = t("felt.threw", { name: nameAt(match, seatOf(dice, match)), n: total(dice.dice) });
  const other = state.wall && !wallFits(state) ? html`<span class="other-wall">${t("wall.other")}</span>` : nothing;
  return html`${diceRow(dice.dice)} ${line(words)} ${other}`;
}

/**
 * Who threw these dice; the dealer where nobody is named.
 * @param {NonNullable<Snapshot["dice"]>} dice
 * @param {Match} match
 * @returns {number | null}
 */
const seatOf = (dice, match) => (typeof dice.seat === "number" ? dice.seat : match.dealer);

/**
 * The hand and how long it has been played; the ring goes round once a minute.
 * @param {Snapshot} state
 * @param {Match} match
 * @param {number} now
 */
function handDisc({ dice }, match, now) {
  const seconds = dice ? Math.max(0, Math.floor((now - Date.parse(dice.time)) / 1000)) : null;
  return html`${ring(seconds === null ? 0 : (seconds % 60) / 60)} ${handSign(match)} ${big(handName(match, match))}
  ${
    seconds === null
      ? nothing
      : html`<div class="clock n thin">${minutes(seconds)}</div>
          ${sub(t("felt.this-hand"))}`
  }`;
}

/** @param {number} seconds */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** @param {Match} match */
export const onTheTable = (match) => html`${pot(match)} ${kitty(match)} ${jackpot(match)} ${rests(match)}`;

/**
 * What offences have laid down in this hand for its winner; nothing in games without.
 * @param {Match} match
 */
const kitty = ({ kitty: points }) => (points ? line(t("match.kitty", { points: figure(points) })) : nothing);

/**
 * What waits for whoever wins it with several hands; nothing in games without.
 * @param {Match} match
 */
export const jackpot = ({ jackpot: points }) => (points ? line(t("match.jackpot", { points })) : nothing);

/**
 * Sticks and counters that the winner also takes, with those laid in this hand, and what they come to where the game
 * says it; nothing in games without.
 * @param {Match} match
 */
export function pot(match) {
  const { asks, carry } = match;
  const laid = match.declared.filter(({ stake }) => stake > 0);
  const sticks = match.deposits + laid.length;
  if (!asks.counters || (!sticks && !carry)) return nothing;
  const worth = sum(laid.map(({ stake }) => stake)) + match.deposits * stakeOf(asks) + carry * counterOf(match);
  return html`<div class="heap">
      ${asks.pot.length && sticks ? html`${stick(1000)}<span class="n">×${sticks}</span>` : nothing}
      ${carry ? html`${stick(100)}<span class="n">×${carry}</span>` : nothing}
    </div>
    ${line(html`${t("felt.winner-also-takes")} ${worth ? html`<b class="n">${figure(worth)}</b>` : nothing}`)}`;
}

/** @param {number[]} amounts */
const sum = (amounts) => amounts.reduce((all, amount) => all + amount, 0);

/** What a stick from an earlier hand is worth. @param {Match["asks"]} asks */
const stakeOf = ({ declared }) => Math.max(0, ...declared.map(({ stake }) => stake));

/** What a counter adds to a win; 0 where the game does not say it in points. @param {Match} match */
const counterOf = ({ options }) => Number(options["honba-value"] ?? 0);

/**
 * Of five players: who has no chair now, with his score, and who has none in the next round.
 * @param {Match} match
 */
export const rests = ({ resting, resting_scores: scores, rests_next: next }) =>
  resting.length
    ? html`<div class="stool">
        ${line(t("felt.rests"))} ${resting.map((name, k) => rester(name, scores[k] ?? 0))}
        ${next ? line(t("felt.rests-next", { name: next })) : nothing}
      </div>`
    : nothing;

/**
 * @param {string} name
 * @param {number} score
 */
const rester = (name, score) => html`<b>${name}</b><b class="n ${score < 0 ? "minus" : ""}">${figure(score)}</b>`;
