// The tiles of a hand that is being entered: what may be added where, and the scoring record that they make.

import { chowFrom, compact, copiesOf, isRed, kindOf, parse, sorted } from "../shared/tiles.js";

/** @import { Asks, Tiles, TilesShown, Wind } from "../shared/types.js" */

const SET = 3;
/** @type {Record<string, number>} equal tiles of each kind of meld */
const SIZES = { pung: SET, kong: 4, quint: 5, sextet: 6 };
const FLOWER = "f";

/** @typedef {{ kind: string, concealed: boolean, added?: boolean | null, from?: Wind | null, tiles: string[] }} Meld */

/**
 * Where the next tile goes: a part of the hand, or the row of turned tiles with the id behind "row.".
 * @typedef {"hand" | "meld" | "winning" | "flowers" | "discards" | `row.${string}`} Target
 */

/**
 * `hand`: concealed tiles without the winning one; `rows` and `counts`: tiles turned on the table and laid aside, by
 * the ids of the game (`asks.rows`, `asks.counts`); `meld`: the kind of meld that the next tile makes, one of
 * MELD_KINDS.
 * @typedef {{
 *   hand: string[], melds: Meld[], winning: string | null, flowers: string[], flags: string[],
 *   rows: Record<string, string[]>, counts: Record<string, number>, discards: string[], target: Target, meld: string,
 * }} HandEntry
 */

/** @type {Record<string, Omit<Meld, "tiles">>} by their name in the catalogue: what they are in a record */
export const MELD_KINDS = {
  chow: { kind: "chow", concealed: false },
  pung: { kind: "pung", concealed: false },
  kong: { kind: "kong", concealed: false },
  "added-kong": { kind: "kong", concealed: false, added: true },
  "concealed-kong": { kind: "kong", concealed: true },
  quint: { kind: "quint", concealed: false },
  sextet: { kind: "sextet", concealed: false },
};

/**
 * The kinds of melds that a game knows, by their names in MELD_KINDS.
 * @param {Asks} asks
 */
export function meldKindsOf({ chows, tiles }) {
  if (tiles.exposures) return Object.keys(SIZES);
  return Object.keys(MELD_KINDS).filter((name) => (SIZES[name] ?? 0) <= SIZES.kong && (name !== "chow" || chows));
}

/** @returns {HandEntry} */
export const emptyHand = () => ({
  hand: [],
  melds: [],
  winning: null,
  flowers: [],
  flags: [],
  rows: {},
  counts: {},
  discards: [],
  target: "hand",
  meld: "chow",
});

/**
 * How many concealed tiles the hand has when it is whole.
 * @param {HandEntry} entry
 * @param {Tiles} tiles
 */
export const needed = (entry, tiles) =>
  tiles.hand - (tiles.exposures ? entry.melds.flatMap((meld) => meld.tiles).length : SET * entry.melds.length);

/**
 * @param {HandEntry} entry
 * @param {Tiles} tiles
 */
export const complete = (entry, tiles) => entry.hand.length === needed(entry, tiles) && entry.winning !== null;

/**
 * The flags by which a hand says what its player has declared.
 * @param {Asks} asks
 */
export const declarable = (asks) => asks.declared.flatMap(({ flags }) => flags);

/**
 * The row of turned tiles into which the next tile goes; undefined for a part of the hand.
 * @param {Target} target
 * @param {Asks} asks
 */
const rowOf = (target, asks) => asks.rows.find(({ id }) => `row.${id}` === target);

/**
 * The entry of what a winner showed, the reverse of recordOf. `own`: whether a flag is the hand's own.
 * @param {TilesShown} record
 * @param {Asks} asks
 * @param {(flag: string) => boolean} own
 * @returns {HandEntry}
 */
export const entryOf = (record, asks, own) => ({
  ...emptyHand(),
  hand: parse(record.hand),
  melds: (record.melds ?? []).map((meld) => ({ ...meld, tiles: parse(meld.tiles) })),
  winning: record.winning_tile,
  flowers: parse(record.flowers ?? ""),
  flags: (record.flags ?? []).filter(own),
  rows: Object.fromEntries(asks.rows.map(({ id }) => [id, parse(String(record[id] ?? ""))])),
  counts: Object.fromEntries(asks.counts.map(({ id }) => [id, Number(record[id] ?? 0)])),
});

/**
 * The parts of a scoring record that the tiles decide. `flags`: those that fit the kind of win.
 * @param {HandEntry} entry
 * @param {string[]} flags
 * @param {Asks} asks
 */
