// The signed records of the dice that this phone has seen, where the page that checks them keeps its lines: it is
// opened with them, also without the table.

import { hex, unbase32 } from "../verify/bytes.js";

const KEPT = "jantaku.verify"; // of verify/page.js
const MOST_LINES = 5000;
const LOG_MS = 20000;
const PREFIX = "JD1-";

/** @returns {string[]} */
function read() {
  return (localStorage.getItem(KEPT) ?? "").split("\n").filter((line) => line.trim());
}

/** @param {string[]} lines */
function write(lines) {
  try {
    localStorage.setItem(KEPT, lines.slice(-MOST_LINES).join("\n"));
  } catch {
    // without room the records are still at the table
  }
}

/** Keeps a record, once. @param {string} record */
export function note(record) {
  const lines = read();
  if (!lines.includes(record)) write([...lines, record]);
}

/**
 * Whether the signed lock of a roll holds what this phone promised.
 * @param {string} lock
 * @param {string} promise hexadecimal
 */
export function holds(lock, promise) {
  if (!lock.startsWith(PREFIX)) return false;
  const bytes = unbase32(lock.slice(PREFIX.length));
  return bytes !== null && hex(bytes).includes(promise);
}

/** Opens the page that checks the dice, with everything since the anchor where the table answers. */
export async function openVerifier() {
  try {
    const answer = await fetch("/api/v1/dice/log", { signal: AbortSignal.timeout(LOG_MS) });
    const lines = answer.ok ? (await answer.text()).split("\n") : [];
    write([...new Set([...lines.filter((line) => line.startsWith(PREFIX)), ...read()])]);
  } catch {
    // what this phone has seen is there all the same
  }
  location.assign("/verify");
}
