// A scored hand in words: its items, the total, and why it was read this way.

import { labelled, listed, named, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Scored, Sheet } from "../shared/types.js" */

/**
 * A ruleset and all its options as a match has them.
 * @typedef {{ sheet: Sheet, options: Record<string, unknown> }} Played
 */

/**
 * The name of an item: several rows of a ruleset may have one id, and the one that these options play names it.
 * @param {string} id
 * @param {Played} game
 */
export function itemName(id, { sheet, options }) {
  const [row] = rowsOf(id, { sheet, options });
  return row ? named(row.names, id) : named(ownNames(options)[id], id);
}

/**
 * The rows of a ruleset with this id, the one that these options play first, then the one that is played by default.
 * @param {string} id
 * @param {Played} game
 */
export function rowsOf(id, { sheet, options }) {
  const rows = sheet.items.filter((item) => item.id === id);
  const played = rows.find((row) => isPlayed(row, options));
  return played ? [played, ...rows.filter((row) => row !== played)] : rows;
}

/**
 * Names of the items that a house has made itself, by id.
 * @param {Played["options"]} options
 * @returns {Record<string, Record<string, string>>}
 */
function ownNames(options) {
  const changes = /** @type {{ items?: { id: string, names: Record<string, string> }[] } | undefined} */ (
    options.changes
  );
  return Object.fromEntries((changes?.items ?? []).map(({ id, names }) => [id, names]));
}

/**
 * Whether every option that a row names has the value, or one of the values, that it wants.
 * @param {Sheet["items"][number]} item
 * @param {Played["options"]} options
 */
const isPlayed = ({ when }, options) =>
  Object.entries(when).every(([name, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(options[name]) : wanted === options[name],
  );

/**
 * @param {Scored} result
 * @param {Played} game
 */
export const explanation = (result, game) =>
  html`<div class="stack">
    <ul class="items">
      ${Object.entries(result.items).map(
        ([id, value]) => html`<li><span>${itemName(id, game)}</span><b class="number">${value}</b></li>`,
      )}
    </ul>
    <p class="total">
      ${t("result.total", { total: result.total, unit: t(`unit.${result.unit}`) })}
      ${result.limit ? html`<span class="chip warn">${t("result.limit")}</span>` : nothing}
    </p>
    ${loserRows(result, game)} ${result.sentences ? reasons(result.sentences) : nothing}
  </div>`;

/**
 * What the hands of the losers count and why, where the game pays for them.
 * @param {Scored} result
 * @param {Played} game
 */
function loserRows(result, game) {
  const losers = /** @type {Record<string, { items: Record<string, number>, total: number }>} */ (result.losers ?? {});
  return Object.entries(losers).map(([wind, { items, total }]) => {
    const names = Object.entries(items).map(([id, value]) => `${itemName(id, game)} ${value}`);
    const hand = t("result.loser", { wind: t(`wind.${wind}`), total, unit: t(`unit.${result.unit}`) });
    return html`<p class="small">${names.length ? labelled(hand, listed(names)) : hand}</p>`;
  });
}

/** @param {string[]} sentences */
const reasons = (sentences) =>
  html`<details>
    <summary class="button plain">${t("result.why")}</summary>
    <ul class="small">
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  </details>`;
