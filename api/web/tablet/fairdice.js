// Dice that anybody can check: the anchor before a match, and the record of the last roll, as codes for a phone.

import { Dialog } from "../shared/dialog.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Snapshot } from "../shared/types.js" */

const API = "/api/v1";
const CHECKABLE = "jantaku-dice-1";

/**
 * @param {string} path of the picture below the API
 * @param {string} words what it shows
 */
const code = (path, words) => html`<p class="code"><img class="qr" src=${`${API}${path}`} alt=${words} /></p>`;

/**
 * The promise of the seeds, while nobody plays: to be scanned before anyone sits.
 * @param {Snapshot} state
 */
export function anchorCard({ fair_dice: fair, match }) {
  if (match && match.phase !== "over") return nothing;
  if (!fair.anchor) return nothing;
  return html`<section class="card anchor">
    <h2>${t("fair.anchor")}</h2>
    <p>${t("fair.anchor-help")}</p>
    ${code(`/dice/anchor.svg?epoch=${fair.anchor.epoch}`, t("fair.anchor"))}
    <p class="quiet">${t("fair.anchored", { time: new Date(fair.anchor.time).toLocaleString() })}</p>
    ${
      fair.anchor.cause === "restored" || fair.anchor.cause === "seeds-lost"
        ? html`<p class="warning">${t(`fair.cause.${fair.anchor.cause}`)}</p>`
        : nothing
    }
  </section>`;
}

/** @param {Snapshot} state */
function lastRoll({ dice }) {
  if (!dice) return html`<p>${t("fair.no-roll")}</p>`;
  const { algorithm, roll } = /** @type {{ algorithm?: string, roll?: number }} */ (dice);
  if (algorithm !== CHECKABLE)
    return html`<p>${t(algorithm === "by-hand" ? "fair.by-hand" : "fair.ordinary")}</p>
      ${misshown(dice)}`;
  return html`${misshown(dice)}
    <h3>${t("fair.roll", { number: roll })}</h3>
    ${code(`/dice/rolls/${roll}/record.svg`, t("fair.roll", { number: roll }))}`;
}

/**
 * The board says that its display shows other dice.
 * @param {NonNullable<Snapshot["dice"]>} dice
 */
const misshown = ({ misshown: shown }) =>
  shown ? html`<p class="chip bad">${t("fair.misshown", { shown: shown.join(" · ") })}</p>` : nothing;

/** @param {{ epoch: string }} anchor */
const anchorCode = ({ epoch }) =>
  html`<h3>${t("fair.anchor")}</h3>
    ${code(`/dice/anchor.svg?epoch=${epoch}`, t("fair.anchor"))}`;

/** @param {Snapshot} state as it is when the dialog opens */
export function showFairDice(state) {
  const dialog = new Dialog({ title: t("fair.title"), about: "dice", kind: "fair" });
  const { anchor, tally, checkable } = state.fair_dice;
  const { rolls } = tally;
  dialog.open(
    () =>
      html`${checkable ? nothing : html`<p class="warning">${t("fair.not-checkable")}</p>`} ${lastRoll(state)}
        ${anchor ? anchorCode(anchor) : nothing}
        <p class="quiet">
          ${t("fair.tally", { rolls, none: tally.uncontributed, late: tally.timed_out, voids: tally.voids })}
        </p>
        <p>
          <a href="/verify">${t("fair.verifier")}</a> <a href="/verify?download=1">${t("fair.download")}</a>
          <a href="/dice">${t("statistics.title")}</a>
        </p>`,
    () => html`<button type="button" @click=${dialog.close}>${t("close")}</button>`,
  );
}
