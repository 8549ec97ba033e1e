// Others at the same table: what they did while a result was being entered, and what it means for the entry.

import { endedName, nets } from "../shared/matchwords.js";
import { get } from "../shared/net.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { Hand, Match, Snapshot } from "../shared/types.js" */
/** @import { ResultEntry } from "./result.js" */

/** After these the entry has no hand to belong to. */
const GONE = new Set(["over", "result", "next"]);

/**
 * `before`: the match as the entry knows it, `now`: as it is. `correcting`: the entry is for a hand that ended.
 * The end of a word's key (`meanwhile.…`), or null when nothing that matters has happened.
 * @param {Match} before
 * @param {Match | null} now
 * @param {boolean} correcting
 */
export function happened(before, now, correcting) {
  if (now?.id !== before.id) return "over";
  if (!correcting && (now.phase !== "play" || now.index !== before.index)) return ended(before, now);
  if (!same(before.seats, now.seats)) return "scores";
  return same(mattersOf(before), mattersOf(now)) ? null : "changed";
}

/**
 * What an entry is made for, beside the scores.
 * @param {Match} match
 */
const mattersOf = ({ last, restrictions, phase, declared }) => [last, restrictions, phase, declared];

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {Match} before
 * @param {Match} now
 */
function ended(before, now) {
  if (now.last?.hand === before.index && now.last.kind) return "result";
  return now.phase === "over" ? "over" : "next";
}

/**
 * Shows in the entry what somebody else has done since, before the entry counts.
 * @param {ResultEntry} entry
 * @param {Snapshot} state
 */
export function meet(entry, state) {
  if (entry.sending || entry.waits) return;
  const what = happened(entry.match, state.match, entry.correct !== null);
  entry.state = state;
  if (what !== null && GONE.has(what)) {
    giveUp(entry, what, state.match);
    return;
  }
  const back = entry.gone !== null;
  entry.gone = null;
  takeOver(entry, /** @type {Match} */ (state.match));
  if (back) {
    changed(entry, t("meanwhile.undone"));
  } else if (what === null) {
    if (entry.preview.unasked) entry.check(); // the service is back
  } else if (entry.correct) {
    meetCorrected(entry, entry.correct, what);
  } else {
    changed(entry, t(`meanwhile.${what}`));
  }
}

/**
 * What somebody declares while the result is entered belongs to it; what was taken back does not.
 * @param {ResultEntry} entry
 * @param {Match} match
 */
function takeOver(entry, match) {
  const { declared } = entry.match;
  entry.match = match;
  if (entry.correct || same(declared, match.declared)) return;
  for (const { declaration, seat } of declared) {
    entry.form.declared[declaration] = (entry.form.declared[declaration] ?? []).filter((each) => each !== seat);
  }
  for (const { declaration, seat } of match.declared) {
    const seats = entry.form.declared[declaration] ?? [];
    entry.form.declared[declaration] = [...new Set([...seats, seat])];
  }
}

/**
 * @param {ResultEntry} entry
 * @param {string} text
 * @param {unknown} content
 */
function changed(entry, text, content = "") {
  entry.say(
    html`<p>${text}</p>
      ${content}`,
  );
  entry.check();
}

/**
 * @param {ResultEntry} entry
 * @param {Hand} correct
 * @param {string} what
 */
async function meetCorrected(entry, correct, what) {
  entry.told = true;
  /** @type {{ hands: Hand[] }} */
  const { hands } = await get("/matches/current").catch(() => ({ hands: [] }));
  const now = hands.find((each) => each.hand === correct.hand);
  if (!now || now.revision === correct.revision) {
    changed(entry, t(`meanwhile.${what}`));
    return;
  }
  entry.correct = now;
  changed(entry, t("meanwhile.corrected", { hand: endedName(entry.match, now) }), netsOf(now));
}

/** @param {Hand} hand */
const netsOf = (hand) => nets(hand.seats, hand.net ?? []);

/**
 * The hand is not there any more; the entry stays to be read, but cannot be sent unless the hand comes back.
 * @param {ResultEntry} entry
 * @param {string} what
 * @param {Match | null} match
 */
function giveUp(entry, what, match) {
  if (entry.own) {
    entry.dialog.close(); // the page behind it shows the result that is there instead
    toast(t("phone.hand-ended"));
    return;
  }
  const last = (what === "result" && match?.last) || null;
  if (entry.gone && same(entry.gone, { what, last })) return; // told already
  entry.preview.stop();
  entry.gone = { what, last };
  const text = t(`meanwhile.${what}`, match && last ? { hand: endedName(match, last) } : {});
  entry.say(
    html`<p>${text}</p>
      ${last ? netsOf(last) : ""}`,
  );
}
