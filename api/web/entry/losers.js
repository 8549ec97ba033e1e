// The hands of those who have not won, where a game pays for them: what each counts, or its tiles.

import { entered } from "../shared/controls.js";
import { parse } from "../shared/tiles.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { emptyHand, recordOf } from "./handmodel.js";

/** @import { Asks, TilesShown, Wind } from "../shared/types.js" */
/** @import { About, Edit, Form, WinEntry } from "./form.js" */
/** @import { HandEntry } from "./handmodel.js" */

const MOST_POINTS = 9999;

/**
 * The hand of a loser as a record names it.
 * @typedef {Pick<TilesShown, "hand" | "melds" | "flowers" | "flags">} LoserRecord
 */

/**
 * Everybody who plays and has not won.
 * @param {Form} form
 * @param {About} about
 */
const losersOf = ({ wins }, { asks, seats }) =>
  asks.losers ? seats.filter(({ seat }) => !wins.some(({ winner }) => winner === seat)) : [];

/**
 * What their hands count, a field for each.
 * @param {Form} form
 * @param {WinEntry} win
 * @param {About} about
 * @param {string} unit
 * @param {Edit} edit
 */
export function loserPoints(form, win, about, unit, edit) {
  const losers = losersOf(form, about);
  if (!losers.length || win.winner === null) return nothing;
  const set = (/** @type {number} */ seat, /** @type {string} */ text) =>
    edit(() => void (win.losers[seat] = text === "" ? null : Number(text)));
  return html`<div class="losers" role="group" aria-label=${t("entry.losers", { unit })}>
    <h3>${t("entry.losers", { unit })}</h3>
    ${losers.map(
      ({ seat, name }) =>
        html`<label class="typed seat-${seat}"
          ><span>${name}</span
          ><input
            type="number"
            min="0"
            max=${MOST_POINTS}
            inputmode="numeric"
            placeholder="0"
            .value=${String(win.losers[seat] ?? "")}
            @input=${(/** @type {Event} */ event) => set(seat, entered(event))}
        /></label>`,
    )}
  </div>`;
}

/**
 * Whose tiles are entered, beside the winners: their seats, for the row of hands to choose from.
 * @param {Form} form
 * @param {About} about
 */
export const loserSeats = (form, about) => losersOf(form, about).map(({ seat }) => seat);

/**
 * What is asked of the tiles of a hand that has not won.
 * @param {Asks} asks
 * @returns {Asks}
 */
export const asksOfLoser = (asks) => ({ ...asks, origins: false, rows: [], counts: [] });

/**
 * Opens the tiles of a loser.
 * @param {WinEntry} win
 * @param {number} seat
 */
export const openHand = (win, seat) => void (win.others[seat] ??= emptyHand());

/**
 * By seat what the losers' hands count, as the service takes it; nothing in games that do not pay for them.
 * @param {WinEntry} win
 * @param {About} about
 */
export const pointsOfLosers = (win, { asks, seats }) =>
  asks.losers ? { losers: [0, 1, 2, 3].map((seat) => pointsAt(win, seat, seats)) } : {};

/**
 * @param {WinEntry} win
 * @param {number} seat
 * @param {About["seats"]} seats
 */
const pointsAt = (win, seat, seats) =>
  seat !== win.winner && seats.some((each) => each.seat === seat) ? (win.losers[seat] ?? 0) : 0;

/**
 * By wind the hands of the losers of which something was entered.
 * @param {WinEntry} win
 * @param {About} about
 */
export function handsOfLosers(win, { asks, seats }) {
  if (!asks.losers) return {};
  const rows = seats.flatMap(({ seat, wind }) => {
    const entry = win.others[seat];
    if (seat === win.winner || !wind || !entry || isEmpty(entry)) return [];
    const { winning_tile: _none, ...record } = recordOf(entry, asks.loser_flags, asksOfLoser(asks));
    return [[wind, record]];
  });
  return rows.length ? { losers: Object.fromEntries(rows) } : {};
}

/** @param {HandEntry} entry */
const isEmpty = ({ hand, melds, flowers, flags }) => !(hand.length || melds.length || flowers.length || flags.length);

/**
 * What was entered of the losers: by seat what their hands count, or their tiles.
 * @param {{ losers?: number[], tiles?: TilesShown | null }} winner
 * @param {{ seat: number, wind?: Wind | null }[]} seats
 * @returns {Pick<WinEntry, "losers" | "others">}
 */
export function losersEntered({ losers = [], tiles }, seats) {
  const records = /** @type {Record<string, LoserRecord>} */ (tiles?.losers ?? {});
  const others = seats.flatMap(({ seat, wind }) => (wind && records[wind] ? [[seat, entryOf(records[wind])]] : []));
  const points = losers.flatMap((counted, seat) => (counted ? [[seat, counted]] : []));
  return { losers: Object.fromEntries(points), others: Object.fromEntries(others) };
}

/** @param {LoserRecord} record */
const entryOf = ({ hand, melds, flowers, flags }) => ({
  ...emptyHand(),
  hand: parse(hand),
  melds: (melds ?? []).map((meld) => ({ ...meld, tiles: parse(meld.tiles) })),
  flowers: parse(flowers ?? ""),
  flags: flags ?? [],
});
