// The wall that people wait for is being built: the walls grow; tiles and seconds in large numbers.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { big, handSign, ring } from "./parts.js";
import { growingWalls, sum } from "./walls.js";

/** @import { Build, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function building(state, { view }) {
  const build = /** @type {Build} */ (state.mechanism.build);
  const { match } = state;
  return {
    name: "build",
    back: true,
    left: html`<span class="n count">${sum(build.counts)}</span
      ><span>${t("felt.tiles-of", { n: sum(build.quota) })}</span>`,
    around: growingWalls(build, view),
    disc: html`${ring(build.progress)} ${match?.prevailing ? handSign(match) : nothing}
    ${big(t(`machine.phase.${build.phase}`, { set: build.set }))}`,
    right: html`<span class="n count">${Math.round(build.seconds)}</span><span>${t("felt.seconds-so-far")}</span>`,
  };
}
