// Verification: what is wrong with a log of dice, or with a few scanned records. This is the second implementation of
// docs/dice.md; controller/fairness/proof.py is the first, and both give the same report.

import { ascii, equal, hex, join, unhex } from "./bytes.js";
import { seedBefore, statementHash, tableId, throwDice } from "./draw.js";
import { FastVerifier, isSound, Verifier } from "./ed25519.js";
import { History } from "./history.js";
import { readRecord, Unreadable } from "./layout.js";

const LONGEST_LINE = 65536;
const SIGNED = ascii("jantaku dice 1");
/** Flaws that show that something could not be checked, not that a table did wrong. */
export const HARMLESS = ["malformed", "unknown-version", "no-anchor", "missing"];
/** Signatures between two looks at the page: it stays alive, and shows how far it is. */
const AT_ONCE = 256;

/**
 * @typedef {import("./layout.js").Anchor} Anchor
 * @typedef {import("./layout.js").Numbered} Numbered
 * @typedef {import("./layout.js").DiceRecord} DiceRecord
 * @typedef {import("./history.js").Discrepancy} Discrepancy
 * @typedef {{ number: number, record: DiceRecord, shown: { [name: string]: any } }} Line
 *   `number` counts from 1; `shown`: the members of the event around the record
 * @typedef {{ anchor: Anchor, table: string, place: Uint8Array, body: Uint8Array, seeds: Map<number, string> }} Epoch
 *   `place`: the bytes of table and epoch; `seeds`: those known to lead to the anchor, by number
 */

/**
 * The report on these lines, whatever is in them, and the rolls that it speaks of.
 * @param {string[]} lines
 * @param {(part: number) => Promise<void>} progress awaited between pieces of the work, with the part done (0-1)
 * @param {SubtleCrypto | undefined} subtle the browser's own cryptography, for long logs
 */
export async function verify(lines, progress = async () => {}, subtle = globalThis.crypto?.subtle) {
  const check = new Check();
  const read = check.read(lines);
  for (const line of read) if (line.record.statement.kind === "anchor") check.anchor(line, line.record.statement);
  const signed = await check.signed(read, progress, subtle);
  for (const line of signed) check.numbered(line, /** @type {Numbered} */ (line.record.statement));
  return { report: check.report(), rolls: check.rolls, voids: check.voids, anchors: check.anchors() };
}

/** One verification: what was found so far. */
class Check {
  constructor() {
    /** @type {Discrepancy[]} */
    this.found = [];
    /** @type {Map<string, Epoch>} */
    this.epochs = new Map();
    this.history = new History();
    /** @type {Numbered[]} */
    this.rolls = [];
    /** @type {Numbered[]} */
    this.voids = [];
  }

  /** @param {string[]} lines */
  read(lines) {
    /** @type {Line[]} */
    const read = [];
    lines.forEach((text, at) => {
      try {
        const line = readLine(at + 1, text);
        if (line) read.push(line);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        this.found.push({ line: at + 1, flaw: error.flaw, number: 0 });
      }
    });
    return read;
  }

  /**
   * @param {Line} line
   * @param {Anchor} anchor
   */
  anchor(line, anchor) {
    const { body } = line.record;
    if (!isSound(anchor.key)) return this.find(line, "weak-key");
    if (!new Verifier(anchor.key, 1).check([asSigned(line.record)])[0]) return this.find(line, "forged-signature");
    const table = tableId(anchor.key);
    if (!this.history.add(line.number, table, statementHash(body), anchor)) return;
    const key = `${table} ${anchor.epoch}`;
    const first = this.epochs.get(key);
    const place = unhex(table + anchor.epoch);
    if (!first) this.epochs.set(key, { anchor, table, place, body, seeds: new Map([[0, anchor.seed]]) });
    else if (!equal(first.body, body)) this.find(line, "two-anchors");
  }

  anchors() {
    return [...this.epochs.values()].map(({ anchor, table }) => ({ ...anchor, table }));
  }

  /**
   * The locks, rolls and voids whose signature verifies, in the order of their lines.
   * @param {Line[]} read
   * @param {(part: number) => Promise<void>} progress
   * @param {SubtleCrypto | undefined} subtle
   */
  async signed(read, progress, subtle) {
    const byKey = this.byKey(read);
    const total = [...byKey.values()].reduce((sum, { lines }) => sum + lines.length, 0);
    /** @type {Line[]} */
    const good = [];
    let done = 0;
    for (const { key, lines } of byKey.values()) {
      const verifier = new FastVerifier(key, lines.length, subtle);
      for (let at = 0; at < lines.length; at += AT_ONCE) {
        const some = lines.slice(at, at + AT_ONCE);
        const fits = await verifier.check(some.map((line) => asSigned(line.record)));
        some.forEach((line, i) => (fits[i] ? good.push(line) : this.find(line, "forged-signature")));
        done += some.length;
        await progress(done / total);
      }
    }
    return good.sort((a, b) => a.number - b.number);
  }

  /**
   * Lines of numbered statements by the key that must have signed them.
   * @param {Line[]} read
   */
  byKey(read) {
    /** @type {Map<string, { key: Uint8Array, lines: Line[] }>} */
    const byKey = new Map();
    for (const line of read) {
      const { statement } = line.record;
      if (statement.kind === "anchor") continue;
      const epoch = this.epochs.get(`${statement.table} ${statement.epoch}`);
      if (!epoch) this.find(line, "no-anchor");
      else if (byKey.has(epoch.table)) byKey.get(epoch.table)?.lines.push(line);
      else byKey.set(epoch.table, { key: epoch.anchor.key, lines: [line] });
    }
    return byKey;
  }

