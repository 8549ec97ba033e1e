// People change seats: who will sit where, and an arrow with the name for each who moves.

import { t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { arrows } from "./flows.js";
import { big, nameAt, ring, sub } from "./parts.js";
import { rests } from "./playing.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt, RailNews } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function moving(state, { view, size }) {
  const match = /** @type {Match} */ (state.match);
  const side = (/** @type {number} */ seat) => (seat - view + 4) % 4;
  const flows = match.moves.flatMap(({ name, from, to }) =>
    from === null ? [] : [{ from: side(from), to: side(to), text: name }],
  );
  return {
    name: "moves",
    over: arrows(flows, size),
    disc: html`${ring(0)}
    ${big(t(`felt.people-move.${match.moves.length === 1 ? "one" : "many"}`, { n: match.moves.length }))}
    ${sub(t("felt.deals-first", { name: nameAt(match, match.dealer) }))}`,
    right: rests(match),
    rails: Object.fromEntries(match.seats.map((player) => [player.seat, rail(match, player)])),
  };
}

/**
 * @param {Match} match
 * @param {{ seat: number, name: string }} player
 * @returns {RailNews}
 */
function rail({ moves }, { name }) {
  const comes = moves.some((move) => move.name === name);
  return { moves: true, note: t(comes ? "felt.comes-here" : "felt.stays") };
}
