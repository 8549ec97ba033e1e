// The four walls in 1000 x 1000 units: broken, with the owner of each tile, or as far as they are built.
// Side n is turned by -90 degrees n times about the middle, because seats run counter-clockwise.

import { HAN, SEATS } from "../../shared/seats.js";
import { t } from "../../shared/words.js";
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { blocksOf, breakAfter, countedOf, isAt, ownersOf } from "./wallmap.js";

/** @import { Build, Match, WallShown, Wind } from "../../shared/types.js" */
/** @import { Owner } from "./wallmap.js" */

/**
 * Everything that the stacks of a side are drawn by; `last`: the last counted stack; `blocks`: of four, in the order in
 * which they are taken.
 * @typedef {{ owners: Map<string, Owner>, counted: Map<string, number>, winds: Record<number, Wind | null>,
 *   wall: WallShown, last: { side: number, number: number }, blocks: string[][] }} Broken
 */

const MIDDLE = 500;
const SIZE = { width: 45, depth: 64 };
const WIDEST = 17; // stacks that the unit above is made for
const GAP = 15;

/** @param {number[]} stacks */
const widthFor = (stacks) => SIZE.width * Math.min(1, WIDEST / Math.max(1, ...stacks));

/** @param {number[]} stacks */
const topFor = (stacks) => MIDDLE + (Math.max(...stacks, 1) * widthFor(stacks)) / 2 + 8;

/**
 * @param {number} view seat at the bottom
 * @param {string} label
 * @param {(side: number) => unknown} draw
 */
const picture = (view, label, draw) =>
  html`<svg viewBox="0 0 1000 1000" class="walls" role="img" aria-label=${label}>
    ${SEATS.map((side) => svg`<g transform=${`rotate(${-90 * (side - view)} ${MIDDLE} ${MIDDLE})`}>${draw(side)}</g>`)}
  </svg>`;

/**
 * The wall of the hand: break, counted stacks, who takes what, dead wall, indicator, first draw, first replacement.
 * @param {WallShown} wall
 * @param {Match} match
 * @param {number} view
 */
export function brokenWalls(wall, match, view) {
  const winds = Object.fromEntries(match.seats.map(({ seat, wind }) => [seat, wind]));
  const blocks = blocksOf(wall, match.dealer ?? 0);
  const broken = { owners: ownersOf(wall), counted: countedOf(wall), winds, wall, last: breakAfter(wall), blocks };
  return picture(view, describe(wall), (side) => [
    Array.from({ length: wall.stacks[side] }, (_, k) => brokenStack(broken, side, k + 1)),
    blocks.map((slots, k) => blockNumber(broken, side, slots, k + 1)),
    breakMark(broken, side),
  ]);
}

/** @param {WallShown} wall */
function describe(wall) {
  const [seat, stack] = (wall.next_draw ?? "0-0").split("-");
  const facts = { broken: wall.broken_wall_seat + 1, counted: wall.stacks_counted, seat: Number(seat) + 1, stack };
  return t("wall.aria", facts);
}

/**
 * Left edge of a stack in the unturned picture. The broken wall steps apart at the break.
 * @param {number[]} stacks
 * @param {number} side
 * @param {number} number
 */
const leftOf = (stacks, side, number) => MIDDLE + (stacks[side] * widthFor(stacks)) / 2 - number * widthFor(stacks);

/**
 * @param {Broken} broken
 * @param {number} side
 * @param {number} number
 */
