// How much a win counted, without its tiles: presets of the ruleset, fu where they are counted, limits.

import { entered, radios, tick } from "../shared/controls.js";
import { t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Asks } from "../shared/types.js" */
/** @import { Edit, WinEntry } from "./form.js" */

const MOST_TOTAL = 9999;

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {string} unit
 * @param {Edit} edit
 */
export function quickPart(win, asks, unit, edit) {
  const presets = asks.presets.map((total) => preset(win, asks, total, edit));
  return html`<div class="quick">
    ${presets.length ? html`<div class="presets">${presets}</div>` : nothing}
    <div class="row">
      ${totalField(win, asks, unit, edit)}<span>${unit}</span>${asks.limit ? limitPart(win, asks, edit) : nothing}
    </div>
    ${needsFu(win, asks) ? fuPart(win, asks, edit) : nothing}
  </div>`;
}

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {number} total
 * @param {Edit} edit
 */
function preset(win, asks, total, edit) {
  const level = asks.levels.find((row) => row.fu === 0 && row.total === total);
  const pick = () => edit(() => Object.assign(win, { total, limit: false }));
  return html`<button
    type="button"
    class="number ${level ? "level" : ""}"
    aria-pressed=${!win.limit && win.total === total}
    @click=${pick}
  >
    ${level ? html`<b>${total}</b> ${t(`level.${level.id}`)}` : total}
  </button>`;
}

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {string} unit
 * @param {Edit} edit
 */
function totalField(win, asks, unit, edit) {
  const set = (/** @type {string} */ text) =>
    Object.assign(win, { total: text === "" ? null : Number(text), limit: false });
  return html`<span class="amount">
    <input
      type="number"
      min=${asks.least}
      max=${MOST_TOTAL}
      inputmode="numeric"
      aria-label=${unit}
      .value=${win.limit ? "" : String(win.total ?? "")}
      @input=${(/** @type {Event} */ event) => edit(() => set(entered(event)))}
    />
  </span>`;
}

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {Edit} edit
 */
function limitPart(win, asks, edit) {
  const name = wordOr(`level.${asks.limit}`, t("result.limit"));
  if (asks.limit_totals.length < 2) return tick(name, win.limit, (limit) => edit(() => void (win.limit = limit)));
  return asks.limit_totals.map(
    (total, index) =>
      html`<button
        type="button"
        class="number level"
        aria-label=${index ? `${name} ×${index + 1}` : name}
        aria-pressed=${win.limit && win.total === total}
        @click=${() => edit(() => Object.assign(win, { total, limit: true, fu: null }))}
      >
        ${index ? `×${index + 1}` : name}
      </button>`,
  );
}

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 */
export const needsFu = (win, asks) =>
  asks.fu.length > 1 && !win.limit && win.total !== null && win.total < asks.fu_below;

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {Edit} edit
 */
function fuPart(win, asks, edit) {
  const entries = asks.fu.map((fu) => ({ value: fu, text: fu, kind: "number" }));
  return html`<div class="row">
    <span>${t("unit.fu")}</span>
    ${radios(t("unit.fu"), entries, win.fu, (fu) => edit(() => void (win.fu = fu)))}
  </div>`;
}

/**
 * The name of a worth: han and fu, mangan and so on.
 * @param {{ total: number | null, limit: boolean, fu?: number | null, level?: string | null }} win
 * @param {string} unit
 */
export function worthText(win, unit) {
  if (win.limit && !win.level) return t("result.limit");
  const total = win.total ? t("result.total", { total: win.total, unit }) : "";
  const parts = [total, win.fu ? `${win.fu} ${t("unit.fu")}` : ""].filter(Boolean);
  return [parts.join(" "), win.level ? t(`level.${win.level}`) : ""].filter(Boolean).join(" · ");
}
