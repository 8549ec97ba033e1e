// Names of parts, and amounts as people say them.

import { currentLanguage, figure, t } from "./words.js";

const CARE = ["inside", "slides", "wiring", "overhaul"];

/**
 * Regular care of the whole table, not work on one mechanism.
 * @param {string} part
 */
export const isCare = (part) => CARE.includes(part);

/** @param {string} part `head-2`: a mechanism with its side, counted from 0 */
export function partName(part) {
  if (isCare(part)) return t(`service.part.${part}`);
  const [name, side] = part.split("-");
  const mechanism = t(`mechanism.${name}`);
  return side === undefined ? mechanism : t("service.place", { part: mechanism, n: Number(side) + 1 });
}

/** @param {string} iso */
export const dateText = (iso) =>
  new Date(iso).toLocaleDateString(currentLanguage(), { year: "numeric", month: "short", day: "numeric" });

/** @param {string} iso */
export const timeText = (iso) => new Date(iso).toLocaleString(currentLanguage(), { hourCycle: "h23" });

/** @param {number | null} share */
export function percent(share) {
  if (share === null) return "–";
  const sign = share > 0 ? "+" : share < 0 ? "−" : "";
  return `${sign}${figure(Math.abs(Math.round(share * 1000) / 10))} %`;
}

/**
 * @param {number} value
 * @param {string} unit
 */
const amount = (value, unit) =>
  value.toLocaleString(currentLanguage(), { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 });

/**
 * A time as people say it: seconds, then minutes, then hours.
 * @param {number} seconds
 */
export function lasting(seconds) {
  if (seconds < 120) return amount(seconds, "second");
  return seconds < 7200 ? amount(seconds / 60, "minute") : amount(seconds / 3600, "hour");
}

/** @param {number} bytes */
export function fileSize(bytes) {
  if (bytes < 1e6) return amount(bytes / 1e3, "kilobyte");
  return bytes < 1e9 ? amount(bytes / 1e6, "megabyte") : amount(bytes / 1e9, "gigabyte");
}

/** @param {number} microseconds */
export const milliseconds = (microseconds) => amount(microseconds / 1000, "millisecond");
