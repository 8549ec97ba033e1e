// What else a match is started with: who confirms each result, and whether hands may be checked while they are played.

import { choice, field, tick } from "../shared/controls.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @typedef {"none" | "tablet" | "phones"} Confirmation */

/** @type {Confirmation[]} */
const CONFIRMATIONS = ["none", "tablet", "phones"];

export class MatchSettings {
  /**
   * @param {{ confirmation: Confirmation, hand_check: boolean }} before as in the last match, or as the table is set up
   * @param {() => void} onEdit
   */
  constructor({ confirmation, hand_check: handCheck }, onEdit) {
    this.chosen = { confirmation, hand_check: handCheck };
    this.onEdit = onEdit;
  }

  /** @param {Partial<{ confirmation: Confirmation, hand_check: boolean }>} part */
  set(part) {
    Object.assign(this.chosen, part);
    this.onEdit();
  }

  draw() {
    const { confirmation, hand_check: handCheck } = this.chosen;
    /** @type {[Confirmation, string][]} */
    const pairs = CONFIRMATIONS.map((each) => [each, t(`setup.confirmation-${each}`)]);
    return html`
      ${field(
        t("setup.confirmation"),
        choice(pairs, confirmation, (each) => this.set({ confirmation: each })),
      )}
      ${tick(t("setup.hand-check"), handCheck, (on) => this.set({ hand_check: on }))}
    `;
  }
}
