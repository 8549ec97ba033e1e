// What lies on the felt in more than one state: dice, counting sticks, the ring of the clock, the sign of a hand.

import { HAN } from "../../shared/seats.js";
import { figure, listed, t } from "../../shared/words.js";
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";

/** @import { Match, Wind } from "../../shared/types.js" */

/** @type {Record<number, [number, number][]>} places of the pips in a die of 100 x 100 units */
const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[29, 24], [71, 24], [29, 50], [71, 50], [29, 76], [71, 76]],
}; // prettier-ignore

/**
 * A die; null: one that is not thrown yet, as a dashed outline.
 * @param {number | null} value
 */
export const dieSign = (value) =>
  html`<svg viewBox="0 0 100 100" class="die" aria-hidden="true">
    <rect x="2" y="2" width="96" height="96" rx="22" class=${value ? "die-body" : "die-empty"} />
    ${value ? PIPS[value].map(([x, y]) => pip(x, y, value)) : nothing}
  </svg>`;

/**
 * The pips of one and four are red on dice for this game.
 * @param {number} x
 * @param {number} y
 * @param {number} value
 */
const pip = (x, y, value) =>
  svg`<circle cx=${x} cy=${y} r=${value === 1 ? 15 : 9.5} class=${value === 1 || value === 4 ? "pip red" : "pip"} />`;

/** @param {(number | null)[]} values */
export const diceRow = (values) =>
  html`<div
    class="pair"
    role="img"
    aria-label=${values.includes(null) ? t("felt.not-thrown") : t("dice.shown", { dice: listed(values.map(String)) })}
  >
    ${values.map(dieSign)}
  </div>`;

/** @param {number} count */
export const noDice = (count) => diceRow(Array(count).fill(null));

const HUNDRED = [102, 114, 126, 138].flatMap((x) => [4.2, 9.8].map((y) => [x, y]));

/**
 * A counting stick, as wide as its place: 1000 has one red point, 100 has eight black ones.
 * @param {100 | 1000} worth
 */
export const stick = (worth) =>
  html`<svg viewBox="0 0 240 16" class="stick" aria-hidden="true">
    <rect x="0" y="1.6" width="240" height="14" rx="4" class="stick-shade" />
    <rect x="0" y="0" width="240" height="14" rx="4" class="stick-body" />
    ${
      worth === 1000
        ? svg`<circle cx="120" cy="7" r="4.6" class="pip red" />`
        : HUNDRED.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="1.9" class="pip" />`)
    }
  </svg>`;

/**
 * The edge of the disc. `part`: 0 to 1 of it is lit.
 * @param {number} part
 */
export const ring = (part) =>
  html`<svg viewBox="0 0 100 100" class="ring" aria-hidden="true">
    <circle cx="50" cy="50" r="48" class="ring-track" />
    ${part > 0 ? lit(Math.min(part, 1)) : nothing}
  </svg>`;

/** @param {number} part */
const lit = (part) =>
  svg`<circle cx="50" cy="50" r="48" class="ring-part" pathLength="100" stroke-dasharray=${`${100 * part} 100`} />`;

/**
 * Prevailing wind and number of the hand, as large as the disc allows; no wind where a match is a number of hands.
 * @param {{ prevailing: Wind | null, in_round: number, asks: { hands: number } }} match
 */
export const handSign = ({ prevailing, in_round: number, asks: { hands } }) =>
  html`<div class="lock">
    ${prevailing && !hands ? html`<span class="han" lang="zh-Hant">${HAN[prevailing]}</span>` : nothing}
    <span class="n">${number}</span>
  </div>`;

/** @param {unknown} text */
export const big = (text) => html`<div class="big">${text}</div>`;

/** @param {unknown} text */
export const sub = (text) => html`<div class="sub">${text}</div>`;

/** @param {unknown} text */
export const line = (text) => html`<span>${text}</span>`;

/**
 * The player of a seat by name; the number of the seat where nobody sits.
 * @param {Match} match
 * @param {number | null | undefined} seat
 */
export function nameAt(match, seat) {
  const player = match.seats.find((each) => each.seat === seat);
  return player ? player.name : t("seat.number", { n: Number(seat ?? 0) + 1 });
}

/** @param {number[]} values */
export const total = (values) => values.reduce((sum, value) => sum + value, 0);

/** @param {number} amount */
export const numeral = (amount) => html`<span class="n">${figure(amount)}</span>`;
