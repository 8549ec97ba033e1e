// How the hand ended, or that somebody won in it: who paid whom, with what, and what comes next.

import { handName, withRiichi } from "../../shared/matchwords.js";
import { figure, known, labelled, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { arrows } from "./flows.js";
import { big, nameAt, ring, sub } from "./parts.js";

/** @import { Hand, Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt, RailNews } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function result(state, context) {
  const match = /** @type {Match} */ (state.match);
  const last = /** @type {Hand} */ (match.last);
  const next = html`<div class="big next">${whole(t("felt.next", { hand: handName(match, match) }))}</div>
    ${sub(t("felt.deals", { name: nameAt(match, match.dealer) }))}`;
  return picture(match, last, next, context);
}

/**
 * The name of a hand, broken between its parts alone: "Next: East 1" and "repeat 1", "下一局：" and "東風圈第 2 局".
 * @param {string} text
 */
const whole = (text) => text.split(/(?<=· |：|: )/).map((part) => html`<span class="whole">${part}</span><wbr />`);

/**
 * Somebody has won, and the others play on.
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function winning(state, context) {
  const match = /** @type {Match} */ (state.match);
  const newest = { .../** @type {Hand} */ (match.won.at(-1)), seats: match.seats, dealer: match.dealer ?? -1 };
  return picture(match, newest, html`<div class="big next">${t("felt.play-on")}</div>`, context);
}

/**
 * @param {Match} match
 * @param {Hand} last
 * @param {unknown} next what comes after it
 * @param {Context} context
 * @returns {Felt}
 */
function picture(match, last, next, { view, size }) {
  const bank = fromTable(last);
  return {
    name: "result",
    over: arrows(payments(last, view), size),
    disc: html`${ring(0)} ${big(endingOf(last))} ${worth(match, last)} ${honba(match, last)}
    ${bank ? sub(t("felt.from-table", { n: figure(bank) })) : nothing} ${next}`,
    rails: Object.fromEntries(last.seats.map((player) => [player.seat, rail(match, last, player)])),
  };
}

/**
 * What one paid to another in all, as arrows; the bank is no side.
 * @param {Hand} last
 * @param {number} view
 */
export function payments(last, view) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { payer, payee, amount } of last.lines) {
    if (payer < 0 || payee < 0) continue;
    const key = `${payer}-${payee}`;
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  const side = (/** @type {number} */ seat) => (seat - view + 4) % 4;
  return [...sums].map(([key, amount]) => {
    const [payer, payee] = key.split("-").map(Number);
    const back = amount < 0;
    return { from: side(back ? payee : payer), to: side(back ? payer : payee), text: figure(Math.abs(amount)) };
  });
}

/**
 * The counters that a win was paid with.
 * @param {Match} match
 * @param {Hand} last
 */
const honba = (match, { carry, winners }) =>
  carry && winners.length && withRiichi(match) ? sub(t("match.honba", { n: carry })) : nothing;

/** @param {Hand} last */
const fromTable = ({ lines }) =>
  lines.filter(({ payer, payee }) => payer < 0 && payee >= 0).reduce((sum, { amount }) => sum + amount, 0);

/** @param {Hand} last */
function endingOf({ kind, winners, reason }) {
  if (kind === "draw") return t("hands.draw");
  if (kind === "abort") return known(`abort.${reason}`) ? t(`abort.${reason}`) : t("hands.abort");
  return t(winners[0]?.source === "self-draw" ? "felt.self-draw" : "felt.from-discard");
}

/**
 * What the hands were worth, in the unit of the game.
 * @param {Match} match
 * @param {Hand} last
 */
const worth = (match, last) =>
  last.winners.map(({ name, total, fu, level, limit }) => {
    const much =
      level && known(`level.${level}`)
        ? t(`level.${level}`)
        : t("felt.worth", { n: figure(total), unit: t(`unit.${match.unit}`) });
    const more = fu ? `${much} ${t("felt.fu", { n: fu })}` : limit && !level ? `${much}, ${t("paper.limit")}` : much;
    return sub(last.winners.length > 1 ? labelled(name, more) : more);
  });

/**
 * Of a player at the table, or of five the one who rests now.
 * @param {Match} match
 * @param {string} name
 * @returns {number | null}
 */
const scoreOf = ({ seats, resting, resting_scores: scores }, name) =>
  seats.find((each) => each.name === name)?.score ?? scores[resting.indexOf(name)] ?? null;

/**
 * Each player with his new score where he sat in the hand, although people may change seats after it.
 * @param {Match} match
 * @param {Hand} last
 * @param {Hand["seats"][number]} player
 * @returns {RailNews}
 */
function rail(match, last, { seat, name, wind }) {
  const score = scoreOf(match, name);
  const won = last.winners.some((winner) => winner.seat === seat);
  const deals = match.seats.some((each) => each.name === name && each.seat === match.dealer);
  return {
    player: { name, wind, dealer: last.dealer === seat, score },
    delta: last.net[seat] ?? 0,
    lit: won,
    note: deals && last.dealer !== seat ? t("felt.deals-next") : "",
  };
}
