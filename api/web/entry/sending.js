// Sends a result or a correction, and says what became of it.

import { isConfirmed } from "../shared/correction.js";
import { publish } from "../shared/latest.js";
import { answered, get, newId, post } from "../shared/net.js";
import { asProblem, showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { dropKept, isKept, keepToSend } from "./outbox.js";

/** @import { ResultEntry } from "./result.js" */

const WATCH_MS = 500;

/**
 * The entry once. A command that the table never answered is kept on the device and sent again under the same id.
 * @param {ResultEntry} entry
 */
export async function send(entry) {
  entry.sending = true;
  entry.dialog.draw();
  const [path, body] = commandOf(entry);
  if (entry.own) {
    entry.dialog.close();
    entry.own.send(path, body);
    return;
  }
  try {
    await post(path, body);
  } catch (error) {
    entry.sending = false;
    if (answered(asProblem(error)) || !keep(entry, path, body)) await refused(entry, error);
    return;
  }
  entry.dialog.close();
  toast(t("result.kept"));
}

/**
 * @param {ResultEntry} entry
 * @returns {[path: string, body: { id: string } & Record<string, unknown>]}
 */
function commandOf(entry) {
  const { form, correct, id, own } = entry;
  // A seat is not shown everything that happens; the hand that its result is for says enough.
  const body = { id, ...(own ? {} : { expected_seq: entry.state.seq }), ...entry.outcome() };
  if (!correct) return ["/matches/current/hands/current/result", { ...body, hand: entry.match.index }];
  const { hand, revision } = correct;
  const confirmed = isConfirmed(correct);
  return [
    "/matches/current/corrections",
    { ...body, hand, revision, confirmed, who: form.who.trim(), why: form.why.trim() },
  ];
}

/**
 * Whether the command is kept. The entry stays to be read until it is sent.
 * @param {ResultEntry} entry
 * @param {string} path
 * @param {{ id: string } & Record<string, unknown>} body
 */
function keep(entry, path, body) {
  const { form, match, correct } = entry;
  if (!keepToSend({ path, body, form, match, correct })) return false;
  entry.waits = true;
  entry.dialog.draw();
  const timer = setInterval(() => {
    if (isKept(body.id)) return;
    clearInterval(timer);
    if (entry.waits) entry.dialog.close();
  }, WATCH_MS);
  entry.dialog.element.addEventListener("close", () => clearInterval(timer));
  return true;
}

/**
 * The entry is open again, and is not sent by itself any more.
 * @param {ResultEntry} entry
 */
export function takeBack(entry) {
  dropKept(entry.id);
  entry.waits = false;
  entry.check();
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
