// Dice as on a mahjong table: small, ivory, with a red one and a red four.

import { svg } from "../shared/dom.js";
import { t } from "../shared/words.js";

const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

/** One die as a group of 40 x 40 units with its corner at x, y. */
export function die(value, x = 0, y = 0) {
  const red = value === 1 || value === 4;
  const radius = value === 1 ? 6.6 : 4;
  return svg("g", { transform: `translate(${x} ${y})` },
    svg("rect", { x: 1, y: 2.5, width: 38, height: 37.5, rx: 9, fill: "#00000030" }),
    svg("rect", { x: 1, y: 1, width: 38, height: 37, rx: 9, fill: "#fffdf5", stroke: "#cfc5ab" }),
    PIPS[value].map(([dx, dy]) => svg("circle", { cx: 20 + dx * 9.5, cy: 19.5 + dy * 9.5, r: radius, fill: red ? "#b3261e" : "#1e2b27" })));
}

/** All dice of a throw in one row. */
export function dice(values) {
  const width = values.length * 48 - 8;
  return svg("svg", { viewBox: `0 0 ${width} 41`, class: "dice", role: "img", "aria-label": t("dice.shown", { dice: values.join(", ") }) },
    values.map((value, k) => die(value, k * 48, 0)));
}
