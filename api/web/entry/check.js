// A hand that has not won yet: what it waits for, what each tile would pay, and what bars a win. The match stays as
// it is.

import { radios, tick } from "../shared/controls.js";
import { Dialog } from "../shared/dialog.js";
import { post } from "../shared/net.js";
import { problemText } from "../shared/problem.js";
import { hanOf } from "../shared/seats.js";
import { t, wordOr } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { handEditor } from "./hand.js";
import { declarable, emptyHand, needed, recordOf } from "./handmodel.js";
import { refusalParts } from "./preview.js";
import { waitsParts } from "./waits.js";

/** @import { Match, MatchSeat } from "../shared/types.js" */

const PAUSE_MS = 200;
/** The members of `asks.seen` that are the player's own discards; the others are ticks. */
const OWN = ["discards", "since_draw"];
/** What this form does not ask for: it takes tiles in an order. */
const NOT_ASKED = ["passed_triplets", "open"];

/** @param {string} id a member of `asks.seen` */
const seenName = (id) => wordOr(`check.seen.${id}`, id);

/**
 * `seat`: whose hand it is at first, where somebody sits.
 * @param {Match} match
 * @param {number} seat
 */
export function checkDialog(match, seat) {
  new HandCheck(match, seat).open();
}

class HandCheck {
  /**
   * @param {Match} match
   * @param {number} seat
   */
  constructor(match, seat) {
    this.match = match;
    this.seat = match.seats.some((each) => each.seat === seat) ? seat : match.seats[0].seat;
    this.entry = emptyHand();
    /** Which of the player's own discards bar a win, if any do. */
    this.own = match.asks.seen.find((each) => OWN.includes(each));
    /** @type {Record<string, boolean>} */
    this.passed = {};
    this.turn = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {unknown} what was found */
    this.shown = "";
    this.dialog = new Dialog({ title: t("check.title"), about: "hand", kind: "check" });
  }

  open() {
    this.check();
    this.dialog.open(
      () => this.body(),
      () => this.footer(),
    );
  }

  body() {
    return html`<div class="result-grid">
      <div class="stack">
        ${this.playerPart()} ${handEditor(this.editing)}
        <div class="row">${this.passedTicks()}</div>
      </div>
      <section class="card preview waits" aria-live="polite" aria-label=${t("check.waits")}>
        <h2>${t("check.waits")}</h2>
        ${this.shown}
      </section>
    </div>`;
  }

  footer() {
    return html`
      <p class="quiet small">${t("check.private")}</p>
      <button type="button" class="main" @click=${this.dialog.close}>${t("close")}</button>
    `;
  }

  /** What is asked of a hand that waits: no origins of melds, and no tiles that only a winner turns. */
  get asks() {
    const { asks } = this.match;
    const rows = asks.rows.filter(({ flags, apart }) => !flags.length && !apart);
    return { ...asks, origins: false, rows, counts: asks.counts.filter(({ flags }) => !flags.length) };
  }

  get editing() {
    return {
      entry: this.entry,
      flags: declarable(this.match.asks),
      asks: this.asks,
      edit: (/** @type {() => unknown} */ change) => this.edit(change),
      waiting: true,
      discards: this.own ? seenName(this.own) : null,
    };
  }

  playerPart() {
    const entries = this.match.seats.map(({ seat, name, wind }) => ({
      value: seat,
      text: html`<span class="han">${hanOf(wind)}</span> ${name}`,
      kind: `seat-${seat}`,
    }));
    return radios(t("check.player"), entries, this.seat, (seat) => this.edit(() => void (this.seat = seat)));
  }

  passedTicks() {
    const asked = this.match.asks.seen.filter((each) => ![...OWN, ...NOT_ASKED].includes(each));
    return asked.map((each) =>
      tick(seenName(each), this.passed[each] ?? false, (on) => this.edit(() => void (this.passed[each] = on))),
    );
  }

  /** @param {() => unknown} change */
  edit(change) {
    change();
    this.check();
    this.dialog.draw();
  }

  /** Asks a moment after the last edit, and shows only the answer to the newest question. */
  check() {
    clearTimeout(this.timer);
    this.turn += 1;
    const missing = needed(this.entry, this.asks.tiles) - this.entry.hand.length;
    if (missing) this.shown = html`<p class="quiet">${t("check.need-tiles", { n: missing })}</p>`;
    else this.timer = setTimeout(() => this.ask(this.turn), PAUSE_MS);
  }

  /** @param {number} turn */
  async ask(turn) {
    const wind = this.player.wind;
    const shown = await post("/waits", this.record()).then(
      (answer) => waitsParts(answer, wind),
      (error) => refusalParts(problemText(error)),
    );
    if (turn !== this.turn) return;
    this.shown = shown;
    this.dialog.draw();
  }

  get player() {
    return /** @type {MatchSeat} */ (this.match.seats.find(({ seat }) => seat === this.seat));
  }

  record() {
    const { match, entry, own } = this;
    const { counted_in: counted, streak_in: streak } = match.asks;
    const { winning_tile: _none, ...parts } = recordOf(entry, declarable(match.asks), this.asks);
    return {
      ruleset: match.ruleset,
      options: match.options,
      ...parts,
      seat_wind: this.player.wind,
      round_wind: match.prevailing,
      ...(counted ? { [counted]: match.carry } : {}),
      ...(streak ? { [streak]: match.extra } : {}),
      seen: { ...(own ? { [own]: entry.discards.join("") } : {}), ...this.passed },
    };
  }
}
