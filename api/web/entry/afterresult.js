// What the newest result can still meet: it is undone within ten seconds by the clock of the table, or the players
// agree with it.

/** @import { Match, Snapshot } from "../shared/types.js" */

/**
 * How the clocks of this device and of the table differ, as of the snapshot that came last: [its number and time, our
 * time].
 * @type {[string, number]}
 */
let seen = ["", 0];

export const UNDO_SECONDS = 10; // of the service; of a longer time the bar stays full at first

/**
 * Seconds of the ten that are left, with their parts; 0 when there is nothing to undo.
 * @param {Snapshot} state
 */
export function undoSeconds({ seq, time, match }) {
  const undo = match?.undo;
  if (!undo) return 0;
  const name = `${seq} ${time}`;
  if (seen[0] !== name) seen = [name, Date.now()];
  const now = Date.parse(time) + Date.now() - seen[1];
  return Math.max(0, (Date.parse(undo.until) - now) / 1000);
}

/**
 * Whether somebody is still asked about the newest result on this tablet.
 * @param {Match | null} match
 */
export const agreementAsked = (match) => match?.confirmation === "tablet" && match.last?.standing === "open";