  /**
   * @param {Line} line
   * @param {Numbered} statement
   */
  numbered(line, statement) {
    const { table, number } = statement;
    const epoch = /** @type {Epoch} */ (this.epochs.get(`${table} ${statement.epoch}`));
    if (statement.kind === "roll" && !showsItsRecord(line.shown, statement)) this.find(line, "shown-differs");
    if (!this.history.add(line.number, table, statementHash(line.record.body), statement)) return;
    if (number > epoch.anchor.length) this.find(line, "beyond-anchor");
    if (statement.kind === "roll") this.roll(line, statement, epoch);
    else if (statement.kind === "void") this.voids.push(statement);
  }

  /**
   * @param {Line} line
   * @param {Numbered} roll
   * @param {Epoch} epoch
   */
  roll(line, roll, epoch) {
    this.rolls.push(roll);
    if (!leadsTo(epoch, roll.seed, roll.number)) this.find(line, "wrong-anchor");
    if (!equal(throwDice(roll), roll.faces)) this.find(line, "wrong-dice");
  }

  /**
   * @param {Line} line
   * @param {string} flaw
   */
  find(line, flaw) {
    const { statement } = line.record;
    this.found.push({ line: line.number, flaw, number: statement.kind === "anchor" ? 0 : statement.number });
  }

  report() {
    const discrepancies = inOrder([...this.found, ...this.history.discrepancies()]);
    const rolled = this.rolls.flatMap(({ contributions }) => contributions);
    const voided = this.voids.flatMap(({ contributions }) => contributions);
    const anchors = this.history.all("anchor").length;
    return {
      verdict: verdict(discrepancies, anchors),
      discrepancies,
      heads: this.history.heads(),
      anchors,
      locks: this.history.all("lock").length,
      rolls: this.rolls.length,
      voids: this.voids.length,
      uncontributed: this.rolls.filter(({ contributions }) => !contributions.some(counts)).length,
      timed_out: [...rolled, ...voided].filter(({ given }) => given === "timed-out").length,
      withheld: rolled.filter(({ given }) => given === "commitment").length,
    };
  }
}

/** Whether a contribution takes part in the dice.
 * @param {import("./layout.js").Contribution} contribution
 */
export const counts = ({ given }) => given === "keypad" || given === "phone";

/** @param {DiceRecord} record */
const asSigned = ({ body, signature }) => ({ message: join(SIGNED, body), signature });

/**
 * The record of a line; null for an empty line, a comment, and an event without a record.
 * @param {number} number
 * @param {string} text
 * @returns {Line | null}
 */
function readLine(number, text) {
  const line = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  if (line === "" || line.startsWith("#")) return null;
  if (line.length > LONGEST_LINE) throw new Unreadable("too long");
  if (!line.startsWith("{")) return { number, record: readRecord(line), shown: {} };
  const shown = readEvent(line);
  const { proof } = shown;
  const isObject = typeof proof === "object" && proof !== null && !Array.isArray(proof);
  const record = isObject ? proof.record : shown.record;
  return typeof record === "string" ? { number, record: readRecord(record), shown } : null;
}

/** @param {string} line */
function readEvent(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new Unreadable("no JSON");
  }
}

/**
 * Whether dice and purpose of the event, where it has any, are those of the record.
 * @param {{ [name: string]: any }} shown
 * @param {Numbered} roll
 */
function showsItsRecord(shown, roll) {
  const dice = Object.hasOwn(shown, "dice") ? shown.dice : roll.faces;
  const purpose = Object.hasOwn(shown, "purpose") ? shown.purpose : roll.purpose;
  return Array.isArray(dice) && equal(dice, roll.faces) && (roll.purpose === "free" || purpose === roll.purpose);
}

/**
 * Whether s_number of the epoch is this seed. Each hash of the chain is computed once, in whatever order seeds come.
 * @param {Epoch} epoch
 * @param {Uint8Array} seed
 * @param {number} number
 */
function leadsTo(epoch, seed, number) {
  const walked = [hex(seed)];
  let known = epoch.seeds.get(number);
  for (let at = number, last = seed; known === undefined; known = epoch.seeds.get(at)) {
    last = seedBefore(last, epoch.place);
    walked.push(hex(last));
    at -= 1;
  }
  if (walked[walked.length - 1] !== known) return false;
  walked.forEach((each, steps) => epoch.seeds.set(number - steps, each));
  return true;
}

/**
 * @param {Discrepancy[]} discrepancies
 * @param {number} anchors
 */
function verdict(discrepancies, anchors) {
  if (discrepancies.some(({ flaw }) => !HARMLESS.includes(flaw))) return "bad";
  return discrepancies.length || !anchors ? "incomplete" : "good";
}

/**
 * By line, then by name; each flaw of a line once.
 * @param {Discrepancy[]} found
 */
function inOrder(found) {
  const distinct = new Map(found.map((each) => [`${each.line} ${each.flaw} ${each.number}`, each]));
  return [...distinct.values()].sort((a, b) => a.line - b.line || (a.flaw < b.flaw ? -1 : 1));
}
