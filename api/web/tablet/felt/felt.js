// What the felt shows: one picture for each state of the table. Each is a function of the newest snapshot and a context
// to a `Felt`, which the frame lays between the four rails; nothing here asks the service or keeps anything.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { building } from "./building.js";
import { contributing } from "./contributing.js";
import { dealing } from "./dealing.js";
import { drawing } from "./drawing.js";
import { drawn } from "./drawn.js";
import { faulty } from "./faulty.js";
import { moving } from "./moving.js";
import { over } from "./over.js";
import { pairing } from "./pairing.js";
import { passing } from "./passing.js";
import { playing } from "./playing.js";
import { result, winning } from "./result.js";
import { stopped } from "./stopped.js";
import { throwing } from "./throwing.js";
import { waiting } from "./waiting.js";
import { stateOf } from "./which.js";

/** @import { Snapshot, Wind } from "../../shared/types.js" */
/** @import { Size } from "./flows.js" */
/** @import { Keypad } from "./keypad.js" */

/**
 * What the page knows beside the snapshot. `view`: the seat at the bottom; `now`: milliseconds by the clock of the
 * snapshot's `time`; `size`: of the felt; `touched`: index of the hand whose deal somebody has touched away;
 * `drawRead`: whether somebody has put the dice of the last draw away, as `readDraw` does; `keypad`: where a seat
 * enters its numbers for the dice; `waited`: seconds since this page saw the seats being asked.
 * @typedef {{ view: number, now: number, size: Size, touched: number, drawRead: boolean, readDraw: () => void,
 *   keypad: Keypad, waited: number, table: string }} Context
 */

/**
 * What a rail shows other than its player's score, by seat. `player`: somebody else than the match has there now;
 * `dice`: in place of the score; `moves`: the name in place of the score; `hatched`: the place of a fault; `lit`: whose
 * turn, or who won.
 * @typedef {{ player?: { name: string, wind: Wind | null, dealer: boolean, score: number | null },
 *   dice?: (number | null)[], note?: string, delta?: number, lit?: boolean, hatched?: boolean,
 *   moves?: boolean }} RailNews
 */

/**
 * `name`: of the state, a class of the frame; `back`: rails step back for a large picture; `around`: a picture round
 * the disc; `over`: arrows over everything; `sentence`: a key with its values that says this picture in words, for the
 * bar to use while the match speaks; `speaks`: or whoever speaks.
 * @typedef {{ name: string, back?: boolean, left?: unknown, disc?: unknown, right?: unknown, around?: unknown,
 *   over?: unknown, rails?: Record<number, RailNews>, sentence?: { key: string, args: Record<string, unknown> },
 *   speaks?: boolean }} Felt
 */

/** @type {Record<string, (state: Snapshot, context: Context) => Felt>} */
const PICTURES = {
  building,
  contributing,
  dealing,
  drawing,
  drawn,
  faulty,
  moving,
  over,
  pairing,
  passing,
  playing,
  result,
  stopped,
  throwing,
  waiting,
  winning,
};

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export const feltOf = (state, context) => PICTURES[stateOf(state, context)](state, context);

/**
 * The inside of the felt: what lies left of the disc, the disc, and what lies right of it.
 * @param {Felt} felt
 */
export const drawFelt = ({ left, disc, right, around, over: above }) => html`
  ${above ?? nothing}
  <div class="mid">
    <div class="lay">${left ?? nothing}</div>
    ${around ? html`<div class="wallbox">${around}${discOf(disc)}</div>` : discOf(disc)}
    <div class="lay">${right ?? nothing}</div>
  </div>
`;

/** @param {unknown} inside */
const discOf = (inside) => html`<div class="disc">${inside ?? nothing}</div>`;
