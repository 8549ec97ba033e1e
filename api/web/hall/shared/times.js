// Times of the hall in the reader's language and the zone of this device.

import { currentLanguage } from "../../shared/words.js";

/** @param {string} iso */
export const day = (iso) =>
  new Date(iso).toLocaleDateString(currentLanguage(), { year: "numeric", month: "short", day: "numeric" });

/** @param {string} iso */
export const moment = (iso) =>
  new Date(iso).toLocaleString(currentLanguage(), {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/** @param {string} iso */
export const clockTime = (iso) =>
  new Date(iso).toLocaleTimeString(currentLanguage(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/**
 * Hours and minutes, such as 1:05.
 * @param {number} ms
 */
export function duration(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
