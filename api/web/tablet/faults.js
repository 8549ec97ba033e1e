// Faults: which, where, since when, and what to do in which order.

import { SEATS } from "../shared/seats.js";
import { clock, known, t } from "../shared/words.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

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

/** Middle of each side in the small plan: side 0 is at the bottom, then counter-clockwise. */
const SPOTS = [
  [50, 86],
  [86, 50],
  [50, 14],
  [14, 50],
];

/**
 * A small plan of the table with the place marked.
 * @param {Fault} fault
 * @param {number} view the seat at the bottom
 */
export function faultPicture(fault, view) {
  const side = sideOf(fault);
  const [x, y] = side === null ? [50, 50] : SPOTS[(side - view + 4) % 4];
  return html`<svg viewBox="0 0 100 100" role="img" aria-label=${placeName(fault)}>
    <rect x="3" y="3" width="94" height="94" rx="12" fill="#2a7a64" stroke="#3d2a1c" stroke-width="5" />
    ${SPOTS.map(([cx, cy], number) => (number % 2 ? wall(cx, cy, 10, 52) : wall(cx, cy, 52, 10)))}
    <circle cx="50" cy="50" r="19" fill="#17493c" />
    <circle cx=${x} cy=${y} r="13" fill="#b3261e" stroke="#fff" stroke-width="3.5" />
    <text x=${x} y=${y + 6} font-size="17" font-weight="800" fill="#fff" text-anchor="middle">!</text>
  </svg>`;
}

/**
 * @param {number} x middle
 * @param {number} y middle
 * @param {number} width
 * @param {number} height
 */
const wall = (x, y, width, height) =>
  svg`<rect x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx="3" fill="#efe8d6"
    opacity="0.85" />`;
