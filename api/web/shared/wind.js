// The sign of a wind, as on a tile.

import { html } from "../vendor/lit-html/lit-html.js";
import { HAN } from "./seats.js";
import { t } from "./words.js";

/** @import { Wind } from "./types.js" */

/** @param {Wind} wind */
export const windSign = (wind) =>
  html`<span class="wind han ${wind === "E" ? "east" : ""}" lang="zh-Hant" role="img" aria-label=${t(`wind.${wind}`)}
    >${HAN[wind]}</span
  >`;
