// A hand is played: dice at the left, the hand in the middle, what lies on the table at the right.

import { SEATS } from "../../shared/seats.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { handDisc } from "../disc.js";
import { riichiSeats } from "../rail.js";
import { lastThrow, pot, stick } from "./parts.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Scene } from "../frame.js" */

/**
 * @param {Snapshot & { match: Match }} state
 * @param {Context} context
 * @returns {Scene}
 */
export const playing = (state, context) => ({
  kind: "playing",
  left: lastThrow(state),
  disc: handDisc(state.match),
  right: [pot(state.match), resting(state.match)],
  over: sticksLaid(state.match, context),
});

/**
 * A stick in front of everyone who lies in riichi.
 * @param {Match} match
 * @param {Context} context
 */
export const sticksLaid = (match, { view }) =>
  riichiSeats(match).map(
    (seat) => html`<div class="laid" data-side=${(seat - view + SEATS.length) % SEATS.length}>${stick(1000)}</div>`,
  );

/**
 * Of five players: who has no chair now.
 * @param {Match} match
 */
export const resting = ({ resting: names }) =>
  names.length ? html`<span class="resting">${t("match.resting", { names: names.join(", ") })}</span>` : nothing;
