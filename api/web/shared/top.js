// The bar at the top of every page: name, state of the line, language.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { choice } from "./controls.js";
import { show } from "./page.js";
import { showProblem } from "./problem.js";
import { currentLanguage, languages, setLanguage, t } from "./words.js";

/** @import { Board } from "./types.js" */

/**
 * `links`: address and label. `onLanguage` is called after the words were changed.
 * @param {{ title: string, links: [string, string][], status: unknown, extra?: unknown, onLanguage: () => void }} parts
 */
export function topBar({ title, links, status, extra = nothing, onLanguage }) {
  const change = (/** @type {string} */ language) => setLanguage(language).then(onLanguage, showProblem);
  /** @type {[string, string][]} */
  const offered = languages().map((language) => [language, t(`language.${language}`)]);
  document.title = `${title} · 雀卓`;
  show(
    "top",
    html`
      <h1><span class="han" lang="zh-Hant">雀卓</span>${title}</h1>
      ${status}<span class="spring"></span>${extra}
      ${links.map(([href, label]) => html`<a class="button" href=${href}>${label}</a>`)}
      ${choice(offered, currentLanguage(), change, { label: t("language") })}
    `,
  );
}

/**
 * @param {boolean} connected
 * @param {Board | undefined} board
 */
export function lineState(connected, board) {
  const [kind, key] = lineOf(connected, board);
  return html`<span class="state ${kind}" role="status"><i></i>${t(key)}</span>`;
}

/**
 * @param {boolean} connected
 * @param {Board | undefined} board
 */
function lineOf(connected, board) {
  if (!connected) return ["away", "connection.lost"];
  if (board?.state === "ready") return ["", "connection.ready"];
  return board?.state === "connecting" ? ["busy", "connection.connecting"] : ["away", "connection.board"];
}
