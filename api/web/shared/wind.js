// The sign of a wind, as on a tile.

import { html } from "../vendor/lit-html/lit-html.js";
import { HAN } from "./seats.js";
import { t } from "./words.js";

/** @import { Wind } from "./types.js" */

/**
 * @param {Wind} wind
 * @param {boolean} twice whether it is the prevailing wind too
 */
export const windSign = (wind, twice = false) =>
  html`<span
    class="wind han ${wind === "E" ? "east" : ""} ${twice ? "twice" : ""}"
    lang="zh-Hant"
    role="img"
    aria-label=${t(twice ? "wind.twice" : `wind.${wind}`, { wind: t(`wind.${wind}`) })}
    >${HAN[wind]}</span
  >`;
