// A result in one sentence, for the phone of a player: who won from whom, and how much.

import { worthText } from "../entry/amount.js";
import { t, wordOr } from "../shared/words.js";

/** @import { SeatHand, SeatMatch } from "../shared/types.js" */

/**
 * @param {SeatMatch} match
 * @param {SeatHand} hand
 */
export function resultText({ unit }, hand) {
  if (hand.kind === "draw") return t("phone.drawn");
  if (hand.kind === "abort") {
    const reason = hand.reason || "void";
    return t("phone.aborted", { reason: wordOr(`abort.${reason}`, reason) });
  }
  return hand.winners.map((winner) => winText(winner, hand, t(`unit.${unit}`))).join(" ");
}

/**
 * @param {SeatHand["winners"][number]} winner
 * @param {SeatHand} hand
 * @param {string} unit
 */
function winText(winner, { players }, unit) {
  const loser = players.find((each) => each.seat === winner.discarder)?.name ?? "";
  return t(`phone.won.${winner.source}`, { name: winner.name, loser, worth: worthText(winner, unit) });
}
