// What this device may not do, the display does not show; the service refuses it all the same.

import { allowed } from "../shared/me.js";

/** @import { Step } from "./bar.js" */

/** @type {Record<string, string>} rows of docs/permits.md by the word of a button; what is not here anybody may */
const PERMITS = {
  "start.open": "match.start",
  "further.open": "match.start",
  "calls.open": "call.make",
  "result.open": "match.end-hand",
  "at-once.open": "match.pay-instant",
  "entry.draw": "match.end-hand",
  "hand.end": "match.end-hand",
  "pass.begin": "match.pass-tiles",
  "pass.made": "match.pass-tiles",
  "pass.none": "match.pass-tiles",
  "pass.stopped": "match.pass-tiles",
  "pass.over": "match.pass-tiles",
  "pass.withdraw": "match.pass-tiles",
  "winds.open": "match.draw-winds",
  "roll.seats": "dice.roll",
  "roll.first-dealer": "dice.roll",
  "roll.break": "dice.roll",
  "roll.break-second": "dice.roll",
  "roll.draw": "dice.roll",
  "roll.by-hand": "dice.roll",
  "numbers.give-up": "dice.void",
  "numbers.ask": "dice.roll",
  "seats.confirm": "match.confirm-seats",
  "agree.open": "match.confirm",
  "hands.open": "read.matches",
  "pieces.open": "read.table",
  "check.open": "read.rules",
  "claims.open": "read.rules",
  "penalty.open": "match.penalize",
  "bar.lift": "match.lift-bar",
  "abandon.open": "match.abandon",
};

/**
 * The row that a button asks for; none for what anybody may.
 * @param {string} key of its word
 * @returns {string | undefined}
 */
export const permitOf = (key) => PERMITS[key];

/**
 * Those that this device may take.
 * @param {Step[]} steps
 */
export const permitted = (steps) => steps.filter(({ permit }) => !permit || allowed(permit));
