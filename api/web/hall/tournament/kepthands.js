// Hands that were entered and not saved yet, on this device.

/** @import { HandGiven } from "../shared/types.js" */

/** @param {string} place @returns {HandGiven[]} */
export function kept(place) {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} place @param {HandGiven[]} hands */
export function keep(place, hands) {
  try {
    if (hands.length > 0) localStorage.setItem(place, JSON.stringify(hands));
    else localStorage.removeItem(place);
  } catch {
    // a device that keeps nothing only forgets them when the page is closed
  }
}
