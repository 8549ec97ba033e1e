// Dice out of seed and contributions: docs/dice.md, "Dice", "Commitments" and "Masks".

import { ascii, equal, hex, join, unhex } from "./bytes.js";
import { hmac256, sha256 } from "./sha2.js";

const FAIR_BYTES = 252;
const FACES = 6;
const NO_NONCE = new Uint8Array(16);
const CHAIN = ascii("chain");
const COMMIT = ascii("commit");
const DIE = ascii("die");
const MASK = ascii("mask");
const STATEMENT = ascii("statement");
const TABLE = ascii("table");

/** @typedef {import("./layout.js").Contribution} Contribution */
/** @typedef {import("./layout.js").Numbered} Numbered */

/**
 * The bytes that name a roll in every hash.
 * @param {Pick<Numbered, "table" | "epoch" | "number">} at
 */
function rollId(at) {
  return join(unhex(at.table), unhex(at.epoch), [at.number >> 8, at.number & 255]);
}

/**
 * The seed of the roll before.
 * @param {Uint8Array} seed
 * @param {Uint8Array} place table and epoch
 */
export function seedBefore(seed, place) {
  return sha256(join(CHAIN, place, seed));
}

/** @param {Uint8Array} key */
export function tableId(key) {
  return hex(sha256(join(TABLE, key)).subarray(0, 8));
}

/**
 * What a statement names as the one before it.
 * @param {Uint8Array} body
 */
export function statementHash(body) {
  return hex(sha256(join(STATEMENT, body)));
}

/**
 * 0-5: the first byte below 252 of the MAC, modulo 6.
 * @param {(message: Uint8Array) => Uint8Array} mac
 * @param {Uint8Array} message
 */
export function residue(mac, message) {
  for (let again = 0; again < 256; again++) {
    const found = firstFair(mac(again ? join(message, [again]) : message));
    if (found !== null) return found;
  }
  throw new RangeError("256 MACs without a byte below 252");
}

/** @param {Iterable<number>} bytes */
export function firstFair(bytes) {
  for (const byte of bytes) if (byte < FAIR_BYTES) return byte % FACES;
  return null;
}

/**
 * The dice that a roll must show.
 * @param {Numbered} roll
 */
export function throwDice(roll) {
  const mac = hmac256(roll.seed);
  const nonces = roll.contributions.map(({ given, data }) => (given === "phone" ? data : NO_NONCE));
  const rest = join(rollId(roll), ...nonces);
  const entered = roll.contributions.filter(({ given }) => given === "keypad");
  return Array.from({ length: roll.dice }, (_, k) => {
    const sum = entered.reduce((total, { data }) => total + data[k], residue(mac, join(DIE, [k + 1], rest)));
    return 1 + (sum % FACES);
  });
}

/**
 * What a phone promises before it reveals its nonce.
 * @param {Uint8Array} nonce
 * @param {Pick<Numbered, "table" | "epoch" | "number">} at
 * @param {number} seat
 */
export function commitment(nonce, at, seat) {
  return sha256(join(COMMIT, rollId(at), [seat], nonce));
}

/**
 * Masked numbers in the open.
 * @param {Uint8Array} masked
 * @param {Numbered} roll
 * @param {number} seat
 */
function unmask(masked, roll, seat) {
  const mac = hmac256(roll.seed);
  return masked.map((hidden, k) => {
    const pad = residue(mac, join(MASK, [seat, k + 1], rollId(roll)));
    return 1 + ((hidden - pad - 1 + 2 * FACES) % FACES);
  });
}

/**
 * Whether what a seat gave to a roll or void is what was locked.
 * @param {Numbered} then
 * @param {Contribution} locked
 * @param {number} seat
 */
export function keeps(then, locked, seat) {
  const { given, data } = then.contributions[seat];
  if (given === "phone") return locked.given === "commitment" && equal(commitment(data, then, seat), locked.data);
  if (then.kind === "roll" && locked.given === "masked") {
    return given === "keypad" && equal(unmask(locked.data, then, seat), data);
  }
  return given === locked.given && equal(data, locked.data);
}
