// Times of the hall in the reader's language and the zone of this device.

import { currentLanguage } from "../../shared/words.js";

/** @param {string | number} at ISO 8601, or milliseconds since 1970 */
export const day = (at) =>
  new Date(at).toLocaleDateString(currentLanguage(), { year: "numeric", month: "short", day: "numeric" });

/** @param {string | number} at */
export const moment = (at) =>
  new Date(at).toLocaleString(currentLanguage(), {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

/** @param {string | number} at */
export const clockTime = (at) =>
  new Date(at).toLocaleTimeString(currentLanguage(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/**
 * A day of the calendar, whatever the zone of this device.
 * @param {string} date YYYY-MM-DD
 */
export const weekday = (date) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(currentLanguage(), {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  });

/**
 * Hours and minutes, such as 1:05.
 * @param {number} ms
 */
export function duration(ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
