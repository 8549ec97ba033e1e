// Roles, seats and times in words.

import { currentLanguage, t } from "../shared/words.js";

/**
 * @param {string} role
 * @param {number | null} seat
 */
export const roleText = (role, seat) =>
  seat === null ? t(`access.role.${role}`) : t("access.role.seat-of", { key: keyName(seat) });

/**
 * The dice key of a seat, as the dome calls it.
 * @param {number} seat
 */
export const keyName = (seat) => t(`sim.key.dice-${seat}`);

/** @param {string} iso */
export const moment = (iso) =>
  new Date(iso).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });

/**
 * Who vouched for a device: a key, the console, or a device with a name.
 * @param {string} by
 */
export function voucher(by) {
  const seat = /^key-([0-3])$/.exec(by);
  if (seat) return t("access.by.key", { key: keyName(Number(seat[1])) });
  return BY.includes(by) ? t(`access.by.${by}`, { open: t("sim.key.open"), raise: t("sim.key.raise") }) : by;
}

const BY = ["key-open-raise", "service-button", "console", "local"];
