// Seats and the first dealer are thrown for, or drawn with wind tiles: whose throw it is, every throw so far, who ties.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { big, line, nameAt, noDice, ring, sub, total } from "./parts.js";
import { rests } from "./playing.js";

/** @import { Match, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt, RailNews } from "./felt.js" */

/**
 * @param {Snapshot} state
 * @param {Context} _context
 * @returns {Felt}
 */
export function drawing(state, _context) {
  const match = /** @type {Match} */ (state.match);
  const waiting = seatsAsked(match);
  if (match.next.key === "match.next-winds") return tiles(match, waiting);
  const tied = match.tied.length > 0;
  const [first] = waiting;
  return {
    name: "draw",
    left: lastThrows(match),
    disc: html`${ring(0)} ${noDice(Number(match.next.args.dice))} ${big(nameAt(match, first))}
    ${sub(t(tied ? "felt.throws-again" : "felt.press-dice-key"))}`,
    right: html`${tied ? kept(match, waiting) : ofTies()} ${rests(match)}`,
    rails: Object.fromEntries(match.seats.map(({ seat }) => [seat, rail(match, seat, waiting)])),
  };
}

const ofTies = () => html`<b>${t("felt.if-tie")}</b>${line(t("felt.if-tie-help"))}`;

/**
 * The seats whose turn it is, in the order in which they are asked.
 * @param {Match} match
 * @returns {number[]}
 */
export const seatsAsked = ({ next }) => /** @type {number[]} */ (next.args.seats ?? []);

/**
 * @param {Match} match
 * @param {number[]} order
 * @returns {Felt}
 */
const tiles = (match, order) => ({
  name: "draw",
  disc: html`${ring(0)} ${big(t("felt.wind-tiles"))} ${sub(t("felt.draws-first", { name: nameAt(match, order[0]) }))}`,
  rails: Object.fromEntries(
    order.map((seat, place) => [seat, { note: t("felt.draws-nth", { n: place + 1 }), lit: place === 0, dice: [] }]),
  ),
});

/**
 * The newest throw of a seat; null before its first.
 * @param {Match} match
 * @param {number} seat
 */
const newest = ({ throws }, seat) => throws.filter((each) => each.seat === seat).at(-1)?.dice ?? null;

/**
 * @param {Match} match
 * @param {number} seat
 * @param {number[]} waiting
 * @returns {RailNews}
 */
function rail(match, seat, waiting) {
  const dice = newest(match, seat);
  const place = waiting.indexOf(seat);
  const shown = dice ?? Array(Number(match.next.args.dice)).fill(null);
  if (place < 0) {
    const note = match.tied.length && dice ? t("felt.keeps", { n: total(dice) }) : "";
    return { dice: shown, note };
  }
  const words = dice ? ["felt.throws-again", "felt.then-again"] : ["felt.your-throw", "felt.then-you"];
  return { dice: shown, note: t(words[place === 0 ? 0 : 1]), lit: place === 0 };
}

/** @param {Match} match */
function lastThrows(match) {
  const shown = match.seats.filter(({ seat }) => !match.tied.length || match.tied.includes(seat));
  const thrown = shown.flatMap(({ seat, name }) => {
    const dice = newest(match, seat);
    return dice ? [{ name, sum: total(dice) }] : [];
  });
  if (!thrown.length) return nothing;
  return html`<b>${t(match.tied.length ? "felt.tie" : "felt.throws-so-far")}</b>
    ${thrown.map(({ name, sum }) => throwLine(name, sum))}`;
}

/**
 * @param {string} name
 * @param {number} sum
 */
const throwLine = (name, sum) =>
  html`<span class="throw-line"><span class="whose">${name}</span> <span class="n">${sum}</span></span>`;

/**
 * @param {Match} match
 * @param {number[]} waiting
 */
function kept(match, waiting) {
  const out = match.seats.filter(({ seat }) => !waiting.includes(seat));
  if (!out.length) return nothing;
  return html`<b>${t("felt.kept")}</b>
    ${out.map(({ seat, name }) => throwLine(name, total(newest(match, seat) ?? [])))}`;
}
