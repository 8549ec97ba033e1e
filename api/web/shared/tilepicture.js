// Mahjong tiles drawn by code, 60 x 80 units each.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { tileName } from "./tiles.js";
import { t } from "./words.js";

const RED = "#b3261e";
const GREEN = "#1d6b3f";
const BLUE = "#1f3f77";
const IVORY = "#fffdf5";
const BROWN = "#6d4a22";
const NUMERALS = "一二三四五六七八九";
const HONORS = ["東", "南", "西", "北", "", "發", "中"];
const BONUS = "梅蘭菊竹春夏秋冬";
const ANIMALS = "貓鼠雞蟲魚蟹虎象";
const JOKERS = "百筒索萬花風元合";
/** @type {Record<string, string>} */
const COURT = { k: "王", q: "后" };
const INDEX = ["E", "S", "W", "N", "B", "F", "C"];

/**
 * The picture of a tile. `code` null: its back.
 * @param {string | null} code
 */
export function tilePicture(code) {
  const name = code === null ? t("tile.back") : tileName(code);
  return html`<svg viewBox="0 0 60 80" class="tile" role="img" aria-label=${name}>
    <rect x="1" y="5" width="58" height="74" rx="8" fill="#2c7a62" />
    <rect x="1" y="1" width="58" height="75" rx="8" fill=${code === null ? "#2f8369" : IVORY} stroke="#b9ae93" />
    ${code === null ? nothing : [face(code), corner(code)]}
  </svg>`;
}

/** @param {string} code */
function face(code) {
  const number = Number(code[0]) || 5;
  const colour = code[0] === "0" ? RED : null; // a red five is red all over
  switch (code[1]) {
    case "m":
      return characters(number, colour);
    case "p":
      return dots(number, colour);
    case "s":
      return bamboos(number, colour);
    case "z":
      return honor(number);
    case "a":
      return character(ANIMALS[number - 1], 30, 56, 40, GREEN);
    case "j":
      return character(JOKERS[number - 1], 30, 56, 40, number > 4 ? RED : GREEN);
    case "x":
      return character("面", 30, 56, 40, RED);
    case "k":
    case "q":
      return character(COURT[code[1]], 30, 56, 40, BLUE);
    default:
      return bonus(number);
  }
}

/**
 * @param {string} content
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 */
const character = (content, x, y, size, colour) =>
  svg`<text x=${x} y=${y} font-size=${size} fill=${colour} text-anchor="middle" font-weight="700" class="han"
    lang="zh-Hant">${content}</text>`;

/**
 * The small Latin sign for readers who do not know the pictures.
 * @param {string} code
 */
function corner(code) {
  const colour = code[1] === "f" ? (Number(code[0]) > 4 ? BLUE : RED) : "#6b6455";
  return svg`<text x="6" y="14" font-size="12" font-weight="700" fill=${colour} font-family="sans-serif"
    >${sign(code)}</text>`;
}

/** @param {string} code */
function sign(code) {
  const number = Number(code[0]);
  if (code[1] === "z") return INDEX[number - 1];
  if ("jx".includes(code[1])) return "";
  return String(code[1] === "f" ? ((number - 1) % 4) + 1 : number || 5);
}

/**
 * @param {number} number
 * @param {string | null} colour
 */
const characters = (number, colour) => [
  character(NUMERALS[number - 1], 30, 35, 29, colour ?? BLUE),
  character("萬", 30, 69, 31, RED),
];

// ------------------------------------------------------------ dots

/** @typedef {[x: number, y: number, colour: string]} Spot */

/** @type {Record<number, Spot[]>} */
const DOTS = {
  1: [[30, 40, RED]],
  2: [
    [30, 22, GREEN],
    [30, 58, BLUE],
  ],
  3: [
    [17, 20, BLUE],
    [30, 40, RED],
    [43, 60, GREEN],
  ],
  4: [
    [19, 24, BLUE],
    [41, 24, GREEN],
    [19, 57, GREEN],
    [41, 57, BLUE],
  ],
  5: [
    [17, 21, BLUE],
    [43, 21, GREEN],
    [30, 40, RED],
    [17, 59, GREEN],
    [43, 59, BLUE],
  ],
  6: [
    [20, 18, GREEN],
    [40, 18, GREEN],
    [20, 43, RED],
    [40, 43, RED],
    [20, 63, RED],
    [40, 63, RED],
  ],
  7: [
    [16, 14, GREEN],
    [30, 21, GREEN],
    [44, 28, GREEN],
    [20, 46, RED],
    [40, 46, RED],
    [20, 65, RED],
    [40, 65, RED],
  ],
  8: [15, 32, 49, 66].flatMap((y) => [spot(20, y, BLUE), spot(40, y, BLUE)]),
  9: [spot(0, 17, GREEN), spot(0, 40, RED), spot(0, 63, BLUE)].flatMap(([, y, colour]) =>
    [14, 30, 46].map((x) => spot(x, y, colour)),
  ),
};
const DOT_RADIUS = [0, 19, 12, 10, 10, 9.5, 9, 8, 8, 7.6];

