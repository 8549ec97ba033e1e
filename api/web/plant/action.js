// A form for an action or a fault of the simulator, made from what it says about its arguments.

import { choice, entered } from "../shared/controls.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { argumentName, choiceName, sides } from "./plantwords.js";

/** @import { SimulatorArgument } from "../shared/types.js" */

/** Values by the name of their argument. @typedef {Record<string, any>} Values */

/**
 * What the arguments are before anybody changes them. `now`: which of the choices holds at present.
 * @param {SimulatorArgument[]} parts
 * @param {string} [now]
 * @returns {Values}
 */
export const firstValues = (parts, now) =>
  Object.fromEntries(parts.map((argument) => [argument.name, firstValue(argument, now)]));

/**
 * @param {SimulatorArgument} argument
 * @param {string} [now]
 */
function firstValue({ name, choices, default: usual, low }, now) {
  if (name === "side") return 0;
  return choices ? (now ?? (usual || choices[0])) : (usual ?? low);
}

/**
 * @param {SimulatorArgument} argument
 * @param {Values} values
 * @param {(value: any) => void} onSet
 * @param {string} [now]
 */
export function argumentInput(argument, values, onSet, now) {
  const { name, choices } = argument;
  const label = argumentName(name);
  if (name === "side") return choice(sides(), values[name], onSet, { label });
  if (choices)
    return choice(
      choices.map((each) => choicePair(name, each, now)),
      values[name],
      onSet,
      { label },
    );
  return html`<label class="inline">
    <input
      type="number"
      min=${argument.low}
      max=${argument.high}
      step="any"
      .value=${String(values[name])}
      @input=${(/** @type {Event} */ event) => onSet(Number(entered(event)))}
    />${label}
  </label>`;
}

/**
 * @param {string} argument
 * @param {string} id
 * @param {string} [now]
 * @returns {[string, string]}
 */
function choicePair(argument, id, now) {
  const name = choiceName(argument, id);
  return [id, id === now ? t("plant.now", { name }) : name];
}
