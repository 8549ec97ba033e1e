// A match in the list: when, which game, how it ended, who got what, and its sheet.

import { currentLanguage, figure, t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { ListedMatch } from "../shared/types.js" */

/**
 * @param {ListedMatch} match
 * @param {string} ruleset its name
 */
export function entry(match, ruleset) {
  const game = match.house_rules ?? ruleset;
  return html`<li>
    <div class="what">
      <strong>${dateText(match.started)}</strong>
      <span class="quiet">${game} · ${t("matches.hands", { n: match.hands })} · ${endedText(match)}</span>
      <span class="result">${resultOf(match)}</span>
    </div>
    <a
      class="button"
      href=${`/api/v1/matches/${encodeURIComponent(match.id)}/sheet?format=html`}
      aria-label=${t("matches.sheet-of", { date: dateText(match.started) })}
      >${t("matches.sheet")}</a
    >
  </li>`;
}

/** @param {ListedMatch} match */
function resultOf({ ranking, players }) {
  if (!ranking)
    return players.map(({ name, score }) => html`<span>${name} <b class="number">${figure(score)}</b></span>`);
  return ranking.map(
    ({ place, name, score }) => html`<span>${place}. ${name} <b class="number">${figure(score)}</b></span>`,
  );
}

/** @param {ListedMatch} match */
const endedText = ({ ending }) => t(ending ? `matches.ending.${ending}` : "matches.ending.none");

/** @param {string} iso */
const dateText = (iso) => new Date(iso).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
