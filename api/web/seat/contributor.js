// The phone's part in a roll: 128 random bits, promised first and shown when every seat has answered (docs/dice.md). It
// does both by itself. What it promised is kept on the phone until the dice are thrown, so that sleep does not lose it.

import { answered, newId, post } from "../shared/net.js";
import { asProblem } from "../shared/problem.js";
import { hex } from "../verify/bytes.js";
import { commitment } from "../verify/draw.js";
import { note, holds } from "./dicelog.js";

/** @import { SeatRoll, SeatSnapshot } from "../shared/types.js" */

/**
 * `id`: of the roll; `promise` and `nonce`: hexadecimal; `promised` and `shown`: the table has taken them; `altered`:
 * the table locked something else than this phone promised, so nothing is shown to it. `roll`: the dice that came of
 * it, as the table counts them.
 * @typedef {{
 *   id: string, number: number, seat: number, nonce: string, promise: string, promised: boolean, shown: boolean,
 *   altered: boolean, commands: [string, string], roll: number | null,
 * }} Part
 */

const KEPT = "jantaku.dice-part.1";
const NONCE_BYTES = 16;
const TABLE_LETTERS = 16; // eight bytes of table, then the epoch, then two bytes of number
const NUMBER_LETTERS = 4;

export class Contributor {
  /** @param {() => void} draw the page anew */
  constructor(draw) {
    this.draw = draw;
    this.busy = false;
    /** @type {SeatSnapshot | null} */
    this.state = null;
    this.part = read();
  }

  /** @param {SeatSnapshot} state */
  follow(state) {
    this.state = state;
    const { roll, seat } = state;
    if (roll?.wants === "commitment" && !this.partOf(roll, seat)) this.set(newPart(roll, seat));
    if (roll?.locked) note(roll.locked);
    if (state.anchor && (roll || state.dice?.record)) note(state.anchor);
    if (state.dice?.record) note(state.dice.record);
    this.settle();
  }

  /** When the roll is over: the dice that came of what this phone gave; nothing where it gave nothing to them. */
  settle() {
    const { part, state } = this;
    if (!part || !state || state.roll || this.busy || part.roll !== null) return;
    this.set(part.shown && state.dice?.record ? { ...part, roll: state.dice.roll } : null);
  }

  /**
   * What this phone gives to a roll.
   * @param {SeatRoll} roll
   * @param {number} seat
   */
  partOf(roll, seat) {
    const { part } = this;
    return part && part.id === roll.roll_id && part.seat === seat ? part : null;
  }

  /** Sends what the roll wants of this phone now; an answer that is lost is asked for again under the same id. */
  async send() {
    const { state, busy } = this;
    const part = state?.roll ? this.partOf(state.roll, state.seat) : null;
    if (busy || !part || !state?.roll) return;
    this.busy = true;
    try {
      if (state.roll.wants === "commitment" && !part.promised) await this.promise(part);
      else if (state.roll.wants === "nonce" && !part.shown && !part.altered) await this.reveal(part, state.roll);
    } finally {
      this.busy = false;
    }
    this.settle();
    this.draw();
  }

  /** @param {Part} part */
  async promise(part) {
    const given = await this.give(part, { id: part.commands[0], commitment: part.promise });
    if (given === "refused") this.set(null); // another phone of this seat, or its numbers, came first
    if (given === "taken") this.set({ ...part, promised: true });
  }

  /**
   * @param {Part} part
   * @param {SeatRoll} roll
   */
  async reveal(part, { locked }) {
    if (locked === null) return;
    if (!holds(locked, part.promise)) {
      this.set({ ...part, altered: true });
      return;
    }
    const given = await this.give(part, { id: part.commands[1], nonce: part.nonce });
    if (given !== "lost") this.set({ ...part, shown: given === "taken" });
  }

  /**
   * @param {Part} part
   * @param {Record<string, string>} body
   * @returns {Promise<"taken" | "refused" | "lost">}
   */
  async give({ seat }, body) {
    try {
      await post("/dice/contributions", { seat, ...body });
      return "taken";
    } catch (error) {
      return answered(asProblem(error)) ? "refused" : "lost";
    }
  }

  /** @param {Part | null} part */
  set(part) {
    this.part = part;
    if (part) localStorage.setItem(KEPT, JSON.stringify(part));
    else localStorage.removeItem(KEPT);
  }
}

/** @returns {Part | null} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {SeatRoll} roll
 * @param {number} seat
 * @returns {Part}
 */
function newPart({ roll_id: id, number }, seat) {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const at = { table: id.slice(0, TABLE_LETTERS), epoch: id.slice(TABLE_LETTERS, -NUMBER_LETTERS), number };
  const promise = hex(commitment(nonce, at, seat));
  return {
    ...{ id, number, seat, nonce: hex(nonce), promise },
    ...{ promised: false, shown: false, altered: false, commands: [newId(), newId()], roll: null },
  };
}
