// Who decides and why, for the sheet.

import { textField } from "../shared/controls.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @typedef {{ who: string, why: string }} WhoWhy */

/**
 * Which of the two is still to be entered; null when both are.
 * @param {WhoWhy} form
 */
export const missingOf = (form) => (!form.who.trim() ? "who" : !form.why.trim() ? "why" : null);

/**
 * @param {WhoWhy} form
 * @param {string} whyLabel
 * @param {() => void} onEdit
 */
export function whoAndWhy(form, whyLabel, onEdit) {
  const set = (/** @type {Partial<WhoWhy>} */ part) => {
    Object.assign(form, part);
    onEdit();
  };
  const missing = missingOf(form);
  return html`
    ${textField({ label: t("correct.who"), value: form.who, longest: 60, onEdit: (who) => set({ who }) })}
    ${textField({ label: whyLabel, value: form.why, longest: 200, onEdit: (why) => set({ why }) })}
    <p class="quiet">${missing ? t(`${missing}.need`) : ""}</p>
  `;
}
