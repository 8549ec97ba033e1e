// The machine needs the felt: it builds with nobody playing, a fault wants people, or everything is stopped.

import { lamp } from "../../shared/light.js";
import { handName } from "../../shared/matchwords.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { disc, handDisc } from "../disc.js";
import { faultPicture, remedies, sideOf, titleOf } from "../faults.js";
import { sum } from "../machine.js";

/** @import { Build, Fault, Snapshot } from "../../shared/types.js" */
/** @import { Context, Scene } from "../frame.js" */

/**
 * The emergency stop: nothing moves, scores stay.
 * @param {Snapshot} state
 * @returns {Scene}
 */
export const stopped = ({ match }) => ({
  kind: "stop",
  disc: disc(html`
    ${lamp("stopped")}
    <span class="big">${t("light.stopped")}</span>
    ${match?.prevailing ? html`<span class="sub">${handName(match)}</span>` : nothing}
  `),
});

/**
 * Where the fault is and what to do, the step that is due bright.
 * @param {Snapshot} state
 * @param {Fault} fault
 * @param {Context} context
 * @returns {Scene}
 */
export function faulty({ match }, fault, { view }) {
  const side = sideOf(fault);
  return {
    kind: `fault ${fault.severity}`,
    rails: side === null ? {} : { [side]: { hatched: true } },
    left: html`<div class="picture">${faultPicture(fault, view)}</div>`,
    right: html`<div class="steps">
      <h2><span class="n code">${fault.code}</span>${titleOf(fault)}</h2>
      ${remedies(fault)}
    </div>`,
    disc: match?.prevailing ? handDisc(match) : nothing,
  };
}

/**
 * Tiles that stand and seconds so far, in large numbers.
 * @param {Snapshot} state
 * @param {Build} build
 * @returns {Scene}
 */
export const building = ({ match }, build) => ({
  kind: "build",
  left: html`<span class="n tally">${sum(build.counts)}</span
    ><span>${t("felt.of-tiles", { n: sum(build.quota) })}</span>`,
  disc: match?.prevailing ? handDisc(match) : disc(html`<span class="big">${t("machine.state.building")}</span>`),
  right: html`<span class="n tally">${Math.round(build.seconds)}</span><span>${t("felt.seconds")}</span>`,
});
