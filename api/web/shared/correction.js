// Who may correct a result: one that was confirmed or locked only a referee.

import { allowed } from "./me.js";

/** @import { Hand } from "./types.js" */

/** @param {Hand} hand */
export const isConfirmed = ({ standing }) => standing === "confirmed" || standing === "locked";

/** @param {Hand} hand */
export const mayCorrect = (hand) => allowed(isConfirmed(hand) ? "match.correct-confirmed" : "match.correct-hand");
