// A dialog with a few fields, for commands that need no more.

import { choice, entered, field, tick } from "../../shared/controls.js";
import { Dialog } from "../../shared/dialog.js";
import { problems } from "../../shared/problem.js";
import { forgetRefusals } from "../../shared/toast.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/**
 * One field. `kind`: of the input; `shown`: its value in words; `options`: a select instead; `many`: lines of text;
 * `control`: made elsewhere.
 * @typedef {{
 *   name: string, label: string, kind?: "text" | "number" | "date" | "tick", many?: boolean, longest?: number,
 *   options?: [unknown, unknown][], help?: string, shown?: (value: any) => string,
 *   control?: (label: string, value: any, set: (value: unknown) => void) => unknown,
 * }} Field
 */

/**
 * What others see of the same thing: `seq`, the last event in it; `values` of the fields, where it has some.
 * @typedef {{ seq: number, values?: Record<string, any> }} Seen
 */

/** Dialogs that are open and show what others change meanwhile. @type {Set<Dialog>} */
const following = new Set();

/** Something has changed in the hall. */
export const redrawDialogs = () => following.forEach((dialog) => dialog.draw());

/**
 * Opens it. `send` gets what stands in the fields and says whether that was taken; then the dialog closes. `latest`:
 * the thing as it is now, for what must not be done on top of somebody else's change: `send` gets the number of the
 * state that was looked at, for the command's `expected_seq`, and fields that somebody else has changed say so. A field
 * that a refusal names is marked, with what it takes. Fields that follow from what is filled in are a function of it.
 * @param {{
 *   title: string, fields: Field[] | ((values: Record<string, any>) => Field[]), values?: Record<string, any>,
 *   button: string, grave?: boolean, note?: string,
 *   latest?: () => Seen, send: (values: Record<string, any>, seq: number | null) => Promise<unknown>,
 * }} parts
 */
export function ask({ title, fields, values = {}, button, grave = false, note = "", latest, send }) {
  const state = { ...values };
  const listed = () => (typeof fields === "function" ? fields(state) : fields);
  const dialog = new Dialog({ title });
  let seen = latest?.() ?? null;
  /** What others have made of the fields since the dialog was opened. @type {Record<string, any>} */
  const theirs = {};
  /** What the fields held before anybody here touched them. */
  const before = { ...values };
  const look = () => {
    for (const [name, value] of Object.entries(latest?.().values ?? {})) {
      if (value === before[name]) continue;
      if (state[name] === before[name]) state[name] = value; // nobody here has touched it: theirs stands
      before[name] = theirs[name] = value;
    }
    const changed = Object.keys(theirs).length > 0;
    return changed ? html`<p class="chip warn" role="status">${t("hall.meanwhile")}</p>` : nothing;
  };
  /** What the refusal of the last try says of a field. @type {Map<string, string>} */
  const wrong = new Map();
  const mark = (/** @type {Event} */ event) => {
    const { field, said } = /** @type {CustomEvent} */ (event).detail;
    const name = nameOf(field, listed());
    if (name) wrong.set(name, said);
  };
  const submit = async () => {
    wrong.clear();
    forgetRefusals();
    problems.addEventListener("problem", mark);
    const done = await send(state, seen?.seq ?? null);
    problems.removeEventListener("problem", mark);
    if (done !== null) return dialog.close();
    if (latest) seen = latest(); // what stands there now has been shown: whoever sends it again means it
    dialog.draw();
    dialog.element.querySelector(".field-wrong")?.scrollIntoView({ block: "center" });
  };
  if (latest) following.add(dialog);
  dialog.element.addEventListener("close", () => following.delete(dialog));
  dialog.open(
    () =>
      html`<div class="stack">
        ${note ? html`<p>${note}</p>` : nothing} ${look()}
        ${listed().map((one) => marked(one, wrong, [control(one, state, () => dialog.draw()), meanwhile(one, theirs)]))}
      </div>`,
    () =>
      html`<button type="button" @click=${() => dialog.close()}>${t("cancel")}</button>
        <button type="button" class=${grave ? "grave" : "main"} @click=${submit}>${button}</button>`,
  );
}

/**
 * The field of the form that a field of the request comes from: `gong.minutes` from "minutes", `scores[2]` from
 * "score2".
 * @param {string} field
 * @param {Field[]} fields
 */
function nameOf(field, fields) {
  const path = field.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  return path
    .flatMap((one, at) => [one, `${one}${path[at + 1] ?? ""}`, `${one.replace(/s$/, "")}${path[at + 1] ?? ""}`])
    .reverse()
    .find((name) => fields.some((one) => one.name === name));
}

/**
 * @param {Field} one
 * @param {Map<string, string>} wrong
 * @param {unknown} drawn
 */
const marked = ({ name }, wrong, drawn) =>
  wrong.has(name) ? html`<div class="field-wrong">${drawn}<small role="alert">${wrong.get(name)}</small></div>` : drawn;

/**
 * What somebody else has made of a field since the dialog was opened.
 * @param {Field} one
 * @param {Record<string, any>} theirs
 */
function meanwhile({ name, options, shown: inWords }, theirs) {
  if (!(name in theirs)) return nothing;
  const value = theirs[name];
  const shown = inWords ? inWords(value) : (options?.find(([each]) => each === value)?.[1] ?? value);
  const text = shown === true ? "✓" : String(shown || "–");
  return html`<small class="meanwhile">${t("hall.meanwhile.value", { value: text })}</small>`;
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
