// Dice that the hall wants for a draw: each roll in a row, until people have read the last one.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { diceRow, noDice } from "./parts.js";

/** @import { Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

const DICE = 10; // of a roll

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function drawn(state, { readDraw }) {
  const hall = /** @type {NonNullable<Snapshot["hall"]>} */ (state.hall);
  const { title, rolls, dice } = /** @type {NonNullable<typeof hall.draw>} */ (hall.draw);
  const missing = rolls - dice.length;
  return {
    name: "drawn",
    over: html`<div class="rolls">
      ${dice.map(diceRow)} ${Array.from({ length: missing }, () => noDice(DICE))}
      ${missing ? nothing : html`<button type="button" @click=${readDraw}>${t("hall.draw-read")}</button>`}
    </div>`,
    sentence: missing
      ? { key: "hall.draw-line", args: { title, n: dice.length, of: rolls } }
      : { key: "hall.draw-thrown", args: { title, n: rolls } },
    speaks: true,
  };
}
