// The table's promise of its seeds as a code on the felt: before anyone sits, a phone takes it along.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @import { Snapshot } from "../../shared/types.js" */

/** @param {Snapshot} state */
export const promise = ({ fair_dice: { anchor } }) =>
  anchor
    ? html`<figure class="promise">
        <img src=${`/api/v1/dice/anchor.svg?epoch=${anchor.epoch}`} alt=${t("fair.anchor")} />
        <figcaption>${t("fair.scan")}</figcaption>
      </figure>`
    : nothing;
