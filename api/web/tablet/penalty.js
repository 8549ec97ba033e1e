// A penalty or ruling of somebody who decides, written into the sheet.

import { choice, entered, field } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, closeUnless, follow } from "../shared/latest.js";
import { asksOfPlayer, seatName } from "../shared/matchwords.js";
import { answered, get, newId, post } from "../shared/net.js";
import { asProblem, showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { asSentence, figure, paragraph, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { missingOf, whoAndWhy } from "./whowhy.js";

/** @import { Match, Offence, Sheet, Snapshot } from "../shared/types.js" */

/** Kinds of penalties that no ruleset lists: points as somebody decides, or none. */
const POINTS = "points";
const WARNING = "warning";
const MOST_POINTS = 1_000_000;

/** @param {Snapshot & { match: Match }} state */
export async function penaltyDialog(state) {
  try {
    new PenaltyEntry(state, await get(`/rulesets/${state.match.ruleset}`)).open();
  } catch (error) {
    showProblem(error);
  }
}

class PenaltyEntry {
  /**
   * @param {Snapshot & { match: Match }} state
   * @param {Sheet} sheet
   */
  constructor(state, sheet) {
    /** @type {Snapshot} the newest state; the command is made for it */
    this.state = state;
    this.match = state.match;
    this.offences = sheet.penalties;
    this.form = {
      id: newId(),
      seat: state.match.seats[0].seat,
      penalty: this.offences[0]?.id ?? POINTS,
      each: 0,
      bank: 0,
      who: "",
      why: "",
      ...meant(state.match),
    };
    this.dialog = new Dialog({ title: t("penalty.title"), about: "rules", kind: "narrow fields" });
  }

  open() {
    const { dialog, match } = this;
    dialog.open(
      () => this.body(),
      () => this.footer(),
    );
    const going = (/** @type {Snapshot} */ now) => now.match?.id === match.id && now.match.phase !== "over";
    closeUnless(dialog, going, () => toast(t("meanwhile.over"), "", true));
    follow(dialog, (now) => void (this.state = now));
  }

  body() {
    const { form, match, offences } = this;
    /** @type {[number, string][]} */
    const players = match.seats.map(({ seat, name }) => [seat, name]);
    return html`
      ${field(
        t("penalty.player"),
        choice(players, form.seat, (seat) => this.set({ seat })),
      )}
      ${this.kinds()} ${form.penalty === POINTS ? this.amounts() : nothing}
      <p class="quiet">${effectText(offences.find((each) => each.id === form.penalty))}</p>
      ${whoAndWhy(form, t("penalty.why"), () => this.dialog.draw())}
    `;
  }

  kinds() {
    /** @type {[string, string][]} */
    const pairs = [
      .../** @type {[string, string][]} */ (this.offences.map(({ id }) => [id, wordOr(`offence.${id}`, id)])),
      [POINTS, t("penalty.as-decided")],
      [WARNING, t("penalty.only-warning")],
    ];
    return field(
      t("penalty.kind"),
      choice(pairs, this.form.penalty, (penalty) => this.set({ penalty })),
    );
  }

  amounts() {
    const { each, bank } = this.form;
    return html`<div class="row">
      ${amountField(t("penalty.amount-each"), each, (points) => this.set({ each: points }))}
      ${amountField(t("penalty.amount-bank"), bank, (points) => this.set({ bank: points }))}
    </div>`;
  }

  get ready() {
    const { penalty, each, bank } = this.form;
    return missingOf(this.form) === null && (penalty !== POINTS || each > 0 || bank > 0);
  }

  footer() {
    return html`
      ${cancelButton(this.dialog)}
      <button
        type="button"
        class="main"
        ?disabled=${!this.ready}
        @click=${() => attempt(this.dialog, () => this.send())}
      >
        ${t("penalty.go")}
      </button>
    `;
  }

  /** @param {{ seat?: number, penalty?: string, each?: number, bank?: number }} part */
  set(part) {
    Object.assign(this.form, part);
    this.dialog.draw();
  }

  /** Whether it is recorded. */
  async send() {
    const { form, state } = this;
    try {
      await post("/matches/current/penalties", { ...asSent(form), expected_seq: state.seq });
    } catch (error) {
      if (answered(asProblem(error))) form.id = newId();
      showProblem(error);
      return false;
    }
    toast(t("penalty.kept", { name: seatName(state.match, form.seat) }));
    return true;
  }
}

/**
 * Points or a warning have no name in the ruleset.
 * @param {{ penalty: string, each: number, bank: number }} form
 */
function asSent({ penalty, each, bank, ...rest }) {
  if (penalty === WARNING) return rest;
  return penalty === POINTS ? { ...rest, pays_each_other: each, pays_bank: bank } : { ...rest, penalty };
}

/**
 * @param {string} label
 * @param {number} points
 * @param {(points: number) => void} onEdit
 */
const amountField = (label, points, onEdit) =>
  field(
    label,
    html`<input
      type="number"
      inputmode="numeric"
      min="0"
      max=${MOST_POINTS}
      .value=${String(points)}
      @change=${(/** @type {Event} */ event) => onEdit(pointsOf(entered(event)))}
    />`,
  );

/**
 * Whole points within what the table takes.
 * @param {string} text
 */
const pointsOf = (text) => Math.min(MOST_POINTS, Math.max(0, Math.round(Number(text) || 0)));

/**
 * The hand that is being played while the penalty is written down, also when it ends meanwhile.
 * @param {Match} match
 */
const meant = ({ phase, index }) => (phase === "play" ? { hand: index } : {});

/** @param {Offence | undefined} offence */
function effectText(offence) {
  if (!offence) return "";
  const amounts = [...new Set(Object.values(offence.pays_each_other ?? {}))].map(figure);
  const parts = [
    amounts.length ? t("penalty.each", { n: amounts.join(" / ") }) : "",
    offence.pays_bank ? t("penalty.bank", { n: offence.pays_bank }) : "",
    asksOfPlayer(offence.effect) ? asSentence(t(`effect.${offence.effect}`)) : "",
  ];
  return paragraph(parts.filter(Boolean));
}
