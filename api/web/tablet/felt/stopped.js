// The motors are locked: emergency stop, open cover, too hot, or stopped. The hand stays written in the disc.

import { codeLink } from "../../shared/help.js";
import { handName } from "../../shared/matchwords.js";
import { known, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { big, sub } from "./parts.js";

/** @import { Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} _context
 * @returns {Felt}
 */
export function stopped({ mechanism, match, faults }, _context) {
  const [fault] = faults;
  const why = mechanism.latches.map((latch) => `latch.${latch}`).find(known);
  return {
    name: "estop",
    disc: html`<svg viewBox="0 0 40 40" class="octagon" aria-hidden="true">
        <path d="M12.5 1.5h15l11 11v15l-11 11h-15l-11-11v-15z" />
        <path d="M11 20h18" class="bar-of-stop" />
      </svg>
      ${big(t("machine.state.stopped"))} ${why ? sub(t(why)) : nothing} ${fault ? codeLink(fault.code) : nothing}
      ${match?.prevailing ? sub(handName(match, match)) : nothing}`,
  };
}
