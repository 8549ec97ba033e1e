// A scored hand in words: its items, the total, and why it was read this way.

import { named, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Scored, Sheet } from "../shared/types.js" */

/**
 * @param {string} id
 * @param {Sheet} sheet
 */
export const itemName = (id, sheet) => named(sheet.items.find((item) => item.id === id)?.names, id);

/**
 * @param {Scored} result
 * @param {Sheet} sheet
 */
export const explanation = (result, sheet) =>
  html`<div class="stack">
    <ul class="items">
      ${Object.entries(result.items).map(
        ([id, value]) => html`<li><span>${itemName(id, sheet)}</span><b class="number">${value}</b></li>`,
      )}
    </ul>
    <p class="total">
      ${t("result.total", { total: result.total, unit: t(`unit.${result.unit}`) })}
      ${result.limit ? html`<span class="chip warn">${t("result.limit")}</span>` : nothing}
    </p>
    ${result.sentences ? reasons(result.sentences) : nothing}
  </div>`;

/** @param {string[]} sentences */
const reasons = (sentences) =>
  html`<details>
    <summary class="button plain">${t("result.why")}</summary>
    <ul class="small">
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  </details>`;
