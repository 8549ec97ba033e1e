// House rules as a file: where one is downloaded, one that is read and kept, what one changes in rules that are kept.

import { newId, post } from "../shared/net.js";
import { asProblem, problemText } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { labelled, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { HouseRules, HouseRulesRead, Problem } from "../shared/types.js" */

const MOST_BYTES = 48 * 1024;

/** @param {HouseRules} house */
export const fileAddress = ({ id }) => `/api/v1/house-rules/${id}/file`;

/** @param {(text: string) => Promise<void>} onText gets what stands in the file that is chosen */
export function pickRulesFile(onText) {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: ".toml,text/plain" });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file)
      void file
        .slice(0, MOST_BYTES + 1)
        .text()
        .then(onText);
  });
  input.click();
}

/**
 * Keeps the rules of a file as new ones; a mistake is shown with its line.
 * @param {string} text
 * @param {(id: string) => void} onTaken there are rules of that name: which
 */
export async function keepRulesFile(text, onTaken) {
  try {
    const { events } = await post("/house-rules/files", { id: newId(), text });
    toast(t("setup.file-kept", { name: events[0].name }));
  } catch (error) {
    const { taken_by: taken } = /** @type {Problem & { taken_by?: string }} */ (asProblem(error).problem);
    if (taken) onTaken(taken);
    else toast(fileMistake(error), problemText(error).remedy, true);
  }
}

/**
 * What is wrong in a file, with its line.
 * @param {unknown} error
 */
export function fileMistake(error) {
  const problem = /** @type {Problem & { line?: number }} */ (asProblem(error).problem);
  const { text } = problemText(error);
  const what = problem.field ? labelled(problem.field, text) : text;
  return problem.line ? t("setup.file-line", { line: problem.line, text: what }) : text;
}

/**
 * What a file changes in rules that are kept: the name, the game, then items and options.
 * @param {HouseRules} house
 * @param {HouseRulesRead} read
 */
export function fileChanges(house, read) {
  const [before, after] = (read.games ?? []).map(({ name }) => name);
  /** @type {[string, string, string][]} */
  const rows = [
    [t("setup.rules-name"), house.name, read.name],
    [t("setup.game"), before ?? house.ruleset, after ?? read.ruleset],
    ...(read.changes ?? []).map(({ name, texts }) => /** @type {[string, string, string]} */ ([name, ...texts])),
  ];
  const changed = rows.filter(([, kept, wanted]) => kept !== wanted);
  return html`<section class="notice changes" aria-label=${t("setup.file-changes")}>
    <h3>${t(changed.length || !read.changes ? "setup.file-changes" : "setup.file-same")}</h3>
    ${changed.map(changedRow)} ${changed.length ? html`<p class="small quiet">${t("setup.file-save")}</p>` : nothing}
  </section>`;
}

/** @param {[string, string, string]} row */
const changedRow = ([name, kept, wanted]) =>
  html`<p>${labelled(name)}<del>${kept}</del> <span aria-hidden="true">→</span> <ins>${wanted}</ins></p>`;