function brokenStack({ owners, counted, winds, wall, last }, side, number) {
  const apart = side === last.side ? (number > last.number ? -GAP : 5) : 0;
  const x = leftOf(wall.stacks, side, number) + apart;
  const [top, bottom] = [owners.get(`${side}-${number}-top`), owners.get(`${side}-${number}-bottom`)];
  const turned = isAt(wall.indicator, side, number);
  const next = isAt(wall.next_draw, side, number);
  const y = topFor(wall.stacks);
  const width = widthFor(wall.stacks);
  const sign = turned ? redPoint(x, y, width) : label(x, y, width, top, counted.get(`${side}-${number}`), winds);
  return [
    next && svg`<rect x=${x - 3} y=${y - 5} width=${width + 6} height=${SIZE.depth + 22} rx="9" class="next-draw" />`,
    tile(x, y + 11, width, bottom, ""),
    tile(x, y, width, turned ? undefined : top, turned ? "turned" : ""),
    sign,
    isAt(wall.first_replacements[0], side, number) && replacementMark(x + width / 2, y),
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {Owner} owner
 * @param {string} kind
 */
const tile = (x, y, width, owner, kind) =>
  svg`<rect x=${x + 1.5} y=${y} width=${width - 3} height=${SIZE.depth} rx="6"
    class=${`wall-tile ${owner === undefined ? "" : owner === "dead" ? "dead" : `seat-${owner}`} ${kind}`} />`;

/**
 * When a block is taken, on the inner side of the wall, in the middle of what it has of this side; a block round a
 * corner has its number where it begins.
 * @param {Broken} broken
 * @param {number} side
 * @param {string[]} slots
 * @param {number} order
 */
function blockNumber({ wall, last }, side, slots, order) {
  const places = slots.map((slot) => slot.split("-").map(Number));
  if (places[0][0] !== side) return nothing;
  const here = places.filter(([at]) => at === side).map(([, number]) => leftOf(wall.stacks, side, number));
  const apart = side === last.side ? (places[0][1] > last.number ? -GAP : 5) : 0;
  const x = (Math.max(...here) + Math.min(...here) + widthFor(wall.stacks)) / 2 + apart;
  return svg`<text x=${x} y=${topFor(wall.stacks) - 12} class="n thin block-number">${order}</text>`;
}

/**
 * The stack from which bonus tiles and kongs are replaced.
 * @param {number} x its middle
 * @param {number} y
 */
const replacementMark = (x, y) => svg`<text x=${x} y=${y + SIZE.depth + 42} class="n replacement-mark">↺</text>`;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
const redPoint = (x, y, width) => svg`<circle cx=${x + width / 2} cy=${y + 32} r="12" class="pip red" />`;

/**
 * The wind of the player who takes the upper tile, else the number of a counted stack.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {Owner} owner
 * @param {number | undefined} order
 * @param {Broken["winds"]} winds
 */
function label(x, y, width, owner, order, winds) {
  const wind = typeof owner === "number" ? winds[owner] : null;
  const middle = x + width / 2;
  if (wind)
    return svg`<text x=${middle} y=${y + 45} class=${`han wall-sign seat-${owner}`} lang="zh-Hant">${HAN[wind]}</text>`;
  if (!order) return nothing;
  const kind = owner === "dead" ? "dead" : "";
  return svg`<text x=${middle} y=${y + 42} class=${`n thin wall-number ${kind}`}>${order}</text>`;
}

/**
 * @param {Broken} broken
 * @param {number} side
 */
function breakMark({ wall, last }, side) {
  if (side !== last.side) return nothing;
  const x = leftOf(wall.stacks, side, last.number) - 5;
  const y = topFor(wall.stacks);
  return svg`<path d=${`M${x} ${y - 34}v${SIZE.depth + 54}`} class="break-line" />
    <path d=${`M${x} ${y - 8}l-19 -34h38z`} class="break-tip" />`;
}

/**
 * The wall that is being built, as many stacks as the tiles counted make.
 * @param {Build} build
 * @param {number} view
 */
export function growingWalls({ counts, quota }, view) {
  const stacks = quota.map((tiles) => Math.ceil(tiles / 2));
  const words = t("felt.walls-grow", { done: sum(counts), all: sum(quota) });
  const y = topFor(stacks);
  const width = widthFor(stacks);
  return picture(view, words, (side) =>
    Array.from({ length: stacks[side] }, (_, k) => {
      const x = leftOf(stacks, side, k + 1);
      if (counts[side] < 2 * k + 1)
        return svg`<rect x=${x + 3} y=${y + 4} width=${width - 6} height=${SIZE.depth} rx="6" class="wall-place" />`;
      return [
        tile(x, y + 11, width, undefined, ""),
        counts[side] >= 2 * k + 2 ? tile(x, y, width, undefined, "") : nothing,
      ];
    }),
  );
}

/** @param {number[]} counts */
export const sum = (counts) => counts.reduce((a, b) => a + b, 0);
