// Which picture the felt shows now: danger and faults before the match, the match before the machine's ordinary work.

import { agreementAsked } from "../../entry/afterresult.js";
import { wallFits } from "./wallmap.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Context } from "./felt.js" */

export const DEAL_SECONDS = 60; // the picture of the break gives way to the scores after this time

const STOPPED = new Set([
  "emergency-stop-pressed",
  "emergency-stop-unacknowledged",
  "cover-open",
  "stopped-by-host",
  "over-temperature",
]);

/**
 * @param {Snapshot} state
 * @param {Context} context
 */
export function stateOf(state, context) {
  const { board, mechanism, match, fair_dice: dice } = state;
  if (board.state === "ready" && mechanism.latches.some((latch) => STOPPED.has(latch))) return "stopped";
  if (board.state === "ready" && troubleOf(state)) return "faulty";
  if (state.pairing && !dice.open) return "pairing";
  if (drawIsShown(state, context)) return "drawn";
  if (!match) return wallIsAwaited(state) ? "building" : "waiting";
  if (match.phase === "over") return "over";
  if (dice.open) return "contributing";
  if (match.phase === "first-dealer") return "drawing";
  if (match.phase === "roll") return beforeHand(state, context);
  if (match.passing?.number) return "passing";
  if (isFresh(match, context)) return "winning";
  return isDealt(state, context) ? "dealing" : "playing";
}

/**
 * Dice for a draw of the hall, while they are thrown and until they have been read; a match comes first.
 * @param {Snapshot} state
 * @param {Pick<Context, "drawRead">} context
 */
export function drawIsShown({ hall, match, fair_dice: { open } }, { drawRead }) {
  const draw = hall?.draw;
  if (!draw || open || (match && match.phase !== "over")) return false;
  return draw.dice.length < draw.rolls || !drawRead;
}

/**
 * Between two hands: the result, then the wall that comes, then who changes his seat, then the throw. People change
 * seats once the result stands, without waiting for a wall that nobody asked for.
 * @param {Snapshot} state
 * @param {Context} context
 */
function beforeHand(state, { now }) {
  const { match, fresh_wall: fresh } = state;
  const moving = match?.seats_to_confirm;
  if (!fresh && wallIsAwaited(state)) return "building";
  if (match?.last && !fresh && (!moving || isUndoable(match, now) || agreementAsked(match))) return "result";
  return moving ? "moving" : "throwing";
}

/**
 * Whether somebody has just won in a hand in which the others play on: as long as that can be taken back.
 * @param {Match} match
 * @param {Context} context
 */
const isFresh = (match, { now }) => match.won.length > 0 && isUndoable(match, now);

/**
 * @param {Match} match
 * @param {number} now
 */
const isUndoable = ({ undo }, now) => undo !== null && now < Date.parse(undo.until);

/**
 * Nobody can play before the wall that is being built is there.
 * @param {Snapshot} state
 */
export const wallIsAwaited = ({ mechanism }) =>
  mechanism.build !== null && !Object.values(mechanism.sets).some((set) => set.place === "raised");

/**
 * The fault that the felt shows: the gravest that is more than a warning, as the service sorts them.
 * @param {Snapshot} state
 */
export const troubleOf = ({ faults }) => faults.find((fault) => fault.severity !== "warn") ?? null;

/**
 * Whether the players are still taking their tiles: within a minute of the throw, unless the table was touched.
 * @param {Snapshot} state
 * @param {Context} context
 */
export function isDealt(state, { now, touched }) {
  const { match, wall, dice } = state;
  if (!match || !wall || !dice || touched === match.index || !wallFits(state)) return false;
  return now - Date.parse(dice.time) < DEAL_SECONDS * 1000;
}
