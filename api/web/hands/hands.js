// What has been played: hands, penalties and rulings where they stand, with sums; each can be changed where it stands,
// by whoever may. Below: how the match ends, and its sheet.

import { Dialog } from "../shared/dialog.js";
import { follow } from "../shared/latest.js";
import { get } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { HandDecisions } from "./decisions.js";
import { courseTable } from "./rows.js";

/** @import { Hand, PlayedMatch, Snapshot } from "../shared/types.js" */

/**
 * `onCorrect` opens the form for a hand; `onPenalty` that for a penalty; `onAbandon` asks before the match is given up.
 * @typedef {{ onCorrect: (hand: Hand) => void, onPenalty: () => void, onAbandon: () => void }} HandsActions
 */

/** @param {HandsActions} actions */
export async function handsDialog(actions) {
  try {
    new HandsList(await get("/matches/current"), actions).open();
  } catch (error) {
    showProblem(error);
  }
}

class HandsList {
  /**
   * @param {PlayedMatch} match
   * @param {HandsActions} actions
   */
  constructor(match, actions) {
    this.match = match;
    this.actions = actions;
    this.seq = -1;
    this.dialog = new Dialog({ title: t("hands.title"), about: "hand", kind: "hands" });
    this.decisions = new HandDecisions(() => this.renew());
  }

  open() {
    this.dialog.open(
      () => this.body(),
      () => this.footer(),
    );
    follow(this.dialog, (state) => this.meet(state));
  }

  /** @param {Snapshot} state what happens at the table meanwhile stands in the list too */
  meet({ seq, match }) {
    if (this.seq >= 0 && seq !== this.seq && match) this.renew();
    this.seq = seq;
  }

  async renew() {
    try {
      this.match = await get("/matches/current");
      this.dialog.draw();
    } catch (error) {
      showProblem(error);
    }
  }

  body() {
    const { match, decisions } = this;
    if (!match.course.rows.length) return html`<p class="quiet">${t("hands.none")}</p>`;
    return courseTable(match, (row) => decisions.ofRow(match, row, (hand) => this.leave(() => this.correct(hand))));
  }

  /** @param {Hand} hand */
  correct(hand) {
    this.actions.onCorrect(hand);
  }

  /** @param {() => void} then */
  leave(then) {
    this.dialog.close();
    then();
  }

  footer() {
    const { match, decisions, actions } = this;
    const going = match.phase !== "over";
    return html`
      ${
        going
          ? decisions.ofMatch(
              match,
              () => this.leave(actions.onPenalty),
              () => this.leave(actions.onAbandon),
            )
          : nothing
      }
      ${["html", "csv", "json"].map((format) => sheetLink(match, format))}
    `;
  }
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
