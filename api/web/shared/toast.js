// Short notes at the foot of the page, above an open dialog. Where there is a place for one sentence, as on the
// display, they stand there for a while, so that they cover nothing.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";

const SHOWN_MS = 4000;
const BAD_SHOWN_MS = 9000;

/** @typedef {{ text: string, detail: string, bad: boolean }} Note */

/** @type {Note[]} */
let notes = [];

const host = document.createElement("div");
host.className = "toasts";
host.setAttribute("role", "status");
host.setAttribute("aria-live", "polite");

/**
 * Says something for some seconds; the same text once more takes the place of the first.
 * @param {string} text
 * @param {string} detail
 * @param {boolean} bad
 */
export function toast(text, detail = "", bad = false) {
  const note = { text, detail, bad };
  show([...notes.filter((each) => each.text !== text), note]);
  setTimeout(() => show(notes.filter((each) => each !== note)), bad ? BAD_SHOWN_MS : SHOWN_MS);
}

/** Refusals of an earlier try are no longer true when the next one begins. */
export const forgetRefusals = () => show(notes.filter(({ bad }) => !bad));

/**
 * What was said outlives the dialog in which it is shown.
 * @param {HTMLElement} dialog
 */
export function keepToasts(dialog) {
  if (dialog.contains(host)) placeFor(dialog).append(host);
}

/**
 * The place for one sentence of the dialog that is open, or of the page; else the dialog or the page itself.
 * @param {HTMLElement | null} closing a dialog that counts no more
 */
function placeFor(closing = null) {
  const open = [...document.querySelectorAll("dialog[open]")].filter((dialog) => dialog !== closing);
  const on = open.pop() ?? document.body;
  return [...on.querySelectorAll(".say")].find((place) => !closing?.contains(place)) ?? on;
}

/** @param {Note[]} now */
function show(now) {
  notes = now;
  const place = placeFor();
  if (host.parentNode !== place) place.append(host);
  render(notes.map(noteOf), host);
}

/** @param {Note} note */
const noteOf = ({ text, detail, bad }) =>
  html`<div class=${bad ? "toast bad" : "toast"}>
    ${text}${detail && detail !== text ? html`<small>${detail}</small>` : nothing}
  </div>`;
