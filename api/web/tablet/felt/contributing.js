// A roll waits for the numbers of the seats: who has given theirs, whose turn it is, and how long there is.

import { t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { keypad } from "./keypad.js";
import { big, line, nameAt, ring, sub } from "./parts.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt, RailNews } from "./felt.js" */

/** A roll that waits for the seats. @typedef {NonNullable<Snapshot["fair_dice"]["open"]>} OpenRoll */

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function contributing(state, { view, keypad: pad, waited }) {
  const match = /** @type {Match} */ (state.match);
  const open = /** @type {OpenRoll} */ (state.fair_dice.open);
  const left = Math.max(0, Math.ceil(open.seconds - waited));
  const asked = open.order.filter((seat) => match.seats.some((each) => each.seat === seat));
  return {
    name: "contribute",
    left: html`<b>${t("felt.numbers")}</b>${line(t("felt.numbers-help", { n: open.dice }))}`,
    disc: html`${ring(left / open.seconds)}
    ${
      open.turn === null
        ? html`${big(t("felt.numbers-in"))} ${sub(t("felt.phones-reveal"))}`
        : html`<div class="turned-${(open.turn - view + 4) % 4}">${keypad(pad, open)}</div>`
    }`,
    right: html`<span class="n count">${left}</span><span>${t("felt.seconds-left")}</span>`,
    rails: Object.fromEntries(asked.map((seat) => [seat, rail(open, seat)])),
    sentence:
      open.turn === null
        ? { key: "felt.say-numbers-in", args: {} }
        : { key: "felt.say-numbers", args: { name: nameAt(match, open.turn), n: open.dice } },
  };
}

/**
 * @param {OpenRoll} open
 * @param {number} seat
 * @returns {RailNews}
 */
function rail(open, seat) {
  if (open.revealing.includes(seat)) return { note: t("felt.phone-late") };
  if (open.turn === seat) return { lit: true, note: t("felt.enter-numbers") };
  return { note: t(open.waiting.includes(seat) ? "felt.then-you" : "felt.has-answered") };
}
