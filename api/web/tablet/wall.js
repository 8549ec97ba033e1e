// The table from above: walls, break, deal, next draw, building progress and places of faults, in 1000 x 1000 units.
// Side n is turned by -90 degrees n times about the middle, because seats run counter-clockwise. Stacks are numbered
// from the owner's right, which is to the right in the unturned picture of side 0.

import { svg } from "../shared/dom.js";
import { t } from "../shared/words.js";

export const HAN = { E: "東", S: "南", W: "西", N: "北" };
const MIDDLE = 500;
const WALL_Y = 792;
const DEPTH = 44;
const LOW = 9; // how far the lower tile of a stack shows

/** The whole picture. `view`: the seat that is drawn at the bottom. */
export function tablePicture(state, view) {
  return svg("svg", { viewBox: "0 0 1000 1000", class: "felt", role: "img", "aria-label": describe(state) },
    defs(),
    svg("rect", { x: 0, y: 0, width: 1000, height: 1000, rx: 46, fill: "#3d2a1c" }),
    svg("rect", { x: 14, y: 14, width: 972, height: 972, rx: 36, fill: "url(#rim)" }),
    svg("rect", { x: 132, y: 132, width: 736, height: 736, rx: 18, fill: "url(#felt)", stroke: "#0b3329", "stroke-width": 3 }),
    dome(state),
    [0, 1, 2, 3].map((side) => svg("g", { transform: `rotate(${-90 * (side - view)} ${MIDDLE} ${MIDDLE})` }, sideOf(state, side))),
    faultMarks(state.faults ?? [], view));
}

