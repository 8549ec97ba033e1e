// A device is paired while a dialog lies over the table: whoever stands there needs the digits all the same. They have
// a row of their own at the foot of each open dialog, where they cover nothing.

import { pairingLine } from "./felt/pairing.js";

/** @import { Pairing } from "../shared/types.js" */

const ROW = "announced";

/**
 * Shows an open pairing on every open dialog; null takes it away again.
 * @param {Pairing | null} pairing
 */
export function announce(pairing) {
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    const row = dialog.querySelector(`:scope > .${ROW}`) ?? rowFor(dialog, pairing);
    if (!pairing) row?.remove();
    else if (row && row.textContent !== pairingLine(pairing)) row.textContent = pairingLine(pairing);
  }
}

/**
 * @param {Element} dialog
 * @param {Pairing | null} pairing
 */
function rowFor(dialog, pairing) {
  if (!pairing) return null;
  const row = document.createElement("p");
  row.className = ROW;
  row.setAttribute("role", "status");
  dialog.append(row);
  return row;
}
