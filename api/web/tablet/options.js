// The house rules of a game as fields, and which of them a refusal is about.

import { button, choice, field, h, tick } from "../shared/dom.js";
import { known, t } from "../shared/words.js";

/** What an option is before anybody changes it here. */
export function preset({ sheet, profile }, option) {
  const bundle = sheet.profiles?.[profile] ?? {};
  return option.name in bundle ? bundle[option.name] : option.default;
}

/** What an option would be played with; null is a value too. */
export const valueOf = (form, option) => (option.name in form.options ? form.options[option.name] : preset(form, option));

/** `form`: sheet, ruleset, profile, options and `changed()`; `nameOf`: the name of an item; `reset` undoes all changes. */
export function optionList(form, nameOf, reset) {
  const { options = [] } = form.sheet;
  const count = h("span", { class: "row" });
  const tell = () => {
    const n = Object.keys(form.options).length;
    count.replaceChildren(...(n ? [h("span", { class: "chip warn" }, t("start.changed", { n })), button(t("start.reset"), reset, { class: "plain" })] : []));
  };
  tell();
  const rows = options.map((option) => optionRow(option, form, nameOf, tell));
  return [h("details", { class: "house-rules" }, h("summary", { class: "button" }, t("start.options", { n: options.length })), h("div", { class: "options" }, rows)), count];
}

function optionRow(option, form, nameOf, tell) {
  const own = `option.${form.ruleset}.${option.name}`;
  const label = t(known(own) ? own : `option.${option.name}`);
  const set = (value) => {
    if (JSON.stringify(value) === JSON.stringify(preset(form, option))) delete form.options[option.name];
    else form.options[option.name] = value;
    tell();
    form.changed();
  };
  const row = control(option, label, valueOf(form, option), set, nameOf);
  Object.assign(row.dataset, { option: option.name, label });
  return row;
}

function control(option, label, now, set, nameOf) {
  switch (option.type) {
    case "flag": return tick(label, now, set);
    case "choice": return field(label, choice(option.choices.map((value, index) => [index, valueName(option.name, value)]), option.choices.indexOf(now), (index) => set(option.choices[index])));
    case "number": return field(label, h("input", { type: "number", value: now, min: option.minimum, max: option.maximum, step: 1, onchange: (event) => set(event.target.value === "" ? null : Number(event.target.value)) }));
    case "list": return members(option, label, now, set, nameOf);
    default: return field(label, h("input", { type: "text", value: now.join(", "), onchange: (event) => set(numbers(event.target.value)) }));
  }
}

const numbers = (text) => text.split(/[,，、\s]+/).filter(Boolean).map(Number);
/** Numbers speak for themselves, but for some of them. */
const valueName = (option, value) => (known(`value.${option}.${value}`) ? t(`value.${option}.${value}`) : String(value));

function members(option, label, now, set, nameOf) {
  const chosen = new Set(now);
  const ticks = option.choices.map((name) => tick(nameOf(name), chosen.has(name), (on) => {
    if (on) chosen.add(name);
    else chosen.delete(name);
    set(option.choices.filter((each) => chosen.has(each)));
  }));
  return h("details", {}, h("summary", { class: "button" }, label), h("div", {}, ticks));
}

/** Marks the options that a refusal names, and says so; null when it is about something else. */
export function sayWrong(host, problem) {
  const rows = [problem.field?.replace("options.", ""), problem.other].map((name) => name && host.querySelector(`[data-option="${CSS.escape(name)}"]`));
  for (const row of host.querySelectorAll("[data-option]")) row.classList.toggle("wrong", rows.includes(row));
  const [first, second] = rows.map((row) => row?.dataset.label);
  if (!first) return null;
  host.querySelector(".house-rules").open = true;
  rows[0].scrollIntoView({ block: "center" });
  return second ? t("start.clash", { first, second }) : `${t("start.bad-option", { first })} ${problem.remedy ?? ""}`.trim();
}
