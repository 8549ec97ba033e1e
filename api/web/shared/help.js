// Links into the manual, where it is installed: to the chapter about what somebody is looking at.

import { me } from "./me.js";
import { t } from "./words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/**
 * A mark that leads there, in a tab of its own: what is being entered stays.
 * @param {string} about a topic of `api/http/manual.py`, or the code of a fault
 * @param {string} title what it helps with
 */
export const helpMark = (about, title) =>
  about && me()?.manual
    ? html`<a class="button plain" href=${address(about)} target="_blank" aria-label=${t("help.of", { title })}>?</a>`
    : nothing;

/** The same in words. @param {string} about */
export const helpLink = (about) =>
  me()?.manual ? html`<a href=${address(about)} target="_blank">${t("help.open")}</a>` : nothing;

/**
 * The code of a fault; where the manual is installed, it leads to what the manual says of it.
 * @param {string} code
 */
export const codeLink = (code) =>
  me()?.manual
    ? html`<a class="fault-code" href=${address(code)} target="_blank" aria-label=${t("help.of", { title: code })}
        >${code}</a
      >`
    : html`<span class="fault-code">${code}</span>`;

/** @param {string} about */
const address = (about) => `/help?about=${encodeURIComponent(about)}`;
