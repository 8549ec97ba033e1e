// What a penalty does beside its payment.

import { known } from "../shared/words.js";

/**
 * Whether an effect asks something of the player.
 * @param {string | undefined} effect
 */
export const asksOfPlayer = (effect) => known(`effect.${effect}`) && effect !== "none" && effect !== "pays";
