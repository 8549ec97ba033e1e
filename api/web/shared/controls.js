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
 * One large choice among a few: a row of buttons that behaves as a radio group.
 * @template T
 * @param {string} label
 * @param {Entry<T>[]} entries
 * @param {T | null} value
 * @param {(value: T) => void} onPick
 */
export function radios(label, entries, value, onPick) {
  return html`<div role="radiogroup" aria-label=${label} class="row">
    ${entries.map((entry) => radio(entry, entry.value === value, onPick))}
  </div>`;
}

/**
 * @template T
 * @param {Entry<T>} entry
 * @param {boolean} checked
 * @param {(value: T) => void} onPick
 * @returns {TemplateResult}
 */
function radio({ value, text, label, kind = "", disabled = false }, checked, onPick) {
  return html`<button
    type="button"
    role="radio"
    class="choice ${kind}"
    aria-checked=${checked}
    aria-label=${label ?? nothing}
    ?disabled=${disabled}
    @click=${() => onPick(value)}
  >
    ${text}
  </button>`;
}
