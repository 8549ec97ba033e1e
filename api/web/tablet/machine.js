// What the machine is doing: the table cut open, where sets A and B are, and the wall that is being built, per side.

import { h, svg } from "../shared/dom.js";
import { t } from "../shared/words.js";

const INK = { A: "#17614f", B: "#2c4f8f" };
const PALE = { A: "#bfe0d3", B: "#c5d3ee" };

export function machineCard(mechanism) {
  if (!mechanism) return null;
  return [
    h("div", { class: "row apart" }, h("h2", {}, t("machine.title")), h("span", { class: stateChip(mechanism) }, t(`machine.state.${mechanism.state}`))),
    crossSection(mechanism),
    h("div", { class: "sets" }, Object.entries(mechanism.sets).map(([name, set]) => setLine(name, set))),
    mechanism.build ? buildLines(mechanism.build) : null,
    latchLines(mechanism),
  ];
}

const stateChip = ({ state }) => (["stopped", "suspended", "unknown"].includes(state) ? "chip warn" : "chip");

function setLine(name, set) {
  return h("div", { class: "set" }, badge(name), h("span", {}, t(`place.${set.place}`)), h("span", { class: "quiet small number" }, t("machine.tiles", { n: set.tiles })));
}

export function badge(name) {
  return h("b", { class: `badge set-${name}` }, name);
}

function buildLines(build) {
  const done = build.counts.reduce((a, b) => a + b, 0);
  const quota = build.quota.reduce((a, b) => a + b, 0);
  return h("div", { class: "build" },
    h("div", { class: "row apart small" },
      h("span", {}, t(`machine.phase.${build.phase}`, { set: build.set })),
      h("span", { class: "number" }, t("machine.progress", { done, quota, seconds: Math.round(build.seconds) }))),
    h("div", { class: "sides" }, build.quota.map((quotaHere, side) => sideBar(side, build.counts[side], quotaHere))));
}

function sideBar(side, count, quota) {
  const bar = h("i");
  bar.style.width = quota ? `${Math.min(100, (100 * count) / quota)}%` : "0";
  return h("div", { class: "side" },
    h("span", { class: "small quiet" }, t("machine.side", { n: side + 1 })),
    h("span", { class: "bar", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": quota, "aria-valuenow": count, "aria-label": t("machine.side", { n: side + 1 }) }, bar),
    h("span", { class: "small number" }, quota ? `${count}/${quota}` : "–"));
}

function latchLines(mechanism) {
  const lines = mechanism.latches.map((latch) => h("span", { class: "chip warn" }, t(`latch.${latch}`)));
  if (mechanism.warning) lines.unshift(h("span", { class: "chip bad" }, t("machine.warning")));
  return lines.length ? h("div", { class: "row" }, lines) : null;
}

/** The table cut open: deck with the well and its hatch, drum below, a lift at either end. */
export function crossSection(mechanism) {
  const at = (place) => Object.entries(mechanism.sets).find(([, set]) => set.place === place)?.[0];
  const build = mechanism.build;
  return svg("svg", { viewBox: "0 12 520 152", class: "section", role: "img", "aria-label": t("machine.aria") },
    svg("path", { d: "M16 62h34v98h420V62h34", fill: "none", stroke: "#c9bda3", "stroke-width": 3 }),
    deck(mechanism),
    drum(mechanism, at("in_drum") ?? at("building"), build),
    [78, 402].map((x) => lift(x, mechanism, at("raised"), at("staged"), build)),
    channel(build));
}

function deck(mechanism) {
  const open = mechanism.hatch === "open";
  const moving = mechanism.hatch === "moving";
  const lid = open ? "M206 22h108" : moving ? "M206 44h108" : "M206 62h108";
  return svg("g", { "stroke-linecap": "round", fill: "none" },
    svg("path", { d: "M16 62h62M142 62h64M314 62h88M466 62h38".replace("M314 62h88", "M314 62h64"), stroke: "#5b4632", "stroke-width": 9 }),
    svg("path", { d: "M378 62h24", stroke: "#5b4632", "stroke-width": 9 }),
    svg("path", { d: lid, stroke: open || moving ? "#9a6b12" : "#5b4632", "stroke-width": 9 }),
    open || moving ? svg("path", { d: "M260 58V30", stroke: "#9a6b12", "stroke-width": 5 }) : null);
}

function drum(mechanism, set, build) {
  const tiles = set ? mechanism.sets[set].tiles - (build ? build.counts.reduce((a, b) => a + b, 0) : 0) : 0;
  const shown = Math.max(0, Math.ceil(tiles / 5));
  return svg("g", {},
    svg("path", { d: "M196 92c2 40 22 60 64 60s62-20 64-60z", fill: "#efe7d4", stroke: "#8d7d60", "stroke-width": 3 }),
    Array.from({ length: shown }, (_, k) => heap(k, set)),
    svg("path", { d: "M212 98h96", stroke: build && build.phase === "picking" ? "#d39a22" : "#cbbd9f", "stroke-width": 4, "stroke-dasharray": "2 7", "stroke-linecap": "round" }));
}

// Tiles lie in the bowl in rows from the bottom up: 5, 7, 8, 9.
function heap(k, set) {
  let row = 0;
  let rest = k;
  for (const size of [5, 7, 8, 9]) {
    if (rest < size) return small(260 - (size * 11.5) / 2 + rest * 11.5, 134 - row * 10.5, set);
    rest -= size;
    row += 1;
  }
  return null;
}

const small = (x, y, set) => svg("rect", { x, y, width: 9.5, height: 8.5, rx: 2, fill: PALE[set], stroke: INK[set], "stroke-width": 1.3 });

function lift(x, mechanism, raised, staged, build) {
  const up = mechanism.lifts.some((state) => state === "up" || state === "moving");
  const full = build ? Math.round((7 * (build.counts[0] + build.counts[2])) / Math.max(build.quota[0] + build.quota[2], 1)) : 0;
  const [below, set, count] = staged ? [true, staged, 7] : build ? [true, build.set, full] : [false, null, 0];
  return svg("g", {},
    svg("path", { d: `M${x - 2} ${up ? 62 : 128}h66`, stroke: "#8d7d60", "stroke-width": 5, "stroke-linecap": "round" }),
    svg("path", { d: `M${x + 31} ${up ? 66 : 130}V158`, stroke: "#8d7d60", "stroke-width": 4 }),
    up ? null : svg("path", { d: `M${x} 62h62`, stroke: "#5b4632", "stroke-width": 9 }),
    raised ? row(x, 37, 7, raised) : null,
    below && !up ? row(x, 106, count, set) : null,
    below && up ? row(x, 38, count, set) : null);
}

function row(x, y, count, set) {
  return Array.from({ length: count }, (_, k) => [small(x - 9 + k * 11.5, y + 10, set), small(x - 9 + k * 11.5, y, set)]);
}

function channel(build) {
  const stroke = build && build.phase === "picking" ? "#d39a22" : "#d8cdb5";
  return svg("path", { d: "M192 116H152M328 116h40", stroke, "stroke-width": 5, "stroke-dasharray": "3 8", "stroke-linecap": "round" });
}
