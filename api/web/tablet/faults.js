// Faults: which, where, since when, and what to do in which order.

import { h, svg } from "../shared/dom.js";
import { clock, known, t } from "../shared/words.js";

export function faultCards(state) {
  return (state.faults ?? []).map((fault) => h("section", { class: `card fault ${fault.severity}`, role: fault.severity === "warn" ? "status" : "alert" },
    h("div", { class: "picture" }, place(fault)),
    h("div", { class: "stack" },
      h("h2", {}, h("span", { class: fault.severity === "warn" ? "chip warn" : "chip bad" }, fault.code), " ", t(fault.key, words(fault))),
      known(`${fault.key}.meaning`) ? h("p", {}, t(`${fault.key}.meaning`, words(fault))) : null,
      fault.remedies.length ? h("ol", { class: "remedies" }, fault.remedies.map((remedy) => h("li", {}, t(`remedy.${remedy}`, words(fault))))) : null,
      h("p", { class: "quiet small" }, t("fault.since", { time: clock(fault.since), place: placeName(fault) })))));
}

const hasSide = (fault) => Number.isInteger(fault.side) && fault.side >= 0 && fault.side < 4;

function words(fault) {
  return { ...fault.evidence, side: hasSide(fault) ? fault.side + 1 : "", mechanism: placeName(fault) };
}

function placeName(fault) {
  const name = (fault.mechanism ?? "").toLowerCase().replace(/[-_]\d$/, "");
  const part = known(`mechanism.${name}`) ? t(`mechanism.${name}`) : "";
  const side = hasSide(fault) ? t("machine.side", { n: fault.side + 1 }) : "";
  return [part, side].filter(Boolean).join(", ") || t("machine.table");
}

// A small plan of the table with the place marked. Side 0 is at the bottom, then counter-clockwise.
function place(fault) {
  const spots = [[50, 86], [86, 50], [50, 14], [14, 50]];
  const [x, y] = hasSide(fault) ? spots[fault.side] : [50, 50];
  return svg("svg", { viewBox: "0 0 100 100", role: "img", "aria-label": placeName(fault) },
    svg("rect", { x: 3, y: 3, width: 94, height: 94, rx: 12, fill: "#2a7a64", stroke: "#3d2a1c", "stroke-width": 5 }),
    spots.map(([cx, cy], side) => svg("rect", { x: cx - (side % 2 ? 5 : 26), y: cy - (side % 2 ? 26 : 5), width: side % 2 ? 10 : 52, height: side % 2 ? 52 : 10, rx: 3, fill: "#efe8d6", opacity: 0.85 })),
    svg("circle", { cx: 50, cy: 50, r: 19, fill: "#17493c" }),
    svg("circle", { cx: x, cy: y, r: 13, fill: "#b3261e", stroke: "#fff", "stroke-width": 3.5 }),
    svg("text", { x, y: y + 6, "font-size": 17, "font-weight": 800, fill: "#fff", "text-anchor": "middle" }, "!"));
}
