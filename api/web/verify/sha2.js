// SHA-256, SHA-512 (FIPS 180-4) and HMAC (RFC 2104) on Uint8Arrays. Browsers offer them on secure pages only; a page
// that is opened from a phone's storage is not one everywhere.

/** The first primes whose roots give the constants: the first 64 for SHA-256, 80 for SHA-512. */
const PRIMES = primes(80);
const MASK64 = (1n << 64n) - 1n;
const K512 = PRIMES.map((p) => rootBits(p, 3n));
const H512 = PRIMES.slice(0, 8).map((p) => rootBits(p, 2n));
/** High and low words of the constants of SHA-512. Those of SHA-256 are the high words of the first 64. */
const K_HIGH = Int32Array.from(K512, (k) => Number(BigInt.asIntN(32, k >> 32n)));
const K_LOW = Int32Array.from(K512, (k) => Number(BigInt.asIntN(32, k)));
const H_HIGH = Int32Array.from(H512, (k) => Number(BigInt.asIntN(32, k >> 32n)));
const H_LOW = Int32Array.from(H512, (k) => Number(BigInt.asIntN(32, k)));

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p)) found.push(n);
  return found;
}

/**
 * The first 64 bits of the fraction of the square or cube root of a prime.
 * @param {number} prime
 * @param {bigint} degree
 */
function rootBits(prime, degree) {
  const wanted = BigInt(prime) << (64n * degree);
  let low = 0n;
  let high = 1n << 70n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= wanted) low = middle;
    else high = middle;
  }
  return low & MASK64;
}

/**
 * The message with its padding, in whole blocks.
 * @param {Uint8Array} message
 * @param {number} block bytes of a block, 64 or 128
 */
function padded(message, block) {
  const length = block / 8;
  const size = Math.ceil((message.length + 1 + length) / block) * block;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(size - 4, message.length << 3);
  return view;
}

const words256 = new Int32Array(64);

/**
 * One block of SHA-256.
 * @param {Int32Array} state eight words, changed in place
 * @param {DataView} view
 * @param {number} at offset of the block
 */
function compress256(state, view, at) {
  const w = words256;
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + s1 + ((e & f) ^ (~e & g)) + K_HIGH[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** @param {Int32Array} state */
function digest256(state) {
  const out = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i]);
  return new Uint8Array(out.buffer);
}

/**
 * @param {Int32Array} state after the blocks before, changed in place
 * @param {DataView} view
 */
function finish256(state, view) {
  for (let at = 0; at < view.byteLength; at += 64) compress256(state, view, at);
  return digest256(state);
}

/**
 * SHA-256, 32 bytes.
 * @param {Uint8Array} message
 */
export function sha256(message) {
  return finish256(H_HIGH.slice(), padded(message, 64));
}

/**
 * HMAC-SHA-256 under one key of at most 64 bytes, for any number of messages.
 * @param {Uint8Array} key
 * @returns {(message: Uint8Array) => Uint8Array}
 */
export function hmac256(key) {
  const [inner, outer] = [0x36, 0x5c].map((fill) => keyed(key, fill));
  return (message) => after(outer, after(inner, message));
}

/**
 * The state after the block of the key.
 * @param {Uint8Array} key
 * @param {number} fill
 */
function keyed(key, fill) {
  const block = new Uint8Array(64).fill(fill);
  key.forEach((byte, i) => (block[i] ^= byte));
  const state = H_HIGH.slice();
  compress256(state, new DataView(block.buffer), 0);
  return state;
}

/**
 * The digest of the key's block and a message.
 * @param {Int32Array} state after the key's block
 * @param {Uint8Array} message
 */
function after(state, message) {
  const view = padded(message, 64);
  view.setUint32(view.byteLength - 4, (message.length + 64) << 3);
  return finish256(state.slice(), view);
}

const high512 = new Int32Array(80);
const low512 = new Int32Array(80);

/** The carry out of a sum of unsigned 32-bit words: the sum as a number, without its low word.
 * @param {number} sum
 */
const carry = (sum) => Math.floor(sum / 0x100000000);

