// Tiles by their codes, as in the records: 1m-9m, 1p-9p, 1s-9s, 1z-7z (winds and dragons), 1f-8f (flowers, seasons),
// 1a-8a (animals), 1k-4k (kings), 1q-4q (queens), 1x (face), 1j-8j (jokers), 0m 0p 0s (red fives). Which of them a game
// has, and how many, stands in `asks.tiles`.

import { t } from "./words.js";

/** @import { Tiles } from "./types.js" */

export const SUITS = ["m", "p", "s"];
export const HONORS = "z";
const ORDER = "mpszfakqxj";

/**
 * The playing tiles of one letter, its red five behind them.
 * @param {Tiles} tiles
 * @param {string} letter
 */
export const lettered = ({ kinds, red }, letter) =>
  [...kinds, ...Object.keys(red)].filter((code) => code[1] === letter);

/**
 * What is laid out beside a hand: a row for each letter.
 * @param {Tiles} tiles
 */
export function bonusRows({ bonus, laid }) {
  const codes = sorted([...Object.keys(bonus), ...laid]);
  return [...ORDER].map((letter) => codes.filter((code) => code[1] === letter)).filter((row) => row.length);
}

/**
 * How many the game has of a tile; of a five, the red ones counted with it.
 * @param {Tiles} tiles
 * @param {string} code
 */
export const copiesOf = ({ bonus, jokers, other_copies: other, copies }, code) =>
  bonus[code] ?? jokers[code]?.copies ?? other[kindOf(code)] ?? copies;

/** @param {string | null} code */
export const isRed = (code) => code?.[0] === "0";

/**
 * The kind of a tile: a red five is one of the four fives of its suit.
 * @param {string} code
 */
export const kindOf = (code) => (isRed(code) ? `5${code[1]}` : code);

/**
 * The three tiles of a chow that begins here; null where none can.
 * @param {string} code
 */
export function chowFrom(code) {
  const number = Number(code[0]);
  return code[1] === HONORS || number > 7 ? null : [0, 1, 2].map((step) => `${number + step}${code[1]}`);
}

/**
 * "123m55z" to ["1m", "2m", "3m", "5z", "5z"].
 * @param {string} text
 */
export function parse(text) {
  const tiles = [];
  let digits = "";
  for (const letter of text) {
    if (/\d/.test(letter)) digits += letter;
    else {
      tiles.push(...[...digits].map((digit) => digit + letter));
      digits = "";
    }
  }
  return tiles;
}

/**
 * The reverse of parse, in the order given.
 * @param {string[]} tiles
 */
export const compact = (tiles) =>
  tiles.map((tile, index) => (tiles[index + 1]?.[1] === tile[1] ? tile[0] : tile)).join("");

/** @param {string} code */
const rank = (code) => (isRed(code) ? 5.5 : Number(code[0]));

/** @param {string[]} tiles */
export const sorted = (tiles) =>
  [...tiles].sort((a, b) => ORDER.indexOf(a[1]) - ORDER.indexOf(b[1]) || rank(a) - rank(b));

/** @param {string} code */
export const tileName = (code) => t(`tile.${code}`);
