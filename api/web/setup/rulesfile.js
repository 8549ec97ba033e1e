// House rules as a file: where one is downloaded, and one that is read and kept.

import { newId, post } from "../shared/net.js";
import { asProblem, problemText } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";

/** @import { HouseRules, Problem } from "../shared/types.js" */

const MOST_BYTES = 48 * 1024;

/** @param {HouseRules} house */
export const fileAddress = ({ id }) => `/api/v1/house-rules/${id}/file`;

/** Asks for a file and keeps its rules; a mistake is shown with its line. */
export function pickRulesFile() {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: ".toml,text/plain" });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) void keep(file);
  });
  input.click();
}

/** @param {File} file */
async function keep(file) {
  try {
    const text = await file.slice(0, MOST_BYTES + 1).text();
    const { events } = await post("/house-rules/files", { id: newId(), text });
    toast(t("setup.file-kept", { name: events[0].name }));
  } catch (error) {
    const problem = /** @type {Problem & { line?: number }} */ (asProblem(error).problem);
    const { text, remedy } = problemText(error);
    const what = problem.field ? `${problem.field}: ${text}` : text;
    toast(problem.line ? t("setup.file-line", { line: problem.line, text: what }) : text, remedy, true);
  }
}
