// The disc in the middle: prevailing wind and hand, large; what it is called; dice or a clock.

import { handName } from "../shared/matchwords.js";
import { HAN } from "../shared/seats.js";
import { t } from "../shared/words.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Match } from "../shared/types.js" */

/** @param {unknown} inside */
export const disc = (inside, part = 0) => html`<div class="disc">${ring(part)} ${inside}</div>`;

/**
 * The ring round the disc: `part` of 100 is lit.
 * @param {number} part
 */
const ring = (part) =>
  html`<svg viewBox="0 0 100 100" class="ring" aria-hidden="true">
    <circle cx="50" cy="50" r="48" fill="none" stroke="#ffffff24" stroke-width="2.2" />
    ${
      part
        ? svg`<circle cx="50" cy="50" r="48" fill="none" stroke="var(--brass)" stroke-width="2.2" pathLength="100"
            stroke-dasharray=${`${part} 100`} />`
        : nothing
    }
  </svg>`;

/** The hand that is played: East 2, and what it is called. @param {Match} match */
export function handDisc(match, below = /** @type {unknown} */ (nothing)) {
  const wind = match.prevailing;
  if (!wind) return disc(html`<span class="big">${t("dome.first-dealer")}</span>${below}`);
  return disc(html`
    <span class="lock" aria-hidden="true">
      <span class="han" lang="zh-Hant">${HAN[wind]}</span><span class="n">${match.in_round}</span>
    </span>
    <span class="big hand">${handName(match)}</span>
    ${below}
  `);
}
