// Calls for staff in words.

import { t } from "./words.js";

/** @import { Call, Wanted } from "./types.js" */

/** @type {Wanted[]} */
export const WANTED = ["staff", "referee", "machine", "drinks"];

/** @param {Wanted} wanted */
export const wantedText = (wanted) => t(`calls.wanted.${wanted}`);

/** Who calls for what. @param {Call} call */
export function callText({ seat, name, wanted }) {
  const what = wantedText(wanted);
  if (seat === null) return t("calls.of-table", { what });
  return t("calls.of", { name: name ?? t("seat.number", { n: seat + 1 }), what });
}

/** Who calls for what, and who is coming. @param {Call} call */
export function callLine(call) {
  const text = callText(call);
  return call.answered_by ? `${text} · ${t("calls.coming", { name: call.answered_by })}` : text;
}
