// Results that could not be sent: kept on this device, sent once when the table answers again, under the id that they
// had. What the table does not take then is shown beside what is there instead.

import { newestState, onNews } from "../shared/latest.js";
import { Outbox } from "../shared/outbox.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";

/** @import { Hand, Match, Snapshot } from "../shared/types.js" */
/** @import { Form } from "./form.js" */

const MOST_KEPT = 4;
const AGAIN_MS = 3000;

/**
 * `form`, `match` and `correct`: what was entered, and for what, to show it again.
 * @typedef {{
 *   path: string, body: { id: string } & Record<string, unknown>, form: Form, match: Match, correct: Hand | null,
 * }} Kept
 */

/** @type {Outbox<Kept>} */
const outbox = new Outbox("jantaku.outbox.1", MOST_KEPT);

/** Whether there was room for one more. @param {Kept} entry */
export const keepToSend = (entry) => outbox.keep(entry);

/** @param {string} id */
export const dropKept = (id) => outbox.drop(id);

/** Whether a command is still to be sent. @param {string} id */
export const isKept = (id) => outbox.has(id);

/**
 * From now on: with every news of the table, when the line is back, and every few seconds.
 * @param {(kept: Kept, state: Snapshot, error: unknown) => void} onConflict shows what the table did not take
 */
export function watchOutbox(onConflict) {
  const send = () => {
    const state = newestState();
    if (!state || !outbox.read().length) return;
    void outbox.send(
      () => toast(t("outbox.sent")),
      (kept, error) => onConflict(kept, state, error),
    );
  };
  onNews(send);
  addEventListener("online", send);
  setInterval(send, AGAIN_MS); // a line that comes back brings no news by itself
}
