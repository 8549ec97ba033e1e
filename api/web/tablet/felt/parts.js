// What several scenes lay on the felt: counting sticks, and who threw what.

import { potText, seatName } from "../../shared/matchwords.js";
import { figure, t } from "../../shared/words.js";
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { dice } from "../dice.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */

const DOTS_OF_100 = [102, 114, 126, 138].flatMap((x) => [4.2, 9.8].map((y) => [x, y, 1.9]));

/**
 * A counting stick: that of 1,000 has one red dot, that of 100 eight black ones.
 * @param {100 | 1000} kind
 */
export const stick = (kind) =>
  html`<svg viewBox="0 0 240 16" class="stick" role="img" aria-label=${figure(kind)}>
    <rect x="0" y="1.6" width="240" height="14" rx="4" fill="#00000040" />
    <rect x="0" y="0" width="240" height="14" rx="4" fill="#fffaf0" stroke="#b9a67f" />
    ${
      kind === 1000
        ? svg`<circle cx="120" cy="7" r="4.6" fill="#c0281d" />`
        : DOTS_OF_100.map(([x, y, r]) => svg`<circle cx=${x} cy=${y} r=${r} fill="#221b12" />`)
    }
  </svg>`;

/**
 * Sticks that lie on the table for a winner; nothing in games that have none.
 * @param {Match} match
 */
export function pot({ asks, carry, deposits }) {
  if (!asks?.counters || (!carry && !deposits)) return nothing;
  const sticks = html`<div class="heap">
    ${deposits ? html`${stick(1000)}<span class="n">×${deposits}</span>` : nothing}
    ${carry ? html`${stick(100)}<span class="n">×${carry}</span>` : nothing}
  </div>`;
  return html`${asks.pot.length ? sticks : nothing}<span class="pot">${potText(asks, { carry, deposits })}</span>`;
}

/** The last throw that counts, and whose it was. @param {Snapshot} state */
export function lastThrow({ dice: thrown, match }) {
  if (!thrown) return nothing;
  const total = thrown.dice.reduce((a, b) => a + b, 0);
  const who =
    match && match.dealer !== null ? t("felt.threw", { name: seatName(match, match.dealer) }) : t("felt.dice");
  return html`${dice(thrown.dice)}<span>${who} <b class="n">${total}</b></span>`;
}
