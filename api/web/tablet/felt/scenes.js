// Which scene the felt shows: danger first, then what needs people, then the match.

import { between, drawing, waiting } from "./before.js";
import { breakAndDeal } from "./break.js";
import { building, faulty, stopped } from "./machine.js";
import { over } from "./over.js";
import { playing } from "./playing.js";

/** @import { Match, Snapshot, WallShown } from "../../shared/types.js" */
/** @import { Context, Scene } from "../frame.js" */

/** @param {Snapshot} state */
export const isEmergencyStop = ({ mechanism }) => mechanism.emergency_stop === "pressed";

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Scene}
 */
export function sceneOf(state, context) {
  if (!context.connected) return ofMatch(state, context);
  if (isEmergencyStop(state)) return stopped(state);
  const grave = state.faults.find(({ severity }) => severity !== "warn");
  if (grave) return faulty(state, grave, context);
  const { build } = state.mechanism;
  const nobodyPlays = !state.match || state.match.phase === "over" || state.sentence.voice === "machine";
  if (build && nobodyPlays && state.match?.phase !== "play") return building(state, build);
  return ofMatch(state, context);
}

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Scene}
 */
function ofMatch(state, context) {
  if (!state.match) return waiting(state);
  const during = /** @type {Snapshot & { match: Match, wall: WallShown }} */ (state);
  if (during.match.phase === "over") return over(during);
  if (during.match.phase === "first-dealer") return drawing(during);
  if (during.match.phase === "roll") return between(during);
  return state.wall && !context.later ? breakAndDeal(during, context) : playing(during, context);
}
