// What is paid at once while a hand is played: kongs, matching bonus tiles. Entered when it happens; the newest can be
// taken back. A player's phone offers the same for its own seat.

import { radios, tick } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, closeUnless, follow } from "../shared/latest.js";
import { seatName, wonAlready } from "../shared/matchwords.js";
import { allowed } from "../shared/me.js";
import { answered, newId, post } from "../shared/net.js";
import { asProblem, showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Snapshot } from "../shared/types.js" */
/** @import { Own, Playing } from "./result.js" */

const PATH = "/matches/current/hands/current/instants";

/** @param {Playing} state */
export function atOnceDialog(state) {
  new AtOnceEntry(state).open();
}

/**
 * What the player of one seat has, entered on the phone of that seat. `own`: as in `ownWinDialog`.
 * @param {Playing} state
 * @param {Own} own
 */
export function ownAtOnceDialog(state, own) {
  new AtOnceEntry(state, own).open();
}

class AtOnceEntry {
  /**
   * @param {Playing} state
   * @param {Own | null} own
   */
  constructor(state, own = null) {
    this.state = state;
    this.own = own;
    this.dialog = new Dialog({ title: t("at-once.open"), about: "rules", kind: "narrow" });
    /** @type {{ id: string, instant: string | null, seat: number | null, feeder: number | null, flags: string[] }} */
    this.form = { id: newId(), instant: null, seat: own?.seat ?? null, feeder: null, flags: [] };
  }

  get match() {
    return this.state.match;
  }

  get row() {
    return this.match.asks.instants.find(({ id }) => id === this.form.instant);
  }

  open() {
    const { dialog, match } = this;
    dialog.open(
      () => this.body(),
      () => this.footer(),
    );
    const going = (/** @type {Snapshot} */ now) =>
      now.match?.id === match.id && now.match.phase === "play" && now.match.index === match.index;
    closeUnless(dialog, going, () => toast(t("meanwhile.over"), "", true));
    follow(dialog, (now) => {
      if (now.match) this.state = { ...now, match: now.match };
      dialog.draw();
    });
  }

  body() {
    const { form, match, own, row } = this;
    const what = match.asks.instants.map(({ id, dealer: dealers }) => ({
      value: id,
      text: nameOf(id),
      disabled: own !== null && dealers && own.seat !== match.dealer,
    }));
    const out = wonAlready(match);
    const dealer = row?.dealer ? match.dealer : null;
    const players = match.seats
      .filter(({ seat }) => !out.includes(seat))
      .map(({ seat, name }) => ({ value: seat, text: name, disabled: dealer !== null && seat !== dealer }));
    return html`
      ${this.paid()}
      <h2>${t("at-once.what")}</h2>
      ${radios(t("at-once.what"), what, form.instant, (instant) => this.choose(instant))}
      ${
        own
          ? nothing
          : html`<h2>${t("at-once.who")}</h2>
              ${radios(t("at-once.who"), players, form.seat, (seat) => this.set({ seat, feeder: null }))}`
      }
      ${row?.feeder ? this.feeders(players) : nothing} ${row?.flags.map((flag) => this.flag(flag))}
    `;
  }

  /** What was paid in this hand so far, with the newest to be taken back. */
  paid() {
    const { instants } = this.match;
    if (!instants.length) return nothing;
    return html`<h2>${t("at-once.paid")}</h2>
      <ul class="plain">
        ${instants.map(
          (one) =>
            html`<li>
              ${nameOf(one.instant)}, ${seatName(this.match, one.seat)}
              ${
                one.undoable && allowed("match.undo-instant")
                  ? html`<button
                      type="button"
                      class="plain"
                      @click=${() => attempt(this.dialog, () => this.undo(one.number))}
                    >
                      ${t("at-once.undo")}
                    </button>`
                  : nothing
              }
            </li>`,
        )}
      </ul>`;
  }

  /** @param {{ value: number, text: string, disabled: boolean }[]} players */
  feeders(players) {
    const { seat, feeder } = this.form;
    const others = players.filter(({ value }) => value !== seat).map((each) => ({ ...each, disabled: false }));
    return html`<h2>${t("at-once.from")}</h2>
      ${radios(t("at-once.from"), others, feeder, (from) => this.set({ feeder: from }))}`;
  }

  /** @param {string} flag */
  flag(flag) {
    const { flags } = this.form;
    const set = (/** @type {boolean} */ on) => {
      this.set({ flags: on ? [...flags, flag] : flags.filter((each) => each !== flag) });
    };
    return tick(wordOr(`flag.${flag}`, flag), flags.includes(flag), set);
  }

  footer() {
    const { instant, seat, feeder } = this.form;
    const ready = instant !== null && seat !== null && (!this.row?.feeder || feeder !== null);
    return html`
      ${cancelButton(this.dialog)}
      <button type="button" class="main" ?disabled=${!ready} @click=${() => attempt(this.dialog, () => this.send())}>
        ${t("at-once.go")}
      </button>
    `;
  }

  /** @param {string} instant */
  choose(instant) {
    this.set({ instant, feeder: null, flags: [] });
    const { row, match } = this;
    if (row?.dealer) this.set({ seat: match.dealer });
  }

  /** @param {Partial<AtOnceEntry["form"]>} part */
  set(part) {
    Object.assign(this.form, part);
    this.dialog.draw();
  }

  /** Whether it is recorded; a phone keeps it until it is. */
  async send() {
    const { form, match, own, state } = this;
    const { index: hand, won } = match;
    if (own) {
      own.send(PATH, { ...form, hand });
      return true;
    }
    try {
      await post(PATH, { ...form, hand, ends: won.length, expected_seq: state.seq });
    } catch (error) {
      if (answered(asProblem(error))) form.id = newId();
      showProblem(error);
      return false;
    }
    toast(t("at-once.kept", { what: nameOf(form.instant ?? ""), name: seatName(match, form.seat ?? 0) }));
    return true;
  }

  /**
   * Whether it is taken back.
   * @param {number} number
   */
  async undo(number) {
    try {
      await post(`${PATH}/undo`, { id: newId(), hand: this.match.index, number });
    } catch (error) {
      showProblem(error);
      return false;
    }
    toast(t("at-once.undone"));
    return true;
  }
}

/** @param {string} instant */
const nameOf = (instant) => wordOr(`instant.${instant}`, instant);
