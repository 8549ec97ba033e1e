// The bar at the top of every page: name, state of the line, language.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { show } from "./draw.js";
import { lamp, lightKind, lightWord } from "./light.js";
import { openable } from "./openable.js";
import { showProblem } from "./problem.js";
import { currentLanguage, languages, setLanguage, t } from "./words.js";

/** @import { Snapshot } from "./types.js" */

/**
 * `table`: the name of the table, where it is known. `links`: address and label, of which those show that this device
 * may open. `onLanguage` is called after the words were changed.
 * @param {{
 *   title: string, table?: string, links: [string, string][], status: unknown, extra?: unknown, onLanguage: () => void,
 * }} parts
 */
export function topBar({ title, table = "", links, status, extra = nothing, onLanguage }) {
  document.title = [title, table, "雀卓"].filter(Boolean).join(" · ");
  show(
    "top",
    html`
      <h1>
        <span class="han" lang="zh-Hant">雀卓</span
        >${title}${table ? html`<small class="table-name">${table}</small>` : nothing}
      </h1>
      ${status}<span class="spring"></span>${extra}
      ${openable(links).map(([href, label]) => html`<a class="button" href=${href}>${label}</a>`)}
      ${languageChoice(onLanguage)}
    `,
  );
}

/** @param {() => void} onLanguage */
export function languageChoice(onLanguage) {
  const change = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    setLanguage(select.value).then(onLanguage, (error) => {
      select.value = currentLanguage();
      showProblem(error);
    });
  };
  return html`<select aria-label=${t("language")} @change=${change}>
    ${languages().map(
      (language) =>
        html`<option value=${language} .selected=${language === currentLanguage()}>
          ${t(`language.${language}`)}
        </option>`,
    )}
  </select>`;
}

/**
 * The state light of the table.
 * @param {boolean} connected
 * @param {Snapshot["light"] | undefined} light
 */
export function lineState(connected, light) {
  const kind = lightKind(connected, light);
  const why = connected && light ? t(light.key, light.args) : t("connection.lost");
  return html`<span class="state" data-light=${kind} role="status" title=${why}>${lamp(kind)}${lightWord(kind)}</span>`;
}
