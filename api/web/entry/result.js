// The result of a hand: who won from whom, for how much, or that nobody did, and what it pays before it counts.
// The same form corrects an earlier hand; then it asks who corrects and why.

import { Dialog } from "../shared/dialog.js";
import { helpMark } from "../shared/help.js";
import { follow } from "../shared/latest.js";
import { handName, wonAlready } from "../shared/matchwords.js";
import { get, newId } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { VOID } from "./afterwards.js";
import { newView, peopleKnown, questions, sureText } from "./ask.js";
import { worthText } from "./amount.js";
import { meet } from "./conflict.js";
import { dropDraft, keepDraft, readDraft } from "./draft.js";
import { formOf, missing, outcome } from "./form.js";
import { formKeys } from "./keys.js";
import { ledgerPart } from "./ledger.js";
import { watchOutbox } from "./outbox.js";
import { touchSeat } from "./people.js";
import { Preview } from "./preview.js";
import { send, takeBack } from "./sending.js";

/** @import { Hand, Match, Sheet, Snapshot } from "../shared/types.js" */
/** @import { Form, About } from "./form.js" */
/** @import { Kept } from "./outbox.js" */

/** A snapshot with a match in it. @typedef {Snapshot & { match: Match }} Playing */

/** @typedef {{ seat: number, send: (path: string, body: { id: string } & Record<string, unknown>) => void }} Own */

/** @type {Map<string, Promise<Sheet>>} by ruleset: a form also opens while the table does not answer */
const sheets = new Map();

/**
 * @param {string} ruleset
 * @returns {Promise<Sheet>}
 */
function sheetOf(ruleset) {
  const found = sheets.get(ruleset) ?? get(`/rulesets/${ruleset}`);
  sheets.set(ruleset, found);
  found.catch(() => sheets.delete(ruleset));
  return found;
}

/**
 * `correct`: null for the hand being played, or the summary of the hand to correct. `kind`: how the hand ended, where
 * that was chosen before. `undone`: the result of the hand being played that was undone before.
 * @param {Playing} state
 * @param {Hand | null} correct
 * @param {Form["kind"] | null} kind
 * @param {Hand | null} undone
 */
export async function resultDialog(state, correct, kind = null, undone = null) {
  try {
    const entry = new ResultEntry(state, await sheetOf(state.match.ruleset), correct, kind);
    if (undone) entry.form = formOf(undone, state.match);
    entry.open(undone !== null);
  } catch (error) {
    showProblem(error);
  }
}

/**
 * The win of a player, entered on the phone of that seat. `send`: how a phone sends what its player decided.
 * @param {Playing} state
 * @param {Own} own
 */
export async function ownWinDialog(state, own) {
  try {
    new ResultEntry(state, await sheetOf(state.match.ruleset), null, null, own).open();
  } catch (error) {
    showProblem(error);
  }
}

/**
 * What the table did not take, with what is there now.
 * @param {Kept} kept
 * @param {Snapshot} state
 * @param {unknown} error
 */
async function showConflict({ form, match, correct }, state, error) {
  showProblem(error);
  const entry = new ResultEntry({ ...state, match }, await sheetOf(match.ruleset), correct);
  entry.form = form;
  entry.open();
}

/** From now on, what could not be sent is sent when the table answers. */
export const sendLater = () => watchOutbox((kept, state, error) => void showConflict(kept, state, error));

