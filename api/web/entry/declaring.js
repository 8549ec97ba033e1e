// What a player can lay on the table while the hand is played, and take back.

import { wordOr } from "../shared/words.js";

/** @import { Match } from "../shared/types.js" */

/**
 * A declaration of one seat that can be made now, or withdrawn.
 * @typedef {{ declaration: string, what: string, seat: number, name: string, withdraw: boolean }} LiveDeclaration
 */

/**
 * For one seat, or for all.
 * @param {Match | null} match
 * @param {number | null} seat
 * @returns {LiveDeclaration[]}
 */
export function liveDeclarations(match, seat = null) {
  if (match?.phase !== "play") return [];
  return match.asks.declared
    .filter(({ stake }) => stake > 0)
    .flatMap(({ id }) =>
      match.seats
        .filter((each) => seat === null || each.seat === seat)
        .map((each) => ({
          declaration: id,
          what: wordOr(`declare.${id}`, id),
          seat: each.seat,
          name: each.name,
          withdraw: match.declared.some((one) => one.declaration === id && one.seat === each.seat),
        })),
    );
}
