// The dice are thrown: where the wall is broken, counted from the right, who takes which tiles, the dead wall, the
// indicator, where replacements come from, and the first tile that is drawn.

import { t } from "../../shared/words.js";
import { hanOf } from "../../shared/seats.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { big, diceRow, nameAt, ring, sub, total } from "./parts.js";
import { breakAfter, helpingsOf } from "./wallmap.js";
import { brokenWalls } from "./walls.js";

/** @import { Match, Snapshot, WallShown } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function dealing(state, { view }) {
  const match = /** @type {Match} */ (state.match);
  const wall = /** @type {WallShown} */ (state.wall);
  const { side, number } = breakAfter(wall);
  const dice = state.dice?.dice ?? [];
  const owner = nameAt(match, side);
  return {
    name: "deal",
    back: true,
    left: takers(match, wall),
    around: brokenWalls(wall, match, view),
    disc: html`${ring(0)} ${dice.length ? diceRow(dice) : nothing}
      <div class="lock"><span class="n">${dice.length ? total(dice) : number}</span></div>
      ${big(t("felt.wall-of", { name: owner }))} ${sub(t("felt.after-stack", { n: number }))}`,
    right: legend(match, wall),
    sentence: { key: "felt.say-break", args: { owner, n: number, dealer: nameAt(match, match.dealer) } },
  };
}

/**
 * Who takes how many tiles, from the dealer on.
 * @param {Match} match
 * @param {WallShown} wall
 */
function takers(match, wall) {
  const order = [0, 1, 2, 3].map((step) => ((match.dealer ?? 0) + step) % 4);
  const players = order.flatMap((seat) => match.seats.filter((each) => each.seat === seat));
  return html`<div class="legend">
    ${players.map(
      ({ seat, name, wind }) => html`
        <i class="han seat-${seat}" lang="zh-Hant">${hanOf(wind)}</i>
        <span>${t("felt.takes", { name, n: wall.deal[seat]?.length ?? 0 })}</span>
      `,
    )}
    ${howTaken(match, wall)} ${bonusTiles(match)}
  </div>`;
}

/**
 * Four at a time in the order of the numbers on the wall, and what each takes after that.
 * @param {Match} match
 * @param {WallShown} wall
 */
function howTaken(match, wall) {
  const { single, last } = helpingsOf(wall, match.dealer ?? 0);
  const facts = { n: single, last, name: nameAt(match, match.dealer) };
  const kind = last === single ? "even" : single ? "each" : "dealer";
  return html`<i class="n thin sign-block">1</i> <span class="how-taken">${t(`felt.in-fours-${kind}`, facts)}</span>`;
}

/**
 * In which order bonus tiles are replaced before the first discard; nothing in games without.
 * @param {Match} match
 */
function bonusTiles(match) {
  const order = match.asks.bonus_after_deal;
  if (!order) return nothing;
  return html`<i class="han sign-bonus" lang="zh-Hant">花</i>
    <span class="bonus-order">${t(`felt.bonus-${order}`, { name: nameAt(match, match.dealer) })}</span>`;
}

/**
 * @param {Match} match
 * @param {WallShown} wall
 */
const legend = (match, wall) =>
  html`<div class="legend">
    <i class="sign-break">▲</i><span>${t("wall.break")}</span>
    ${wall.indicator ? html`<i class="sign-indicator">●</i><span>${t("felt.turn-over")}</span>` : nothing}
    ${
      wall.dead_wall.length
        ? html`<i class="sign-dead"></i><span>${t("felt.dead-wall", { n: wall.dead_wall.length })}</span>`
        : nothing
    }
    ${
      wall.first_replacements.length
        ? html`<i class="sign-replacement">↺</i><span>${t("felt.replacements")}</span>`
        : nothing
    }
    ${
      wall.next_draw
        ? html`<i class="sign-next"></i><span>${t("felt.first-draw", { name: firstDrawer(match, wall) })}</span>`
        : nothing
    }
  </div>`;

/**
 * The dealer has the most tiles and discards first, so the player after him draws; where all have as many, the dealer.
 * @param {Match} match
 * @param {WallShown} wall
 */
function firstDrawer(match, wall) {
  const dealer = match.dealer ?? 0;
  const most = wall.deal[dealer]?.length ?? 0;
  const dealerHasMore = match.seats.every(({ seat }) => seat === dealer || (wall.deal[seat]?.length ?? 0) < most);
  if (!dealerHasMore) return nameAt(match, dealer);
  const next = [1, 2, 3]
    .map((step) => (dealer + step) % 4)
    .find((seat) => match.seats.some((each) => each.seat === seat));
  return nameAt(match, next);
}
