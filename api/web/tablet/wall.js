// The walls from above: break, deal, next draw and building progress, in 1000 x 1000 units.
// Side n is turned by -90 degrees n times about the middle, because seats run counter-clockwise. Stacks are numbered
// from the owner's right, which is to the right in the unturned picture of side 0.

import { HAN, SEATS } from "../shared/seats.js";
import { t } from "../shared/words.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Build, Mechanism, Snapshot, WallShown, Wind } from "../shared/types.js" */

/** Who a tile goes to: a seat, or the dead wall. @typedef {number | "dead" | undefined} Owner */
/** @typedef {{ fill: string, edge: string }} Paint */
/** A stack of one side in the picture. @typedef {{ side: number, number: number, x: number, width: number }} Place */
/** Seat winds by seat. @typedef {Record<number, Wind | null>} Winds */

const MIDDLE = 500;
const WALL_Y = 792;
const DEPTH = 44;
const LOW = 9; // how far the lower tile of a stack shows
const FOOT = WALL_Y + DEPTH + LOW;

/** @type {Paint} */
const PLAIN = { fill: "#efe8d6", edge: "#b9ad90" };
/** @type {Paint} */
const DEAD = { fill: "url(#dead)", edge: "#4c544f" };
const SEAT_FILLS = ["#e8b23a", "#5cb0e8", "#e2704f", "#5b62b5"];

/**
 * The four walls.
 * @param {Snapshot} state
 * @param {number} view the seat that is drawn at the bottom
 */
export function wallPicture(state, view) {
  const side = (/** @type {number} */ number) =>
    svg`<g transform=${`rotate(${-90 * (number - view)} ${MIDDLE} ${MIDDLE})`}>${sidePart(state, number)}</g>`;
  return html`<svg viewBox="120 120 760 760" class="walls" role="img" aria-label=${describe(state)}>
    <defs>
      <pattern id="dead" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="8" height="8" fill="#7d8580" />
        <rect width="3.4" height="8" fill="#5f6863" />
      </pattern>
    </defs>
    ${SEATS.map(side)}
  </svg>`;
}

/**
 * @param {Snapshot} state
 * @param {number} side
 */
function sidePart(state, side) {
  const { mechanism, wall } = state;
  const standing = standingStacks(mechanism);
  const stacks =
    wall && wallFits(state)
      ? brokenWall(wall, windsOf(state), side)
      : standing
        ? plainWall(standing[side])
        : outline(mechanism.plan.stacks[side]);
  return [stacks, mechanism.build ? progress(mechanism.build, side) : nothing];
}

/**
 * @param {Snapshot} state
 * @returns {Winds}
 */
const windsOf = ({ match }) => Object.fromEntries((match?.seats ?? []).map(({ seat, wind }) => [seat, wind]));

/**
 * Stacks on each side of the wall that stands on the deck; null when none does.
 * @param {Mechanism} mechanism
 */
const standingStacks = ({ sets }) => Object.values(sets).find((set) => set.place === "raised")?.stacks ?? null;

/**
 * Whether the wall on the deck is the one that the match counts in; people who wall by hand have none to compare.
 * @param {Snapshot} state
 */
export function wallFits({ mechanism, wall }) {
  const standing = standingStacks(mechanism);
  return !standing || standing.every((count, side) => count === wall?.stacks[side]);
}

/** @param {number} count */
const widthOf = (count) => Math.min(31, 600 / Math.max(count, 1));

/**
 * @param {number} number
 * @param {number} count
 */
const leftOf = (number, count) => MIDDLE + (count * widthOf(count)) / 2 - number * widthOf(count);

/** @param {number} count */
function outline(count) {
  if (!count) return nothing;
  const width = count * widthOf(count);
  return svg`<rect x=${MIDDLE - width / 2} y=${WALL_Y} width=${width} height=${DEPTH + LOW} rx="8" fill="#00000014"
    stroke="#ffffff30" stroke-width="2" stroke-dasharray="7 7" />`;
}

/** @param {number} count */
const plainWall = (count) =>
  Array.from({ length: count }, (_, k) => stack(leftOf(k + 1, count), widthOf(count), PLAIN, PLAIN));

/**
 * Two tiles, the upper one shifted up so that a strip of the lower one shows.
 * @param {number} x
 * @param {number} width
 * @param {Paint} top
 * @param {Paint} bottom
 * @param {unknown} marks
 */
const stack = (x, width, top, bottom, marks = nothing) =>
  svg`<g>
    <rect x=${x + 1.8} y=${WALL_Y + LOW + 3} width=${width - 1.6} height=${DEPTH} rx="4.5" fill="#00000038" />
    <rect x=${x + 0.8} y=${WALL_Y + LOW} width=${width - 1.6} height=${DEPTH} rx="4.5" fill=${bottom.fill}
      stroke=${bottom.edge} />
    <rect x=${x + 0.8} y=${WALL_Y + LOW} width=${width - 1.6} height=${DEPTH} rx="4.5" fill="#00000026" />
    <rect x=${x + 0.8} y=${WALL_Y} width=${width - 1.6} height=${DEPTH} rx="4.5" fill=${top.fill} stroke=${top.edge} />
    <rect x=${x + 3.4} y=${WALL_Y + 3} width=${Math.max(width - 7, 1)} height="5" rx="2.5" fill="#ffffff55" />
    ${marks}
  </g>`;

// ------------------------------------------------------------ the wall of the hand being played

/**
 * The wall of one side as the dice broke it.
 * @param {WallShown} wall
 * @param {Winds} winds
 * @param {number} side
 */
