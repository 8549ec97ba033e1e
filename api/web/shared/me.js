// Who this device is to the table. What it may not do, its pages do not show; the service refuses it all the same.

import { get } from "./net.js";

/** @import { Me } from "./types.js" */

/** @type {Me | null} */
let known = null;

/** Asks the service anew: after pairing, and when a request was refused for want of a role. */
export async function loadMe() {
  known = /** @type {Me} */ (await get("/me"));
  return known;
}

/** What the service said last; null until `loadMe` is done. */
export const me = () => known;

/**
 * Whether this device may do that, a row of docs/permits.md; before `loadMe` is done it may nothing.
 * @param {string} name such as "match.end"
 * @param {number} [seat] that it is done for: a seat's own device may do some things for itself alone
 */
export function allowed(name, seat) {
  const permit = known?.permits[name];
  return permit === "yes" || (permit === "own" && (seat === undefined || seat === known?.seat));
}
