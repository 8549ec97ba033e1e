// A penalty or ruling of somebody who decides, written into the sheet.

import { choice, field } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, closeUnless, follow } from "../shared/latest.js";
import { asksOfPlayer, seatName } from "../shared/matchwords.js";
import { answered, get, newId, post } from "../shared/net.js";
import { asProblem, showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t, wordOr } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { missingOf, whoAndWhy } from "./whowhy.js";

/** @import { Match, Offence, Sheet, Snapshot } from "../shared/types.js" */

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
      penalty: this.offences[0]?.id ?? "",
      who: "",
      why: "",
      ...meant(state.match),
    };
    this.dialog = new Dialog({ title: t("penalty.title"), kind: "narrow" });
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
      ${offences.length ? this.kinds() : html`<p>${t("penalty.none")}</p>`}
      <p class="quiet">${effectText(offences.find((each) => each.id === form.penalty))}</p>
      ${whoAndWhy(form, t("penalty.why"), () => this.dialog.draw())}
    `;
  }

  kinds() {
    /** @type {[string, string][]} */
    const pairs = this.offences.map(({ id }) => [id, wordOr(`offence.${id}`, id)]);
    return field(
      t("penalty.kind"),
      choice(pairs, this.form.penalty, (penalty) => this.set({ penalty })),
    );
  }

  footer() {
    const ready = this.offences.length > 0 && missingOf(this.form) === null;
    return html`
      ${cancelButton(this.dialog)}
      <button type="button" class="main" ?disabled=${!ready} @click=${() => attempt(this.dialog, () => this.send())}>
        ${t("penalty.go")}
      </button>
    `;
  }

  /** @param {{ seat?: number, penalty?: string }} part */
  set(part) {
    Object.assign(this.form, part);
    this.dialog.draw();
  }

  /** Whether it is recorded. */
  async send() {
    const { form, state } = this;
    try {
      await post("/matches/current/penalties", { ...form, expected_seq: state.seq });
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
 * The hand that is being played while the penalty is written down, also when it ends meanwhile.
 * @param {Match} match
 */
const meant = ({ phase, index }) => (phase === "play" ? { hand: index } : {});

/** @param {Offence | undefined} offence */
function effectText(offence) {
  if (!offence) return "";
  const amounts = [...new Set(Object.values(offence.pays_each_other ?? {}))];
  const parts = [
    amounts.length ? t("penalty.each", { n: amounts.join(" / ") }) : "",
    offence.pays_bank ? t("penalty.bank", { n: offence.pays_bank }) : "",
    asksOfPlayer(offence.effect) ? t(`effect.${offence.effect}`) : "",
  ];
  return parts.filter(Boolean).join(" ");
}
