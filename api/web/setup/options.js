// The options of a game as a form: by chapters, to be searched, with what differs from the standard marked; and which
// of them a refusal is about.

import { itemName } from "../entry/explain.js";
import { choice, entered, field, tick } from "../shared/controls.js";
import { listed, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Option, Problem, Sheet } from "../shared/types.js" */

/**
 * The rules of a game as they are being chosen. `options`: those that differ from the preset; `wrong`: names of those
 * that the last refusal was about; `search`: what is being looked for; `differing`: only what differs is shown.
 * @typedef {{
 *   sheet: Sheet, ruleset: string, profile: string | null, options: Record<string, unknown>, wrong: string[],
 *   search?: string, differing?: boolean,
 * }} Rules
 */

/**
 * `nameOf`: the name of an item; `rowsOf`: its rows, the one that is played first; `onEdit` is called after every edit,
 * `onReset` undoes all changes.
 * @typedef {{
 *   nameOf: (id: string) => string, rowsOf: (id: string) => Sheet["items"], onEdit: () => void, onReset: () => void,
 * }} Use
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
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether it differs from the ruleset's own value, by the profile or by hand.
 * @param {Rules} rules
 * @param {Option} option
 */
const differs = (rules, option) => !same(valueOf(rules, option), option.default);

/**
 * @param {Rules} rules
 * @param {{ name: string }} option
 */
const labelOf = ({ ruleset }, { name }) =>
  wordOr(`label.${ruleset}.${name}`, wordOr(`label.${name}`, helpOf({ ruleset }, { name })));

/**
 * @param {{ ruleset: string }} rules
 * @param {{ name: string }} option
 */
const helpOf = ({ ruleset }, { name }) => wordOr(`option.${ruleset}.${name}`, t(`option.${name}`));

/**
 * @param {Rules} rules
 * @param {Use} use
 */
export function optionForm(rules, use) {
  const options = rules.sheet.options;
  const changed = Object.keys(rules.options).length;
  return html`
    <details class="house-rules">
      <summary class="button">${t("start.options", { n: options.length })}</summary>
      <div class="stack">${finder(rules, use)} ${chapters(rules, use)}</div>
    </details>
    ${
      changed
        ? html`<span class="row">
            <span class="chip warn">${t("start.changed", { n: changed })}</span>
            <button type="button" class="plain" @click=${use.onReset}>${t("start.reset")}</button>
          </span>`
        : nothing
    }
  `;
}

/**
 * @param {Rules} rules
 * @param {Use} use
 */
function finder(rules, use) {
  const n = rules.sheet.options.filter((option) => differs(rules, option)).length;
  const search = (/** @type {Event} */ event) => {
    rules.search = entered(event);
    use.onEdit();
  };
  const narrow = (/** @type {boolean} */ on) => {
    rules.differing = on;
    use.onEdit();
  };
  return html`<div class="finder">
    ${field(
      t("setup.search"),
      html`<input type="search" autocomplete="off" .value=${rules.search ?? ""} @input=${search} />`,
    )}
    ${tick(t("setup.only-differing", { n }), rules.differing ?? false, narrow)}
  </div>`;
}

/**
 * @param {Rules} rules
 * @param {Use} use
 */
function chapters(rules, use) {
  const shown = rules.sheet.options.filter((option) => isShown(rules, option, use));
  if (!shown.length) return html`<p class="quiet">${t("setup.nothing-found")}</p>`;
  const names = [...new Set(rules.sheet.options.map(({ chapter }) => chapter))].sort(byChapter);
  return names.map((name) => {
    const rows = shown.filter(({ chapter }) => chapter === name);
    return rows.length
      ? html`<section class="chapter">
          <h3>${t(`chapter.${name}`)}</h3>
          <div class="options">${rows.map((option) => optionRow(rules, option, use))}</div>
        </section>`
      : nothing;
  });
}

const ORDER = ["table", "play", "scoring", "payment", "match", "penalties", "other"];

/**
 * @param {string} one
 * @param {string} other
 */
const byChapter = (one, other) => ORDER.indexOf(one) - ORDER.indexOf(other);

/**
 * What a refusal is about is shown whatever is looked for.
 * @param {Rules} rules
 * @param {Option} option
 * @param {Use} use
 */