function defs() {
  return svg("defs", {},
    svg("radialGradient", { id: "felt", cx: "50%", cy: "45%", r: "75%" },
      svg("stop", { offset: "0", "stop-color": "#2a7a64" }), svg("stop", { offset: "1", "stop-color": "#1a5747" })),
    svg("linearGradient", { id: "rim", x1: "0", y1: "0", x2: "1", y2: "1" },
      svg("stop", { offset: "0", "stop-color": "#6b4a32" }), svg("stop", { offset: "1", "stop-color": "#523624" })),
    svg("pattern", { id: "dead", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("rect", { width: 8, height: 8, fill: "#7d8580" }), svg("rect", { width: 3.4, height: 8, fill: "#5f6863" })));
}

// The dome in the middle is also the lid of the well.
function dome(state) {
  const open = state.mechanism?.hatch === "open" || state.mechanism?.hatch === "moving";
  return svg("g", {},
    svg("circle", { cx: MIDDLE, cy: MIDDLE, r: 176, fill: open ? "#0b1f19" : "#17493c", stroke: open ? "#d9b56a" : "#2f8a71", "stroke-width": open ? 8 : 4, "stroke-dasharray": open ? "26 12" : null }),
    svg("circle", { cx: MIDDLE, cy: MIDDLE, r: 158, fill: "none", stroke: "#ffffff1f", "stroke-width": 2 }));
}

function sideOf(state, side) {
  const standing = standingStacks(state);
  const parts = [];
  if (state.wall && wallFits(state)) parts.push(wallOf(state.wall, state.winds, side));
  else if (standing) parts.push(plainWall(standing[side]));
  else parts.push(outline(state.mechanism?.plan?.stacks?.[side] ?? 0));
  if (state.mechanism?.build) parts.push(progress(state.mechanism.build, side));
  return parts;
}

/** Stacks on each side of the wall that stands on the deck; null when none does. */
function standingStacks({ mechanism }) {
  const raised = Object.values(mechanism?.sets ?? {}).find((set) => set.place === "raised");
  return raised ? raised.stacks ?? mechanism.plan.stacks : null;
}

/** Whether the wall on the deck is the one that the match counts in; people who wall by hand have none to compare. */
export function wallFits(state) {
  const standing = standingStacks(state);
  return !standing || standing.every((count, side) => count === state.wall.stacks[side]);
}

const widthOf = (count) => Math.min(31, 600 / Math.max(count, 1));
const leftOf = (stack, count) => MIDDLE + (count * widthOf(count)) / 2 - stack * widthOf(count);

function outline(count) {
  if (!count) return null;
  const width = count * widthOf(count);
  return svg("rect", { x: MIDDLE - width / 2, y: WALL_Y, width, height: DEPTH + LOW, rx: 8, fill: "#00000014", stroke: "#ffffff30", "stroke-width": 2, "stroke-dasharray": "7 7" });
}

function plainWall(count) {
  return Array.from({ length: count }, (_, k) => stack(leftOf(k + 1, count), widthOf(count), PLAIN, PLAIN));
}

const PLAIN = { fill: "#efe8d6", edge: "#b9ad90" };
const DEAD = { fill: "url(#dead)", edge: "#4c544f" };
const SEAT_FILLS = ["#e2b04a", "#6aa9d8", "#e58f93", "#b59ddb"];

function stack(x, width, top, bottom, extra = []) {
  const size = { width: width - 1.6, height: DEPTH, rx: 4.5 };
  return svg("g", {},
    svg("rect", { x: x + 1.8, y: WALL_Y + LOW + 3, ...size, fill: "#00000038" }),
    bottom && svg("rect", { x: x + 0.8, y: WALL_Y + LOW, ...size, fill: bottom.fill, stroke: bottom.edge ?? "#00000055", "stroke-width": 1 }),
    bottom && svg("rect", { x: x + 0.8, y: WALL_Y + LOW, ...size, fill: "#00000026" }),
    top && svg("rect", { x: x + 0.8, y: WALL_Y, ...size, fill: top.fill, stroke: top.edge ?? "#00000055", "stroke-width": 1 }),
    top && svg("rect", { x: x + 3.4, y: WALL_Y + 3, width: Math.max(width - 7, 1), height: 5, rx: 2.5, fill: "#ffffff55" }),
    extra);
}

/** The walls as the dice broke them. A single-tile stack has no upper tile. */
function wallOf(wall, winds, side) {
  const count = wall.stacks[side];
  const owners = ownersOf(wall);
  const counted = countedOf(wall);
  const width = widthOf(count);
  const stacks = Array.from({ length: count }, (_, k) => {
    const number = k + 1;
    const x = leftOf(number, count);
    const [top, bottom] = ["top", "bottom"].map((layer) => owners.get(`${side}-${number}-${layer}`));
    const order = counted.get(`${side}-${number}`);
    return stack(x, width, paint(top), paint(bottom), [label(x, width, top, order, winds), nextMark(wall, side, number, x, width), indicatorMark(wall, side, number, x, width)]);
  });
  return [...stacks, breakMark(wall, side, count)];
}

const paint = (owner) => (owner === undefined ? PLAIN : owner === "dead" ? DEAD : { fill: SEAT_FILLS[owner], edge: "#00000066" });

function ownersOf(wall) {
  const owners = new Map((wall.dead_wall ?? []).map((slot) => [slot, "dead"]));
  for (const [seat, slots] of Object.entries(wall.deal ?? {})) for (const slot of slots) owners.set(slot, Number(seat));
  return owners;
}

/** The counted stacks with their numbers: from stack 1 of the broken wall, going on clockwise to the wall of seat - 1. */
function countedOf(wall) {
  const counted = new Map();
  let [seat, stackNumber] = [wall.broken_wall_seat, 1];
  for (let order = 1; order <= wall.stacks_counted; order += 1) {
    while (stackNumber > wall.stacks[seat]) [seat, stackNumber] = [(seat + 3) % 4, 1];
    counted.set(`${seat}-${stackNumber}`, order);
    stackNumber += 1;
  }
  return counted;
}

function label(x, width, owner, order, winds) {
  const middle = { x: x + width / 2 - 0.8, "text-anchor": "middle" };
  if (typeof owner === "number" && winds?.[owner]) {
    return svg("text", { ...middle, y: WALL_Y + 31, "font-size": 19, fill: "#2b1d06", "font-weight": 700, class: "han" }, HAN[winds[owner]]);
  }
  if (order) return svg("text", { ...middle, y: WALL_Y + 30, "font-size": 16, fill: owner === "dead" ? "#fff" : "#6b5f45", "font-weight": 700 }, order);
  return null;
}

function nextMark(wall, side, number, x, width) {
  if (!wall.next_draw?.startsWith(`${side}-${number}-`)) return null;
  const middle = x + width / 2 - 0.8;
  return [
    svg("rect", { x: x - 1.5, y: WALL_Y - 3, width: width + 2, height: DEPTH + LOW + 6, rx: 7, fill: "none", stroke: "#ffe08a", "stroke-width": 5 }),
    svg("path", { d: `M${middle} ${WALL_Y - 8}l-13 -20h26z`, fill: "#ffe08a" }),
  ];
}

// The tile of the dead wall that is turned over: its face is up.
function indicatorMark(wall, side, number, x, width) {
  if (!wall.indicator?.startsWith(`${side}-${number}-`)) return null;
  const size = { width: width - 1.6, height: DEPTH, rx: 4.5 };
  return [
    svg("rect", { x: x + 0.8, y: WALL_Y, ...size, fill: "#fffdf5", stroke: "#1d6b3f", "stroke-width": 3 }),
    svg("circle", { cx: x + width / 2, cy: WALL_Y + DEPTH / 2, r: Math.min(8, width / 3), fill: "#b3261e" }),
  ];
}

function breakMark(wall, side, count) {
  if (wall.first_stack?.seat !== side) return null;
  const x = leftOf(wall.first_stack.stack_from_right, count) + widthOf(count) - 0.8;
  const foot = WALL_Y + DEPTH + LOW;
  return [
    svg("path", { d: `M${x} ${WALL_Y - 12}V${foot + 4}`, stroke: "#ff6a4d", "stroke-width": 5, "stroke-linecap": "round" }),
    svg("path", { d: `M${x} ${foot - 2}l-10 16h20z`, fill: "#ff6a4d" }),
  ];
}

// How much of the wall that is being built below this side stands already.
function progress(build, side) {
  const quota = build.quota[side];
  if (!quota) return null;
  const part = Math.min(build.counts[side] / quota, 1);
  const bar = { x: 250, y: WALL_Y - 46, height: 9, rx: 4.5 };
  return [
    svg("rect", { ...bar, width: 500, fill: "#00000040" }),
    svg("rect", { ...bar, x: 250 + 500 * (1 - part), width: 500 * part, fill: "#f0c765" }),
  ];
}

/** Where a fault is: at its side, clear of the legend, or in the middle for drum, hatch and board. */
function faultMarks(faults, view) {
  return faults.map((fault) => {
    const side = Number.isInteger(fault.side) && fault.side >= 0 && fault.side < 4 ? fault.side : null;
    const turn = side === null ? 0 : -90 * (side - view);
    const [x, y] = side === null ? [500, 355] : turned(500, 770, turn);
    const colour = fault.severity === "warn" ? "#b07a10" : "#b3261e";
    return svg("g", { transform: `translate(${x} ${y})` },
      svg("circle", { r: 34, fill: colour, stroke: "#fff", "stroke-width": 5 }),
      svg("text", { y: 8, "font-size": 23, "font-weight": 800, fill: "#fff", "text-anchor": "middle" }, fault.code));
  });
}

function turned(x, y, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - MIDDLE, y - MIDDLE];
  return [MIDDLE + dx * Math.cos(angle) - dy * Math.sin(angle), MIDDLE + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

function describe(state) {
  if (!state.wall || !wallFits(state)) return t("wall.aria-plain");
  const [seat, number] = state.wall.next_draw.split("-");
  return t("wall.aria", { broken: state.wall.broken_wall_seat + 1, counted: state.wall.stacks_counted, seat: Number(seat) + 1, stack: number });
}
