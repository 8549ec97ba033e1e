// The table seen from above: four mitred rails, each turned to its player, round a felt with three places.
//
// What the felt shows, and what a rail shows beside its player's score, is a `Felt` (felt/felt.js); the frame draws any
// of them at any size. Rails step back for a large picture (`Felt.back`).

import { SEATS } from "../shared/seats.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { drawFelt } from "./felt/felt.js";
import { stick } from "./felt/parts.js";
import { rail, riichiSeats } from "./rail.js";

/** @import { Call, Snapshot } from "../shared/types.js" */
/** @import { Felt } from "./felt/felt.js" */

/**
 * What a rail wants to know beside the snapshot. `view`: the seat at the bottom; `panel`: the seat whose panel was
 * touched; `calls`: for staff; `points`: the score to show of a player by name, while it counts to its new value;
 * `onSit`: somebody sits down on a free seat, null where this device may start no match.
 * @typedef {{
 *   view: number, panel: number | null, points: (name: string, score: number) => number,
 *   onTouch: (seat: number) => void, onSit: ((seat: number) => void) | null, calls: Call[],
 * }} RailContext
 */

/** Read from the far side to the near one, as on a phone, where the rails lie one below the other. */
const SIDES = [2, 3, 1, 0];

/**
 * @param {Snapshot} state
 * @param {Felt} felt
 * @param {RailContext} context
 */
export function frame({ match }, felt, context) {
  const seatAt = (/** @type {number} */ side) => (side + context.view) % SEATS.length;
  const laid = match?.phase === "play" ? riichiSeats(match) : [];
  return html`<div class="frame ${felt.name} ${felt.back ? "deal" : ""}">
    ${SIDES.map((side) => rail(match, seatAt(side), side, felt.rails?.[seatAt(side)] ?? {}, context))}
    <section class="felt">
      ${SIDES.filter((side) => laid.includes(seatAt(side))).map(
        (side) => html`<div class="laid" data-side=${side}>${stick(1000)}</div>`,
      )}
      ${drawFelt(felt)}
    </section>
  </div>`;
}
