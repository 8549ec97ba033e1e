// The tiles of a hand that is being entered: what may be added where, and the scoring record that they make.

import {
  HAND_TILES,
  INDICATORS,
  KONG,
  MELDS,
  chowFrom,
  compact,
  isRed,
  kindOf,
  parse,
  sorted,
} from "../shared/tiles.js";

/** @import { Asks, TilesShown, Wind } from "../shared/types.js" */

/** @typedef {{ kind: string, concealed: boolean, added?: boolean | null, from?: Wind | null, tiles: string[] }} Meld */

/**
 * Where the next tile goes.
 * @typedef {"hand" | "meld" | "winning" | "flowers" | "indicators" | "hidden" | "discards"} Target
 */

/**
 * `hand`: concealed tiles without the winning one; `indicators` and `hidden`: turned over on the upper and lower
 * level; `kita`: norths set aside; `meld`: the kind of meld that the next tile makes, one of MELD_KINDS.
 * @typedef {{
 *   hand: string[], melds: Meld[], winning: string | null, flowers: string[], flags: string[],
 *   indicators: string[], hidden: string[], discards: string[], kita: number, target: Target, meld: string,
 * }} HandEntry
 */

/** @type {Record<string, Omit<Meld, "tiles">>} by their name in the catalogue: what they are in a record */
export const MELD_KINDS = {
  chow: { kind: "chow", concealed: false },
  pung: { kind: "pung", concealed: false },
  kong: { kind: "kong", concealed: false },
  "added-kong": { kind: "kong", concealed: false, added: true },
  "concealed-kong": { kind: "kong", concealed: true },
};

/** @returns {HandEntry} */
export const emptyHand = () => ({
  hand: [],
  melds: [],
  winning: null,
  flowers: [],
  flags: [],
  indicators: [],
  hidden: [],
  discards: [],
  kita: 0,
  target: "hand",
  meld: "chow",
});

/**
 * How many concealed tiles the hand has when it is whole.
 * @param {HandEntry} entry
 */
export const needed = (entry) => HAND_TILES - 3 * entry.melds.length;

/** @param {HandEntry} entry */
export const complete = (entry) => entry.hand.length === needed(entry) && entry.winning !== null;

/**
 * The entry of what a winner showed, the reverse of recordOf. `own`: whether a flag is the hand's own.
 * @param {TilesShown} record
 * @param {(flag: string) => boolean} own
 * @returns {HandEntry}
 */
export const entryOf = (record, own) => ({
  ...emptyHand(),
  hand: parse(record.hand),
  melds: (record.melds ?? []).map((meld) => ({ ...meld, tiles: parse(meld.tiles) })),
  winning: record.winning_tile,
  flowers: parse(record.flowers ?? ""),
  flags: (record.flags ?? []).filter(own),
  indicators: parse(record.dora_indicators ?? ""),
  hidden: parse(record.ura_indicators ?? ""),
  kita: record.kita ?? 0,
});

/**
 * The parts of a scoring record that the tiles decide. `flags`: those that fit the kind of win.
 * @param {HandEntry} entry
 * @param {string[]} flags
 */
export const recordOf = (entry, flags) => ({
  hand: compact(sorted(entry.hand)),
  melds: entry.melds.map((meld) => ({ ...meld, tiles: compact(meld.tiles) })),
  winning_tile: entry.winning,
  flowers: compact(sorted(entry.flowers)),
  flags: entry.flags.filter((flag) => flags.includes(flag)),
  ...(entry.indicators.length ? { dora_indicators: compact(entry.indicators) } : {}),
  ...(entry.kita ? { kita: entry.kita } : {}),
  ...(entry.hidden.length ? { ura_indicators: compact(entry.hidden) } : {}),
});

/** @param {HandEntry} entry */
const everyTile = (entry) => [
  ...entry.hand,
  ...entry.melds.flatMap((meld) => meld.tiles),
  ...entry.flowers,
  ...entry.indicators,
  ...entry.hidden,
  ...entry.discards,
  ...(entry.winning === null ? [] : [entry.winning]),
];

/**
 * @param {HandEntry} entry
 * @param {string} code
 */
const used = (entry, code) => everyTile(entry).filter((each) => kindOf(each) === kindOf(code)).length;

/**
 * Whether this tile may be added now.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
export function allowed(entry, code, asks) {
  const left = used(entry, code) < asks.copies;
  switch (entry.target) {
    case "flowers":
      return used(entry, code) < 1;
    case "meld":
      return isRed(code) ? meldToRedden(entry, code) !== undefined : meldAllowed(entry, meldTiles(entry, code), asks);
    case "hand":
      return left && entry.hand.length < needed(entry);
    case "discards":
      return left;
    case "indicators":
    case "hidden":
      return left && entry[entry.target].length < INDICATORS;
    default:
      return left || entry.winning === code;
  }
}

/**
 * @param {HandEntry} entry
 * @param {string} code
 */
function meldTiles(entry, code) {
  const { kind } = MELD_KINDS[entry.meld];
  return kind === "chow" ? chowFrom(code) : Array(kind === "kong" ? KONG : 3).fill(code);
}

/**
 * @param {HandEntry} entry
 * @param {string[] | null} tiles
 * @param {Asks} asks
 */
function meldAllowed(entry, tiles, { absent, copies }) {
  if (!tiles || tiles.some((code) => absent.includes(code))) return false;
  if (entry.melds.length >= MELDS || entry.hand.length > needed(entry) - 3) return false;
  return [...new Set(tiles)].every(
    (code) => used(entry, code) + tiles.filter((each) => each === code).length <= copies,
  );
}

/**
 * A red five in a meld is chosen after the meld: it takes the place of the last plain five of its suit.
 * @param {HandEntry} entry
 * @param {string} code
 */
function meldToRedden(entry, code) {
  if (everyTile(entry).includes(code)) return undefined;
  return entry.melds.findLast((meld) => meld.tiles.includes(kindOf(code)));
}

/**
 * Adds an allowed tile where the next one goes. A hand that is whole asks for its winning tile, but for a hand that
 * waits.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {boolean} waiting
 */
export function add(entry, code, waiting) {
  switch (entry.target) {
    case "winning":
      entry.winning = code;
      return;
    case "meld":
      addMeld(entry, code);
      return;
    case "hand":
      entry.hand = sorted([...entry.hand, code]);
      if (entry.hand.length === needed(entry) && entry.winning === null && !waiting) entry.target = "winning";
      return;
    default:
      entry[entry.target].push(code);
  }
}

/**
 * @param {HandEntry} entry
 * @param {string} code
 */
function addMeld(entry, code) {
  if (isRed(code)) {
    const tiles = meldToRedden(entry, code)?.tiles ?? [];
    tiles[tiles.indexOf(kindOf(code))] = code;
  } else {
    entry.melds.push({ ...MELD_KINDS[entry.meld], tiles: meldTiles(entry, code) ?? [] });
  }
}
