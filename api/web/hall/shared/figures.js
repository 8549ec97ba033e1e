// Standings points in the reader's language: the hall says them as exact fractions.

import { currentLanguage } from "../../shared/words.js";

/**
 * @param {string} fraction such as "46/5"
 * @returns {number}
 */
export function value(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
}

/**
 * With a true minus, and one to three digits where it is no whole number.
 * @param {string} fraction
 * @param {boolean} [sign] whether a plus is written
 */
export function points(fraction, sign = false) {
  const number = value(fraction);
  const text = Math.abs(number).toLocaleString(currentLanguage(), { maximumFractionDigits: 3 });
  return `${number < 0 ? "−" : sign && number > 0 ? "+" : ""}${text}`;
}
