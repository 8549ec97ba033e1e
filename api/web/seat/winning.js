// A player enters the own win, or what is paid at once to the own seat: the same forms as at the table, with this seat
// as the one who has it. They are loaded before they are asked for, so that they also open while the line is cut.

import { laterStyle } from "../shared/later.js";
import { publish } from "../shared/latest.js";
import { allowed } from "../shared/me.js";
import { showAway } from "../shared/problem.js";

/** @import { Match, SeatMatch, SeatSnapshot, Snapshot } from "../shared/types.js" */
/** @import { Own } from "../entry/result.js" */

/** Where a result is sent. */
export const RESULT = "/matches/current/hands/current/result";
/** Where a payment at once is sent. */
export const AT_ONCE = "/matches/current/hands/current/instants";

/** The form with its styles. */
export async function loadForm() {
  const [form] = await Promise.all([import("./dialogs.js"), laterStyle("seat/seat.later.css")]);
  return form;
}

/**
 * Whether this player can have won now.
 * @param {SeatMatch} match
 */
export const mayWin = ({ phase, own, out }) =>
  phase === "play" && own !== null && !out.includes(own.seat) && allowed("match.end-hand", own.seat);

/**
 * Whether this game pays something at once, and this player can have it now.
 * @param {SeatMatch} match
 */
export const mayBePaid = ({ phase, own, out, asks }) =>
  phase === "play" &&
  asks.instants.length > 0 &&
  own !== null &&
  !out.includes(own.seat) &&
  allowed("match.pay-instant", own.seat);

/**
 * @param {SeatSnapshot} state
 * @param {Own["send"]} send
 */
export async function enterWin(state, send) {
  const known = asTable(state);
  if (known) await loadForm().then(({ ownWinDialog }) => ownWinDialog(known, { seat: state.seat, send }), showAway);
}

/**
 * @param {SeatSnapshot} state
 * @param {Own["send"]} send
 */
export async function enterPaid(state, send) {
  const known = asTable(state);
  if (known)
    await loadForm().then(({ ownAtOnceDialog }) => ownAtOnceDialog(known, { seat: state.seat, send }), showAway);
}

/** Tells a form that is open what has happened since. @param {SeatSnapshot} state */
export function tellForm(state) {
  const known = asTable(state);
  if (known) publish(known);
}

/**
 * What the form needs of a snapshot of the table, as far as a seat is shown it.
 * @param {SeatSnapshot} state
 */
function asTable(state) {
  const { match, seat } = state;
  if (!match?.own) return null;
  const seats = [match.own, ...match.others].sort((one, other) => one.seat - other.seat);
  const declared = match.declarations
    .filter(({ laid }) => laid)
    .map(({ declaration, stake }) => ({ seat, declaration, stake }));
  const won = [{ winners: match.out.map((each) => ({ seat: each })) }];
  const seen = { ...match, seats, declared, won, instants: [], restrictions: [], last: null };
  return /** @type {Snapshot & { match: Match }} */ (/** @type {unknown} */ ({ ...state, match: seen }));
}