export const recordOf = (entry, flags, asks) => ({
  hand: compact(sorted(entry.hand)),
  melds: entry.melds.map((meld) => ({ ...meld, tiles: compact(meld.tiles) })),
  winning_tile: entry.winning,
  flowers: compact(sorted(entry.flowers)),
  flags: entry.flags.filter((flag) => flags.includes(flag)),
  ...Object.fromEntries(laid(entry, asks)),
});

/**
 * The rows and counts that are asked for and not empty, as in a record.
 * @param {HandEntry} entry
 * @param {Asks} asks
 */
const laid = (entry, asks) => [
  ...asks.rows.flatMap(({ id }) => (entry.rows[id]?.length ? [[id, compact(entry.rows[id])]] : [])),
  ...asks.counts.flatMap(({ id }) => (entry.counts[id] ? [[id, entry.counts[id]]] : [])),
];

/**
 * @param {HandEntry} entry
 * @param {Asks} asks
 */
const everyTile = (entry, asks) => [
  ...entry.hand,
  ...entry.melds.flatMap((meld) => meld.tiles),
  ...entry.flowers,
  ...asks.rows.flatMap(({ id, apart }) => (apart ? [] : (entry.rows[id] ?? []))),
  ...asks.counts.flatMap(({ id, tile }) => (tile ? Array(entry.counts[id] ?? 0).fill(tile) : [])),
  ...entry.discards,
  ...(entry.winning === null ? [] : [entry.winning]),
];

/**
 * How many tiles lie there that `same` is true of.
 * @param {HandEntry} entry
 * @param {Asks} asks
 * @param {(each: string) => boolean} same
 */
const used = (entry, asks, same) => everyTile(entry, asks).filter(same).length;

/**
 * How many of a tile are left; a red five is one of the fives of its suit, and there are only so many red ones.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
export function left(entry, code, asks) {
  const ofKind = copiesOf(asks.tiles, code) - used(entry, asks, (each) => kindOf(each) === kindOf(code));
  if (!isRed(code)) return ofKind;
  return Math.min(ofKind, asks.tiles.red[code] - used(entry, asks, (each) => each === code));
}

/**
 * Whether this tile may be added now.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
export function allowed(entry, code, asks) {
  const there = left(entry, code, asks) > 0;
  switch (entry.target) {
    case "meld":
      if (isRed(code)) return meldToRedden(entry, code, asks) !== undefined;
      if (isJoker(code, asks)) return meldToJoker(entry, code, asks) !== undefined;
      return meldAllowed(entry, meldTiles(entry, code, asks), asks);
    case "hand":
      return there && entry.hand.length < needed(entry, asks.tiles);
    case "winning":
      return there || entry.winning === code;
    default:
      return (there || Boolean(rowOf(entry.target, asks)?.apart)) && !full(entry, asks);
  }
}

/**
 * Whether the row of turned tiles that comes next holds as many as it can.
 * @param {HandEntry} entry
 * @param {Asks} asks
 */
function full(entry, asks) {
  const row = rowOf(entry.target, asks);
  return row !== undefined && (entry.rows[row.id] ?? []).length >= row.most;
}

/**
 * The tiles of a meld that begins with this one, as far as they are left; null for none.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
function meldTiles(entry, code, asks) {
  const { kind } = MELD_KINDS[entry.meld];
  if (asks.tiles.exposures) return exposure(entry, code, SIZES[kind], asks);
  return kind === "chow" ? chowFrom(code) : Array(SIZES[kind]).fill(code);
}

/**
 * So many equal tiles; jokers stand where the tile itself is used up. All flowers are one kind.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {number} size
 * @param {Asks} asks
 */
function exposure(entry, code, size, asks) {
  const flowers = code[1] === FLOWER ? Object.keys(asks.tiles.bonus).filter((each) => each !== code) : [];
  const there = (/** @type {string} */ each) => Array(Math.max(0, left(entry, each, asks))).fill(each);
  const same = [code, ...flowers].flatMap(there);
  const jokers = Object.keys(asks.tiles.jokers).flatMap(there);
  const tiles = [...same.slice(0, size), ...jokers].slice(0, size);
  return same.length && tiles.length === size ? tiles : null;
}

/**
 * @param {HandEntry} entry
 * @param {string[] | null} tiles
 * @param {Asks} asks
 */
