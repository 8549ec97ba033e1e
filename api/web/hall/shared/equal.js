// Scores that were entered by hand and are equal: they may be, and are often a slip.

import { toast } from "../../shared/toast.js";
import { listed, t } from "../../shared/words.js";

/**
 * Says who has the same score, so that whoever entered it looks once more.
 * @param {number[]} scores
 * @param {string[]} names of the players on the same seats
 */
export function sayEqual(scores, names) {
  const equal = names.filter((_, at) => scores.some((other, seat) => seat !== at && other === scores[at]));
  if (equal.length > 0) toast(t("hall.result.equal", { names: listed(equal) }), t("hall.result.equal-help"));
}
