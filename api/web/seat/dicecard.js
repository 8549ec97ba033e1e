// What a roll wants of this phone, and who is late; afterwards what the phone gave to the dice that were thrown.

import { seatName } from "../shared/matchwords.js";
import { listed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { openVerifier } from "./dicelog.js";

/** @import { SeatRoll, SeatSnapshot } from "../shared/types.js" */
/** @import { SeatPage } from "./seat.js" */
/** @import { Part } from "./contributor.js" */

/**
 * Null when no roll waits.
 * @param {SeatPage} page
 * @param {SeatSnapshot} state
 */
export const diceCard = (page, state) =>
  state.roll && waitingCard(state, state.roll, page.contributor.partOf(state.roll, state.seat));

/**
 * What this phone gave to the dice that are shown.
 * @param {SeatPage} page
 * @param {SeatSnapshot} state
 */
export function diceNote({ contributor: { part } }, { dice }) {
  if (!dice || !part?.shown || part.roll !== dice.roll) return nothing;
  return html`<details class="given">
    <summary>${t("phone.dice-thrown", { dice: dice.dice.join(" ") })}</summary>
    <p class="bits">${t("phone.dice-bits", { bits: part.nonce })}</p>
    ${checkButton()}
  </details>`;
}

/**
 * @param {SeatSnapshot} state
 * @param {SeatRoll} roll
 * @param {Part | null} part
 */
function waitingCard(state, roll, part) {
  if (part?.altered)
    return html`<h2>${t("phone.dice-altered")}</h2>
      ${checkButton()}`;
  const gives = part?.promised || part?.shown;
  return html`<h2>${t(gives ? "phone.dice-given" : roll.wants ? "phone.dice-asked" : "phone.dice-waits")}</h2>
    ${part ? html`<p class="bits">${t("phone.dice-bits", { bits: part.nonce })}</p>` : nothing}
    <p>${late(state, roll)}</p>`;
}

/**
 * Whom the roll waits for.
 * @param {SeatSnapshot} state
 * @param {SeatRoll} roll
 */
function late({ match }, { waiting, revealing, turn }) {
  const people = { seats: match ? [...match.others, ...(match.own ? [match.own] : [])] : [] };
  const names = listed((waiting.length ? waiting : revealing).map((seat) => seatName(people, seat)));
  if (!names) return t("phone.dice-soon");
  const at = turn === null ? "" : ` ${t("phone.dice-turn", { name: seatName(people, turn) })}`;
  return t(waiting.length ? "phone.dice-late" : "phone.dice-late-phones", { names }) + at;
}

const checkButton = () =>
  html`<div class="two"><button type="button" @click=${openVerifier}>${t("fair.title")}</button></div>`;