/**
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @returns {Spot}
 */
function spot(x, y, colour) {
  return [x, y, colour];
}

/**
 * @param {number} number
 * @param {string | null} only
 */
function dots(number, only) {
  const radius = DOT_RADIUS[number];
  return DOTS[number].map(
    ([x, y, own]) => svg`
      <circle cx=${x} cy=${y} r=${radius} fill=${only ?? own} />
      <circle cx=${x} cy=${y} r=${radius * 0.68} fill="none" stroke=${IVORY} stroke-width=${radius * 0.14} />
      ${
        number === 1
          ? petals({ x, y, radius: radius * 0.5 })
          : svg`<circle cx=${x} cy=${y} r=${radius * 0.3} fill=${IVORY} />`
      }`,
  );
}

/**
 * `width`: of one petal, as a share of the radius.
 * @param {{ x: number, y: number, radius: number, count?: number, colour?: string, width?: number }} flower
 */
const petals = ({ x, y, radius, count = 8, colour = IVORY, width = 0.3 }) =>
  Array.from(
    { length: count },
    (_, number) =>
      svg`<ellipse cx=${x} cy=${y - radius * 0.6} rx=${radius * width} ry=${radius * 0.55} fill=${colour}
        transform=${`rotate(${(360 / count) * number} ${x} ${y})`} />`,
  );

// ------------------------------------------------------------ bamboos

/** @typedef {[x: number, y: number, colour: string, turn?: number]} Stick */

/** @type {Record<number, Stick[]>} */
const STICKS = {
  2: [
    [30, 23, GREEN],
    [30, 57, BLUE],
  ],
  3: [
    [30, 23, GREEN],
    [19, 57, GREEN],
    [41, 57, GREEN],
  ],
  4: [
    [19, 23, BLUE],
    [41, 23, GREEN],
    [19, 57, GREEN],
    [41, 57, BLUE],
  ],
  5: [
    [16, 23, GREEN],
    [44, 23, BLUE],
    [30, 40, RED],
    [16, 57, BLUE],
    [44, 57, GREEN],
  ],
  6: [16, 30, 44].flatMap((x) => [spot(x, 24, GREEN), spot(x, 57, BLUE)]),
  7: [[30, 16, RED], ...[16, 30, 44].flatMap((x) => [spot(x, 40, GREEN), spot(x, 63, x === 30 ? BLUE : GREEN)])],
  8: [
    [14, 24, GREEN],
    [46, 24, GREEN],
    [25, 24, GREEN, -28],
    [35, 24, GREEN, 28],
    [14, 57, BLUE],
    [46, 57, BLUE],
    [25, 57, BLUE, 28],
    [35, 57, BLUE, -28],
  ],
  9: [spot(16, 0, GREEN), spot(30, 0, RED), spot(44, 0, BLUE)].flatMap(([x, , colour]) =>
    [17, 40, 63].map((y) => spot(x, y, colour)),
  ),
};

/**
 * @param {number} number
 * @param {string | null} only
 */
function bamboos(number, only) {
  if (number === 1) return bird();
  const long = [7, 9].includes(number) ? 19 : 26;
  return STICKS[number].map(([x, y, own, turn = 0]) => stick(x, y, only ?? own, turn, long));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} colour
 * @param {number} turn degrees
 * @param {number} long
 */
const stick = (x, y, colour, turn, long) =>
  svg`<g transform=${`translate(${x} ${y}) rotate(${turn})`} fill=${colour}>
    <rect x="-3.4" y=${-long / 2} width="6.8" height=${long / 2 - 0.8} rx="3" />
    <rect x="-3.4" y="0.8" width="6.8" height=${long / 2 - 0.8} rx="3" />
    <rect x="-4.6" y="-1.4" width="9.2" height="2.8" rx="1.4" />
    <path d=${`M0 ${-long / 2 + 3.4}V-3M0 3V${long / 2 - 3.4}`} stroke=${IVORY} stroke-width="1.2" opacity="0.7" />
  </g>`;

// The one of bamboos shows a sparrow on a branch.
const bird = () => svg`
  <path d="M12 66c12-6 24-7 38-2" fill="none" stroke=${BROWN} stroke-width="3" stroke-linecap="round" />
  <path d="M23 62v-8m7 8v-8" stroke=${RED} stroke-width="2" />
  <path d="M36 40c6 8 10 14 16 21-8-1-15-4-21-10z" fill=${BLUE} />
  <path d="M14 34c-2 14 5 22 15 22 8 0 14-6 13-14-1-9-9-9-12-17-2-6-13-4-16 9z" fill=${GREEN} />
  <path d="M24 36c8 0 15 4 17 12-8 3-16-1-17-12z" fill=${RED} />
  <circle cx="23" cy="22" r="9.5" fill=${GREEN} />
  <path d="M14.5 21l-7.5 2.5 7 3z" fill="#c98a12" />
  <circle cx="20.5" cy="20" r="2.6" fill=${IVORY} />
  <circle cx="20.3" cy="20" r="1.3" fill="#1e2b27" />
  <path d="M25 13c2-4 5-5 8-5-1 3-3 6-6 7z" fill=${RED} />`;

