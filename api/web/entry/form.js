// What is entered about a hand, what is still missing in it, and the result that it makes.

import { t } from "../shared/words.js";
import { VOID, aftermath, liableAsked } from "./afterwards.js";
import { needsFu } from "./amount.js";
import { complete, emptyHand, entryOf, recordOf } from "./handmodel.js";
import { handsOfLosers, losersEntered, pointsOfLosers } from "./losers.js";

/** @import { Asks, Declaration, Hand, Match, MatchSeat, Player, Source } from "../shared/types.js" */
/** @import { HandEntry } from "./handmodel.js" */

/** Makes a change, then shows and checks the whole entry anew. @typedef {(change: () => unknown) => void} Edit */

/**
 * @typedef {{
 *   winner: number | null, source: Source | null, discarder: number | null, total: number | null,
 *   fu: number | null, limit: boolean, liable: number | null, tiles: HandEntry, line?: string | null,
 *   jokerless?: boolean, losers: Record<number, number | null>, others: Record<number, HandEntry>,
 *   chips: number,
 * }} WinEntry `line`: of the card, where the game has one, and `jokerless`: whether it was won without jokers; `losers`
 *   and `others`: by seat what the hands of the losers count, and their tiles; `chips`: what each payer gives
 */

/**
 * `full`: wins are entered with their tiles; `declared`: seats by what they declared (`asks.declared`); `who` and
 * `why`: of a correction.
 * @typedef {{
 *   kind: "win" | "draw" | "abort", full: boolean, wins: WinEntry[], reason: string,
 *   declared: Record<string, number[]>, ready: number[], who: string, why: string,
 * }} Form
 */

/**
 * What the form is about: the rules, the people with their winds in that hand, who has won in it already, and whether
 * it corrects one. `own`: the seat whose phone enters its own win; null at the table, where anything is entered.
 * @typedef {{
 *   asks: Asks, seats: (Player & Partial<MatchSeat>)[], out: number[], correcting: boolean, own: number | null,
 * }} About
 */

export const MOST_WINNERS = 3;

/** @returns {WinEntry} */
export const newWin = () => ({
  winner: null,
  source: null,
  discarder: null,
  total: null,
  fu: null,
  limit: false,
  liable: null,
  tiles: emptyHand(),
  losers: {},
  others: {},
  chips: 0,
});

/**
 * What was entered for a hand; one that has no result yet begins with an empty win.
 * @param {Partial<Hand> | null} hand
 * @param {Match} match
 * @returns {Form}
 */
export function formOf(hand, { asks, declared: laid }) {
  const { kind = "win", winners = [], reason = "", declared = hand ? {} : bySeat(laid), ready = [] } = hand ?? {};
  const own = (/** @type {string} */ flag) => !ofTheTable(flag, asks);
  const wins = winners.map(({ seat, source, discarder, liable, total, fu, limit, tiles, losers, chips }) => ({
    winner: seat,
    chips,
    source,
    discarder,
    liable,
    total,
    fu,
    limit,
    tiles: tiles ? entryOf(tiles, asks, own) : emptyHand(),
    ...losersEntered({ losers, tiles }, hand?.seats ?? []),
  }));
  return {
    kind,
    full: winners.some((each) => each.tiles),
    wins: wins.length ? wins : [newWin()],
    reason: reason || VOID,
    declared,
    ready,
    who: "",
    why: "",
  };
}

/**
 * Seats by what they declared while the hand was played.
 * @param {Match["declared"]} laid
 */
export function bySeat(laid) {
  /** @type {Form["declared"]} */
  const seats = {};
  for (const { declaration, seat } of laid) seats[declaration] = [...(seats[declaration] ?? []), seat];
  return seats;
}

/**
 * The declarations that are asked for here. A player's phone is asked for its own, and not for what is laid on the
 * table while the hand is played: the table knows all of that.
 * @param {About} about
 */
export const asksHere = ({ asks, own }) =>
  own === null ? asks : { ...asks, declared: asks.declared.filter(({ stake }) => !stake) };

/**
 * Whether a flag is the usual one of a declaration, which is asked for all seats together.
 * @param {string} flag
 * @param {Asks} asks
 */
const ofTheTable = (flag, asks) => asks.declared.some(({ flags }) => flags[0] === flag);

