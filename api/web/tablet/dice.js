// Dice as on a mahjong table: small, ivory, with a red one and a red four.

import { listed, t } from "../shared/words.js";
import { html, svg } from "../vendor/lit-html/lit-html.js";

/** @type {Record<number, [x: number, y: number][]>} pips in steps from the middle */
const PIPS = {
  1: [[0, 0]],
  2: pips("-- ++"),
  3: pips("-- 00 ++"),
  4: pips("-- +- -+ ++"),
  5: pips("-- +- 00 -+ ++"),
  6: pips("-- +- -0 +0 -+ ++"),
};

/**
 * @param {string} text signs of x and y for each pip
 * @returns {[number, number][]}
 */
function pips(text) {
  const step = (/** @type {string} */ sign) => "-0+".indexOf(sign) - 1;
  return text.split(" ").map(([x, y]) => [step(x), step(y)]);
}

/**
 * One die as a group of 40 x 40 units with its left edge at x.
 * @param {number} value
 */
export function die(value, x = 0) {
  const red = value === 1 || value === 4;
  const radius = value === 1 ? 6.6 : 4;
  return svg`<g transform=${`translate(${x} 0)`}>
    <rect x="1" y="2.5" width="38" height="37.5" rx="9" fill="#00000030" />
    <rect x="1" y="1" width="38" height="37" rx="9" fill="#fffdf5" stroke="#cfc5ab" />
    ${PIPS[value].map(
      ([dx, dy]) =>
        svg`<circle cx=${20 + dx * 9.5} cy=${19.5 + dy * 9.5} r=${radius} fill=${red ? "#b3261e" : "#1e2b27"} />`,
    )}
  </g>`;
}

/**
 * All dice of a throw in one row.
 * @param {number[]} values
 */
export const dice = (values) =>
  html`<svg
    viewBox=${`0 0 ${values.length * 48 - 8} 41`}
    class="dice"
    role="img"
    aria-label=${t("dice.shown", { dice: listed(values.map(String)) })}
  >
    ${values.map((value, place) => die(value, place * 48))}
  </svg>`;
