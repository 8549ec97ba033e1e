// Faults: which, where, since when, and what to do in which order.

import { SEATS } from "../shared/seats.js";
import { clock, known, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Fault } from "../shared/types.js" */

/** @param {Fault} fault */
export const titleOf = (fault) => t(fault.key, facts(fault));

/**
 * One fault in full, for the list that opens from the machine line.
 * @param {Fault} fault
 */
export function faultCard(fault) {
  const warning = fault.severity === "warn";
  const meaning = `${fault.key}.meaning`;
  const since = t("fault.since", { time: fault.since ? clock(fault.since) : "", place: placeName(fault) });
  return html`<section class="card stack">
    <h2><span class="chip ${warning ? "warn" : "bad"}">${fault.code}</span> ${titleOf(fault)}</h2>
    ${known(meaning) ? html`<p>${t(meaning, facts(fault))}</p>` : nothing}
    ${fault.remedies.length ? remedies(fault) : nothing}
    <p class="quiet small">${since}</p>
  </section>`;
}

/**
 * What to do, in order; `due`: the step to try now.
 * @param {Fault} fault
 */
export const remedies = (fault) =>
  html`<ol class="remedies">
    ${fault.remedies.map(
      (remedy, level) => html`<li class=${level === fault.level ? "due" : ""}>${step(remedy, fault)}</li>`,
    )}
  </ol>`;

/**
 * A remedy, in its short words where it has them.
 * @param {string} remedy
 * @param {Fault} fault
 */
const step = (remedy, fault) =>
  t(known(`say.remedy.${remedy}`) ? `say.remedy.${remedy}` : `remedy.${remedy}`, facts(fault));

/**
 * The side of a fault, 0-3; null where it has none.
 * @param {Fault} fault
 */
export const sideOf = ({ side }) => (side !== null && SEATS.includes(side) ? side : null);

/** @param {Fault} fault */
function facts(fault) {
  const side = sideOf(fault);
  return { ...fault.evidence, side: side === null ? "" : side + 1, mechanism: placeName(fault) };
}

/** @param {Fault} fault */
function placeName(fault) {
  const name = (fault.mechanism ?? "").toLowerCase().replace(/[-_]\d$/, "");
  const part = known(`mechanism.${name}`) ? t(`mechanism.${name}`) : "";
  const side = sideOf(fault);
  const where = side === null ? "" : t("machine.side", { n: side + 1 });
  return [part, where].filter(Boolean).join(", ") || t("machine.table");
}