/**
 * What may be special about such a win, beside what is asked for all seats together.
 * @param {WinEntry} win
 * @param {About} about
 */
export function flagsFor(win, { asks, seats }) {
  const dealer = seats.find((each) => each.seat === win.winner)?.wind === "E";
  return asks.situations
    .filter(({ sources }) => win.source !== null && sources.includes(win.source))
    .filter((each) => (each.dealer === null || each.dealer === dealer) && !ofTheTable(each.id, asks))
    .map((each) => each.id);
}

/**
 * The next thing that has to be entered, in words; null when the form is complete.
 * @param {Form} form
 * @param {About} about
 */
export function missing(form, { asks, correcting }) {
  if (correcting && !form.who.trim()) return t("correct.need-who");
  if (correcting && !form.why.trim()) return t("correct.need-why");
  if (form.kind !== "win") return null;
  return form.wins.map((win) => missingOf(win, form.full, asks)).find((each) => each !== null) ?? null;
}

/**
 * @param {WinEntry} win
 * @param {boolean} full
 * @param {Asks} asks
 */
function missingOf(win, full, asks) {
  if (win.winner === null) return t("result.need-winner");
  if (win.source !== "self-draw" && win.discarder === null) return t(`result.need-from.${win.source ?? "discard"}`);
  if (full) return complete(win.tiles, asks.tiles) ? null : t("result.need-tiles");
  if (win.total === null && !win.limit) return t(`entry.need-amount-${win.source === "self-draw" ? "wall" : "from"}`);
  return needsFu(win, asks) && win.fu === null ? t("result.need-fu") : null;
}

/**
 * The result as the service takes it, of a complete form.
 * @param {Form} form
 * @param {About} about
 */
export function outcome(form, about) {
  const { declared } = aftermath(form, about.asks);
  const after = aftermath(form, asksHere(about));
  if (form.kind !== "win") return { kind: form.kind, ...after };
  return { kind: form.kind, ...after, wins: form.wins.map((win) => winOf(win, form.full, declared, about)) };
}

/**
 * @param {WinEntry} win
 * @param {boolean} full
 * @param {Form["declared"]} declared
 * @param {About} about
 */
function winOf(win, full, declared, about) {
  const { winner, source, discarder, liable } = win;
  const worth = full
    ? { tiles: tilesOf(win, declared, about) }
    : {
        total: win.total ?? 0,
        limit: win.limit,
        fu: needsFu(win, about.asks) ? win.fu : null,
        ...pointsOfLosers(win, about),
        ...(about.asks.chips ? { chips: win.chips ?? 0 } : {}),
      };
  return {
    winner,
    source,
    discarder,
    ...(liable !== null && liableAsked(win, about.asks, full) ? { liable } : {}),
    ...worth,
  };
}

/**
 * What the game asks of this winner: rows and numbers that belong to a flag are left out without it.
 * @param {WinEntry} win
 * @param {Form["declared"]} declared
 * @param {Asks} asks
 * @returns {Asks}
 */
export function asksOf(win, declared, asks) {
  const flags = [...win.tiles.flags, ...flagsOfTable(win, declared, asks)];
  const asked = (/** @type {{ flags: string[] }} */ row) =>
    !row.flags.length || row.flags.some((id) => flags.includes(id));
  return { ...asks, rows: asks.rows.filter(asked), counts: asks.counts.filter(asked) };
}

/**
 * The usual flags of what a winner declared at the table, where his hand has no other flag for it.
 * @param {WinEntry} win
 * @param {Form["declared"]} declared
 * @param {Asks} asks
 */
function flagsOfTable({ winner, tiles }, declared, asks) {
  const by = (/** @type {Declaration} */ { id }) => winner !== null && (declared[id] ?? []).includes(winner);
  return asks.declared
    .filter((each) => each.flags.length && by(each) && !each.flags.some((flag) => tiles.flags.includes(flag)))
    .map(({ flags }) => flags[0]);
}

/**
 * The hand of a winner says what he declared at the table.
 * @param {WinEntry} win
 * @param {Form["declared"]} declared
 * @param {About} about
 */
function tilesOf(win, declared, about) {
  const record = recordOf(win.tiles, flagsFor(win, about), asksOf(win, declared, about.asks));
  const flags = [...flagsOfTable(win, declared, about.asks), ...record.flags];
  return { ...record, flags, ...handsOfLosers(win, about) };
}
