// A table seen from above: four players on wood round a felt, with hand and dealer on the disc in the middle.

import { lamp } from "../../shared/light.js";
import { HAN } from "../../shared/seats.js";
import { figure, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @import { Live } from "./types.js" */
/** @import { Wind } from "../../shared/types.js" */
/** @import { LightKind } from "../../shared/light.js" */

/** Places of the chairs round the felt, counter-clockwise as people play. */
const PLACES = ["south", "east", "north", "west"];

/** @type {Record<string, LightKind>} */
const LIGHTS = { green: "ready", amber: "hand", red: "stopped" };

/**
 * Which light a table shows at the desk: a line that is lost comes first.
 * @param {Live | null} live
 * @param {boolean} lost
 * @returns {LightKind}
 */
export const lightOf = (live, lost) => (lost || !live ? "off" : LIGHTS[live.light]);

/** @param {LightKind} kind */
export const tableLight = (kind) =>
  html`<span class="tablelight" data-light=${kind}>${lamp(kind)}${t(`light.${kind}`)}</span>`;

/**
 * The hand, as players call it.
 * @param {Live} live
 */
export function handOf({ prevailing, in_round, extra }) {
  if (!prevailing) return "";
  const name = t("match.hand", { wind: t(`round.${prevailing}`), n: in_round });
  return extra ? `${name} · ${t("match.extra", { n: extra })}` : name;
}

/** @param {Wind} wind */
const tile = (wind) => html`<span class="wind han" lang="zh-Hant" aria-hidden="true">${HAN[wind]}</span>`;

/**
 * @param {Live} live
 * @param {LightKind} light
 */
export const tabletop = (live, light) =>
  html`<div class="tabletop" data-light=${light}>
    ${live.seats.map(
      ({ seat, name, score, wind }) =>
        html`<p class="rail ${seat === live.dealer ? "dealer" : ""}" data-place=${PLACES[seat]}>
          <span class="who" title=${name}>${wind ? tile(wind) : nothing}<span class="name">${name}</span></span>
          <b class="n">${figure(score)}</b>
        </p>`,
    )}
    <p class="disc">
      ${
        live.prevailing
          ? html`<span class="han" lang="zh-Hant" aria-hidden="true">${HAN[live.prevailing]}</span
              ><b class="n" aria-hidden="true">${live.in_round}</b><span class="unseen">${handOf(live)}</span>`
          : nothing
      }
    </p>
  </div>`;
