// The simulated table from above, with every tile: walls on the deck, trays of the lifts below it, channels, heads, drum.
// 800 x 800 units; side n is turned by -90 degrees n times, as in wall.js.

import { svg } from "../shared/dom.js";
import { t } from "../shared/words.js";

const MIDDLE = 400;
const FILL = { A: "#57a88c", B: "#7e9fd8" };
const EDGE = { A: "#0f4538", B: "#24406f" };
const setOf = (id) => (id < 1000 ? "A" : "B");

export function plantPicture(plant) {
  const { places, motors } = plant;
  return svg("svg", { viewBox: "0 0 800 800", class: "felt plant", role: "img", "aria-label": t("plant.title") },
    svg("rect", { width: 800, height: 800, rx: 34, fill: "#3d2a1c" }),
    svg("rect", { x: 16, y: 16, width: 768, height: 768, rx: 24, fill: "#215f4e" }),
    svg("rect", { x: 92, y: 92, width: 616, height: 616, rx: 14, fill: "#1a4b3e", stroke: "#0b3329", "stroke-width": 2 }),
    drum(places, motors),
    [0, 1, 2, 3].map((side) => svg("g", { transform: `rotate(${-90 * side} ${MIDDLE} ${MIDDLE})` }, sideOf(places, motors, side))),
    scattered(places.table, 150, 318, 1));
}

const chip = (x, y, id, width = 13, height = 18) => svg("rect", { x, y, width, height, rx: 3, fill: FILL[setOf(id)], stroke: EDGE[setOf(id)], "stroke-width": 1.2 });

function sideOf(places, motors, side) {
  const lift = motors.lift[side];
  const rise = 1 - Math.abs(2 * lift.position - 1); // up and down is one turn of the crank
  return [
    stacks(places.wall[side], 738, 25),
    svg("rect", { x: 150, y: 652 + 40 * rise, width: 500, height: 46, rx: 6, fill: "none", stroke: lift.on ? "#f0c765" : "#ffffff38", "stroke-width": lift.stalled ? 5 : 2, "stroke-dasharray": "8 6" }),
    stacks(places.tray[side], 654 + 40 * rise, 25),
    channel(places, motors, side),
  ];
}

// Stacks stand from the owner's right; the upper tile covers the lower one but for a strip.
function stacks(row, y, pitch) {
  const start = MIDDLE + (row.length * pitch) / 2;
  return row.map((stack, k) => stack.map((id, layer) => chip(start - (k + 1) * pitch, y + (stack.length - 1 - layer) * 8, id, pitch - 3, 30)));
}

function channel(places, motors, side) {
  const pick = motors.pick[side];
  const head = motors.head[side];
  return [
    svg("circle", { cx: 400, cy: 582, r: 17, fill: pick ? "#f0c765" : "#0f352b", stroke: "#d8cdb5", "stroke-width": 2 }),
    svg("path", { d: "M424 582H560", stroke: "#0f352b", "stroke-width": 24, "stroke-linecap": "round" }),
    places.channel[side].map((id, k) => chip(540 - k * 19, 573, id, 15, 19)),
    svg("rect", { x: 574, y: 566 + 24 * head.position, width: 54, height: 34, rx: 5, fill: head.stalled ? "#b3261e" : head.on ? "#f0c765" : "#0f352b", stroke: "#d8cdb5", "stroke-width": 2 }),
    places.head[side].map((id, k) => chip(581 + k * 21, 573 + 24 * head.position, id, 17, 20)),
  ];
}

function drum(places, motors) {
  const open = motors.hatch.position;
  return svg("g", {},
    svg("circle", { cx: MIDDLE, cy: MIDDLE, r: 158, fill: "#0d2e26", stroke: motors.disc ? "#f0c765" : "#d8cdb5", "stroke-width": motors.disc ? 6 : 3, "stroke-dasharray": motors.disc ? "18 10" : null }),
    scattered(places.drum, 12, 146, 2),
    svg("circle", { cx: MIDDLE, cy: MIDDLE, r: 52, fill: "#ffffff10", stroke: motors.hatch.stalled ? "#ff6a4d" : "#d9b56a", "stroke-width": 3 + 5 * open, "stroke-dasharray": open > 0.02 ? "12 8" : null }),
    scattered(places.well, 4, 46, 3));
}

/** Loose tiles: each keeps its own place, found from its number alone, so that the picture does not flicker. */
function scattered(ids, inner, outer, salt) {
  return ids.map((id) => {
    const [a, b] = [noise(id, salt), noise(id, salt + 17)];
    const radius = Math.sqrt(inner * inner + a * (outer * outer - inner * inner));
    const angle = 2 * Math.PI * b;
    const [x, y] = [MIDDLE + radius * Math.cos(angle), MIDDLE + radius * Math.sin(angle)];
    return svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${Math.round(360 * noise(id, salt + 31))})` }, chip(-6.5, -9, id));
  });
}

function noise(id, salt) {
  const value = Math.sin(id * 127.1 + salt * 311.7) * 43758.5453;
  return value - Math.floor(value);
}
