// Several players want one discard: who gets it, and why the others do not. The match stays as it is.

import { choice, entered, field, radios } from "../shared/controls.js";
import { Dialog } from "../shared/dialog.js";
import { seatName } from "../shared/matchwords.js";
import { post } from "../shared/net.js";
import { problemText } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { components } from "../types/api.js" */
/** @import { Match } from "../shared/types.js" */

/** @typedef {components["schemas"]["ClaimsAnswer"]} Answer */

const MOST_TOTAL = 9999;

/** @param {Match} match */
export function claimsDialog(match) {
  new Claims(match).open();
}

class Claims {
  /** @param {Match} match */
  constructor(match) {
    this.match = match;
    this.discarder = match.seats[0].seat;
    /** @type {Record<number, string>} what each seat calls */
    this.calls = {};
    /** @type {Record<number, number>} what a win of each seat counts */
    this.totals = {};
    /** The number of the newest question. */
    this.turn = 0;
    /** @type {unknown} */
    this.shown = nothing;
    this.dialog = new Dialog({ title: t("claims.open"), about: "rules", kind: "narrow" });
  }

  open() {
    this.dialog.open(
      () => this.body(),
      () => html`<button type="button" class="main" @click=${this.dialog.close}>${t("close")}</button>`,
    );
  }

  get claimants() {
    return this.match.seats.filter(({ seat }) => seat !== this.discarder);
  }

  get bids() {
    return this.claimants.flatMap(({ seat }) => {
      const claim = this.calls[seat];
      if (!claim) return [];
      return [claim === "win" ? { seat, claim, total: this.totals[seat] ?? 0 } : { seat, claim }];
    });
  }

  body() {
    const entries = this.match.seats.map(({ seat, name }) => ({ value: seat, text: name, kind: `seat-${seat}` }));
    return html`
      <h2>${t("result.from.discard")}</h2>
      ${radios(t("result.from.discard"), entries, this.discarder, (seat) => this.edit(() => (this.discarder = seat)))}
      ${this.claimants.map((player) => this.callOf(player))}
      <div class="stack" aria-live="polite">${this.shown}</div>
    `;
  }

  /** @param {Match["seats"][number]} player */
  callOf({ seat, name }) {
    const { asks } = this.match;
    const calls = ["win", "kong", "pung", ...(asks.chows ? ["chow"] : [])];
    /** @type {[string, string][]} */
    const pairs = [["", "–"], ...calls.map((call) => /** @type {[string, string]} */ ([call, t(`bid.${call}`)]))];
    const pick = (/** @type {string} */ call) => this.edit(() => (this.calls[seat] = call));
    return html`<div class="row">
      ${field(name, choice(pairs, this.calls[seat] ?? "", pick))}
      ${this.calls[seat] === "win" ? this.totalOf(seat) : nothing}
    </div>`;
  }

  /**
   * What a win counts is asked where it may decide who of several wins.
   * @param {number} seat
   */
  totalOf(seat) {
    const { unit } = this.match;
    if (this.bids.filter(({ claim }) => claim === "win").length < 2) return nothing;
    const set = (/** @type {Event} */ event) =>
      this.edit(() => (this.totals[seat] = Math.min(MOST_TOTAL, Math.max(0, Math.round(Number(entered(event)) || 0)))));
    return field(
      t(`unit.${unit}`),
      html`<input
        type="number"
        inputmode="numeric"
        min="0"
        max=${MOST_TOTAL}
        .value=${String(this.totals[seat] ?? 0)}
        @change=${set}
      />`,
    );
  }

  /** @param {() => unknown} change */
  edit(change) {
    change();
    this.ask();
    this.dialog.draw();
  }

  /** Shows only the answer to the newest question. */
  async ask() {
    this.turn += 1;
    const { turn, match, discarder, bids } = this;
    const asked = { ruleset: match.ruleset, options: match.options, discarder, bids };
    const shown = bids.length
      ? await post("/claims", asked).then(
          (answer) => this.answer(answer),
          (error) => html`<p class="notice bad">${problemText(error).text}</p>`,
        )
      : nothing;
    if (turn !== this.turn) return;
    this.shown = shown;
    this.dialog.draw();
  }

  /** @param {Answer} answer */
  answer({ bids }) {
    return bids.map(
      ({ seat, claim, granted, key }) =>
        html`<p class=${granted ? "notice" : "quiet"}>
          ${t(granted ? "claims.granted" : "claims.refused", {
            name: seatName(this.match, seat),
            claim: t(`bid.${claim}`),
            why: t(key),
          })}
        </p>`,
    );
  }
}
