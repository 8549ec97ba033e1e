// Verification of Ed25519 signatures, from RFC 8032 section 5.1, for many signatures under one key.
//
// The equation S*B = R + h*A is checked without cofactor: S*B - h*A is computed and compared with R byte for byte. As B
// and A are the same for every signature, their multiples are tabulated once.
//
// Where the browser can verify Ed25519 itself it does most of a long log; part of each piece is computed here as well,
// and where the two differ the browser is not asked again.

import { sha512 } from "./sha2.js";

const P = 2n ** 255n - 19n;
const LOW_255 = 2n ** 255n - 1n;
/** The order of the base point. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * power(121666n, P - 2n));
const SQRT_MINUS_1 = power(2n, (P - 1n) / 4n);

/** @typedef {{ x: bigint, y: bigint, z: bigint, t: bigint }} Point extended coordinates: x/z, y/z, xy = tz */
/** @typedef {{ plus: bigint, minus: bigint, z2: bigint, dt2: bigint }} Addend y+x, y-x, 2z and 2dt of a point */

/** @type {Point} */
const NEUTRAL = { x: 0n, y: 1n, z: 1n, t: 0n };
const BASE = /** @type {Point} */ (decode(encodeNumber(mod(4n * power(5n, P - 2n)))));

/** @param {bigint} x */
function mod(x) {
  const rest = x % P;
  return rest < 0n ? rest + P : rest;
}

/**
 * Nearly reduced: the bits above 2^255 count 19 times. Works for negative numbers, too.
 * @param {bigint} x
 */
function fold(x) {
  return (x & LOW_255) + (x >> 255n) * 19n;
}

/**
 * @param {bigint} base
 * @param {bigint} exponent
 */
function power(base, exponent) {
  let result = 1n;
  for (let left = exponent, square = base; left > 0n; left >>= 1n, square = (square * square) % P) {
    if (left & 1n) result = (result * square) % P;
  }
  return result;
}

/**
 * Addition of section 5.1.4, complete: it doubles as well. Numbers stay below 2^256 between additions; the first four
 * products are folded once and stay below 2^264, so that no sum needs a reduction of its own.
 * @param {Point} p
 * @param {Addend} q
 * @returns {Point}
 */
function add(p, q) {
  const a = fold((p.y - p.x) * q.minus);
  const b = fold((p.y + p.x) * q.plus);
  const c = fold(p.t * q.dt2);
  const d = fold(p.z * q.z2);
  const e = b - a;
  const f = d - c;
  const g = d + c;
  const h = b + a;
  return { x: fold(fold(e * f)), y: fold(fold(g * h)), z: fold(fold(f * g)), t: fold(fold(e * h)) };
}

/**
 * @param {Point} p
 * @returns {Addend}
 */
function addend(p) {
  return { plus: p.y + p.x, minus: p.y - p.x, z2: 2n * p.z, dt2: fold(fold(2n * D * p.t)) };
}

/** @param {Addend} q */
const negative = (q) => ({ plus: q.minus, minus: q.plus, z2: q.z2, dt2: -q.dt2 });

/** @param {Point} p */
const isNeutral = (p) => mod(p.x) === 0n && mod(p.y - p.z) === 0n;

/**
 * The multiples of a point that make a product a sum of one addend for each window of a scalar.
 * @param {Point} point
 * @param {number} bits of a window
 */
function table(point, bits) {
  const rows = [];
  let unit = point;
  for (let at = 0; at <= 253; at += bits) {
    const first = addend(unit);
    const row = [first];
    let last = unit;
    while (row.length < 1 << (bits - 1)) {
      last = add(last, first);
      row.push(addend(last));
    }
    rows.push(row);
    unit = add(last, row[row.length - 1]);
  }
  return rows;
}

/**
 * The sum with the multiple of the tabulated point.
 * @param {Point} sum
 * @param {Addend[][]} rows
 * @param {bigint} scalar below 2^253
 * @param {number} bits
 */
function addMultiple(sum, rows, scalar, bits) {
  const size = 1 << bits;
  let left = scalar;
  for (const row of rows) {
    let digit = Number(BigInt.asUintN(bits, left));
    left >>= BigInt(bits);
    if (digit > size / 2) {
      digit -= size;
      left += 1n;
    }
    if (digit > 0) sum = add(sum, row[digit - 1]);
    else if (digit < 0) sum = add(sum, negative(row[-digit - 1]));
  }
  return sum;
}

/** @param {Uint8Array} bytes little-endian, a multiple of eight */
function number(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let result = 0n;
  for (let at = bytes.length - 8; at >= 0; at -= 8) result = (result << 64n) | view.getBigUint64(at, true);
  return result;
}

/** @param {bigint} value below 2^256 */
function encodeNumber(value) {
  const view = new DataView(new ArrayBuffer(32));
  for (let at = 0; at < 32; at += 8) view.setBigUint64(at, value >> BigInt(8 * at), true);
  return new Uint8Array(view.buffer);
}

