// The result of a hand: who won, on what, for how much - quickly, or with the tiles - and what it pays, before it
// counts. // The same dialog corrects an earlier hand; then it asks who corrects and why.

import { Dialog, cancelButton } from "../shared/dialog.js";
import { follow } from "../shared/latest.js";
import { handName } from "../shared/matchwords.js";
import { get, newId } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { meet } from "./conflict.js";
import { dropDraft, keepDraft, readDraft } from "./draft.js";
import { formOf, missing, outcome } from "./form.js";
import { formParts } from "./formparts.js";
import { Preview, previewParts } from "./preview.js";
import { send } from "./sending.js";

/** @import { Hand, Match, Sheet, Snapshot } from "../shared/types.js" */
/** @import { About } from "./form.js" */

/**
 * `correct`: null for the hand being played, or the summary of the hand to correct.
 * @param {Snapshot & { match: Match }} state
 * @param {Hand | null} correct
 */
export async function resultDialog(state, correct) {
  try {
    new ResultEntry(state, await get(`/rulesets/${state.match.ruleset}`), correct).open();
  } catch (error) {
    showProblem(error);
  }
}

/** One entry from its first touch until it is sent, given up or closed. */
export class ResultEntry {
  /**
   * @param {Snapshot & { match: Match }} state
   * @param {Sheet} sheet
   * @param {Hand | null} correct
   */
  constructor(state, sheet, correct) {
    /** @type {Snapshot} the newest state that the entry has met; a command is made for it */
    this.state = state;
    this.match = state.match;
    this.sheet = sheet;
    this.correct = correct;
    this.seats = correct?.seats ?? state.match.seats; // people and winds of that hand, not of the present one
    this.id = newId();
    this.place = [state.match.id, state.match.index, correct?.hand, correct?.revision].join(" ");
    this.form = this.blank();
    this.untouched = JSON.stringify(this.form);
    this.preview = new Preview(() => this.dialog.draw());
    this.sending = false;
    /** @type {{ last: Hand | null } | null} set when the hand is no more; `last`: the result that it has instead */
    this.gone = null;
    /** @type {unknown} what was said about the entry */
    this.notice = nothing;
    this.told = false;
    const title = correct ? t("correct.title", { hand: handName(correct) }) : t("result.title");
    this.dialog = new Dialog({ title, kind: "result" });
  }

  blank() {
    return formOf(this.correct, this.match);
  }

  open() {
    const draft = readDraft(this.place);
    if (draft) this.form = draft;
    this.check();
    this.dialog.open(
      () => this.body(),
      () => this.footer(),
    );
    this.dialog.element.addEventListener("close", () => {
      this.preview.stop();
      dropDraft();
    });
    if (draft) this.say(this.draftNotice());
    follow(this.dialog, (state) => meet(this, state));
  }

  /** @param {() => unknown} change */
  edit(change) {
    change();
    this.check();
  }

  /** Looks anew at what is entered, and shows it. */
  check() {
    if (this.gone) return;
    if (JSON.stringify(this.form) !== this.untouched) keepDraft(this.place, this.form);
    const hand = this.correct?.hand ?? null;
    this.preview.check(missing(this.form, this.about), () => ({ ...this.outcome(), hand }));
    this.dialog.draw();
  }

  outcome() {
    return outcome(this.form, this.about);
  }

  /** @returns {About} */
  get about() {
    return { asks: this.match.asks, seats: this.seats, correcting: this.correct !== null };
  }

  /** @param {unknown} content */
  say(content) {
    this.told = true;
    this.notice = html`<div class="notice stack">${content}</div>`;
    this.dialog.draw();
    this.dialog.element.querySelector(".notice")?.scrollIntoView({ block: "nearest" });
  }

  draftNotice() {
    const again = () => {
      this.notice = nothing;
      this.edit(() => void (this.form = this.blank()));
    };
    return html`<p>${t("draft.kept")}</p>
      <button type="button" @click=${again}>${t("draft.drop")}</button>`;
  }

  // ------------------------------------------------------------ on the page

  body() {
    const { form, about, match, sheet, seats } = this;
    const edit = (/** @type {() => unknown} */ change) => this.edit(change);
    return html`
      <div role="alert">${this.notice}</div>
      <div class="result-grid">
        <div class="stack" ?inert=${this.gone !== null}>
          ${formParts({ form, about, unit: t(`unit.${match.unit}`), edit })}
        </div>
        <section
          class="card preview"
          aria-live="polite"
          aria-label=${t("result.preview")}
          ?hidden=${this.gone !== null}
        >
          ${previewParts(this.preview, { sheet, options: match.options, seats, asks: about.asks, unit: match.unit })}
        </section>
      </div>
    `;
  }

  footer() {
    if (this.gone) return this.goneFooter(this.gone.last);
    return html`
      <p class="quiet small hint">${this.preview.missing ?? ""}</p>
      ${cancelButton(this.dialog)}
      <button type="button" class="main" ?disabled=${this.sending || !this.preview.ready} @click=${() => send(this)}>
        ${t(this.correct ? "correct.go" : "result.confirm")}
      </button>
    `;
  }

  /** @param {Hand | null} last */
  goneFooter(last) {
    const replace = () => {
      this.dialog.close();
      resultDialog(/** @type {Snapshot & { match: Match }} */ (this.state), last);
    };
    return html`
      ${last ? html`<button type="button" @click=${replace}>${t("meanwhile.correct")}</button>` : nothing}
      <button type="button" class="main" @click=${this.dialog.close}>${t("close")}</button>
    `;
  }
}
