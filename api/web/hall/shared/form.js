// A dialog with a few fields, for commands that need no more.

import { choice, entered, field, tick } from "../../shared/controls.js";
import { Dialog } from "../../shared/dialog.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/**
 * One field. `kind`: of the input; `options`: a select instead; `many`: lines of text; `control`: made elsewhere.
 * @typedef {{
 *   name: string, label: string, kind?: "text" | "number" | "date" | "tick", many?: boolean, longest?: number,
 *   options?: [unknown, unknown][], help?: string,
 *   control?: (label: string, value: any, set: (value: unknown) => void) => unknown,
 * }} Field
 */

/**
 * Opens it. `send` gets what stands in the fields and says whether that was taken; then the dialog closes.
 * @param {{
 *   title: string, fields: Field[], values?: Record<string, any>, button: string, grave?: boolean, note?: string,
 *   send: (values: Record<string, any>) => Promise<unknown>,
 * }} parts
 */
export function ask({ title, fields, values = {}, button, grave = false, note = "", send }) {
  const state = { ...values };
  const dialog = new Dialog({ title });
  const submit = async () => {
    if ((await send(state)) !== null) dialog.close();
  };
  dialog.open(
    () =>
      html`<div class="stack">
        ${note ? html`<p>${note}</p>` : nothing}${fields.map((one) => control(one, state, () => dialog.draw()))}
      </div>`,
    () =>
      html`<button type="button" @click=${() => dialog.close()}>${t("cancel")}</button>
        <button type="button" class=${grave ? "grave" : "main"} @click=${submit}>${button}</button>`,
  );
}

/**
 * @param {Field} one
 * @param {Record<string, any>} state
 * @param {() => void} redraw
 */
function control(one, state, redraw) {
  const { name, label, kind = "text", options, longest = 200, many, help } = one;
  const set = (/** @type {unknown} */ value) => {
    state[name] = value;
  };
  if (one.control) return one.control(label, state[name], (value) => (set(value), redraw()));
  const note = help ? html`<small class="quiet">${help}</small>` : nothing;
  if (kind === "tick") return html`${tick(label, Boolean(state[name]), (on) => (set(on), redraw()))}${note}`;
  if (options)
    return html`${field(
      label,
      choice(options, state[name], (value) => (set(value), redraw())),
    )}${note}`;
  const edit = (/** @type {Event} */ event) => set(kind === "number" ? number(entered(event)) : entered(event));
  return html`${field(
    label,
    many
      ? html`<textarea rows="8" maxlength=${longest} .value=${state[name] ?? ""} @input=${edit}></textarea>`
      : html`<input type=${kind} maxlength=${longest} .value=${String(state[name] ?? "")} @input=${edit} />`,
  )}${note}`;
}

/** @param {string} text */
const number = (text) => (text.trim() === "" ? null : Number(text));
