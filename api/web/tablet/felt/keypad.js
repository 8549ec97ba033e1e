// Where a seat enters its numbers for the dice. What is entered is never shown and leaves the page only when complete.

import { t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";

/** @import { OpenRoll } from "./contributing.js" */

const FACES = [1, 2, 3, 4, 5, 6];

/** The numbers of one seat for one roll, until they are sent. */
export class Keypad {
  /**
   * @param {(body: { seat: number, numbers: number[] | null }) => Promise<boolean>} send
   * @param {() => void} draw the page anew
   */
  constructor(send, draw) {
    this.send = send;
    this.draw = draw;
    /** @type {number[]} */
    this.numbers = [];
    this.of = "";
    this.busy = false;
  }

  /**
   * Forgets what was entered for another seat or roll.
   * @param {OpenRoll} open
   */
  follow({ number, turn }) {
    const now = `${number}-${turn}`;
    if (this.of === now) return;
    this.of = now;
    this.numbers = [];
  }

  /**
   * @param {OpenRoll} open
   * @param {number} face
   */
  async press(open, face) {
    if (this.busy || open.turn === null) return;
    this.numbers.push(face);
    this.draw();
    if (this.numbers.length >= open.dice) await this.answer(open.turn, this.numbers);
  }

  /** @param {OpenRoll} open */
  async decline({ turn }) {
    if (!this.busy && turn !== null) await this.answer(turn, null);
  }

  /**
   * @param {number} seat
   * @param {number[] | null} numbers
   */
  async answer(seat, numbers) {
    this.busy = true;
    try {
      await this.send({ seat, numbers });
    } finally {
      this.busy = false;
      this.numbers = [];
      this.draw();
    }
  }
}

/**
 * @param {Keypad} pad
 * @param {OpenRoll} open
 */
export function keypad(pad, open) {
  pad.follow(open);
  const entered = t("felt.entered", { n: pad.numbers.length, all: open.dice });
  return html`<div class="keypad" role="group" aria-label=${t("felt.enter-numbers")}>
    <div class="masked" role="img" aria-label=${entered}>
      ${Array.from({ length: open.dice }, (_, place) => point(place < pad.numbers.length))}
    </div>
    ${FACES.map(
      (face) =>
        html`<button type="button" class="n" ?disabled=${pad.busy} @click=${() => pad.press(open, face)}>
          ${face}
        </button>`,
    )}
    <button type="button" class="none" ?disabled=${pad.busy} @click=${() => pad.decline(open)}>
      ${t("felt.no-numbers")}
    </button>
  </div>`;
}

/** @param {boolean} entered */
const point = (entered) => html`<i class=${entered ? "filled" : ""}></i>`;
