// The keyboard in an entry: digits are the number, or the fu that it waits for, and Enter on what is chosen goes on to
// Confirm. They count only inside the questions, and never in a field.

import { needsFu } from "./amount.js";
import { totalOf } from "./pad.js";

/** @import { ResultEntry } from "./result.js" */

const TOGETHER_MS = 900; // two digits within this time are one number

let typed = "";
let typedAt = 0;

/**
 * @param {ResultEntry} entry
 * @param {KeyboardEvent} event
 */
export function formKeys(entry, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, summary")) return;
  if (event.key === "Enter") goOn(entry, target, event);
  else if (/^\d$/.test(event.key)) digit(entry, event);
}

/**
 * Enter on what is chosen already has nothing to choose.
 * @param {ResultEntry} entry
 * @param {HTMLElement} target
 * @param {KeyboardEvent} event
 */
function goOn(entry, target, event) {
  const chosen = target.closest("[aria-checked=true], [aria-pressed=true]");
  if (!chosen || !entry.ready || entry.preview.missing !== null) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */ (entry.dialog.element.querySelector(".acts .main"))?.focus();
}

/**
 * @param {ResultEntry} entry
 * @param {KeyboardEvent} event
 */
function digit(entry, event) {
  const { form, view, match } = entry;
  const win = form.wins[view.winner];
  if (form.kind !== "win" || form.full || !win || win.winner === null) return;
  const near = event.timeStamp - typedAt < TOGETHER_MS;
  typedAt = event.timeStamp;
  typed = near ? typed + event.key : event.key;
  const number = Number(typed);
  const { asks } = match;
  if (win.total !== null && needsFu(win, asks) && (asks.fu.includes(number) || beginsFu(typed, asks.fu))) {
    if (asks.fu.includes(number)) entry.edit(() => void (win.fu = number));
  } else if (asks.presets.includes(number)) {
    entry.edit(() => Object.assign(win, totalOf(`t${number}`, asks)));
    if (needsFu(win, asks)) typed = "";
  }
}

/**
 * @param {string} digits
 * @param {number[]} fu
 */
const beginsFu = (digits, fu) => fu.some((each) => String(each).startsWith(digits));
