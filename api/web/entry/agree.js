// Whether the players agree with the newest result: each touches his own name, or says what is wrong.

import { textField } from "../shared/controls.js";
import { Dialog } from "../shared/dialog.js";
import { attempt, follow } from "../shared/latest.js";
import { endedName, nets } from "../shared/matchwords.js";
import { newId, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Hand, Match, Snapshot } from "../shared/types.js" */

/** @param {Snapshot & { match: Match }} state */
export function agreementDialog(state) {
  if (state.match.last) new Agreement(state.match, state.match.last).open();
}

class Agreement {
  /**
   * @param {Match} match
   * @param {Hand} hand
   */
  constructor(match, hand) {
    this.match = match;
    this.hand = hand;
    /** @type {number | null} who disagrees, while he says why */
    this.disputing = null;
    this.text = "";
    this.dialog = new Dialog({ title: t("agree.title"), about: "hand", kind: "narrow" });
  }

  open() {
    this.dialog.open(
      () => this.body(),
      () => this.footer(),
    );
    follow(this.dialog, (state) => this.meet(state));
  }

  /** @param {Snapshot} state */
  meet({ match }) {
    if (match?.id !== this.match.id || match.last?.hand !== this.hand.hand) {
      this.dialog.close();
      return;
    }
    Object.assign(this, { match, hand: match.last });
    this.dialog.draw();
  }

  body() {
    const { match, hand } = this;
    return html`
      <p>${endedName(match, hand)}</p>
      ${nets(hand.seats, hand.net)}
      <ul class="agree">
        ${hand.seats.map(({ seat, name }) => html`<li><b>${name}</b>${this.answerOf(seat)}</li>`)}
      </ul>
      ${this.disputing === null ? nothing : this.why()}
    `;
  }

  /** @param {number} seat */
  answerOf(seat) {
    const { match, hand } = this;
    const disputed = match.disputes.some((each) => each.hand === hand.hand && each.seat === seat);
    const name = hand.seats.find((each) => each.seat === seat)?.name ?? "";
    if (hand.confirmed.includes(seat) && !disputed) return html`<span class="chip">${t("agree.agreed")}</span>`;
    return html`
      ${disputed ? html`<span class="chip warn">${t("agree.disputed")}</span>` : nothing}
      <button type="button" class="main" @click=${() => this.confirm(seat)}>
        ${t("agree.confirm")}<span class="unseen"> ${name}</span>
      </button>
      ${
        disputed
          ? nothing
          : html`<button type="button" @click=${() => this.dispute(seat)}>
              ${t("agree.dispute")}<span class="unseen"> ${name}</span>
            </button>`
      }
    `;
  }

  why() {
    const edit = (/** @type {string} */ text) => {
      this.text = text;
      this.dialog.draw();
    };
    return textField({ label: t("agree.text"), value: this.text, longest: 200, onEdit: edit });
  }

  footer() {
    const close = html`<button type="button" @click=${this.dialog.close}>${t("close")}</button>`;
    if (this.disputing === null) return close;
    return html`${close}<button
        type="button"
        class="main"
        ?disabled=${!this.text.trim()}
        @click=${() => attempt(this.dialog, () => this.sendDispute())}
      >
        ${t("agree.send")}
      </button>`;
  }

  /** @param {number} seat */
  confirm(seat) {
    const { hand, revision } = this.hand;
    return this.send("/matches/current/confirmations", { hand, revision, seat });
  }

  /** @param {number} seat */
  dispute(seat) {
    this.disputing = seat;
    this.dialog.draw();
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector("input"))?.focus();
  }

  /** Whether the dialog may close: it stays for the others. */
  async sendDispute() {
    const { hand } = this.hand;
    const said = { hand, seat: this.disputing, text: this.text.trim() };
    if (await this.send("/matches/current/disputes", said)) Object.assign(this, { disputing: null, text: "" });
    this.dialog.draw();
    return false;
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  async send(path, body) {
    try {
      await post(path, { ...body, id: newId() });
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  }
}
