// Names of the simulator's parts, actions and arguments.

import { SEATS } from "../shared/seats.js";
import { known, t, wordOr } from "../shared/words.js";

/**
 * An action, a fault or a key.
 * @param {string} id
 */
export const simName = (id) => wordOr(`sim.${id}`, id);

/**
 * A word of the simulator for a part: `lift.0`, `count-2` or `dealer-1` end with their side, counted from 0.
 * @param {string} id
 * @param {string} group of words to look in first
 */
export function partName(id, group) {
  const [, part, side] = /^(.*?)(?:[-.](\d))?$/.exec(id) ?? ["", id, ""];
  const key = [`plant.${group}.${part}`, `mechanism.${part}`, `plant.choice.${part}`].find(known);
  return `${key ? t(key) : part}${side ? ` ${Number(side) + 1}` : ""}`;
}

/**
 * @param {string} argument
 * @param {string} id
 */
export const choiceName = (argument, id) => (argument === "key" ? simName(`key.${id}`) : partName(id, argument));

/** @param {string} id */
export const argumentName = (id) => wordOr(`plant.argument.${id}`, id);

/** Sides with their names, counted from 1, as on the deck and on the tablet. */
export const sides = () =>
  SEATS.map((side) => /** @type {[number, string]} */ ([side, t("machine.side", { n: side + 1 })]));
