// Before a hand: nobody plays yet, seats and first dealer are drawn, or people change seats.

import { t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { dice } from "../dice.js";
import { disc, handDisc } from "../disc.js";
import { resting } from "./playing.js";
import { lastThrow, pot } from "./parts.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Scene } from "../frame.js" */

/**
 * No match: the name of the table.
 * @param {Snapshot} state
 * @returns {Scene}
 */
export const waiting = ({ name }) => ({
  kind: "waiting",
  disc: disc(html`<span class="big">${name || t("page.title")}</span><span class="sub">${t("dome.no-match")}</span>`),
});

/**
 * Who threw what for the seats or the first dealer; who has a tie throws once more.
 * @param {Snapshot & { match: Match }} state
 * @returns {Scene}
 */
export function drawing({ match }) {
  const latest = Object.fromEntries(match.throws.map(({ seat, dice: faces }) => [seat, faces]));
  const wanted = new Set(/** @type {number[]} */ (match.next.args.seats ?? []));
  const rails = Object.fromEntries(
    match.seats.map(({ seat }) => [
      seat,
      { lit: wanted.has(seat), instead: latest[seat] ? throwOf(latest[seat]) : html`<span class="score n">·</span>` },
    ]),
  );
  return { kind: "draw", rails, disc: disc(html`<span class="big">${t("dome.first-dealer")}</span>`) };
}

/** @param {number[]} faces */
const throwOf = (faces) => html`${dice(faces)}<span class="score n">${faces.reduce((a, b) => a + b, 0)}</span>`;

/**
 * The next hand comes: what the last one paid, who moves, who deals.
 * @param {Snapshot & { match: Match }} state
 * @returns {Scene}
 */
export function between(state) {
  const { match } = state;
  return {
    kind: "between",
    rails: netsOf(match),
    left: match.moves.length ? moves(match) : lastThrow(state),
    disc: handDisc(match),
    right: [pot(match), resting(match)],
  };
}

/** @param {Match} match */
const moves = ({ moves: list }) =>
  html`<div class="moves">
    ${list.map(({ name, to }) => html`<div>${t("match.move", { name, n: to + 1 })}</div>`)}
  </div>`;

/**
 * What each player won or lost in the last hand, where people still sit as they did in it.
 * @param {Match} match
 */
export function netsOf({ last, seats }) {
  const net = last?.net ?? [];
  return Object.fromEntries(
    seats
      .filter(({ seat, name }) => last?.seats.some((each) => each.seat === seat && each.name === name))
      .map(({ seat }) => [seat, { net: net[seat], lit: false }]),
  );
}