function brokenWall(wall, winds, side) {
  const count = wall.stacks[side];
  const owners = ownersOf(wall);
  const counted = countedOf(wall);
  const width = widthOf(count);
  const stacks = Array.from({ length: count }, (_, k) => {
    const place = { side, number: k + 1, x: leftOf(k + 1, count), width };
    const top = owners.get(`${side}-${k + 1}-top`);
    const bottom = owners.get(`${side}-${k + 1}-bottom`);
    const sign = label(place, top, counted.get(`${side}-${k + 1}`), winds);
    return stack(place.x, width, paint(top), paint(bottom), [sign, nextMark(wall, place), indicatorMark(wall, place)]);
  });
  return [stacks, breakMark(wall, side)];
}

/** @param {Owner} owner */
const paint = (owner) =>
  owner === undefined ? PLAIN : owner === "dead" ? DEAD : { fill: SEAT_FILLS[owner], edge: "#00000066" };

/**
 * Owners by slot (`side-stack-layer`).
 * @param {WallShown} wall
 * @returns {Map<string, Owner>}
 */
function ownersOf(wall) {
  /** @type {Map<string, Owner>} */
  const owners = new Map(wall.dead_wall.map((slot) => [slot, "dead"]));
  for (const [seat, slots] of Object.entries(wall.deal)) for (const slot of slots) owners.set(slot, Number(seat));
  return owners;
}

/**
 * The counted stacks (`side-stack`) with their numbers: from stack 1 of the broken wall, going on clockwise to the wall
 * of seat - 1.
 * @param {WallShown} wall
 */
function countedOf(wall) {
  /** @type {Map<string, number>} */
  const counted = new Map();
  let [seat, number] = [wall.broken_wall_seat, 1];
  for (let order = 1; order <= wall.stacks_counted; order += 1) {
    while (number > wall.stacks[seat]) [seat, number] = [(seat + 3) % 4, 1];
    counted.set(`${seat}-${number}`, order);
    number += 1;
  }
  return counted;
}

/**
 * The wind of the player who takes the upper tile, else the number of a counted stack.
 * @param {Place} place
 * @param {Owner} owner
 * @param {number | undefined} order
 * @param {Winds} winds
 */
function label({ x, width }, owner, order, winds) {
  const middle = x + width / 2 - 0.8;
  const wind = typeof owner === "number" ? winds[owner] : null;
  if (wind) {
    return svg`<text x=${middle} y=${WALL_Y + 31} font-size="19" fill=${owner === 3 ? "#ffffff" : "#2b1d06"}
      font-weight="700" class="han" text-anchor="middle">${HAN[wind]}</text>`;
  }
  if (!order) return nothing;
  return svg`<text x=${middle} y=${WALL_Y + 30} font-size="16" fill=${owner === "dead" ? "#fff" : "#6b5f45"}
    font-weight="700" text-anchor="middle">${order}</text>`;
}

/**
 * @param {string | null | undefined} slot
 * @param {Place} place
 */
const isAt = (slot, { side, number }) => slot?.startsWith(`${side}-${number}-`) ?? false;

/**
 * @param {WallShown} wall
 * @param {Place} place
 */
function nextMark(wall, place) {
  if (!isAt(wall.next_draw, place)) return nothing;
  const { x, width } = place;
  return svg`
    <rect x=${x - 1.5} y=${WALL_Y - 3} width=${width + 2} height=${DEPTH + LOW + 6} rx="7" fill="none"
      stroke="#ffe08a" stroke-width="5" />
    <path d=${`M${x + width / 2 - 0.8} ${WALL_Y - 8}l-13 -20h26z`} fill="#ffe08a" />`;
}

/**
 * The tile of the dead wall that is turned over: its face is up.
 * @param {WallShown} wall
 * @param {Place} place
 */
function indicatorMark(wall, place) {
  if (!isAt(wall.indicator, place)) return nothing;
  const { x, width } = place;
  return svg`
    <rect x=${x + 0.8} y=${WALL_Y} width=${width - 1.6} height=${DEPTH} rx="4.5" fill="#fffdf5" stroke="#1d6b3f"
      stroke-width="3" />
    <circle cx=${x + width / 2} cy=${WALL_Y + DEPTH / 2} r=${Math.min(8, width / 3)} fill="#b3261e" />`;
}

/**
 * @param {WallShown} wall
 * @param {number} side
 */
function breakMark(wall, side) {
  if (wall.first_stack?.seat !== side) return nothing;
  const count = wall.stacks[side];
  const x = leftOf(wall.first_stack.stack_from_right, count) + widthOf(count) - 0.8;
  return svg`
    <path d=${`M${x} ${WALL_Y - 12}V${FOOT + 4}`} stroke="#ff6a4d" stroke-width="5" stroke-linecap="round" />
    <path d=${`M${x} ${FOOT - 2}l-10 16h20z`} fill="#ff6a4d" />`;
}

// ------------------------------------------------------------ what the machine does

/**
 * How much of the wall that is being built below this side stands already.
 * @param {Build} build
 * @param {number} side
 */
function progress({ counts, quota }, side) {
  if (!quota[side]) return nothing;
  const share = Math.min(counts[side] / quota[side], 1);
  return svg`
    <rect x="250" y=${WALL_Y - 46} width="500" height="9" rx="4.5" fill="#00000040" />
    <rect x=${250 + 500 * (1 - share)} y=${WALL_Y - 46} width=${500 * share} height="9" rx="4.5" fill="#f0c765" />`;
}

/** @param {Snapshot} state */
function describe(state) {
  const { wall } = state;
  if (!wall || !wallFits(state)) return t("wall.aria-plain");
  const [seat, stackNumber] = (wall.next_draw ?? "0-0").split("-");
  return t("wall.aria", {
    broken: wall.broken_wall_seat + 1,
    counted: wall.stacks_counted,
    seat: Number(seat) + 1,
    stack: stackNumber,
  });
}
