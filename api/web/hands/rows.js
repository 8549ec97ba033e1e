// The table of a match: a row for each hand, penalty and ruling, a column for each player, the score at the foot.

import { endedName, netFigure } from "../shared/matchwords.js";
import { figure, labelled, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { PlayedMatch } from "../shared/types.js" */

/** @typedef {PlayedMatch["course"]["rows"][number]} Row */

/**
 * `actions`: what can be done with a row.
 * @param {PlayedMatch} match
 * @param {(row: Row) => unknown} actions
 */
export const courseTable = (match, actions) =>
  html`<table class="plain course" .style=${`--players: ${match.course.players.length}`}>
    <caption class="unseen">
      ${t("hands.course")}
    </caption>
    <thead>
      <tr>
        <th scope="col">${t("hands.hand")}</th>
        ${match.course.players.map((name) => html`<th scope="col" class="number">${name}</th>`)}
        <th scope="col"><span class="unseen">${t("hands.row-actions")}</span></th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <th scope="row">${t("hands.start")}</th>
        ${match.course.players.map(
          (name) => html`<td class="number" data-player=${name}>${figure(match.course.start_points)}</td>`,
        )}
        <td></td>
      </tr>
      ${match.course.rows.map((row) => rowOf(match, row, actions))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${t("hands.sum")}</th>
        ${lastScores(match).map(
          (score, n) => html`<td class="number" data-player=${match.course.players[n]}><b>${figure(score)}</b></td>`,
        )}
        <td></td>
      </tr>
    </tfoot>
  </table>`;

/** @param {PlayedMatch} match */
const lastScores = ({ course: { players, rows, start_points: start } }) =>
  rows.at(-1)?.scores ?? players.map(() => start);

/**
 * @param {PlayedMatch} match
 * @param {Row} row
 * @param {(row: Row) => unknown} actions
 */
const rowOf = (match, row, actions) =>
  html`<tr class=${row.kind}>
    <th scope="row">${nameOf(match, row)} ${chips(match, row)}</th>
    ${row.kind === "ruling" ? noFigures(match) : row.net.map((net, n) => netCell(match, row, net, n))}
    <td class="row-actions">${actions(row)}</td>
  </tr>`;

/** @param {PlayedMatch} match */
const noFigures = (match) => match.course.players.map(() => html`<td></td>`);

/**
 * What a row moved, and the score after it.
 * @param {PlayedMatch} match
 * @param {Row} row
 * @param {number} net
 * @param {number} n
 */
const netCell = ({ course: { players } }, { scores }, net, n) =>
  html`<td class="number" data-player=${players[n]}>
    ${netFigure(net)}<small class="quiet after">${figure(scores[n])}</small>
  </td>`;

/**
 * @param {PlayedMatch} match
 * @param {Row} row
 */
function nameOf(match, row) {
  switch (row.kind) {
    case "hand": {
      const hand = handOf(match, row);
      return hand ? endedName(match, hand) : t("hands.of-hand", { n: row.hand });
    }
    case "laid":
      return t("hands.laid");
    case "ruling":
      return t("hands.ruling", { text: row.what });
    default: {
      const what = wordOr(`offence.${row.what}`, wordOr(`penalty.${row.what}`, row.what));
      return t(row.kind === "cancelled" ? "hands.penalty-cancelled" : "hands.penalty", { name: row.name, what });
    }
  }
}

/**
 * The hand of a row; none while it is played on after a win.
 * @param {PlayedMatch} match
 * @param {Row} row
 */
export const handOf = ({ hands }, { hand }) => hands.find((each) => each.hand === hand);

/**
 * @param {PlayedMatch} match
 * @param {Row} row
 */
function chips(match, row) {
  const hand = row.kind === "hand" ? handOf(match, row) : undefined;
  const standing = hand && hand.standing !== "recorded" ? hand.standing : null;
  return html`
    ${hand?.corrected ? chip(t("hands.corrected")) : nothing} ${row.cancelled ? chip(t("hands.cancelled")) : nothing}
    ${row.waits ? chip(t("hands.waits")) : nothing}
    ${standing ? chip(t(`hands.standing-${standing}`), standing === "disputed" ? "warn" : "") : nothing}
    ${row.why ? html`<small class="quiet">${row.why} (${row.who})</small>` : nothing}
    ${hand ? disputesOf(match, hand.hand) : nothing}
  `;
}

/**
 * @param {PlayedMatch} match
 * @param {number} hand
 */
const disputesOf = ({ disputes }, hand) =>
  disputes
    .filter((each) => each.hand === hand)
    .map(({ name, text }) => html`<small class="quiet dispute">${labelled(name, text)}</small>`);

/**
 * @param {string} text
 * @param {string} kind
 */
const chip = (text, kind = "warn") => html`<span class="chip ${kind}">${text}</span>`;
