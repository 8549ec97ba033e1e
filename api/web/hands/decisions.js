// What can be decided in the list of hands, with who decides and why where the sheet wants to know it.

import { mayCorrect } from "../shared/correction.js";
import { allowed } from "../shared/me.js";
import { newId, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { confirmDialog } from "../tablet/confirm.js";
import { handOf } from "./rows.js";

/** @import { Hand, PlayedMatch, Snapshot } from "../shared/types.js" */
/** @import { WhoWhy } from "../tablet/whowhy.js" */
/** @import { Row } from "./rows.js" */

/**
 * A button that only a device with this permit shows.
 * @param {string} permit
 * @param {string} key of its word
 * @param {() => unknown} onClick
 */
const permittedButton = (permit, key, onClick) => (allowed(permit) ? plainButton(key, onClick) : nothing);

/**
 * @param {string} key
 * @param {() => unknown} onClick
 */
const plainButton = (key, onClick) => html`<button type="button" class="plain" @click=${onClick}>${t(key)}</button>`;

export class HandDecisions {
  /** @param {() => void} onDone called when something was decided */
  constructor(onDone) {
    this.onDone = onDone;
  }

  /**
   * @param {PlayedMatch} match
   * @param {Row} row
   * @param {(hand: Hand) => void} onCorrect
   */
  ofRow(match, row, onCorrect) {
    const { id } = match;
    if (row.kind === "penalty" && !row.cancelled) {
      const cancel = (/** @type {WhoWhy} */ form) =>
        this.send("/matches/current/penalties", { ...form, seat: row.seat ?? 0, cancels: row.number });
      return this.button("match.cancel-penalty", "hands.cancel", "hands.cancel-text", id, cancel);
    }
    const hand = row.kind === "hand" ? handOf(match, row) : undefined;
    return hand ? this.ofHand(id, hand, onCorrect) : nothing;
  }

  /**
   * @param {string} id of the match
   * @param {Hand} hand
   * @param {(hand: Hand) => void} onCorrect
   */
  ofHand(id, hand, onCorrect) {
    const uphold = (/** @type {WhoWhy} */ form) => this.send("/matches/current/upheld", { ...form, hand: hand.hand });
    const lock = (/** @type {WhoWhy} */ { who }) => this.send("/matches/current/locks", { who, hand: hand.hand });
    return html`
      ${mayCorrect(hand) ? plainButton("correct.open", () => onCorrect(hand)) : nothing}
      ${
        hand.standing === "disputed"
          ? this.button("match.uphold", "hands.uphold", "hands.uphold-text", id, uphold)
          : nothing
      }
      ${hand.standing === "locked" ? nothing : this.button("match.lock", "hands.lock", "hands.lock-text", id, lock)}
    `;
  }

  /**
   * @param {PlayedMatch} match
   * @param {() => void} onPenalty
   * @param {() => void} onAbandon
   */
  ofMatch(match, onPenalty, onAbandon) {
    const rule = (/** @type {WhoWhy} */ { who, why }) => this.send("/matches/current/rulings", { who, text: why });
    const end = (/** @type {WhoWhy} */ form) => this.send("/matches/current/end", form);
    const rankable = match.phase === "roll" && match.hands.length > 0;
    return html`
      ${permittedButton("match.penalize", "penalty.open", onPenalty)}
      ${this.button("match.rule", "hands.rule", "", match.id, rule, "hands.rule-text")}
      ${rankable ? this.button("match.end", "hands.as-ranked", "hands.as-ranked-text", match.id, end) : nothing}
      ${permittedButton("match.abandon", "abandon.open", onAbandon)}
    `;
  }

  /**
   * A decision that is signed.
   * @param {string} permit the row of docs/permits.md for it
   * @param {string} key
   * @param {string} text
   * @param {string} id of the match that it is for
   * @param {(form: WhoWhy) => Promise<boolean>} action
   * @param {string} why the label of the reason
   */
  button(permit, key, text, id, action, why = "correct.why") {
    const ask = () =>
      confirmDialog({
        title: t(key),
        text: text ? t(text) : "",
        go: t(key),
        action,
        wanted: (/** @type {Snapshot} */ { match }) => match?.id === id,
        signed: true,
        why: t(why),
      });
    return permittedButton(permit, key, ask);
  }

  /**
   * Whether it was carried out.
   * @param {string} path
   * @param {object} body
   */
  async send(path, body) {
    try {
      await post(path, { ...body, id: newId() });
    } catch (error) {
      showProblem(error);
      return false;
    }
    this.onDone();
    return true;
  }
}
