// The tiles of a game: which there are, how many of each, how many a hand holds. Codes are those of the records:
// 1m-9m, 1p-9p, 1s-9s, 1z-7z (winds and dragons), 1f-8f (bonus tiles), 0m 0p 0s (red fives).
//
// What a game asks for comes from its `asks`; what no ruleset says yet stands here and nowhere else in the pages.

import { t } from "./words.js";

/** @import { Asks } from "./types.js" */

export const SUITS = ["m", "p", "s"];
export const HONORS = "z";
const ORDER = "mpszf";

/** Tiles in a hand before the winning one, each meld counted as three. */
export const HAND_TILES = 13;
export const MELDS = 4;
export const KONG = 4;
/** Most tiles of a dead wall that may be turned over, on either level. */
export const INDICATORS = 5;

const KINDS = [
  ...SUITS.flatMap((suit) => [..."123456789"].map((number) => number + suit)),
  ...[..."1234567"].map((number) => number + HONORS),
];
export const BONUS_TILES = [..."12345678"].map((number) => `${number}f`);

/**
 * The kinds that a game is played with, bonus tiles left out.
 * @param {Asks} asks
 */
export const kindsOf = (asks) => KINDS.filter((code) => !asks.absent.includes(code));

/**
 * The kinds of one suit, with its red five where the game has red fives.
 * @param {Asks} asks
 * @param {string} suit
 */
export function suitOf(asks, suit) {
  const there = kindsOf(asks).filter((code) => code[1] === suit);
  return asks.red && there.includes(`5${suit}`) ? [...there, `0${suit}`] : there;
}

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
