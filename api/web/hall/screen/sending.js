// What a player decided on the phone: kept there before it is sent, so that a phone that falls asleep or has no network
// loses nothing, and sent again under its id until the hall answers.

import { newId } from "../../shared/net.js";
import { Outbox } from "../../shared/outbox.js";
import { showProblem } from "../../shared/problem.js";
import { toast } from "../../shared/toast.js";
import { t } from "../../shared/words.js";

const AGAIN_MS = 3000;
const MOST_KEPT = 8;

export class Sending {
  /**
   * `tournament`: its id. `onChange`: called when something was kept, sent or refused.
   * @param {string} tournament
   * @param {() => void} onChange
   */
  constructor(tournament, onChange) {
    this.tournament = tournament;
    this.onChange = onChange;
    this.outbox = new Outbox(`jantaku.player.1.${tournament}`, MOST_KEPT);
    setInterval(() => this.send(), AGAIN_MS);
    addEventListener("online", () => this.send());
    document.addEventListener("visibilitychange", () => this.send());
  }

  /**
   * A command in the name of the player; what was decided about the same thing before and is not sent yet gives way.
   * @param {string} row without "tournament."
   * @param {string} person
   * @param {Record<string, unknown>} fields
   */
  give(row, person, fields = {}) {
    const path = `/commands/tournament.${row}`;
    const body = { id: newId(), tournament: this.tournament, person, ...fields };
    for (const old of this.outbox.read()) {
      if (old.path === path && old.body.person === person && old.body.entry === fields.entry)
        this.outbox.drop(old.body.id);
    }
    if (!this.outbox.keep({ path, body })) toast(t("phone.no-room"), "", true);
    this.onChange();
    return this.send();
  }

  /** How many are still to be sent. */
  get waiting() {
    return this.outbox.read().length;
  }

  /** Null when the hall refused something, which the page has then said; what it did not hear is kept. */
  async send() {
    let refused = false;
    if (this.waiting === 0) return undefined;
    await this.outbox.send(
      () => {},
      (_, error) => {
        refused = true;
        showProblem(error);
      },
    );
    this.onChange();
    return refused ? null : undefined;
  }
}
