// Says an error in words: what happened, and what to do now.

import { toast } from "./dom.js";
import { known, t } from "./words.js";

export function problemText(error) {
  const problem = error.problem;
  if (!problem) throw error; // a mistake of the page itself belongs into the console
  if (error.status === 0) return { text: t("connection.lost"), remedy: t("connection.lost-help") };
  return { text: problem.detail || problem.title || (known(`error.${problem.code}`) ? t(`error.${problem.code}`) : String(error.status)), remedy: problem.remedy ?? "" };
}

export function sayProblem(error) {
  const { text, remedy } = problemText(error);
  toast(text, remedy, true);
}
