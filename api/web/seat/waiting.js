// What the player decided and the table has not taken yet. It is kept on the phone before it is sent, so that a phone
// that falls asleep in between loses nothing; its id makes sure that the table does it once.

import { Outbox } from "../shared/outbox.js";
import { problemText } from "../shared/problem.js";

/** @import { Command } from "../shared/outbox.js" */

/**
 * `epoch`: of the journal that it was decided for.
 * @typedef {Command & { epoch: string }} Decided
 */

const MOST_KEPT = 8;

export class Waiting {
  constructor() {
    /** @type {Outbox<Decided>} */
    this.outbox = new Outbox("jantaku.seat.1", MOST_KEPT);
  }

  /** @param {Decided} decided */
  keep(decided) {
    const again = this.find(decided.path, decided.body.hand);
    if (again) this.outbox.drop(again.body.id); // the player touched it once more
    return this.outbox.keep(decided);
  }

  /** Another journal knows nothing of it. @param {string} epoch */
  keepOf(epoch) {
    for (const one of this.outbox.read()) if (one.epoch !== epoch) this.outbox.drop(one.body.id);
  }

  /**
   * What waits at this path, about that hand.
   * @param {string} path
   * @param {unknown} [hand]
   */
  find(path, hand) {
    return this.outbox.read().find((one) => one.path === path && one.body.hand === hand);
  }

  /** @param {(error: unknown) => void} onRefused */
  async send(onRefused) {
    if (!this.outbox.read().length) return;
    await this.outbox.send(
      () => {},
      (_, error) => {
        if (problemText(error).text) onRefused(error);
      },
    );
  }
}
