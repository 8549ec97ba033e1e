// A record and its statement out of their text: docs/dice.md, "Text" and "Bytes".

import { hex, unbase32 } from "./bytes.js";

const PREFIX = "JD1-";
const LONGEST_TEXT = 1024;
const ID = 8;
const HASH = 32;
const NONCE = 16;
const SIGNATURE = 64;
const SEATS = 4;
const FACES = 6;
const MOST_DICE = 10;
const MOST_ROLLS = 4096;
const ORDERS = 24;
const LONGEST_NAME = 64;
const THE_TABLE = 255;

export const PURPOSES = [
  "", "seats", "first-dealer", "break", "break-second", "wild-tile", "tournament-draw", "free",
]; // prettier-ignore
export const CAUSES = ["first", "new-day", "used-up", "restored", "seeds-lost"];
export const REASONS = ["", "seeds-lost", "entry-failed", "not-shown", "disputed"];
const GIVEN = ["none", "keypad", "phone", "timed-out", "commitment", "masked"];
const KINDS = ["", "anchor", "lock", "roll", "void"];
/** @type {{ [kind: string]: string[] }} */
const ALLOWED = {
  lock: ["none", "timed-out", "commitment", "masked"],
  roll: ["none", "keypad", "phone", "timed-out", "commitment"],
  void: ["none", "phone", "timed-out", "commitment", "masked"],
};

/**
 * @typedef {{ given: string, data: Uint8Array }} Contribution
 * @typedef {{ kind: "anchor", epoch: string, time: number, cause: string, length: number, seed: string,
 *   key: Uint8Array, before: string, name: string }} Anchor
 * @typedef {{ kind: "lock" | "roll" | "void", table: string, epoch: string, number: number, time: number,
 *   purpose: string, dice: number, by: number, order: number, before: string, contributions: Contribution[],
 *   seed: Uint8Array, faces: number[], reason: string }} Numbered a lock, a roll or a void; what a kind lacks is empty
 * @typedef {{ statement: Anchor | Numbered, body: Uint8Array, signature: Uint8Array }} DiceRecord
 */

/** Text that is no record. `flaw` is what a report calls it. */
export class Unreadable extends Error {
  /**
   * @param {string} why
   * @param {string} flaw
   */
  constructor(why, flaw = "malformed") {
    super(why);
    this.flaw = flaw;
  }
}

/**
 * @param {string} text
 * @returns {DiceRecord}
 */
export function readRecord(text) {
  if (!text.startsWith(PREFIX)) {
    throw new Unreadable("no record", /^JD[0-9]{1,4}-/.test(text) ? "unknown-version" : "malformed");
  }
  if (text.length > LONGEST_TEXT) throw new Unreadable("too long");
  const signed = unbase32(text.slice(PREFIX.length));
  if (signed === null) throw new Unreadable("no base32");
  const end = Math.max(0, signed.length - SIGNATURE);
  const body = signed.subarray(0, end);
  return { statement: readStatement(body), body, signature: signed.subarray(end) };
}

/**
 * @param {Uint8Array} body
 * @returns {Anchor | Numbered}
 */
function readStatement(body) {
  const reader = new Reader(body);
  const kind = reader.word(KINDS, 1);
  const statement =
    kind === "anchor" ? readAnchor(reader) : readNumbered(/** @type {Numbered["kind"]} */ (kind), reader);
  reader.end();
  return statement;
}

/**
 * @param {Reader} reader
 * @returns {Anchor}
 */
function readAnchor(reader) {
  return {
    kind: "anchor",
    epoch: reader.hex(ID),
    time: reader.number(6),
    cause: reader.word(CAUSES),
    length: reader.number(2, 1, MOST_ROLLS),
    seed: reader.hex(HASH),
    key: reader.take(HASH),
    before: reader.hex(HASH),
    name: reader.text(reader.number(1, 0, LONGEST_NAME)),
  };
}

/**
 * @param {Numbered["kind"]} kind
 * @param {Reader} reader
 * @returns {Numbered}
 */
function readNumbered(kind, reader) {
  const head = {
    table: reader.hex(ID),
    epoch: reader.hex(ID),
    number: reader.number(2, 1, MOST_ROLLS),
    time: reader.number(6),
    purpose: reader.word(PURPOSES, 1),
    dice: reader.number(1, 1, MOST_DICE),
    by: reader.seat(),
    order: reader.number(1, 0, ORDERS - 1),
    before: reader.hex(HASH),
  };
  const contributions = [];
  for (let seat = 0; seat < SEATS; seat++) contributions.push(readContribution(reader, head.dice, ALLOWED[kind]));
  const roll = kind === "roll";
  return {
    kind,
    ...head,
    contributions,
    seed: roll ? reader.take(HASH) : new Uint8Array(0),
    faces: roll ? [...reader.values(head.dice, 1)] : [],
    reason: kind === "void" ? reader.word(REASONS, 1) : "",
  };
}

/**
 * @param {Reader} reader
 * @param {number} dice
 * @param {string[]} allowed
 * @returns {Contribution}
 */
function readContribution(reader, dice, allowed) {
  const given = reader.word(GIVEN);
  if (!allowed.includes(given)) throw new Unreadable(`${given} has no place here`);
  if (given === "keypad") return { given, data: reader.values(dice, 1) };
  if (given === "masked") return { given, data: reader.values(dice, 0) };
  return { given, data: reader.take(given === "phone" ? NONCE : given === "commitment" ? HASH : 0) };
}

/** Takes bytes from the front; every method throws `Unreadable`. */
class Reader {
  /** @param {Uint8Array} body */
  constructor(body) {
    this.body = body;
    this.at = 0;
  }

  /** @param {number} size */
  take(size) {
    const taken = this.body.subarray(this.at, this.at + size);
    if (taken.length !== size) throw new Unreadable("the bytes end too early");
    this.at += size;
    return taken;
  }

  /** @param {number} size */
  hex(size) {
    return hex(this.take(size));
  }

  /**
   * Big-endian, up to six bytes.
   * @param {number} size
   * @param {number} low
   * @param {number} high
   */
  number(size, low = 0, high = Infinity) {
    const found = this.take(size).reduce((value, byte) => value * 256 + byte, 0);
    if (found < low || found > high) throw new Unreadable("a number is out of range");
    return found;
  }

  /**
   * @param {string[]} words
   * @param {number} low the first code that means something
   */
  word(words, low = 0) {
    return words[this.number(1, low, words.length - 1)];
  }

  /** The seat that throws, -1 for the table. */
  seat() {
    const found = this.number(1);
    if (found >= SEATS && found !== THE_TABLE) throw new Unreadable("no seat");
    return found === THE_TABLE ? -1 : found;
  }

  /**
   * Six values from `low` on, a byte each.
   * @param {number} count
   * @param {number} low
   */
  values(count, low) {
    const taken = this.take(count);
    if (taken.some((value) => value < low || value >= low + FACES)) throw new Unreadable("a value is out of range");
    return taken;
  }

  /** @param {number} size */
  text(size) {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.take(size));
    } catch {
      throw new Unreadable("no UTF-8");
    }
  }

  end() {
    if (this.at !== this.body.length) throw new Unreadable("there are bytes too many");
  }
}
