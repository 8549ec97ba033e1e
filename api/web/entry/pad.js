// How much a win counted, without its tiles: one group with the numbers, named worths and the limit of the ruleset, and
// one with the fu where they are counted.

import { entered, radios, tick } from "../shared/controls.js";
import { labelled, listed, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { needsFu } from "./amount.js";

/** @import { Entry } from "../shared/controls.js" */
/** @import { Asks } from "../shared/types.js" */
/** @import { Edit, WinEntry } from "./form.js" */

const MOST_TOTAL = 9999;
const MOST_CHIPS = 1000;
const USUAL_FU = 7; // more are rare, and stand under "More"

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {string} unit
 * @param {Edit} edit
 */
export function amountPad(win, asks, unit, edit) {
  if (asks.lines.length) return html`${linesOfCard(win, asks, edit)} ${totalField(win, asks, unit, edit)}`;
  return html`
    ${totals(win, asks, unit, edit)} ${asks.fu.length > 1 ? fuGroup(win, asks, edit) : nothing}
    ${typedHere(asks) ? totalField(win, asks, unit, edit) : nothing}
  `;
}

/**
 * The line of the card that was won, and whether without jokers.
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {Edit} edit
 */
function linesOfCard(win, asks, edit) {
  const { line = null, jokerless = false } = win;
  const choose = (/** @type {string | null} */ id, /** @type {boolean} */ without) =>
    edit(() => {
      const row = asks.lines.find((each) => each.id === id);
      const total = row ? row.value * (without && row.doubled ? 2 : 1) : win.total;
      Object.assign(win, { line: id, jokerless: without, total, limit: false, fu: null });
    });
  const entries = asks.lines.map(({ id, text, value }) => ({
    value: id,
    text: html`<b>${id}</b> <span>${text}</span> <span class="n">${value}</span>`,
    label: labelled(id, listed([text, String(value)])),
  }));
  const chosen = asks.lines.find(({ id }) => id === line);
  return html`<h3>${t("entry.card-line")}</h3>
    ${radios(t("entry.card-line"), entries, line, (id) => choose(id, jokerless), "card-lines")}
    ${chosen?.doubled ? tick(t("entry.jokerless"), jokerless, (on) => choose(line, on)) : nothing}`;
}

/**
 * Whether the numbers to choose from leave others out, so that one may have to be typed.
 * @param {Asks} asks
 */
const typedHere = ({ presets, fu }) =>
  !presets.length || (fu.length < 2 && presets.some((total, n) => total !== presets[0] + n));

/** The words for a worth are in the group with the numbers: arrows go through all of them.
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {string} unit
 * @param {Edit} edit
 */
function totals(win, asks, unit, edit) {
  const pick = (/** @type {string} */ value) => edit(() => Object.assign(win, totalOf(value, asks)));
  const entries = [...asks.presets.map((total) => preset(total, asks)), ...limits(asks).slice(0, 1)];
  if (!entries.length) return nothing;
  return html`<h3>${unit}</h3>
    ${radios(unit, entries, valueOf(win), pick, "grid totals")}`;
}

/**
 * @param {number} total
 * @param {Asks} asks
 * @returns {Entry<string>}
 */
function preset(total, asks) {
  const level = asks.levels.find((row) => row.fu === 0 && row.total === total);
  if (!level) return { value: `t${total}`, text: total, kind: "n" };
  return { value: `t${total}`, text: html`<b class="n">${total}</b> ${levelName(level.id)}`, kind: "named" };
}

/**
 * The name of a worth as it fits a key: it may break where the words say.
 * @param {string} id
 */
const levelName = (id) => wordOr(`entry.level.${id}`, wordOr(`level.${id}`, t("result.limit")));

/**
 * The limit, and its multiples.
 * @param {Pick<Asks, "limit" | "limit_totals">} asks
 * @returns {Entry<string>[]}
 */
export function limits(asks) {
  if (!asks.limit) return [];
  const name = levelName(asks.limit);
  return asks.limit_totals.map((total, n) => ({
    value: `l${total}`,
    text: n ? `${name} ×${n + 1}` : name,
    kind: "named",
  }));
}

/** @param {Pick<WinEntry, "total" | "limit">} win */
export const valueOf = ({ total, limit }) => (limit ? `l${total ?? 0}` : total === null ? null : `t${total}`);

/**
 * @param {string} value
 * @param {Pick<Asks, "fu" | "fu_below">} asks
 */
export function totalOf(value, asks) {
  const total = Number(value.slice(1));
  if (value[0] === "l") return { total, limit: true, fu: null };
  return needsFu({ total, limit: false }, asks) ? { total, limit: false } : { total, limit: false, fu: null };
}

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {Edit} edit
 */
function fuGroup(win, asks, edit) {
  const disabled = win.limit || (win.total !== null && win.total >= asks.fu_below);
  const usual = asks.fu.filter((fu, n) => n < USUAL_FU || fu === win.fu);
  return html`<h3>${t("unit.fu")}</h3>
    ${fuKeys(win, usual, disabled, edit, "grid fu")}`;
}

/**
 * @param {WinEntry} win
 * @param {number[]} fu
 * @param {boolean} disabled
 * @param {Edit} edit
 * @param {string} kind
 */
export function fuKeys(win, fu, disabled, edit, kind) {
  const entries = fu.map((value) => ({ value, text: value, kind: "n", disabled }));
  return radios(t("unit.fu"), entries, win.fu, (picked) => edit(() => void (win.fu = picked)), kind);
}

/**
 * What each payer gives beside the points.
 * @param {WinEntry} win
 * @param {Edit} edit
 */
export const chipsField = (win, edit) =>
  html`<label class="typed"
    >${t("entry.chips")}<input
      type="number"
      min="0"
      max=${MOST_CHIPS}
      inputmode="numeric"
      .value=${String(win.chips)}
      @input=${(/** @type {Event} */ event) => edit(() => void (win.chips = Number(entered(event))))}
  /></label>`;

/**
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {string} unit
 * @param {Edit} edit
 */
export function totalField(win, asks, unit, edit) {
  const set = (/** @type {string} */ text) =>
    Object.assign(win, { total: text === "" ? null : Number(text), limit: false });
  return html`<label class="typed"
    >${unit}<input
      type="number"
      min=${asks.least}
      max=${MOST_TOTAL}
      inputmode="numeric"
      .value=${win.limit ? "" : String(win.total ?? "")}
      @input=${(/** @type {Event} */ event) => edit(() => set(entered(event)))}
  /></label>`;
}