function isShown(rules, option, use) {
  if (rules.wrong.includes(option.name)) return true;
  if (rules.differing && !differs(rules, option)) return false;
  const words = (rules.search ?? "").trim().toLocaleLowerCase().split(/\s+/);
  const text = [
    labelOf(rules, option),
    helpOf(rules, option),
    option.name,
    ...pairsOf(option).map(([, word]) => word),
    ...(option.type === "list" ? (option.choices ?? []).map((id) => memberName(option, String(id), use.nameOf)) : []),
  ]
    .join(" ")
    .toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * @param {Rules} rules
 * @param {Option} option
 * @param {Use} use
 */
function optionRow(rules, option, use) {
  const set = (/** @type {unknown} */ value) => {
    if (same(value, preset(rules, option))) delete rules.options[option.name];
    else rules.options[option.name] = value;
    rules.wrong = []; // the next answer says what is wrong with what stands there now
    use.onEdit();
  };
  const wrong = rules.wrong.includes(option.name);
  const label = labelOf(rules, option);
  const help = helpOf(rules, option);
  return html`<div
    class="option ${wrong ? "wrong" : ""} ${differs(rules, option) ? "differs" : ""}"
    data-option=${option.name}
  >
    ${control(option, label, valueOf(rules, option), set, use.nameOf)}
    ${help === label ? nothing : html`<p class="small quiet">${help}</p>`}
    ${
      differs(rules, option)
        ? html`<p class="small standard">${t("setup.standard", { value: inWords(option, option.default, use) })}</p>`
        : nothing
    }
  </div>`;
}

/**
 * A value as a reader of the form knows it.
 * @param {Option} option
 * @param {any} value
 * @param {Use} use
 */
function inWords(option, value, use) {
  if (option.type === "flag") return t(value ? "setup.yes" : "setup.no");
  if (option.type === "list") {
    const names = /** @type {string[]} */ (value).map((id) => memberName(option, id, use.nameOf));
    return listed(names) || t("setup.none");
  }
  if (Array.isArray(value)) return listed(value.map(String)) || t("setup.none");
  return wordOr(`value.${option.name}.${value}`, String(value ?? t("setup.none")));
}

/**
 * A member of a list: an item by its name, anything else by a word of its own.
 * @param {Option} option
 * @param {string} id
 * @param {(id: string) => string} nameOf
 */
const memberName = (option, id, nameOf) => wordOr(`value.${option.name}.${id}`, nameOf(id));

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
  option.type === "choice"
    ? (option.choices ?? []).map((value) => [value, wordOr(`value.${option.name}.${value}`, String(value))])
    : [];

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
    step=${option.step ?? 1}
    .value=${String(now ?? "")}
    @change=${set}
  />`;
}

/**
 * What is no number stays as it was typed, for whoever refuses it and whoever corrects it.
 * @param {(number | string)[]} now
 * @param {(value: (number | string)[]) => void} onSet
 */
function numbersInput(now, onSet) {
  const numbers = (/** @type {string} */ text) =>
    text
      .split(/[,，、\s]+/)
      .filter(Boolean)
      .map((word) => (Number.isFinite(Number(word)) ? Number(word) : word));
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
    <summary class="button">${label} (${now.length})</summary>
    <div>
      ${choices.map((name) => tick(memberName(option, name, nameOf), now.includes(name), (on) => set(name, on)))}
    </div>
  </details>`;
}

/**
 * What an option takes, where that is numbers; an empty text for others, whose values are offered.
 * @param {Option} option
 */
function takes({ type, minimum: low, maximum: high, length, step, sum, default: own }) {
  if (typeof low !== "number" || typeof high !== "number") return "";
  const bounds = { low, high, step: step ?? 1, length: length ?? /** @type {unknown[]} */ (own).length };
  if (type === "number") return t(step ? "sheet.steps" : "sheet.between", bounds);
  if (typeof sum === "number") return t("sheet.balanced", bounds);
  return type === "numbers" || type === "table" ? t(`sheet.${type}`, bounds) : "";
}

/**
 * The options that a refusal names, and a sentence about them or about the item whose value was refused; none when it
 * is about something else.
 * @param {Rules} rules
 * @param {Problem} problem
 * @returns {{ wrong: string[], text: string }}
 */
export function blamed(rules, problem) {
  const item = /^options\.changes\.values\.([a-z0-9-]+)/.exec(problem.field ?? "")?.[1];
  if (item) {
    const first = itemName(item, { sheet: rules.sheet, options: rules.options });
    return { wrong: [], text: `${t("start.bad-option", { first })} ${problem.remedy ?? ""}`.trim() };
  }
  const named = [problem.field?.replace("options.", ""), problem.other];
  const found = named.flatMap((name) => rules.sheet.options.filter((option) => option.name === name));
  const [first, second] = found.map((option) => labelOf(rules, option));
  if (!first || found[0].name !== named[0]) return { wrong: [], text: "" };
  const text = second
    ? t("start.clash", { first, second })
    : `${t("start.bad-option", { first })} ${takes(found[0]) || problem.remedy || ""}`.trim();
  return { wrong: found.map(({ name }) => name), text };
}