/**
 * The words of a block's schedule of SHA-512.
 * @param {DataView} view
 * @param {number} at
 */
function schedule512(view, at) {
  const [high, low] = [high512, low512];
  for (let i = 0; i < 16; i++) {
    high[i] = view.getInt32(at + 8 * i);
    low[i] = view.getInt32(at + 8 * i + 4);
  }
  for (let i = 16; i < 80; i++) {
    const [xh, xl, yh, yl] = [high[i - 15], low[i - 15], high[i - 2], low[i - 2]];
    const s0h = ((xh >>> 1) | (xl << 31)) ^ ((xh >>> 8) | (xl << 24)) ^ (xh >>> 7);
    const s0l = ((xl >>> 1) | (xh << 31)) ^ ((xl >>> 8) | (xh << 24)) ^ ((xl >>> 7) | (xh << 25));
    const s1h = ((yh >>> 19) | (yl << 13)) ^ ((yl >>> 29) | (yh << 3)) ^ (yh >>> 6);
    const s1l = ((yl >>> 19) | (yh << 13)) ^ ((yh >>> 29) | (yl << 3)) ^ ((yl >>> 6) | (yh << 26));
    const sum = (low[i - 16] >>> 0) + (s0l >>> 0) + (low[i - 7] >>> 0) + (s1l >>> 0);
    low[i] = sum | 0;
    high[i] = (high[i - 16] + s0h + high[i - 7] + s1h + carry(sum)) | 0;
  }
}

/**
 * One block of SHA-512, each word as a high and a low half.
 * @param {Int32Array} high eight words, changed in place
 * @param {Int32Array} low
 */
function compress512(high, low) {
  let [ah, bh, ch, dh, eh, fh, gh, hh] = high;
  let [al, bl, cl, dl, el, fl, gl, hl] = low;
  for (let i = 0; i < 80; i++) {
    const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
    const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
    const chh = (eh & fh) ^ (~eh & gh);
    const chl = (el & fl) ^ (~el & gl);
    const first = (hl >>> 0) + (s1l >>> 0) + (chl >>> 0) + (K_LOW[i] >>> 0) + (low512[i] >>> 0);
    const firsth = (hh + s1h + chh + K_HIGH[i] + high512[i] + carry(first)) | 0;
    const firstl = first | 0;
    const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
    const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
    const majh = (ah & bh) ^ (ah & ch) ^ (bh & ch);
    const majl = (al & bl) ^ (al & cl) ^ (bl & cl);
    const second = (s0l >>> 0) + (majl >>> 0);
    const secondh = (s0h + majh + carry(second)) | 0;
    hh = gh;
    hl = gl;
    gh = fh;
    gl = fl;
    fh = eh;
    fl = el;
    const fourth = (dl >>> 0) + (firstl >>> 0);
    eh = (dh + firsth + carry(fourth)) | 0;
    el = fourth | 0;
    dh = ch;
    dl = cl;
    ch = bh;
    cl = bl;
    bh = ah;
    bl = al;
    const last = (firstl >>> 0) + ((second | 0) >>> 0);
    ah = (firsth + secondh + carry(last)) | 0;
    al = last | 0;
  }
  [ah, bh, ch, dh, eh, fh, gh, hh].forEach((word, i) => (high[i] += word));
  [al, bl, cl, dl, el, fl, gl, hl].forEach((word, i) => {
    const sum = (low[i] >>> 0) + (word >>> 0);
    high[i] += carry(sum);
    low[i] = sum | 0;
  });
}

/**
 * SHA-512, 64 bytes.
 * @param {Uint8Array} message
 */
export function sha512(message) {
  const high = H_HIGH.slice();
  const low = H_LOW.slice();
  const view = padded(message, 128);
  for (let at = 0; at < view.byteLength; at += 128) {
    schedule512(view, at);
    compress512(high, low);
  }
  const out = new DataView(new ArrayBuffer(64));
  high.forEach((word, i) => (out.setInt32(8 * i, word), out.setInt32(8 * i + 4, low[i])));
  return new Uint8Array(out.buffer);
}
