// What has been played: the list of hands with corrections, and the result sheet.

import { Dialog } from "../shared/dialog.js";
import { endedName, netFigure } from "../shared/matchwords.js";
import { get } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Hand, PlayedMatch } from "../shared/types.js" */

/** @param {(hand: Hand) => void} onCorrect */
export async function handsDialog(onCorrect) {
  /** @type {PlayedMatch} */
  let match;
  try {
    match = await get("/matches/current");
  } catch (error) {
    showProblem(error);
    return;
  }
  const dialog = new Dialog({ title: t("hands.title") });
  const correct = (/** @type {Hand} */ hand) => {
    dialog.close();
    onCorrect(hand);
  };
  dialog.open(
    () => (match.hands.length ? table(match, correct) : html`<p class="quiet">${t("hands.none")}</p>`),
    () => ["html", "csv", "json"].map((format) => sheetLink(match, format)),
  );
}

/**
 * @param {PlayedMatch} match
 * @param {string} format
 */
const sheetLink = (match, format) =>
  html`<a
    class="button"
    href=${`/api/v1/matches/${encodeURIComponent(match.id)}/sheet?format=${format}`}
    target="_blank"
    rel="noopener"
    >${t(`hands.sheet-${format}`)}</a
  >`;

/**
 * @param {PlayedMatch} match
 * @param {(hand: Hand) => void} onCorrect
 */
const table = (match, onCorrect) =>
  html`<table class="plain">
    <thead>
      <tr>
        <th>${t("hands.hand")}</th>
        ${match.seats.map(({ name }) => html`<th class="number">${name}</th>`)}
        <th></th>
      </tr>
    </thead>
    <tbody>
      ${[...match.hands].reverse().map((hand) => row(match, hand, onCorrect))}
    </tbody>
  </table>`;

/**
 * @param {PlayedMatch} match
 * @param {Hand} hand
 * @param {(hand: Hand) => void} onCorrect
 */
const row = (match, hand, onCorrect) =>
  html`<tr>
    <td>
      ${endedName(match, hand)}${
        hand.corrected ? html`<span class="chip warn">${t("hands.corrected")}</span>` : nothing
      }
    </td>
    ${match.seats.map(({ name }) => html`<td class="number">${netFigure(netOf(hand, name))}</td>`)}
    <td><button type="button" class="plain" @click=${() => onCorrect(hand)}>${t("correct.open")}</button></td>
  </tr>`;

/**
 * What a player won in a hand; he may have sat elsewhere in it.
 * @param {Hand} hand
 * @param {string} name
 */
function netOf(hand, name) {
  const seat = hand.seats.find((each) => each.name === name)?.seat;
  return seat === undefined ? 0 : (hand.net?.[seat] ?? 0);
}
