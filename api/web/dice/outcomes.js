// One test of the dice: how often each outcome came up, how often fair dice would show it, and what that says.

import { filled } from "../shared/draw.js";
import { currentLanguage, figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { reach, verdict } from "./verdict.js";

/** @import { DiceStatistics, DiceTest } from "../shared/types.js" */

const FACES = [1, 2, 3, 4, 5, 6];
/** The smallest sum of each test of sums. @type {Record<string, number>} */
const SMALLEST = { faces: 1, "sums-of-two": 2, "sums-of-three": 3 };

/**
 * @param {DiceTest} test
 * @param {DiceStatistics} limits
 */
export function testCard(test, limits) {
  return html`<article class="card stack" data-test=${test.name}>
    <h3>${t(`statistics.test.${test.name}`)}</h3>
    ${test.name === "pairs" ? pairsTable(test) : outcomesTable(test)}
    <p class="verdict">${verdict(test.p, limits.level)}</p>
    ${test.p === null ? nothing : html`<p class="small quiet">${reach(test.smallest_bias, limits.power)}</p>`}
  </article>`;
}

/**
 * What fair dice would show of each outcome, in as many trials.
 * @param {DiceTest} test
 */
function fairShares({ observed, ways }) {
  const trials = sum(observed);
  const all = sum(ways);
  return ways.map((each) => (trials * each) / all);
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** @param {DiceTest} test */
function outcomesTable(test) {
  const fair = fairShares(test);
  const most = Math.max(...fair, ...test.observed);
  return html`<table class="plain">
    <thead>
      <tr>
        <th scope="col">${t("statistics.outcome")}</th>
        <th scope="col" class="number">${t("statistics.seen")}</th>
        <th scope="col" class="number">${t("statistics.expected")}</th>
        <td></td>
      </tr>
    </thead>
    <tbody>
      ${test.observed.map((times, place) => outcomeRow(outcome(test.name, place), times, fair[place], most))}
    </tbody>
  </table>`;
}

/**
 * @param {string} name of the test
 * @param {number} place of the outcome, from 0
 */
const outcome = (name, place) => (name in SMALLEST ? figure(SMALLEST[name] + place) : t(`statistics.wall.${place}`));

/**
 * @param {string} label
 * @param {number} times
 * @param {number} fair
 * @param {number} most what fills the bar
 */
function outcomeRow(label, times, fair, most) {
  return html`<tr>
    <th scope="row">${label}</th>
    <td class="number">${figure(times)}</td>
    <td class="number">${tenths(fair)}</td>
    <td class="chart" aria-hidden="true">
      <span class="against"><span class="bar">${filled(times / most)}</span>${mark(fair / most)}</span>
    </td>
  </tr>`;
}

/** @param {number} share of the bar, 0 to 1 */
const mark = (share) => html`<u .style=${`left: ${Math.round(100 * share)}%`}></u>`;

/**
 * Six by six: the first die down, the second across.
 * @param {DiceTest} test
 */
function pairsTable(test) {
  const [fair] = fairShares(test);
  return html`<p class="small quiet">${t("statistics.pairs-help", { n: tenths(fair) })}</p>
    <table class="plain pairs">
      <thead>
        <tr>
          <td></td>
          ${FACES.map((face) => html`<th scope="col">${face}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${FACES.map(
          (first) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${FACES.map((second) => html`<td>${figure(test.observed[6 * (first - 1) + second - 1])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** @param {number} value */
const tenths = (value) => value.toLocaleString(currentLanguage(), { maximumFractionDigits: 1 });
