// Sends a result or a correction, and says what became of it.

import { publish } from "../shared/latest.js";
import { answered, get, newId, post } from "../shared/net.js";
import { asProblem, showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";

/** @import { ResultEntry } from "./result.js" */

/**
 * The entry once; a command that the service never answered is sent again under the same id.
 * @param {ResultEntry} entry
 */
export async function send(entry) {
  entry.sending = true;
  entry.dialog.draw();
  try {
    await post(...commandOf(entry));
  } catch (error) {
    entry.sending = false;
    await refused(entry, error);
    return;
  }
  entry.dialog.close();
  toast(t("result.kept"));
}

/**
 * @param {ResultEntry} entry
 * @returns {[path: string, body: object]}
 */
function commandOf(entry) {
  const { form, correct, id } = entry;
  const body = { id, expected_seq: entry.state.seq, ...entry.outcome() };
  if (!correct) return ["/matches/current/hands/current/result", { ...body, hand: entry.match.index }];
  const { hand, revision } = correct;
  return ["/matches/current/corrections", { ...body, hand, revision, who: form.who.trim(), why: form.why.trim() }];
}

/**
 * A refused command is over: the next try is a new one, made for the table as it is now.
 * @param {ResultEntry} entry
 * @param {unknown} error
 */
async function refused(entry, error) {
  const problem = asProblem(error);
  if (answered(problem)) entry.id = newId();
  entry.told = false;
  if (problem.status === 409) await get("/table").then(publish, () => {});
  if (entry.gone) return;
  if (!entry.told) showProblem(error);
  entry.check();
}
