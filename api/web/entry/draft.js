// What is being entered, kept in the browser until the dialog closes: a page that is loaded again gives it back.

/** @import { Form } from "./form.js" */

/** The number grows with the shape of the form: a draft of another shape is none. */
const KEPT = "jantaku.draft.2";

/**
 * `place` names what the entry is for; the draft of another place is no draft.
 * @param {string} place
 * @returns {Form | null}
 */
export function readDraft(place) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return kept?.place === place ? kept.form : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} place
 * @param {Form} form
 */
export function keepDraft(place, form) {
  localStorage.setItem(KEPT, JSON.stringify({ place, form }));
}

export function dropDraft() {
  localStorage.removeItem(KEPT);
}