/** One entry from its first touch until it is sent, given up or closed. */
export class ResultEntry {
  /**
   * @param {Playing} state
   * @param {Sheet} sheet
   * @param {Hand | null} correct
   * @param {Form["kind"] | null} kind
   * @param {Own | null} own
   */
  constructor(state, sheet, correct, kind = null, own = null) {
    /** @type {Snapshot} the newest state that the entry has met; a command is made for it */
    this.state = state;
    this.match = state.match;
    this.sheet = sheet;
    this.correct = correct;
    this.kind = kind;
    this.own = own;
    this.seats = correct?.seats ?? state.match.seats; // people and winds of that hand, not of the present one
    this.id = newId();
    this.place = [state.match.id, state.match.index, correct?.hand, correct?.revision].join(" ");
    this.form = this.blank();
    this.view = newView();
    this.untouched = JSON.stringify(this.form);
    this.preview = new Preview(() => this.draw());
    this.sending = false;
    /** Whether it is kept on the device until the table answers. */
    this.waits = false;
    /**
     * Set while the hand is no more. `what`: happened to it; `last`: the result that it has instead.
     * @type {{ what: string, last: Hand | null } | null}
     */
    this.gone = null;
    /** @type {unknown} what was said about the entry */
    this.notice = nothing;
    this.told = false;
    /** @type {string | null} in words, where it does not begin empty: what it begins with */
    this.begun = null;
    this.dialog = new Dialog({ title: this.title(), about: own ? "phone" : "hand", kind: "entry", bare: true });
  }

  title() {
    if (this.own) return t("phone.enter-win");
    return this.correct ? t("correct.title", { hand: handName(this.correct, this.match) }) : t("result.title");
  }

  blank() {
    const form = formOf(this.correct, this.match);
    if (this.own) touchSeat(form, this.own.seat, this.match.asks, false);
    return this.kind ? { ...form, kind: this.kind } : form;
  }

  /** @param {boolean} undone whether the form begins with a result that was undone */
  open(undone = false) {
    const draft = readDraft(this.place);
    if (draft && JSON.stringify(draft) !== this.untouched) this.form = draft;
    if (draft || undone) this.begun = draft ? "draft.kept" : "undo.entered";
    this.check();
    this.dialog.open(
      () => this.body(),
      () => nothing,
    );
    this.focusFirst();
    this.dialog.element.addEventListener("close", () => {
      this.preview.stop();
      dropDraft();
    });
    follow(this.dialog, (state) => meet(this, state));
  }

  /** The first touch is a seat; a correction begins with who corrects. */
  focusFirst() {
    const first = this.dialog.element.querySelector(".reason input, .cross button:not([disabled])");
    /** @type {HTMLElement | null} */ (first)?.focus();
  }

  /** @param {() => unknown} change */
  edit(change) {
    const group = document.activeElement?.closest("[role=group], [role=radiogroup], .folded");
    change();
    this.check();
    this.keepFocus(group ?? null);
  }

  /**
   * A button that is gone with what it asked leaves the focus to its neighbours.
   * @param {Element | null} group
   */
  keepFocus(group) {
    const { element } = this.dialog;
    if (!element.open || element.contains(document.activeElement)) return;
    const place = group?.isConnected ? group : element;
    /** @type {HTMLElement | null} */ (place.querySelector("button:not([disabled]), input"))?.focus();
  }

  /** Looks anew at what is entered, and shows it. */
  check() {
    if (this.gone) return;
    if (JSON.stringify(this.form) !== this.untouched) keepDraft(this.place, this.form);
    const hand = this.correct?.hand ?? null;
    this.preview.check(this.missing, () => ({ ...this.outcome(), hand }));
    this.draw();
  }

  draw() {
    this.dialog.draw();
  }

  outcome() {
    return outcome(this.form, this.about);
  }

  get missing() {
    return missing(this.form, this.about);
  }

  /** Whether it can be sent: the table said what it pays, or it cannot be asked now. */
  get ready() {
    return this.preview.ready || this.preview.unasked;
  }

  /** @returns {About} */
  get about() {
    const out = this.correct ? [] : wonAlready(this.match);
    return {
      asks: this.match.asks,
      seats: this.seats,
      out,
      correcting: this.correct !== null,
      own: this.own?.seat ?? null,
    };
  }

  /** @param {unknown} content */
  say(content) {
    this.told = true;
    this.notice = html`<div class="notice stack">${content}</div>`;
    this.draw();
    this.dialog.element.querySelector(".notice")?.scrollIntoView({ block: "nearest" });
  }

  beginAgain() {
    this.begun = null;
    this.edit(() => void (this.form = this.blank()));
  }

  // ------------------------------------------------------------ on the page

