// The newest state of the table, for dialogs that stay open while somebody else acts at the same table.

/** @import { Snapshot } from "./types.js" */
/** @import { Dialog } from "./dialog.js" */

/** @type {Set<(state: Snapshot) => void>} */
const listeners = new Set();
/** @type {Snapshot | null} */
let newest = null;

/** @param {Snapshot} state */
export function publish(state) {
  newest = state;
  for (const listener of [...listeners]) listener(state);
}

/**
 * Calls `listener` with the newest state and every later one, until the dialog closes.
 * @param {Dialog} dialog
 * @param {(state: Snapshot) => void} listener
 */
export function follow(dialog, listener) {
  listeners.add(listener);
  dialog.element.addEventListener("close", () => listeners.delete(listener));
  if (newest) listener(newest);
}

/** The state that was published last; null before the first one. */
export const newestState = () => newest;

/**
 * Calls `listener` with every state from now on.
 * @param {(state: Snapshot) => void} listener
 */
export const onNews = (listener) => void listeners.add(listener);

/**
 * Closes the dialog, and says why, when what it asks for is no longer asked.
 * @param {Dialog} dialog
 * @param {(state: Snapshot) => boolean} wanted
 * @param {() => void} say
 */
export function closeUnless(dialog, wanted, say) {
  follow(dialog, (state) => {
    if (dialog.busy || !dialog.element.open || wanted(state)) return;
    dialog.close();
    say();
  });
}

/**
 * Does, once, what the dialog is for; it closes when `action` answers true. News that it brought is not news.
 * @param {Dialog} dialog
 * @param {() => Promise<boolean>} action
 */
export async function attempt(dialog, action) {
  if (dialog.busy) return;
  dialog.busy = true;
  try {
    if (await action()) dialog.close();
  } finally {
    dialog.busy = false;
  }
  if (newest) for (const listener of [...listeners]) listener(newest);
}
