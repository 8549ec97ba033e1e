// The house rules of a game as fields, and which of them a refusal is about.

import { choice, entered, field, tick } from "../shared/controls.js";
import { t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Option, Problem, Sheet } from "../shared/types.js" */

/**
 * The rules of a match that is about to start. `options`: those that differ from the preset; `wrong`: names of those
 * that the last refusal was about.
 * @typedef {{
 *   sheet: Sheet, ruleset: string, profile: string | null, options: Record<string, unknown>, wrong: string[],
 * }} Rules
 */

/**
 * `nameOf`: the name of an item; `onEdit` is called after every edit.
 * @typedef {{ nameOf: (id: string) => string, onEdit: () => void }} Use
 */

/**
 * What an option is before anybody changes it here.
 * @param {Rules} rules
 * @param {Option} option
 */
export function preset({ sheet, profile }, option) {
  const bundle = sheet.profiles[profile ?? ""] ?? {};
  return option.name in bundle ? bundle[option.name] : option.default;
}

/**
 * What an option would be played with; null is a value too.
 * @param {Rules} rules
 * @param {Option} option
 */
export const valueOf = (rules, option) =>
  option.name in rules.options ? rules.options[option.name] : preset(rules, option);

/**
 * All options as they would be played.
 * @param {Rules} rules
 */
export const valuesOf = (rules) =>
  Object.fromEntries(rules.sheet.options.map((option) => [option.name, valueOf(rules, option)]));

/**
 * @param {Rules} rules
 * @param {Use & { onReset: () => void }} use onReset undoes all changes
 */
export function optionList(rules, use) {
  const options = rules.sheet.options;
  const changed = Object.keys(rules.options).length;
  return html`
    <details class="house-rules">
      <summary class="button">${t("start.options", { n: options.length })}</summary>
      <div class="options">${options.map((option) => optionRow(rules, option, use))}</div>
    </details>
    <span class="row">
      ${
        changed
          ? html`<span class="chip warn">${t("start.changed", { n: changed })}</span>
              <button type="button" class="plain" @click=${use.onReset}>${t("start.reset")}</button>`
          : nothing
      }
    </span>
  `;
}

/**
 * @param {Rules} rules
 * @param {Option} option
 */
const labelOf = ({ ruleset }, { name }) => wordOr(`option.${ruleset}.${name}`, t(`option.${name}`));

/**
 * @param {Rules} rules
 * @param {Option} option
 * @param {Use} use
 */
function optionRow(rules, option, use) {
  const set = (/** @type {unknown} */ value) => {
    if (JSON.stringify(value) === JSON.stringify(preset(rules, option))) delete rules.options[option.name];
    else rules.options[option.name] = value;
    use.onEdit();
  };
  const wrong = rules.wrong.includes(option.name);
  return html`<div class="option ${wrong ? "wrong" : ""}" data-option=${option.name}>
    ${control(option, labelOf(rules, option), valueOf(rules, option), set, use.nameOf)}
  </div>`;
}

/**
 * @param {Option} option
 * @param {string} label
 * @param {any} now
 * @param {(value: unknown) => void} onSet
 * @param {(id: string) => string} nameOf
 */
function control(option, label, now, onSet, nameOf) {
  switch (option.type) {
    case "flag":
      return tick(label, now, onSet);
    case "choice":
      return field(label, choice(pairsOf(option), now, onSet));
    case "number":
      return field(label, numberInput(option, now, onSet));
    case "list":
      return members(option, label, now, onSet, nameOf);
    default:
      return field(label, numbersInput(now, onSet));
  }
}

/**
 * Numbers speak for themselves, but for some of them.
 * @param {Option} option
 * @returns {[unknown, string][]}
 */
const pairsOf = (option) =>
  (option.choices ?? []).map((value) => [value, wordOr(`value.${option.name}.${value}`, String(value))]);

/**
 * @param {Option} option
 * @param {number | null} now
 * @param {(value: number | null) => void} onSet
 */
function numberInput(option, now, onSet) {
  const set = (/** @type {Event} */ event) => onSet(entered(event) === "" ? null : Number(entered(event)));
  return html`<input
    type="number"
    min=${option.minimum ?? nothing}
    max=${option.maximum ?? nothing}
    step="1"
    .value=${String(now ?? "")}
    @change=${set}
  />`;
}

/**
 * @param {number[]} now
 * @param {(value: number[]) => void} onSet
 */
function numbersInput(now, onSet) {
  const numbers = (/** @type {string} */ text) =>
    text
      .split(/[,，、\s]+/)
      .filter(Boolean)
      .map(Number);
  const set = (/** @type {Event} */ event) => onSet(numbers(entered(event)));
  return html`<input type="text" .value=${now.join(", ")} @change=${set} />`;
}

/**
 * @param {Option} option
 * @param {string} label
 * @param {string[]} now
 * @param {(value: unknown) => void} onSet
 * @param {(id: string) => string} nameOf
 */
function members(option, label, now, onSet, nameOf) {
  const choices = /** @type {string[]} */ (option.choices ?? []);
  const set = (/** @type {string} */ name, /** @type {boolean} */ on) =>
    onSet(choices.filter((each) => (each === name ? on : now.includes(each))));
  return html`<details>
    <summary class="button">${label}</summary>
    <div>${choices.map((name) => tick(nameOf(name), now.includes(name), (on) => set(name, on)))}</div>
  </details>`;
}

/**
 * The options that a refusal names, and a sentence about them; none when it is about something else.
 * @param {Rules} rules
 * @param {Problem} problem
 * @returns {{ wrong: string[], text: string }}
 */
export function blamed(rules, problem) {
  const named = [problem.field?.replace("options.", ""), problem.other];
  const found = named.flatMap((name) => rules.sheet.options.filter((option) => option.name === name));
  const [first, second] = found.map((option) => labelOf(rules, option));
  if (!first || found[0].name !== named[0]) return { wrong: [], text: "" };
  const text = second
    ? t("start.clash", { first, second })
    : `${t("start.bad-option", { first })} ${problem.remedy ?? ""}`.trim();
  return { wrong: found.map(({ name }) => name), text };
}
