// A scored hand in words: its items, the total, and why it was read this way.

import { h } from "./dom.js";
import { known, named, t } from "./words.js";

export function itemName(id, sheet) {
  const item = (sheet.items ?? []).find((each) => each.id === id);
  return named(item?.name, id);
}

export function explanation(result, sheet) {
  if (!result) return null;
  if (result.legal === false) return h("p", { class: "notice bad" }, known(`illegal.${result.reason}`) ? t(`illegal.${result.reason}`) : result.reason);
  return h("div", { class: "stack" },
    h("ul", { class: "items" }, Object.entries(result.items ?? {}).map(([id, value]) =>
      h("li", {}, h("span", {}, itemName(id, sheet)), h("b", { class: "number" }, value)))),
    h("p", { class: "total" }, t("result.total", { total: result.total, unit: t(`unit.${result.unit}`) }), result.limit ? h("span", { class: "chip warn" }, t("result.limit")) : null),
    Array.isArray(result.explain) ? h("details", {}, h("summary", {}, t("result.why")), h("ul", { class: "small" }, result.explain.map((line) => h("li", {}, sentence(line))))) : null);
}

const sentence = (line) => (typeof line === "string" ? line : line.key ? t(line.key, line.args ?? line) : named(line.text ?? line));
