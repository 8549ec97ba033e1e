// The wall stands and the dice that break it are thrown next.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { seatsAsked } from "./drawing.js";
import { big, diceRow, line, nameAt, noDice, ring, sub } from "./parts.js";
import { onTheTable } from "./playing.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} _context
 * @returns {Felt}
 */
export function throwing(state, _context) {
  const match = /** @type {Match} */ (state.match);
  const [thrower] = seatsAsked(match);
  const second = match.next.key === "match.next-break-second";
  return {
    name: "throw",
    left: second && state.dice ? html`${diceRow(state.dice.dice)} ${line(t("felt.first-throw"))}` : nothing,
    disc: html`${ring(0)} ${noDice(Number(match.next.args.dice ?? 2))} ${big(nameAt(match, thrower))}
    ${sub(t(second ? "felt.throws-second" : "felt.throws-to-break"))}`,
    right: onTheTable(match),
    rails: { [thrower]: { lit: true } },
  };
}
