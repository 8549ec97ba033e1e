// The hands of a table without a board, entered one after the other from the paper sheet: the hall reckons scores and
// the next hand by the rules. Until they are saved they stay on this device; those of a result that was saved can be
// changed one by one.

import { Dialog } from "../../shared/dialog.js";
import { get, post } from "../../shared/net.js";
import { forgetRefusals } from "../../shared/toast.js";
import { labelled, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { sayEqual } from "../shared/equal.js";
import { HandForm } from "./handform.js";
import { keep, kept } from "./kepthands.js";
import { handName, playedHands } from "./playedhands.js";

/** @import { Game, Give, HandGiven, HandsReckoned, Round, Tournament } from "../shared/types.js" */

/** Whether hands can be entered: the rules of the tournament name the game. @param {Tournament} it */
export const knowsGame = (it) => Boolean(/** @type {Record<string, unknown>} */ (it.settings.preset).ruleset);

/**
 * @param {Tournament} it
 * @param {Round} round
 * @param {Game} game
 * @param {Map<string, string>} names
 * @param {Give} give
 * @param {() => Tournament} now
 * @param {number | undefined} saved the entry that is the result now
 */
export async function handsDialog(it, round, game, names, give, now, saved) {
  const entry = new HandsEntry(it, round, game, names, give, now);
  const hands = entry.hands.length > 0 || !saved ? entry.hands : await savedHands(it.tournament, saved);
  if (hands !== null && (await entry.reckon(hands))) entry.open();
}

/**
 * Null after a refusal, which was shown.
 * @param {string} tournament
 * @param {number} entry
 * @returns {Promise<HandGiven[] | null>}
 */
async function savedHands(tournament, entry) {
  const answer = await asked(() => get(`/tournaments/${tournament}/entries/${entry}/hands`));
  return answer && answer.hands;
}

class HandsEntry {
  /**
   * @param {Tournament} it
   * @param {Round} round
   * @param {Game} game
   * @param {Map<string, string>} names
   * @param {Give} give
   * @param {() => Tournament} now
   */
  constructor(it, round, game, names, give, now) {
    this.tournament = it.tournament;
    this.round = round.number;
    this.game = game;
    this.give = give;
    this.now = now;
    this.seq = now().seq;
    this.names = game.seats.map((id) => names.get(id) ?? id);
    this.place = `hall-hands ${it.tournament}/${round.number}/${game.table} ${game.seats.join()}`;
    this.hands = kept(this.place);
    this.form = new HandForm(this.names, () => this.draw());
    /** @type {number | null} the hand that is being changed */
    this.changing = null;
    this.busy = false;
    this.dialog = new Dialog({
      title: labelled(t("hall.table.number", { n: game.table }), t("hall.hands")),
      kind: "hands",
    });
  }

  /**
   * What these hands come to; they are those that count from now on, unless the hall refuses them.
   * @param {HandGiven[]} hands
   */
  async reckon(hands) {
    if (this.busy) return false;
    this.busy = true;
    forgetRefusals();
    const answer = await asked(() => post(`/tournaments/${this.tournament}/hands`, { hands }));
    this.busy = false;
    if (answer === null) {
      if (!this.dialog.element.isConnected && this.hands.length > 0) return this.forget();
      return false;
    }
    this.form.answer = answer;
    this.hands = hands;
    keep(this.place, hands);
    return true;
  }

  /** What was kept cannot be by the rules that are played now. @returns {Promise<boolean>} */
  forget() {
    this.hands = [];
    return this.reckon([]);
  }

  open() {
    this.dialog.open(
      () => this.body(),
      () =>
        html`<button type="button" @click=${this.dialog.close}>${t("cancel")}</button>
          <button
            type="button"
            class="main"
            ?disabled=${this.hands.length === 0 || this.changing !== null}
            @click=${() => this.save()}
          >
            ${t("hall.save")}
          </button>`,
    );
    this.focusFirst();
  }

  focusFirst() {
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector("form select"))?.focus();
  }

  draw() {
    this.dialog.draw();
  }

  /** The hand in the form is the next one, or stands instead of the one that is being changed. */
  async add() {
    const hands = [...this.hands];
    hands[this.changing ?? hands.length] = this.form.entered();
    if (!(await this.reckon(hands))) return;
    this.turnTo(null);
  }

  async takeBack() {
    if (await this.reckon(this.hands.slice(0, -1))) this.turnTo(null);
  }

  /** The form is for this hand, or for the next one. @param {number | null} at */
  turnTo(at) {
    this.changing = at;
    if (at === null) this.form.clear();
    else this.form.fill(this.hands[at]);
    this.draw();
    this.focusFirst();
    this.dialog.element.querySelector("form")?.scrollIntoView({ block: "nearest" });
  }

  async save() {
    const { scores, sticks, hands } = /** @type {HandsReckoned} */ (this.form.answer);
    const done = await this.give("enter-result", {
      round: this.round,
      table: this.game.table,
      scores,
      sticks,
      hands,
      written: this.hands,
      expected_seq: this.seq,
    });
    if (done === null) {
      this.seq = this.now().seq; // what stands there now is on the page: whoever sends it again means it
      return;
    }
    keep(this.place, []);
    this.dialog.close();
    sayEqual(scores, this.names);
  }

  body() {
    const { answer } = this.form;
    if (!answer) return nothing;
    return html`<div class="stack">
      <p class="quiet small">${t("hall.hands.help")}</p>
      <div class="wide">${playedHands(answer, this.names, this.changing, (at) => this.turnTo(at))}</div>
      ${
        answer.hands.length > 0
          ? html`<p class="row">
              <button type="button" @click=${() => this.takeBack()}>${t("hall.hands.take-back")}</button>
              ${answer.sticks > 0 ? html`<span>${t("hall.result.sticks")}: <b>${answer.sticks}</b></span>` : nothing}
            </p>`
          : nothing
      }
      ${
        answer.next || this.changing !== null
          ? this.formOf(answer)
          : html`<p role="status"><b>${t("hall.hands.over")}</b></p>`
      }
    </div>`;
  }

  /** @param {HandsReckoned} answer */
  formOf(answer) {
    const changing = this.changing !== null;
    return html`<form
      class="stack next-hand"
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), this.add())}
    >
      <h3>${this.heading(answer)}</h3>
      ${this.form.fields()}
      <p class="row">
        <button class="main" ?disabled=${!this.form.complete}>
          ${t(changing ? "hall.hands.replace" : "hall.hands.add")}
        </button>
        ${changing ? html`<button type="button" @click=${() => this.turnTo(null)}>${t("cancel")}</button>` : nothing}
      </p>
    </form>`;
  }

  /** @param {HandsReckoned} answer */
  heading({ hands, next }) {
    const changed = this.changing === null ? undefined : hands[this.changing];
    const { wind, number, counter, dealer } = changed
      ? { ...changed, wind: changed.name[0], number: changed.name.slice(1) }
      : /** @type {NonNullable<HandsReckoned["next"]>} */ (next);
    return labelled(handName(wind, String(number), counter), t("hall.hands.dealer", { name: this.names[dealer] }));
  }
}
