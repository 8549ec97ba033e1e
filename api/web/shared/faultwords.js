// Faults: which, where, since when, and what to do in which order.

import { helpLink } from "./help.js";
import { sideName } from "./matchwords.js";
import { SEATS } from "./seats.js";
import { clock, known, listed, t } from "./words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Fault, Match } from "./types.js" */

/** Whose table it is: names stand for sides. @typedef {Match | null} At */

/**
 * @param {Fault} fault
 * @param {At} match
 */
export const titleOf = (fault, match) => t(fault.key, factsOf(fault, match));

/**
 * One fault in full, for the list that opens from the machine line.
 * @param {Fault} fault
 * @param {At} match
 */
export function faultCard(fault, match) {
  const warning = fault.severity === "warn";
  const meaning = `${fault.key}.meaning`;
  const since = t("fault.since", { time: fault.since ? clock(fault.since) : "", place: placeName(fault, match) });
  return html`<section class="card stack">
    <h2><span class="chip ${warning ? "warn" : "bad"}">${fault.code}</span> ${titleOf(fault, match)}</h2>
    ${known(meaning) ? html`<p>${t(meaning, factsOf(fault, match))}</p>` : nothing}
    ${fault.remedies.length ? remedies(fault, match) : nothing}
    <p class="quiet small">${since} ${helpLink(fault.code)}</p>
  </section>`;
}

/**
 * What to do, in order; `due`: the step to try now.
 * @param {Fault} fault
 * @param {At} match
 */
const remedies = (fault, match) =>
  html`<ol class="remedies">
    ${fault.remedies.map(
      (remedy, level) => html`<li class=${level === fault.level ? "due" : ""}>${step(remedy, fault, match)}</li>`,
    )}
  </ol>`;

/**
 * A remedy, in its short words where it has them.
 * @param {string} remedy
 * @param {Fault} fault
 * @param {At} match
 */
export const step = (remedy, fault, match) =>
  t(known(`say.remedy.${remedy}`) ? `say.remedy.${remedy}` : `remedy.${remedy}`, factsOf(fault, match));

/**
 * The side of a fault, 0-3; null where it has none.
 * @param {Fault} fault
 */
export const sideOf = ({ side }) => (side !== null && SEATS.includes(side) ? side : null);

/**
 * What the words of a fault name.
 * @param {Fault} fault
 * @param {At} match
 */
export function factsOf(fault, match) {
  const side = sideOf(fault);
  const place = { side: side === null ? "" : sideName(match, side), mechanism: placeName(fault, match) };
  return { ...fault.evidence, ...place, code: fault.code };
}

/**
 * @param {Fault} fault
 * @param {At} match
 */
function placeName(fault, match) {
  const name = (fault.mechanism ?? "").toLowerCase().replace(/[-_]\d$/, "");
  const part = known(`mechanism.${name}`) ? t(`mechanism.${name}`) : "";
  const side = sideOf(fault);
  const where = side === null ? "" : sideName(match, side);
  return listed([part, where].filter(Boolean)) || t("machine.table");
}