  body() {
    const { form, about, match, sheet, view, preview } = this;
    const unit = t(`unit.${match.unit}`);
    const played = { sheet, options: match.options };
    const answer = preview.ready ? preview.answer : null;
    const edit = (/** @type {() => unknown} */ change) => this.edit(change);
    const ready = this.ready;
    return html`
      <div class="entry-main" @keydown=${(/** @type {KeyboardEvent} */ event) => formKeys(this, event)}>
        <section class="ask" aria-label=${this.dialog.title}>
          <div role="alert">${this.notice}</div>
          <div class="asked" ?inert=${this.gone !== null || this.waits}>
            ${questions({ form, about, unit, edit, view, played, answer, ready })}
          </div>
        </section>
        ${ledgerPart({ about, answer, title: this.shortTitle(), played, unit, scores: this.scores() })}
      </div>
      <div class="entry-bar">
        <div class="say">
          <h2 class="sentence" aria-live="polite">${this.sentence()}</h2>
          <p class="second-line ${this.preview.unasked || this.begun ? "needed" : ""}">${this.secondLine()}</p>
        </div>
        ${helpMark(this.dialog.about, this.dialog.title)}
        <div class="acts">${this.buttons()}</div>
      </div>
    `;
  }

  /** Scores of now by seat, where the nets are added to them. */
  scores() {
    return this.correct ? null : new Map(this.match.seats.map(({ seat, score }) => [seat, score]));
  }

  shortTitle() {
    if (this.form.kind === "draw") return t("entry.drawn");
    const { kind, reason } = this.form;
    return kind === "abort" ? t(`abort.${reason}`) : handName(this.correct ?? this.match, this.match);
  }

  /** What is missing, what was refused, or what Confirm is about to record. */
  sentence() {
    const { form, about, preview } = this;
    if (this.waits) return t("outbox.kept");
    if (this.gone) return t("entry.gone");
    if (preview.missing !== null) return preview.missing;
    if (preview.refusal && !preview.unasked) return preview.refusal.text;
    if (form.kind === "abort") return t("entry.sure-abort", { reason: t(`abort.${form.reason || VOID}`) });
    if (form.kind === "draw") return t("entry.sure-draw");
    if (!peopleKnown(form)) return t("result.winner");
    const unit = t(`unit.${this.match.unit}`);
    const worth = (preview.answer?.wins ?? []).map((win) => worthText(win, unit)).join(" / ");
    return sureText(form, about, worth);
  }

  secondLine() {
    const { preview } = this;
    if (preview.unasked) return t("outbox.away");
    if (preview.missing === null && preview.refusal) return preview.refusal.remedy;
    if (this.begun) return t(this.begun);
    const hand = handName(this.correct ?? this.match, this.match);
    if (this.own) return t("phone.undo-after", { hand });
    return this.correct ? hand : t("entry.undo-after", { hand });
  }

  buttons() {
    const cancel = secondButton(t("cancel"), this.dialog.close);
    if (this.gone) return this.goneButtons(this.gone.last);
    if (this.waits)
      return html`${secondButton(t("outbox.take-back"), () => takeBack(this))}
        <button type="button" class="main" @click=${this.dialog.close}>${t("close")}</button>`;
    return html`${cancel} ${this.begun ? secondButton(t("draft.drop"), () => this.beginAgain()) : nothing}
      <button type="button" class="main" ?disabled=${this.sending || !this.ready} @click=${() => send(this)}>
        ${t(this.correct ? "correct.go" : "result.confirm")}
      </button>`;
  }

  /** @param {Hand | null} last */
  goneButtons(last) {
    const replace = () => {
      this.dialog.close();
      resultDialog(/** @type {Playing} */ (this.state), last);
    };
    return html`
      ${last ? secondButton(t("meanwhile.correct"), replace) : nothing}
      <button type="button" class="main" @click=${this.dialog.close}>${t("close")}</button>
    `;
  }
}

/**
 * @param {string} text
 * @param {() => void} onClick
 */
const secondButton = (text, onClick) => html`<button type="button" class="second" @click=${onClick}>${text}</button>`;
