// Whether statements follow each other as they may: docs/dice.md, "History" and "Locks".

import { keeps } from "./draw.js";

const NO_STATEMENT = "00".repeat(32);

/**
 * @typedef {import("./layout.js").Anchor | import("./layout.js").Numbered} Statement
 * @typedef {{ line: number, hash: string, table: string, number: number, statement: Statement, own: string,
 *   after: string, roll: string }} Place a signed statement where it was first read; `number` is 0 for an anchor. `own`
 *   and `after` name the statement and the one that it follows, `roll` table, epoch and number
 * @typedef {{ line: number, flaw: string, number: number }} Discrepancy
 */

/** The distinct statements of all tables. */
export class History {
  constructor() {
    /** @type {Map<string, Place>} */
    this.places = new Map();
  }

  /**
   * Whether the statement is new here.
   * @param {number} line
   * @param {string} table
   * @param {string} hash
   * @param {Statement} statement
   */
  add(line, table, hash, statement) {
    const own = table + hash;
    if (this.places.has(own)) return false;
    const number = statement.kind === "anchor" ? 0 : statement.number;
    const roll = `${table}${statement.epoch} ${number}`;
    this.places.set(own, { line, hash, table, number, statement, own, after: table + statement.before, roll });
    return true;
  }

  /** @param {string} kind */
  all(kind) {
    return [...this.places.values()].filter(({ statement }) => statement.kind === kind);
  }

  /** Anchors, rolls and voids by line. */
  chain() {
    return [...this.places.values()]
      .filter(({ statement }) => statement.kind !== "lock")
      .sort((a, b) => a.line - b.line);
  }

  /** The chained statements that no other one follows. */
  heads() {
    const chain = this.chain();
    const followed = new Set(chain.map(({ after }) => after));
    return chain
      .filter((place) => !followed.has(place.own))
      .map(({ table, hash, number, statement }) => ({ table, epoch: statement.epoch, number, hash }))
      .sort((a, b) => (a.table + a.hash < b.table + b.hash ? -1 : 1));
  }

  /** @returns {Discrepancy[]} */
  discrepancies() {
    const chain = this.chain();
    const published = firstByNumber(chain);
    return [
      ...forks(chain),
      ...this.numbers(chain, published),
      ...this.gapsBeforeAnchors(chain),
      ...locks(this.all("lock"), chain, published),
    ];
  }

  /**
   * @param {Place[]} chain
   * @param {Map<string, Place>} published
   */
  *numbers(chain, published) {
    for (const place of chain.filter(({ number }) => number)) {
      if (published.get(place.roll) !== place) yield found(place, "reused-seed");
      const flaw = this.flawOf(place);
      if (flaw) yield found(place, flaw);
    }
  }

  /**
   * What is wrong with a roll or void where it stands.
   * @param {Place} place
   */
  flawOf(place) {
    const before = this.places.get(place.after);
    if (!before || before.statement.kind === "lock") return "missing";
    if (before.statement.epoch !== place.statement.epoch) return "old-epoch";
    if (place.number <= before.number) return "reused-seed";
    return place.number > before.number + 1 ? "skipped-number" : null;
  }

  /**
   * An anchor may be the first that is known of a table; after another one its past must be here.
   * @param {Place[]} chain
   */
  *gapsBeforeAnchors(chain) {
    const known = new Set();
    for (const place of chain.filter(({ number }) => !number)) {
      const unknown = place.statement.before !== NO_STATEMENT && !this.places.has(place.after);
      if (unknown && known.has(place.table)) yield found(place, "missing");
      known.add(place.table);
    }
  }
}

/**
 * @param {Place} place
 * @param {string} flaw
 * @returns {Discrepancy}
 */
const found = (place, flaw) => ({ line: place.line, flaw, number: place.number });

/**
 * Rolls and voids by number; of two the first.
 * @param {Place[]} chain
 */
function firstByNumber(chain) {
  /** @type {Map<string, Place>} */
  const first = new Map();
  for (const place of chain) {
    if (place.number && !first.has(place.roll)) first.set(place.roll, place);
  }
  return first;
}

/** @param {Place[]} chain */
function* forks(chain) {
  const seen = new Set();
  for (const place of chain) {
    if (seen.has(place.after)) yield found(place, "forked-history");
    seen.add(place.after);
  }
}

/**
 * @param {Place[]} all
 * @param {Place[]} chain
 * @param {Map<string, Place>} published
 */
function* locks(all, chain, published) {
  const followed = new Set(chain.map(({ after }) => after));
  const seen = new Set();
  for (const place of all.sort((a, b) => a.line - b.line)) {
    const key = place.roll;
    if (seen.has(key)) {
      yield found(place, "two-locks");
      continue;
    }
    seen.add(key);
    const then = published.get(key);
    if (!then && followed.has(place.after)) yield found(place, "abandoned-roll");
    if (then && !keepsLock(then.statement, place.statement)) yield found(then, "altered-contribution");
  }
}

/**
 * Whether a roll or void is about what was locked.
 * @param {Statement} then
 * @param {Statement} lock
 */
function keepsLock(then, lock) {
  if (then.kind === "anchor" || lock.kind === "anchor") return false;
  const same =
    then.purpose === lock.purpose &&
    then.dice === lock.dice &&
    then.by === lock.by &&
    then.order === lock.order &&
    then.before === lock.before;
  return same && lock.contributions.every((locked, seat) => keeps(then, locked, seat));
}
