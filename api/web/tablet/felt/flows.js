// Arrows over the felt, round the disc and never over a panel: payments from payer to winner, people to their chairs.

import { html, svg } from "../../vendor/lit-html/lit-html.js";

/**
 * An arrow between two sides, 0 below, then counter-clockwise.
 * @typedef {{ from: number, to: number, text: string }} Flow
 */
/** The felt in CSS pixels. @typedef {{ width: number, height: number }} Size */
/** @typedef {[number, number]} Point */

const DISC = 0.38; // its radius as a share of the shorter side of the felt
const WIDEST = 9; // of a text at an arrow, in heights of its letters
const EDGE = 9;

/**
 * @param {Flow[]} flows
 * @param {Size} size
 */
export function arrows(flows, size) {
  const { width, height } = size;
  const letter = Math.max(15, Math.min(width, height) * 0.062);
  const drawn = flows.map((flow) => ({ ...curve(flow, flows, size), text: flow.text }));
  return html`<svg class="over" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
    <defs>
      <marker id="tip" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="5" markerHeight="5" orient="auto">
        <path d="M0 0L10 5L0 10z" class="flow-tip" />
      </marker>
    </defs>
    ${drawn.map(({ path }) => svg`<path class="flow" d=${path} marker-end="url(#tip)" />`)}
    ${drawn.map(({ at, text }) => tag(at, text, letter, size))}
  </svg>`;
}

/**
 * @param {Point} at
 * @param {string} whole
 * @param {number} letter height in pixels
 * @param {Size} size
 */
function tag([x, y], whole, letter, { width: all, height }) {
  const text = cut(whole);
  const width = widthOf(text) * letter + letter * 1.1;
  const aside = all / 2 - DISC * Math.min(all, height) - width / 2; // as near to the middle as the disc allows
  const beside = x < all / 2 ? Math.min(x, aside) : Math.max(x, all - aside);
  const meets = Math.abs(y - height / 2) < DISC * Math.min(all, height);
  const middle = Math.min(Math.max(meets ? beside : x, width / 2 + 14), all - width / 2 - 14);
  return svg`<g class="flow-label" transform=${`translate(${middle} ${y})`}>
    <rect x=${-width / 2} y=${-letter * 0.85} width=${width} height=${letter * 1.7} rx=${letter * 0.3} />
    <text font-size=${letter} class=${/\d/.test(text) ? "n" : ""}>${text}</text>
  </g>`;
}

/**
 * About how wide a text is, in heights of its letters: signs of Chinese and Japanese are square.
 * @param {string} text
 */
const widthOf = (text) => [...text].reduce((sum, sign) => sum + (sign > "\u2e80" ? 1 : 0.56), 0);

/**
 * A text that leaves the disc and the edges of the felt alone, ended by an ellipsis where it was longer.
 * @param {string} text
 */
function cut(text) {
  if (widthOf(text) <= WIDEST) return text;
  let short = text;
  while (widthOf(short) > WIDEST - 1) short = [...short].slice(0, -1).join("");
  return `${short.trimEnd()}…`;
}

/**
 * @param {number} side
 * @param {number} at from the middle of the side
 * @param {Size} size
 * @returns {Point}
 */
function end(side, at, { width, height }) {
  if (side % 2 === 0) return [width / 2 + at, side === 0 ? height - EDGE : EDGE];
  return [side === 1 ? width - EDGE : EDGE, height / 2 + at];
}

/**
 * The path of an arrow, and the place of its text.
 * @param {Flow} flow
 * @param {Flow[]} all
 * @param {Size} size
 */
function curve(flow, all, size) {
  const across = (flow.from + 2) % 4 === flow.to;
  const wide = size.width > size.height * 1.2;
  const points = across ? throughTheMiddle(flow, all, size, wide) : roundTheCorner(flow, size, wide);
  const [a, c, d, b] = points;
  return { path: `M${a}C${c} ${d} ${b}`, at: pointOn(points, across && !wide ? 0.16 : 0.5) };
}

/**
 * Across the table an arrow passes the disc on the side that fewer others use.
 * @param {Flow} flow
 * @param {Flow[]} all
 * @param {Size} size
 * @param {boolean} wide
 * @returns {[Point, Point, Point, Point]}
 */
function throughTheMiddle({ from, to }, all, size, wide) {
  const { width, height } = size;
  const half = Math.min(width, height) / 2;
  const upright = to % 2 === 0;
  const busy = (/** @type {number} */ side) =>
    all.filter((each) => (each.from === side || each.to === side) && (each.from + 2) % 4 !== each.to).length;
  const turn = upright ? (busy(3) > busy(1) ? 1 : -1) : busy(0) > busy(2) ? -1 : 1;
  // Two that change places with each other pass on both sides.
  const way = all.some((each) => each.from === to && each.to === from) && from > to ? -turn : turn;
  const off = (wide && upright ? 1.08 : wide ? 0.86 : 0.35) * half * way;
  const bulge = wide ? off * 0.2 : off * 1.5;
  const [a, b] = [end(from, off * 0.9, size), end(to, off * 0.9, size)];
  if (upright)
    return [a, [a[0] + bulge, height * (to === 2 ? 0.7 : 0.3)], [a[0] + bulge, height * (to === 2 ? 0.3 : 0.7)], b];
  return [a, [width * (to === 3 ? 0.7 : 0.3), a[1] + bulge], [width * (to === 3 ? 0.3 : 0.7), a[1] + bulge], b];
}

/**
 * @param {Flow} flow
 * @param {Size} size
 * @param {boolean} wide
 * @returns {[Point, Point, Point, Point]}
 */
function roundTheCorner({ from, to }, size, wide) {
  const half = Math.min(size.width, size.height) / 2;
  const reach = wide ? Math.min(size.width * 0.31, half * 1.55) : half * 0.6;
  const sign = (/** @type {number} */ side) => (side === 1 || side === 0 ? 1 : -1);
  if (to % 2 === 0) {
    const a = end(from, (to === 2 ? -1 : 1) * (wide ? 0 : half * 0.5), size);
    const b = end(to, sign(from) * reach, size);
    return [a, [a[0] + (b[0] - a[0]) * 0.55, a[1]], [b[0], b[1] + (a[1] - b[1]) * 0.45], b];
  }
  const a = end(from, (to === 1 ? 1 : -1) * reach, size);
  const b = end(to, (from === 0 ? 1 : -1) * half * (wide ? 0.25 : 0.7), size);
  return [a, [a[0], a[1] + (b[1] - a[1]) * 0.55], [b[0] + (a[0] - b[0]) * 0.45, b[1]], b];
}

/**
 * A point of a cubic curve. `u`: 0 to 1 of its way.
 * @param {[Point, Point, Point, Point]} points
 * @param {number} u
 * @returns {Point}
 */
function pointOn([a, c, d, b], u) {
  const v = 1 - u;
  const at = (/** @type {0 | 1} */ k) => v ** 3 * a[k] + 3 * v * v * u * c[k] + 3 * v * u * u * d[k] + u ** 3 * b[k];
  return [at(0), at(1)];
}