function meldAllowed(entry, tiles, asks) {
  if (!tiles) return false;
  if (asks.tiles.exposures) return entry.hand.length <= needed(entry, asks.tiles) - tiles.length;
  if (tiles.some((code) => !asks.tiles.kinds.includes(code))) return false;
  if (entry.melds.length >= asks.tiles.sets || entry.hand.length > needed(entry, asks.tiles) - SET) return false;
  return tiles.every((code) => left(entry, code, asks) >= tiles.filter((each) => each === code).length);
}

/**
 * A red five in a meld is chosen after the meld: it takes the place of the last plain five of its suit.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
function meldToRedden(entry, code, asks) {
  if (used(entry, asks, (each) => each === code) >= asks.tiles.red[code]) return undefined;
  return entry.melds.findLast((meld) => meld.tiles.includes(kindOf(code)));
}

/**
 * @param {string} code
 * @param {Asks} asks
 */
const isJoker = (code, asks) => code in asks.tiles.jokers;

/**
 * The meld in which a joker takes the place of a tile, and the place: it is chosen after the meld. A joker that lies
 * there already, with none left, moves on to the place before it.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
function meldToJoker(entry, code, asks) {
  const { exposures, jokers } = asks.tiles;
  const { stands_for: kinds } = jokers[code];
  const fits = (/** @type {string} */ tile) => (exposures ? !isJoker(tile, asks) : kinds.includes(tile));
  const more = left(entry, code, asks) > 0;
  if (exposures && (!more || !entry.melds.length || realTiles(entry.melds.at(-1), asks) < 2)) return undefined;
  const meld = more ? entry.melds.findLast(({ tiles }) => tiles.some(fits)) : entry.melds.at(-1);
  const before = more ? -1 : (meld?.tiles.indexOf(code) ?? -1);
  if (!meld || (!more && before < 0)) return undefined;
  const { length } = meld.tiles;
  const places = meld.tiles.map((_, step) => ((more ? length : before) - 1 - step + length) % length);
  const place = places.find((at) => fits(meld.tiles[at]));
  return place === undefined ? undefined : { meld, place, before };
}

/**
 * An exposure shows a real tile at least.
 * @param {Meld | undefined} meld
 * @param {Asks} asks
 */
const realTiles = (meld, asks) => (meld?.tiles ?? []).filter((tile) => !isJoker(tile, asks)).length;

/**
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
function addJoker(entry, code, asks) {
  const found = meldToJoker(entry, code, asks);
  if (!found) return;
  const { meld, place, before } = found;
  if (before >= 0) meld.tiles[before] = tileAt(meld, before, asks);
  meld.tiles[place] = code;
}

/**
 * The tile that belongs at a place of a meld, told by another that lies there.
 * @param {Meld} meld
 * @param {number} place
 * @param {Asks} asks
 */
function tileAt({ kind, tiles }, place, asks) {
  const real = tiles.findIndex((tile) => !isJoker(tile, asks));
  return kind === "chow" ? `${Number(tiles[real][0]) + place - real}${tiles[real][1]}` : tiles[real];
}

/**
 * Adds an allowed tile where the next one goes. A hand that is whole asks for its winning tile, but for a hand that
 * waits.
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 * @param {boolean} waiting
 */
export function add(entry, code, asks, waiting) {
  switch (entry.target) {
    case "winning":
      entry.winning = code;
      return;
    case "meld":
      addMeld(entry, code, asks);
      return;
    case "hand":
      entry.hand = sorted([...entry.hand, code]);
      if (entry.hand.length === needed(entry, asks.tiles) && entry.winning === null && !waiting)
        entry.target = "winning";
      return;
    case "flowers":
    case "discards":
      entry[entry.target].push(code);
      return;
    default:
      addToRow(entry, code, asks);
  }
}

/**
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
function addToRow(entry, code, asks) {
  const row = rowOf(entry.target, asks);
  if (row) entry.rows[row.id] = [...(entry.rows[row.id] ?? []), code];
}

/**
 * @param {HandEntry} entry
 * @param {string} code
 * @param {Asks} asks
 */
function addMeld(entry, code, asks) {
  if (isRed(code)) {
    const tiles = meldToRedden(entry, code, asks)?.tiles ?? [];
    tiles[tiles.indexOf(kindOf(code))] = code;
  } else if (isJoker(code, asks)) {
    addJoker(entry, code, asks);
  } else {
    entry.melds.push({ ...MELD_KINDS[entry.meld], tiles: meldTiles(entry, code, asks) ?? [] });
  }
}
