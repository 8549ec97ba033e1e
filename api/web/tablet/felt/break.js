// The wall as the dice broke it: where to break, who takes what, the dead wall and the first draw.

import { t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { handDisc } from "../disc.js";
import { dice } from "../dice.js";
import { wallFits, wallPicture } from "../wall.js";

/** @import { Match, Snapshot, WallShown } from "../../shared/types.js" */
/** @import { Context, Scene } from "../frame.js" */

/**
 * @param {Snapshot & { match: Match, wall: WallShown }} state
 * @param {Context} context
 * @returns {Scene}
 */
export const breakAndDeal = (state, { view }) => ({
  kind: "deal",
  left: state.dice
    ? html`${dice(state.dice.dice)}<b class="n">${state.dice.dice.reduce((a, b) => a + b, 0)}</b>`
    : undefined,
  disc: html`<div class="wallbox">${wallPicture(state, view)} ${handDisc(state.match)}</div>`,
  right: wallFits(state) ? legend(state.wall) : html`<span>${t("wall.other")}</span>`,
});

/** @param {WallShown} wall */
function legend(wall) {
  const keys = ["break", "next", ...(wall.dead_wall.length ? ["dead"] : []), ...(wall.indicator ? ["indicator"] : [])];
  return html`<div class="legend">
    ${keys.map((key) => html`<span><i class="key-${key}"></i>${t(`wall.${key}`)}</span>`)}
  </div>`;
}
