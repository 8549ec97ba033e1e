// No match: the name of the table, and how the last match ended.

import { t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { big, ring, sub } from "./parts.js";
import { promise } from "./promise.js";

/** @import { Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export const waiting = (state, { table }) => ({
  name: "waiting",
  left: html`<b class="table-name">${table}</b>`,
  disc: html`${ring(0)}
    <div class="lock house han" lang="zh-Hant">雀卓</div>
    ${big(t("felt.free"))} ${sub(t("felt.no-match"))}`,
  right: promise(state),
});
