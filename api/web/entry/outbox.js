// Results that could not be sent: kept on this device, sent once when the table answers again, under the id that they
// had. What the table does not take then is shown beside what is there instead.

import { newestState, onNews } from "../shared/latest.js";
import { answered, post } from "../shared/net.js";
import { asProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";

/** @import { Hand, Match, Snapshot } from "../shared/types.js" */
/** @import { Form } from "./form.js" */

/** The number grows with the shape of what is kept. */
const KEPT = "jantaku.outbox.1";
const MOST_KEPT = 4;
const AGAIN_MS = 3000;

/**
 * `form`, `match` and `correct`: what was entered, and for what, to show it again.
 * @typedef {{
 *   path: string, body: { id: string } & Record<string, unknown>, form: Form, match: Match, correct: Hand | null,
 * }} Kept
 */

/** @returns {Kept[]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Kept[]} kept */
function write(kept) {
  if (kept.length) localStorage.setItem(KEPT, JSON.stringify(kept));
  else localStorage.removeItem(KEPT);
}

/**
 * Whether there was room for one more; the same command is kept once.
 * @param {Kept} entry
 */
export function keepToSend(entry) {
  const others = read().filter(({ body }) => body.id !== entry.body.id);
  if (others.length >= MOST_KEPT) return false;
  try {
    write([...others, entry]);
  } catch {
    return false; // the browser has no room
  }
  return true;
}

/** @param {string} id */
export const dropKept = (id) => write(read().filter(({ body }) => body.id !== id));

/** Whether a command is still to be sent. @param {string} id */
export const isKept = (id) => read().some(({ body }) => body.id === id);

let sending = false;

/**
 * Sends what is kept, the oldest first. `onConflict` shows what the table did not take.
 * @param {Snapshot} state
 * @param {(kept: Kept, state: Snapshot, error: unknown) => void} onConflict
 */
export async function sendKept(state, onConflict) {
  if (sending) return;
  sending = true;
  try {
    for (const kept of read()) {
      try {
        await post(kept.path, kept.body);
        toast(t("outbox.sent"));
      } catch (error) {
        if (!answered(asProblem(error))) return;
        onConflict(kept, state, error);
      }
      dropKept(kept.body.id);
    }
  } finally {
    sending = false;
  }
}

/**
 * From now on: with every news of the table, when the line is back, and every few seconds.
 * @param {(kept: Kept, state: Snapshot, error: unknown) => void} onConflict
 */
export function watchOutbox(onConflict) {
  const send = () => {
    const state = newestState();
    if (state && read().length) sendKept(state, onConflict);
  };
  onNews(send);
  addEventListener("online", send);
  setInterval(send, AGAIN_MS); // a line that comes back brings no news by itself
}
