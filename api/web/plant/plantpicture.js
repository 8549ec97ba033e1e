// The simulated table from above, with every tile: walls on the deck, trays of the lifts below it, channels, heads,
// drum. // 800 x 800 units; side n is turned by -90 degrees n times, as in the picture of the tablet.

import { SEATS } from "../shared/seats.js";
import { t } from "../shared/words.js";
import { html, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Motors, Places, Plant } from "../shared/types.js" */

const MIDDLE = 400;
const BUSY = "#f0c765";
const STALLED = "#b3261e";
const FIRST_OF_B = 1000; // tiles of set B have the numbers from here on
/** Fill and edge of the tiles of each set. */
const COLOURS = { A: ["#57a88c", "#0f4538"], B: ["#7e9fd8", "#24406f"] };

/** @param {Plant} plant */
export function plantPicture({ places, motors }) {
  const side = (/** @type {number} */ number) =>
    svg`<g transform=${`rotate(${-90 * number} ${MIDDLE} ${MIDDLE})`}>${sidePart(places, motors, number)}</g>`;
  return html`<svg viewBox="0 0 800 800" class="felt plant" role="img" aria-label=${t("plant.title")}>
    <rect width="800" height="800" rx="34" fill="#3d2a1c" />
    <rect x="16" y="16" width="768" height="768" rx="24" fill="#215f4e" />
    <rect x="92" y="92" width="616" height="616" rx="14" fill="#1a4b3e" stroke="#0b3329" stroke-width="2" />
    ${drum(places, motors)} ${SEATS.map(side)} ${scattered(places.table, 150, 318, 1)}
  </svg>`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} id
 * @param {number} width
 * @param {number} height
 */
function chip(x, y, id, width, height) {
  const [fill, edge] = COLOURS[id < FIRST_OF_B ? "A" : "B"];
  return svg`<rect x=${x} y=${y} width=${width} height=${height} rx="3" fill=${fill} stroke=${edge}
    stroke-width="1.2" />`;
}

/**
 * @param {Places} places
 * @param {Motors} motors
 * @param {number} side
 */
function sidePart(places, motors, side) {
  const lift = motors.lift[side];
  const y = 654 + 40 * (1 - Math.abs(2 * lift.position - 1)); // up and down is one turn of the crank
  return svg`
    ${stacks(places.wall[side], 738)}
    <rect x="150" y=${y - 2} width="500" height="46" rx="6" fill="none" stroke=${lift.on ? BUSY : "#ffffff38"}
      stroke-width=${lift.stalled ? 5 : 2} stroke-dasharray="8 6" />
    ${stacks(places.tray[side], y)} ${channel(places, motors, side)}`;
}

/**
 * Stacks stand from the owner's right; the upper tile covers the lower one but for a strip.
 * @param {number[][]} row
 * @param {number} y
 */
function stacks(row, y, pitch = 25) {
  const start = MIDDLE + (row.length * pitch) / 2;
  return row.map((stack, k) =>
    stack.map((id, layer) => chip(start - (k + 1) * pitch, y + (stack.length - 1 - layer) * 8, id, pitch - 3, 30)),
  );
}

/**
 * @param {Places} places
 * @param {Motors} motors
 * @param {number} side
 */
function channel(places, motors, side) {
  const head = motors.head[side];
  const colour = head.stalled ? STALLED : head.on ? BUSY : "#0f352b";
  return svg`
    <circle cx="400" cy="582" r="17" fill=${motors.pick[side] ? BUSY : "#0f352b"} stroke="#d8cdb5" stroke-width="2" />
    <path d="M424 582H560" stroke="#0f352b" stroke-width="24" stroke-linecap="round" />
    ${places.channel[side].map((id, k) => chip(540 - k * 19, 573, id, 15, 19))}
    <rect x="574" y=${566 + 24 * head.position} width="54" height="34" rx="5" fill=${colour} stroke="#d8cdb5"
      stroke-width="2" />
    ${places.head[side].map((id, k) => chip(581 + k * 21, 573 + 24 * head.position, id, 17, 20))}`;
}

/**
 * @param {Places} places
 * @param {Motors} motors
 */
function drum(places, { disc, hatch }) {
  return svg`<g>
    <circle cx=${MIDDLE} cy=${MIDDLE} r="158" fill="#0d2e26" stroke=${disc ? BUSY : "#d8cdb5"}
      stroke-width=${disc ? 6 : 3} stroke-dasharray=${disc ? "18 10" : "none"} />
    ${scattered(places.drum, 12, 146, 2)}
    <circle cx=${MIDDLE} cy=${MIDDLE} r="52" fill="#ffffff10" stroke=${hatch.stalled ? "#ff6a4d" : "#d9b56a"}
      stroke-width=${3 + 5 * hatch.position} stroke-dasharray=${hatch.position > 0.02 ? "12 8" : "none"} />
    ${scattered(places.well, 4, 46, 3)}
  </g>`;
}

/**
 * Loose tiles: each keeps its own place, found from its number alone, so that the picture does not flicker.
 * @param {number[]} ids
 * @param {number} inner radius
 * @param {number} outer radius
 * @param {number} salt makes the places of one group differ from those of another
 */
const scattered = (ids, inner, outer, salt) =>
  ids.map((id) => {
    const radius = Math.sqrt(inner * inner + noise(id, salt) * (outer * outer - inner * inner));
    const angle = 2 * Math.PI * noise(id, salt + 17);
    const [x, y] = [MIDDLE + radius * Math.cos(angle), MIDDLE + radius * Math.sin(angle)];
    const turn = Math.round(360 * noise(id, salt + 31));
    return svg`<g transform=${`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn})`}>
      ${chip(-6.5, -9, id, 13, 18)}
    </g>`;
  });

/**
 * A number from 0 to 1 that is always the same for these two.
 * @param {number} id
 * @param {number} salt
 */
function noise(id, salt) {
  const value = Math.sin(id * 127.1 + salt * 311.7) * 43758.5453;
  return value - Math.floor(value);
}
