// A scored hand in words: its items, the total, and why it was read this way.

import { h } from "../shared/dom.js";
import { named, t } from "../shared/words.js";

export function itemName(id, sheet) {
  const item = (sheet.items ?? []).find((each) => each.id === id);
  return named(item?.names, id);
}

export function explanation(result, sheet) {
  if (!result) return null;
  return h("div", { class: "stack" },
    h("ul", { class: "items" }, Object.entries(result.items ?? {}).map(([id, value]) =>
      h("li", {}, h("span", {}, itemName(id, sheet)), h("b", { class: "number" }, value)))),
    h("p", { class: "total" }, t("result.total", { total: result.total, unit: t(`unit.${result.unit}`) }), result.limit ? h("span", { class: "chip warn" }, t("result.limit")) : null),
    result.sentences ? h("details", {}, h("summary", { class: "button plain" }, t("result.why")), h("ul", { class: "small" }, result.sentences.map((line) => h("li", {}, line)))) : null);
}
