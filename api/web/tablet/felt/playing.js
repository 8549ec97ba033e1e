// A hand is being played: what the dealer threw, wind and number of the hand with its time, what lies on the table.

import { handName } from "../../shared/matchwords.js";
import { t } from "../../shared/words.js";
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
  const other = state.wall && !wallFits(state) ? line(t("wall.other")) : nothing;
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
export const onTheTable = (match) => html`${pot(match)} ${rests(match)}`;

/**
 * Sticks and counters that the winner also takes; nothing in games without.
 * @param {Match} match
 */
export function pot({ asks, deposits, carry }) {
  if (!asks.counters) return nothing;
  if (!deposits && !carry) return nothing;
  return html`<div class="heap">
      ${asks.pot.length ? html`${stick(1000)}<span class="n">×${deposits}</span>` : nothing} ${stick(100)}<span
        class="n"
        >×${carry}</span
      >
    </div>
    ${line(t("felt.winner-also-takes"))}`;
}

/**
 * Of five players: who has no chair now.
 * @param {Match} match
 */
export const rests = ({ resting }) =>
  resting.length
    ? html`<div class="stool">${line(t("felt.rests"))} ${resting.map((name) => html`<b>${name}</b>`)}</div>`
    : nothing;
