// Commands that the table never answered: kept on this device, and sent again under the id that they had. The table
// carries each id out once, so that nothing is done twice.

import { answered, post } from "./net.js";
import { asProblem } from "./problem.js";

/** @typedef {{ path: string, body: { id: string } & Record<string, unknown> }} Command */

/**
 * `key`: where it is kept in the browser; the number in it grows with the shape of what is kept. `most`: entries.
 * @template {Command} T
 */
export class Outbox {
  /**
   * @param {string} key
   * @param {number} most
   */
  constructor(key, most) {
    this.key = key;
    this.most = most;
    this.sending = false;
  }

  /** @returns {T[]} the oldest first */
  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** @param {T[]} kept */
  write(kept) {
    if (kept.length) localStorage.setItem(this.key, JSON.stringify(kept));
    else localStorage.removeItem(this.key);
  }

  /**
   * Whether there was room for one more; the same command is kept once.
   * @param {T} entry
   */
  keep(entry) {
    const others = this.read().filter(({ body }) => body.id !== entry.body.id);
    if (others.length >= this.most) return false;
    try {
      this.write([...others, entry]);
    } catch {
      return false; // the browser has no room
    }
    return true;
  }

  /** @param {string} id */
  drop(id) {
    this.write(this.read().filter(({ body }) => body.id !== id));
  }

  /** Whether a command is still to be sent. @param {string} id */
  has(id) {
    return this.read().some(({ body }) => body.id === id);
  }

  /**
   * Sends what is kept, the oldest first, until the table does not answer.
   * @param {(entry: T) => void} onSent
   * @param {(entry: T, error: unknown) => void} onRefused
   */
  async send(onSent, onRefused) {
    if (this.sending) return;
    this.sending = true;
    try {
      for (const entry of this.read()) {
        try {
          await post(entry.path, entry.body);
          this.drop(entry.body.id);
          onSent(entry);
        } catch (error) {
          if (!answered(asProblem(error))) return;
          this.drop(entry.body.id);
          onRefused(entry, error);
        }
      }
    } finally {
      this.sending = false;
    }
  }
}
