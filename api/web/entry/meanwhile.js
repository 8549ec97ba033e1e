// What others did at the same table while a result was being entered, and what it means for the entry.

import { h } from "../shared/dom.js";
import { netFigure } from "../tablet/matchcard.js";

/** After these the entry has no hand to belong to. */
export const GONE = new Set(["over", "result", "next"]);

/**
 * `before`: the match as the entry knows it, `now`: as it is. `correcting`: the entry is for a hand that ended.
 * The end of a word's key (`meanwhile.…`), or null when nothing that matters has happened.
 */
export function happened(before, now, correcting) {
  if (now?.id !== before.id) return "over";
  if (!correcting && (now.phase !== "play" || now.index !== before.index)) return ended(before, now);
  if (told(before.seats) !== told(now.seats)) return "scores";
  return told([before.last, before.restrictions, before.phase]) === told([now.last, now.restrictions, now.phase]) ? null : "changed";
}

const told = (part) => JSON.stringify(part);

function ended(before, now) {
  if (now.last?.hand === before.index && now.last.kind) return "result";
  return now.phase === "over" ? "over" : "next";
}

/** Who won and lost how much in a hand. */
export function nets({ seats, net }) {
  return h("div", { class: "nets" }, seats.map(({ seat, name }) => h("div", {}, h("span", { class: "quiet small name" }, name), netFigure(net[seat] ?? 0))));
}