/**
 * The point of section 5.1.3; null where there is none.
 * @param {Uint8Array} bytes
 * @returns {Point | null}
 */
function decode(bytes) {
  const y = number(bytes) & LOW_255;
  const sign = BigInt(bytes[31] >> 7);
  if (y >= P) return null;
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  const square = mod(u * power(v, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * SQRT_MINUS_1);
  if (mod(x * x - square) !== 0n || (x === 0n && sign === 1n)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return { x, y, z: 1n, t: mod(x * y) };
}

/**
 * The encodings of many points, with one inversion for all (Montgomery's trick).
 * @param {Point[]} points
 */
function encodeAll(points) {
  const products = [1n];
  for (const point of points) products.push(mod(products[products.length - 1] * point.z));
  let inverse = power(products[points.length], P - 2n);
  const encoded = [];
  for (let i = points.length - 1; i >= 0; i--) {
    const own = mod(inverse * products[i]);
    inverse = mod(inverse * points[i].z);
    encoded.push(encodeNumber(mod(points[i].y * own) | ((mod(points[i].x * own) & 1n) << 255n)));
  }
  return encoded.reverse();
}

/**
 * Whether a key binds its holder: written in its one way, and of no small order.
 * @param {Uint8Array} key
 */
export function isSound(key) {
  if ((number(key) & LOW_255) >= P) return false;
  let point = decode(new Uint8Array([...key.subarray(0, 31), key[31] & 127]));
  if (point === null) return true; // no point at all: nothing verifies under it
  for (let i = 0; i < 3; i++) point = add(point, addend(point));
  return !isNeutral(point);
}

/** @typedef {{ message: Uint8Array, signature: Uint8Array }} Signed */

/** Checks signatures under one key. */
export class Verifier {
  /**
   * @param {Uint8Array} key 32 bytes
   * @param {number} expected about how many signatures will come: more make larger tables worth their while
   */
  constructor(key, expected) {
    this.key = key;
    this.bits = expected > 200 ? 9 : 5;
    const point = decode(key);
    this.base = point && table(BASE, this.bits);
    this.negative = point && table({ x: -point.x, y: point.y, z: point.z, t: -point.t }, this.bits);
  }

  /**
   * Whether each signature fits its message.
   * @param {Signed[]} signed
   */
  check(signed) {
    const points = signed.map(({ message, signature }) => this.nonce(message, signature));
    const encoded = encodeAll(points.map((point) => point ?? NEUTRAL));
    return signed.map(
      ({ signature }, i) => points[i] !== null && encoded[i].every((byte, at) => byte === signature[at]),
    );
  }

  /**
   * S*B - h*A, which is R in a good signature; null where S is out of range.
   * @param {Uint8Array} message
   * @param {Uint8Array} signature
   */
  nonce(message, signature) {
    const s = signature.length === 64 ? number(signature.subarray(32)) : L;
    if (s >= L || !this.base || !this.negative) return null;
    const hashed = new Uint8Array(64 + message.length);
    hashed.set(signature.subarray(0, 32));
    hashed.set(this.key, 32);
    hashed.set(message, 64);
    const h = number(sha512(hashed)) % L;
    return addMultiple(addMultiple(NEUTRAL, this.base, s, this.bits), this.negative, h, this.bits);
  }
}

/** Enough signatures for the browser's own verification to be worth its while. */
const MANY = 64;

/** Checks many signatures under one key, by the browser where it can. */
export class FastVerifier {
  /**
   * @param {Uint8Array} key
   * @param {number} expected
   * @param {SubtleCrypto | undefined} subtle what the browser offers; nothing on some pages from a file
   */
  constructor(key, expected, subtle = globalThis.crypto?.subtle) {
    this.key = key;
    this.expected = expected;
    this.subtle = expected >= MANY ? subtle : undefined;
    /** @type {Verifier | null} */
    this.own = null;
  }

  /**
   * Whether each signature fits its message.
   * @param {Signed[]} signed
   */
  async check(signed) {
    const native = await this.byBrowser(signed);
    if (native === null) return this.ours(this.expected).check(signed);
    const sample = signed.filter((_, i) => i % MANY === 0);
    const agreed = this.ours(1)
      .check(sample)
      .every((fits, i) => fits === native[i * MANY]);
    if (agreed) return native;
    this.subtle = undefined;
    return this.ours(this.expected).check(signed);
  }

  /** @param {number} expected */
  ours(expected) {
    this.own ??= new Verifier(this.key, expected);
    return this.own;
  }

  /**
   * What the browser says; null where it cannot.
   * @param {Signed[]} signed
   */
  async byBrowser(signed) {
    const { subtle } = this;
    if (!subtle) return null;
    try {
      const key = await subtle.importKey("raw", this.key.slice(), "Ed25519", false, ["verify"]);
      return await Promise.all(
        signed.map(({ message, signature }) => subtle.verify("Ed25519", key, signature.slice(), message.slice())),
      );
    } catch {
      this.subtle = undefined;
      return null;
    }
  }
}
