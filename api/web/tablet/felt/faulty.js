// A fault: where it is, its code, and what to do in which order; the step that is due stands out.

import { codeLink } from "../../shared/help.js";
import { handName } from "../../shared/matchwords.js";
import { t } from "../../shared/words.js";
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { sideOf, step, titleOf } from "../../shared/faultwords.js";
import { big, handSign, ring } from "./parts.js";
import { troubleOf } from "./which.js";

/** @import { Fault, Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

const MOST_STEPS = 3;

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function faulty(state, { view }) {
  const fault = /** @type {Fault} */ (troubleOf(state));
  const side = sideOf(fault);
  return {
    name: "fault",
    left: placePicture(side === null ? null : (side - view + 4) % 4),
    disc: html`${ring(0)} ${state.match ? handOf(state.match) : big(t("felt.no-match"))}`,
    right: steps(fault, state.match),
    rails: side === null ? {} : { [side]: { hatched: true } },
  };
}

/** @param {Match} match */
const handOf = (match) => (match.prevailing ? html`${handSign(match)} ${big(handName(match, match))}` : nothing);

/**
 * @param {Fault} fault
 * @param {Match | null} match
 */
function steps(fault, match) {
  const due = Math.min(fault.level, fault.remedies.length - 1);
  const shown = fault.remedies.slice(Math.max(0, due), Math.max(0, due) + MOST_STEPS);
  return html`<div class="steps">
    <h2>${codeLink(fault.code)} ${titleOf(fault, match)}</h2>
    <ol>
      ${shown.map((id, place) => html`<li class=${place === 0 ? "now" : ""}>${step(id, fault, match)}</li>`)}
    </ol>
  </div>`;
}

/**
 * The deck from above with the place marked: a side, 0 below, or the middle.
 * @param {number | null} side
 */
const placePicture = (side) =>
  html`<svg viewBox="0 0 300 300" class="picture" aria-hidden="true">
    <rect x="4" y="4" width="292" height="292" rx="20" class="deck" />
    <rect x="34" y="34" width="232" height="232" rx="8" class="deck-felt" />
    <circle cx="150" cy="150" r="44" class=${side === null ? "deck-well here" : "deck-well"} />
    ${[0, 1, 2, 3].map(
      (each) => svg`<g transform=${`rotate(${-90 * each} 150 150)`}>
      <rect x="70" y="222" width="160" height="30" rx="5" class=${each === side ? "deck-wall here" : "deck-wall"} />
      ${each === side ? pointer(each) : nothing}
    </g>`,
    )}
  </svg>`;

/**
 * An arrow to the wall of a side, in the turned picture of that side; its sign stays upright.
 * @param {number} side
 */
const pointer = (side) =>
  svg`<circle cx="150" cy="237" r="34" class="deck-mark" />
  <path d="M150 150v46m-13-13l13 15l13-15" class="deck-mark" />
  <text x="150" y="251" class="deck-point" transform=${`rotate(${90 * side} 150 237)`}>!</text>`;
