// An error in words: what happened, and what to do now.

/** @import { ProblemError } from "./net.js" */

import { toast } from "./toast.js";
import { currentLanguage, known, labelled, t } from "./words.js";

// Their exact detail is for programs: numbers of events, names of situations.
const TECHNICAL = /^(stale|not-now-.*)$/;
// Theirs names the row of the permits; who may is in the remedy.
const NAMELESS = /^not-allowed$/;

/**
 * The catalogue's sentence where the exact one is English or technical; a hand that does not win has its own reason.
 * @param {unknown} error
 * @returns {{ text: string, remedy: string }}
 */
export function problemText(error) {
  const { status, problem } = asProblem(error);
  if (status === 0) return { text: t("connection.lost"), remedy: t("connection.lost-help") };
  const code = problem.code ?? "";
  const key = `error.${code.startsWith("not-now-") ? "not-now" : code}`;
  const remedy = known(`${key}.remedy`) && TECHNICAL.test(code) ? t(`${key}.remedy`) : (problem.remedy ?? "");
  if (problem.said) return { text: problem.detail ?? "", remedy }; // in the reader's language
  if (known(`reason.${problem.reason}`)) return { text: t(`reason.${problem.reason}`), remedy };
  const plain = known(key) && (TECHNICAL.test(code) || NAMELESS.test(code) || currentLanguage() !== "en");
  return { text: plain ? t(key) : problem.detail || problem.title || String(status), remedy };
}

/**
 * A refusal of the service; a mistake of the page itself is thrown on, into the console.
 * @param {unknown} error
 * @returns {ProblemError}
 */
export function asProblem(error) {
  const refusal = /** @type {ProblemError} */ (error);
  if (!refusal?.problem) throw error;
  return refusal;
}

/** Says "problem" for each that was shown and names a field, for forms to mark (`detail`: field, and what is said). */
export const problems = new EventTarget();

/** The service does not answer, so what was asked for cannot be done. */
export const showAway = () => toast(t("connection.lost"), t("connection.lost-help"), true);

/**
 * @param {unknown} error
 * @param {string} [about] what it is about, where the sentence does not say it
 */
export function showProblem(error, about = "") {
  const { text, remedy } = problemText(error);
  toast(about ? labelled(text, about) : text, remedy, true);
  const { field, said } = asProblem(error).problem;
  if (field) problems.dispatchEvent(new CustomEvent("problem", { detail: { field, said: said ?? text } }));
}
