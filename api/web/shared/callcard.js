// The open calls for staff, with what this device may do about them: say that somebody is coming, and end them.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { callLine, callText } from "./calls.js";
import { allowed } from "./me.js";
import { newId, post } from "./net.js";
import { showProblem } from "./problem.js";
import { clock, t } from "./words.js";

/** @import { Call } from "./types.js" */

/** @param {Call[]} calls the oldest first */
export const callCard = (calls) =>
  calls.length
    ? html`<section class="card stack calls">
        <h2>${t("calls.list")}</h2>
        <ul>
          ${calls.map(callRow)}
        </ul>
      </section>`
    : nothing;

/** @param {Call} call */
const callRow = (call) =>
  html`<li>
    <span>${clock(call.time)} ${callLine(call)}</span>
    ${mayAnswer(call) ? callButton(call, "/calls/answers", "calls.answer", "main") : nothing}
    ${allowed("call.end", call.seat ?? undefined) ? callButton(call, "/calls/endings", "calls.end", "") : nothing}
  </li>`;

/** @param {Call} call */
const mayAnswer = (call) => !call.answered_by && allowed("call.answer");

/**
 * @param {Call} call
 * @param {string} path
 * @param {string} word
 * @param {string} kind
 */
function callButton(call, path, word, kind) {
  const send = () => post(path, { seat: call.seat, id: newId() }).catch(showProblem);
  return html`<button type="button" class=${kind} @click=${send}>
    ${t(word)}<span class="unseen"> ${callText(call)}</span>
  </button>`;
}
