// Says an error in words: what happened, and what to do now.

import { toast } from "./dom.js";
import { currentLanguage, known, t } from "./words.js";

// Their exact detail is for programs: numbers of events, names of situations.
const TECHNICAL = /^(stale|not-now-.*)$/;

/** The catalogue's sentence where the exact one is English or technical; a hand that does not win has its own reason. */
export function problemText(error) {
  const problem = error.problem;
  if (!problem) throw error; // a mistake of the page itself belongs into the console
  if (error.status === 0) return { text: t("connection.lost"), remedy: t("connection.lost-help") };
  const key = `error.${problem.code?.startsWith("not-now-") ? "not-now" : problem.code}`;
  const remedy = known(`${key}.remedy`) && TECHNICAL.test(problem.code) ? t(`${key}.remedy`) : problem.remedy ?? "";
  if (known(`reason.${problem.reason}`)) return { text: t(`reason.${problem.reason}`), remedy };
  const plain = known(key) && (TECHNICAL.test(problem.code) || currentLanguage() !== "en");
  return { text: plain ? t(key) : problem.detail || problem.title || String(error.status), remedy };
}

export function sayProblem(error) {
  const { text, remedy } = problemText(error);
  toast(text, remedy, true);
}
