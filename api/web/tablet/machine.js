// What the machine is doing: the table cut open, where sets A and B are, and the wall that is being built, per side.

import { filled } from "../shared/draw.js";
import { sideName } from "../shared/matchwords.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { crossSection } from "./crosssection.js";

/** @import { Build, Match, Mechanism, TileSetState } from "../shared/types.js" */

/**
 * @param {Mechanism} mechanism
 * @param {Match | null} match whose players name the sides
 */
export const machineCard = (mechanism, match) => html`
  <div class="row apart">
    <h2>${t("machine.title")}</h2>
    <span class=${stateChip(mechanism)}>${t(`machine.state.${mechanism.state}`)}</span>
  </div>
  ${crossSection(mechanism)}
  <div class="sets">${Object.entries(mechanism.sets).map(([name, set]) => setLine(name, set))}</div>
  ${mechanism.build ? buildLines(mechanism.build, match) : nothing} ${latchLines(mechanism)}
`;

/** @param {Mechanism} mechanism */
const stateChip = ({ state }) => (["stopped", "suspended", "unknown"].includes(state) ? "chip warn" : "chip");

/**
 * @param {string} name
 * @param {TileSetState} set
 */
const setLine = (name, set) =>
  html`<div class="set">
    ${badge(name)}<span>${t(`place.${set.place}`)}</span>
    <span class="quiet small number">${t("machine.tiles", { n: set.tiles })}</span>
  </div>`;

/** @param {string} name */
export const badge = (name) => html`<b class="badge set-${name}">${name}</b>`;

/** @param {number[]} counts */
export const sum = (counts) => counts.reduce((a, b) => a + b, 0);

/**
 * @param {Build} build
 * @param {Match | null} match
 */
function buildLines(build, match) {
  const facts = { done: sum(build.counts), quota: sum(build.quota), seconds: Math.round(build.seconds) };
  return html`<div class="build">
    <div class="row apart small">
      <span>${t(`machine.phase.${build.phase}`, { set: build.set })}</span>
      <span class="number">${t("machine.progress", facts)}</span>
    </div>
    <div class="sides">
      ${build.quota.map((quota, side) => sideBar(sideName(match, side), build.counts[side], quota))}
    </div>
  </div>`;
}

/**
 * @param {string} name
 * @param {number} count
 * @param {number} quota
 */
function sideBar(name, count, quota) {
  return html`<div class="side">
    <span class="small quiet">${name}</span>
    <span
      class="bar"
      role="progressbar"
      aria-valuemin="0"
      aria-valuemax=${quota}
      aria-valuenow=${count}
      aria-label=${name}
      >${filled(quota ? count / quota : 0)}</span
    >
    <span class="small number">${quota ? `${count}/${quota}` : "–"}</span>
  </div>`;
}

/** @param {Mechanism} mechanism */
function latchLines({ warning, latches }) {
  if (!warning && !latches.length) return nothing;
  return html`<div class="row">
    ${warning ? html`<span class="chip bad">${t("machine.warning")}</span>` : nothing}
    ${latches.map((latch) => html`<span class="chip warn">${t(`latch.${latch}`)}</span>`)}
  </div>`;
}
