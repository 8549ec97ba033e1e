// How many rolls there were, what went wrong with them, and how to check them.

import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { DiceStatistics, Snapshot } from "../shared/types.js" */

/**
 * @param {DiceStatistics} statistics
 * @param {Snapshot | null} state
 */
export function records({ table, by_hand: byHand, voids, misshown }, state) {
  const tally = state?.fair_dice.tally;
  return html`<h2>${t("statistics.records")}</h2>
    <dl class="figures">
      ${line("statistics.by-table", table.rolls)} ${line("statistics.by-hand", byHand.rolls)}
      ${line("statistics.voids", voids)} ${line("statistics.misshown", misshown)}
      ${
        tally
          ? [
              line("statistics.uncontributed", tally.uncontributed),
              line("statistics.late", tally.timed_out),
              line("statistics.withheld", tally.withheld),
            ]
          : nothing
      }
    </dl>
    <p>${t("statistics.caution")}</p>
    <div class="row">
      <a class="button" href="/verify">${t("fair.verifier")}</a>
      <a class="button" href="/api/v1/dice/log?since=0" download="dice.txt">${t("statistics.log")}</a>
    </div>`;
}

/**
 * @param {string} key
 * @param {number} value
 */
const line = (key, value) =>
  html`<div>
    <dt>${t(key)}</dt>
    <dd>${figure(value)}</dd>
  </div>`;
