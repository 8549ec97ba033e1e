// Parts of forms: a field with its label, a tick, a select, and one large choice among a few. A control shows the state
// that it was last drawn with, so the state has to follow every edit, as `onEdit` and its like see to.

import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { TemplateResult } from "../vendor/lit-html/lit-html.js" */

/**
 * What stands in the control that an event comes from.
 * @param {Event} event
 */
export const entered = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/**
 * @param {unknown} label
 * @param {unknown} control
 */
export const field = (label, control) => html`<label class="field">${label}${control}</label>`;

/**
 * A line of text; `onEdit` gets it after every letter, so the state always holds what is shown.
 * @param {{ label: unknown, value: string, longest: number, onEdit: (text: string) => void }} part
 */
export const textField = ({ label, value, longest, onEdit }) =>
  field(
    label,
    html`<input
      type="text"
      maxlength=${longest}
      .value=${value}
      @input=${(/** @type {Event} */ event) => onEdit(entered(event))}
    />`,
  );

/**
 * @param {unknown} label
 * @param {boolean} on
 * @param {(on: boolean) => void} onSet
 * @param {boolean} disabled
 */
export function tick(label, on, onSet, disabled = false) {
  const set = (/** @type {Event} */ event) => onSet(/** @type {HTMLInputElement} */ (event.target).checked);
  return html`<label class="tick">
    <input type="checkbox" .checked=${on} ?disabled=${disabled} @change=${set} />${label}
  </label>`;
}

/**
 * A select of [value, label] pairs; `onPick` gets the value itself.
 * @template T
 * @param {[T, unknown][]} pairs
 * @param {T} value
 * @param {(value: T) => void} onPick
 * @param {{ label?: string, kind?: string }} [names] label: where no other element names the select
 */
export function choice(pairs, value, onPick, { label, kind } = {}) {
  const picked = (/** @type {Event} */ event) => {
    onPick(pairs[/** @type {HTMLSelectElement} */ (event.target).selectedIndex][0]);
  };
  return html`<select
    class=${kind ?? nothing}
    aria-label=${label ?? nothing}
    title=${label ?? nothing}
    @change=${picked}
  >
    ${pairs.map(([each, text]) => html`<option value=${String(each)} .selected=${each === value}>${text}</option>`)}
  </select>`;
}

/**
 * One entry of a group of large buttons. `label`: for readers, where the content is a picture.
 * @template T
 * @typedef {{ value: T, text: unknown, label?: string, kind?: string, disabled?: boolean }} Entry
 */

/**
 * One large choice among a few: a row of buttons that behaves as a radio group. The group is one stop of the tabulator
 * key; inside it the arrow keys choose.
 * @template T
 * @param {string} label
 * @param {Entry<T>[]} entries
 * @param {T | null} value
 * @param {(value: T) => void} onPick
 */
export function radios(label, entries, value, onPick, kind = "row") {
  const open = entries.filter((entry) => !entry.disabled);
  const stop = open.find((entry) => entry.value === value) ?? open[0];
  return html`<div role="radiogroup" aria-label=${label} class=${kind} @keydown=${moveByArrows}>
    ${entries.map((entry) => radio(entry, entry.value === value, onPick, entry === stop))}
  </div>`;
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The arrow keys go round a group of buttons; in a radio group they also choose. In a group with `data-rows` up and
 * down go from row to row.
 * @param {KeyboardEvent} event
 */
export function moveByArrows(event) {
  const step = STEPS[event.key];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  /** @type {HTMLButtonElement[]} */
  const buttons = [...group.querySelectorAll("button")].filter((each) => !each.disabled && each.offsetParent);
  const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  if (!step || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const across = "rows" in group.dataset && /Up|Down/.test(event.key);
  const next = across ? inNextRow(buttons, at, step) : buttons[(at + step + buttons.length) % buttons.length];
  next.focus();
  if (next.getAttribute("role") === "radio") next.click();
}

/**
 * The nearest button below (`step` 1) or above; after the last row comes the first. Rows that stand side by side need
 * not be level.
 * @param {HTMLButtonElement[]} buttons
 * @param {number} at the button to start from
 * @param {number} step
 */
function inNextRow(buttons, at, step) {
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  const { left, top, height } = boxes[at];
  const down = boxes.map((box) => step * (box.top - top));
  const first = Math.min(...down) + height / 2;
  const beyond = [...buttons.keys()].filter((each) => down[each] > height / 2);
  const there = beyond.length ? beyond : [...buttons.keys()].filter((each) => down[each] < first);
  const away = (/** @type {number} */ each) => Math.abs(boxes[each].left - left) + down[each];
  return buttons[there.reduce((best, each) => (away(each) < away(best) ? each : best))];
}

/**
 * @template T
 * @param {Entry<T>} entry
 * @param {boolean} checked
 * @param {(value: T) => void} onPick
 * @param {boolean} stop whether the tabulator key stops here
 * @returns {TemplateResult}
 */
function radio({ value, text, label, kind = "", disabled = false }, checked, onPick, stop) {
  return html`<button
    type="button"
    role="radio"
    class="choice ${kind}"
    aria-checked=${checked}
    aria-label=${label ?? nothing}
    tabindex=${stop ? 0 : -1}
    ?disabled=${disabled}
    @click=${() => onPick(value)}
  >
    ${text}
  </button>`;
}
