// What a win counted, in words.

import { t } from "../shared/words.js";

/** @import { Asks } from "../shared/types.js" */

/**
 * Whether a win of this total is paid by its fu.
 * @param {{ total: number | null, limit: boolean }} win
 * @param {Pick<Asks, "fu" | "fu_below">} asks
 */
export const needsFu = (win, asks) =>
  asks.fu.length > 1 && !win.limit && win.total !== null && win.total < asks.fu_below;

/**
 * The name of a worth: han and fu, mangan and so on.
 * @param {{ total: number | null, limit: boolean, fu?: number | null, level?: string | null }} win
 * @param {string} unit
 */
export function worthText(win, unit) {
  if (win.limit && !win.level) return t("result.limit");
  const total = win.total ? t("result.total", { total: win.total, unit }) : "";
  const parts = [total, win.fu ? `${win.fu} ${t("unit.fu")}` : ""].filter(Boolean);
  return [parts.join(" "), win.level ? t(`level.${win.level}`) : ""].filter(Boolean).join(" · ");
}