// ------------------------------------------------------------ honors and bonus tiles

/** @param {number} number */
function honor(number) {
  if (number === 5) return [frame(10, 3.4), frame(16, 1.6)];
  return character(HONORS[number - 1], 30, 55, 42, number === 7 ? RED : number === 6 ? GREEN : BLUE);
}

// The white dragon is an empty frame.
/**
 * @param {number} inset
 * @param {number} width
 */
const frame = (inset, width) =>
  svg`<rect x=${inset} y=${inset + 2} width=${60 - 2 * inset} height=${76 - 2 * inset} rx="3" fill="none"
    stroke=${BLUE} stroke-width=${width} />`;

/** @param {number} number */
const bonus = (number) => [PICTURES[number - 1](), character(BONUS[number - 1], 45, 72, 18, number > 4 ? BLUE : RED)];

/** @param {string} d */
const stem = (d, colour = BROWN) =>
  svg`<path d=${d} fill="none" stroke=${colour} stroke-width="2.6" stroke-linecap="round" />`;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
const bloom = (x, y, radius, colour) => svg`
  ${petals({ x, y, radius, count: 5, colour, width: 0.46 })}
  <circle cx=${x} cy=${y} r=${radius * 0.24} fill="#e9b93c" />`;

const plum = () => [
  stem("M12 68C20 54 24 40 40 16M24 46l-8-10"),
  bloom(38, 24, 12, "#d4557a"),
  bloom(18, 38, 9, "#e583a0"),
  bloom(34, 48, 8, "#d4557a"),
];

const orchid = () => [
  stem("M26 70C18 50 14 38 10 30M26 70c2-22 10-34 20-40M26 70c0-18-2-34 2-48", GREEN),
  bloom(28, 24, 11, "#8d62b5"),
  bloom(42, 38, 8, "#a581c8"),
];

const chrysanthemum = () => [
  stem("M26 70C26 58 27 50 28 42M26 60c-6-2-10-4-14-8", GREEN),
  petals({ x: 29, y: 30, radius: 17, count: 14, colour: "#d99a1c", width: 0.2 }),
  petals({ x: 29, y: 30, radius: 11, count: 12, colour: "#efc24f", width: 0.24 }),
];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} turn degrees
 */
const leaf = (x, y, turn) =>
  svg`<path d="M0 0c8-5 16-5 22 0-6 4-14 4-22 0z" fill=${GREEN} transform=${`translate(${x} ${y}) rotate(${turn})`} />`;

const bambooLeaves = () => [
  stem("M20 72V14", GREEN),
  stem("M17 32h6M17 52h6", "#0f4a2a"),
  leaf(21, 22, -24),
  leaf(21, 32, 14),
  leaf(21, 46, -18),
  leaf(19, 40, 206),
  leaf(21, 56, 18),
];

const spring = () => [
  stem("M10 62C24 56 36 42 42 18"),
  bloom(40, 24, 9, "#ee9fb4"),
  bloom(28, 42, 11, "#ee9fb4"),
  svg`<path d="M16 58c-2-10 2-14 8-16 1 8-2 13-8 16z" fill="#5d9a4a" />`,
];

/**
 * @param {number} turn degrees
 * @param {string} colour
 */
const lotusPetal = (turn, colour) =>
  svg`<path d="M0 0c-8-9-8-20 0-30 8 10 8 21 0 30z" fill=${colour} transform=${`translate(28 52) rotate(${turn})`} />`;

const summer = () => [
  lotusPetal(-56, "#ef9ab0"),
  lotusPetal(56, "#ef9ab0"),
  lotusPetal(-28, "#e4718f"),
  lotusPetal(28, "#e4718f"),
  lotusPetal(0, "#f4b6c6"),
  svg`<path d="M8 56q20 12 40 0-20-7-40 0z" fill="#3f8a5c" />`,
];

const autumn = () => [
  stem("M28 48C26 58 22 66 16 71", "#7c4a1d"),
  svg`<path d="M28 12l4 10 9-5-3 11 11 1-9 8 4 7-11-1-5 8-5-8-11 1 4-7-9-8 11-1-3-11 9 5z" fill="#d0671f" />`,
];

const winter = () =>
  Array.from(
    { length: 6 },
    (_, arm) =>
      svg`<path d="M28 36V13M28 20l-6-5M28 20l6-5M28 28l-5-4M28 28l5-4" fill="none" stroke="#3c78b4"
        stroke-width="2.6" stroke-linecap="round" transform=${`rotate(${60 * arm} 28 36)`} />`,
  );

const PICTURES = [plum, orchid, chrysanthemum, bambooLeaves, spring, summer, autumn, winter];
