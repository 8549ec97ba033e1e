// The foot of the page: the call for staff under the thumb, and the light of the table.

import { wantedText } from "../shared/calls.js";
import { lamp, lightWord } from "../shared/light.js";
import { clock, t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { LightKind } from "../shared/light.js" */
/** @import { Call, SeatSnapshot } from "../shared/types.js" */
/** @import { SeatPage } from "./seat.js" */

/**
 * @param {SeatPage} page
 * @param {SeatSnapshot} state
 * @param {LightKind} kind
 */
export const foot = (page, state, kind) =>
  html`<footer class="foot">
    ${state.call ? called(page, state.call) : callButton(page)}
    <p class="state" role="status">
      ${lamp(kind)}<span>${page.silence ? t("phone.old", { seconds: page.silence }) : lightWord(kind)}</span>
    </p>
  </footer>`;

/** @param {SeatPage} page */
function callButton(page) {
  const waits = Boolean(page.waiting.find("/calls"));
  return html`<button type="button" ?disabled=${waits} @click=${() => page.call()}>
    ${t(waits ? "phone.called" : "calls.open")}
  </button>`;
}

/**
 * @param {SeatPage} page
 * @param {Call} call
 */
function called(page, { wanted, time, answered_by: coming }) {
  const about = { time: clock(time), what: wantedText(wanted) };
  return html`<div class="called" aria-live="polite">
    <p><b>${coming ? t("calls.coming", { name: coming }) : t("phone.call-open")}</b> ${t("phone.call-time", about)}</p>
    <button type="button" @click=${() => page.endCall()}>${t("phone.call-end")}</button>
  </div>`;
}
