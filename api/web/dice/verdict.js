// What a test of the dice says, in plain words.

import { currentLanguage, t } from "../shared/words.js";

const RARE = 0.01;

/**
 * The chance in words. It never says that dice are proven fair or bent.
 * @param {number | null} p
 * @param {number} level
 */
export function verdict(p, level) {
  if (p === null) return t("statistics.too-few");
  const key = p >= level ? "statistics.usual" : p >= RARE ? "statistics.unusual" : "statistics.rare";
  return t(key, { percent: percentage(p) });
}

/**
 * The smallest bias that so many rolls could have revealed.
 * @param {number | null} bias share of the outcome's own chance
 * @param {number} power
 */
export function reach(bias, power) {
  if (bias === null) return "";
  if (bias >= 1) return t("statistics.reach-little", { power: percentage(power) });
  return t("statistics.reach", { power: percentage(power), bias: percentage(bias) });
}

/**
 * Two figures that count, without the sign; what is below a hundredth of a per cent is shown as that.
 * @param {number} share
 */
const percentage = (share) =>
  share < 0.0001
    ? `<${(0.01).toLocaleString(currentLanguage())}`
    : (100 * share).toLocaleString(currentLanguage(), { maximumSignificantDigits: 2 });
