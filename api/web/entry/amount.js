// How much a win counted, without its tiles: presets of the ruleset, fu where they are counted, limits, liability.

import { button, fill, h, radios, tick } from "../shared/dom.js";
import { known, t } from "../shared/words.js";

const MOST_TOTAL = 9999;

/** `asks`: what the ruleset asks for; `set(edit)` redraws after the edit, `check()` only asks for a new preview. */
export function quickPart(win, asks, unit, set, check) {
  const limits = asks.limit ? limitPart(win, asks, set) : null;
  const fu = h("div", {});
  const askFu = () => fill(fu, needsFu(win, asks) ? fuPart(win, asks, set) : null);
  askFu();
  return h("div", { class: "quick" },
    asks.presets.length ? h("div", { class: "presets" }, asks.presets.map((total) => preset(win, asks, total, set))) : null,
    h("div", { class: "row" }, totalField(win, asks, unit, () => { askFu(); check(); }), limits), fu);
}

function preset(win, asks, total, set) {
  const level = asks.levels.find((row) => row.fu === 0 && row.total === total);
  const pick = () => set(() => { Object.assign(win, { total, limit: false }); });
  return button(level ? [h("b", {}, total), " ", t(`level.${level.id}`)] : String(total), pick, {
    class: level ? "number level" : "number", "aria-pressed": !win.limit && win.total === total,
  });
}

function totalField(win, asks, unit, edited) {
  const edit = (event) => {
    win.total = event.target.value === "" ? null : Number(event.target.value);
    win.limit = false;
    edited();
  };
  const amount = h("input", { type: "number", min: asks.least, max: MOST_TOTAL, inputmode: "numeric", value: win.limit ? "" : win.total ?? "", "aria-label": unit, oninput: edit });
  return [h("span", { class: "amount" }, amount), h("span", {}, unit)];
}

function limitPart(win, asks, set) {
  const name = known(`level.${asks.limit}`) ? t(`level.${asks.limit}`) : t("result.limit");
  if (asks.limit_totals.length < 2) return tick(name, win.limit, (limit) => set(() => { win.limit = limit; }));
  return asks.limit_totals.map((total, index) => button(index ? `×${index + 1}` : name, () => set(() => { Object.assign(win, { total, limit: true, fu: null }); }), {
    class: "number level", "aria-label": index ? `${name} ×${index + 1}` : name, "aria-pressed": win.limit && win.total === total,
  }));
}

export const needsFu = (win, asks) => asks.fu.length > 1 && !win.limit && win.total !== null && win.total < asks.fu_below;

function fuPart(win, asks, set) {
  return h("div", { class: "row" }, h("span", {}, t("unit.fu")),
    radios(t("unit.fu"), asks.fu.map((fu) => [fu, fu, { class: "choice number" }]), win.fu, (fu) => set(() => { win.fu = fu; })));
}

/** The name of a worth: han and fu, mangan and so on. */
export function worthText(win, unit) {
  if (win.limit && !win.level) return t("result.limit");
  const parts = [win.total ? t("result.total", { total: win.total, unit }) : "", win.fu ? `${win.fu} ${t("unit.fu")}` : ""].filter(Boolean);
  return [parts.join(" "), win.level ? t(`level.${win.level}`) : ""].filter(Boolean).join(" · ");
}
