// What can be done now, as buttons: those of the voice that speaks come first, and one of them stands out.

import { t } from "../shared/words.js";
import { permitted } from "./permitted.js";

/** @import { Snapshot } from "../shared/types.js" */
/** @import { Step } from "./bar.js" */

const GRAVE = new Set(["stop"]);
const NOBODY_PLAYS = "say.wall-stands"; // the machine says it, and the natural next step is a match
const LAST_RESORT = new Set(["placed", "emptied"]); // never the natural next step, even where a key must come first

/**
 * All steps that this device may take, the most natural first. Which of the two voices speaks is the service's to say
 * (`sentence.voice`).
 * @param {Snapshot} state
 * @param {Step[]} ofMatch the match's own
 * @param {(command: string) => unknown} onCommand
 * @returns {Step[]}
 */
export function stepsOf(state, ofMatch, onCommand) {
  const { board, journal } = state;
  if (journal.problem) return [];
  const ofMachine = board.state === "ready" ? machineSteps(state, onCommand) : [];
  const { key, voice } = state.sentence;
  const machineSpeaks = voice === "machine" && key !== NOBODY_PLAYS && board.state === "ready";
  const [first, second] = machineSpeaks ? [ofMachine, ofMatch] : [ofMatch, ofMachine];
  // While seats enter numbers for the dice, nothing else is the natural next step.
  const standsOut = first.some(({ kind }) => kind === "main") || state.fair_dice.open !== null;
  return permitted([...first, ...second.map((step) => (standsOut || machineSpeaks ? plain(step) : step))]);
}

/**
 * @param {Snapshot} state
 * @param {(command: string) => unknown} onCommand
 * @returns {Step[]}
 */
const machineSteps = ({ prompt }, onCommand) =>
  prompt.actions.map(({ key, command }, index) => ({
    text: t(key),
    onClick: () => onCommand(command),
    permit: `machine.${command}`,
    kind: GRAVE.has(command) ? "grave" : index === 0 && !LAST_RESORT.has(command) ? "main" : "",
  }));

/** @param {Step} step */
const plain = (step) => ({ ...step, kind: step.kind === "main" ? "" : step.kind });
