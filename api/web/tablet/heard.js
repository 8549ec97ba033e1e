// What of the news of the table is heard, on a device that makes sounds.

/** @import { Snapshot } from "../shared/types.js" */
/** @import { Sign } from "../shared/sound.js" */

const NEEDS_PEOPLE = new Set(["hand", "stopped"]);

/**
 * The most urgent of what is new; null for nothing.
 * @param {Snapshot | null} before null: the page has just come, and nothing is news
 * @param {Snapshot} now
 * @returns {Sign | null}
 */
export function heard(before, now) {
  if (!before) return null;
  if (NEEDS_PEOPLE.has(now.light.kind) && now.light.kind !== before.light.kind) return "attention";
  if (now.match?.last && resultOf(now) !== resultOf(before)) return "result";
  if (now.dice && JSON.stringify(now.dice) !== JSON.stringify(before.dice)) return "dice";
  return laid(now) > laid(before) ? "stick" : null;
}

/** @param {Snapshot} state */
const resultOf = ({ match }) => [match?.id, match?.last?.hand, match?.last?.revision].join(" ");

/** @param {Snapshot} state */
const laid = ({ match }) => match?.declared.length ?? 0;
