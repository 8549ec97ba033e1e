// The newest state of the table, for dialogs that stay open while somebody else acts at the same table.

const listeners = new Set();
let newest = null;

export function tell(state) {
  newest = state;
  for (const hear of [...listeners]) hear(state);
}

/** Calls `hear(state)` with the newest state and every later one, until the dialog closes. */
export function follow(dialog, hear) {
  listeners.add(hear);
  dialog.element.addEventListener("close", () => listeners.delete(hear));
  if (newest) hear(newest);
}

/** Closes the dialog, and says why, when what it asks for is no longer asked. */
export function closeUnless(dialog, wanted, say) {
  follow(dialog, (state) => {
    if (dialog.busy || !dialog.element.open || wanted(state)) return;
    dialog.close();
    say();
  });
}

/** Does, once, what the dialog is for; it closes when `action` answers true. News that it brought is not news. */
export async function attempt(dialog, action) {
  if (dialog.busy) return;
  dialog.busy = true;
  try {
    if (await action()) dialog.close();
  } finally {
    dialog.busy = false;
  }
  if (newest) for (const hear of [...listeners]) hear(newest);
}
