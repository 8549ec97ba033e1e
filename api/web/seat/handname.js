// The name of a hand, from what a seat is shown of the game.

import { handName } from "../shared/matchwords.js";

/** @import { SeatHand, SeatMatch } from "../shared/types.js" */

/**
 * @param {SeatMatch} match
 * @param {SeatMatch | SeatHand} place the match itself, for the hand of now, or one of its hands
 */
export const seatHandName = (match, place) =>
  handName(place, { asks: { declared: match.stakes.map((id) => ({ id })) } });
