// Bytes: hexadecimal for people and for keys of maps, base32 for the text of a record.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** The value of each letter by its code; -1 for all others below 128. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => LETTERS.indexOf(String.fromCharCode(code)));
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** @param {string} text */
export function unhex(text) {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** @param {string} text ASCII */
export function ascii(text) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** @param {(Uint8Array | number[])[]} parts */
export function join(...parts) {
  let size = 0;
  for (const part of parts) size += part.length;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * @param {ArrayLike<number>} one
 * @param {ArrayLike<number>} other
 */
export function equal(one, other) {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/**
 * Base32 of RFC 4648, upper case, without padding; null for anything that is not the one spelling of some bytes.
 * @param {string} text
 */
export function unbase32(text) {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let waiting = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? VALUES[code] : -1;
    if (value < 0) return null;
    waiting = (waiting << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = waiting >> bits;
      waiting &= (1 << bits) - 1;
    }
  }
  // What is left over stands for nothing: less than one letter, and zero.
  return bits >= 5 || waiting !== 0 ? null : bytes;
}
