// A device is paired: the code that it scans, or the six digits that somebody enters there, and how long both hold.

import { roleText } from "../../access/wording.js";
import { handName } from "../../shared/matchwords.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { big, handSign, line, ring } from "./parts.js";
import { minutes } from "./playing.js";

/** @import { Match, Pairing, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

const SECONDS = 120; // for which a code holds
const ALL_TRIES = 5;

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function pairing(state, { now, table }) {
  const open = /** @type {Pairing} */ (state.pairing);
  const left = Math.max(0, Math.ceil(open.seconds - (now - Date.parse(state.time)) / 1000));
  return {
    name: "pairing",
    // The code is another one each time, and so is its address; the service reads no more than the path of it.
    left: html`<img
      class="key-code"
      src=${`${open.code}?${open.digits ?? open.tries}`}
      alt=${t("felt.pair-code", { name: nameOf(open) })}
    />`,
    disc: html`${ring(left / SECONDS)} ${handOf(state.match) ?? big(table)}`,
    right: html`<b>${nameOf(open)}</b> ${line(roleText(open.role, open.seat))}
      ${
        open.digits
          ? html`<span class="n digits">${grouped(open.digits)}</span> ${line(t("felt.pair-digits"))}`
          : line(t("felt.pair-no-digits"))
      }
      ${open.digits && open.tries < ALL_TRIES ? line(t("felt.pair-tries", { n: open.tries })) : nothing}
      ${line(t("felt.pair-left", { time: minutes(left) }))}`,
    sentence: { key: "felt.say-pair", args: { name: nameOf(open) } },
    speaks: true,
  };
}

/** The hand being played; null where there is none. @param {Match | null} match */
const handOf = (match) =>
  match?.prevailing && match.phase !== "over" ? html`${handSign(match)} ${big(handName(match, match))}` : null;

/**
 * The open pairing in a line, for a display whose felt has something graver to show. The digits come first: where the
 * line is too long, the name is cut.
 * @param {Pairing} open
 */
export const pairingLine = (open) =>
  `${open.digits ? grouped(open.digits) : t("felt.pair-no-digits")} · ${nameOf(open)}`;

/** @param {Pairing} open */
const nameOf = ({ name }) => name || t("felt.new-device");

/** In two groups of three, as people say them. @param {string} digits */
const grouped = (digits) => `${digits.slice(0, 3)} ${digits.slice(3)}`;
