// What belongs to a hand besides its wins: what was declared, ready hands, why it was stopped, who is liable.

import { radios, tick } from "../shared/controls.js";
import { t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Asks, Player } from "../shared/types.js" */
/** @import { Edit, Form, WinEntry } from "./form.js" */

/** The reason of a hand that nobody wants to play on; every game has it. */
export const VOID = "void";

/**
 * @param {string} label
 * @param {unknown} content
 */
const part = (label, content) =>
  html`<div class="labelled" role="group" aria-label=${label}>
    <h2>${label}</h2>
    ${content}
  </div>`;

/**
 * A tick for each player. `fixed`: seats that are chosen by something else.
 * @param {Player[]} players
 * @param {number[]} chosen
 * @param {(chosen: number[]) => void} onSet
 * @param {number[]} fixed
 */
const seatTicks = (players, chosen, onSet, fixed = []) =>
  html`<div class="row">
    ${players.map(({ seat, name }) => {
      const set = (/** @type {boolean} */ on) => onSet(on ? [...chosen, seat] : chosen.filter((each) => each !== seat));
      return tick(name, chosen.includes(seat) || fixed.includes(seat), set, fixed.includes(seat));
    })}
  </div>`;

/**
 * What players may have declared in a hand that ended like this, a row of ticks for each.
 * @param {Form} form
 * @param {Asks} asks
 * @param {Player[]} players
 * @param {Edit} edit
 */
export const declaredParts = (form, asks, players, edit) =>
  declarations(form, asks).map(({ id, flags }) => {
    const set = (/** @type {number[]} */ seats) => edit(() => void (form.declared[id] = seats));
    const name = wordOr(`declared.${id}`, id);
    return part(name, seatTicks(players, form.declared[id] ?? [], set, flagged(form, flags)));
  });

/**
 * The declarations that may be named: none of a void hand, and none that the tiles of a hand say.
 * @param {Form} form
 * @param {Asks} asks
 */
const declarations = (form, asks) =>
  isVoid(form, asks)
    ? []
    : asks.declared.filter(({ after, quick }) => after.includes(form.kind) && !(quick && form.full));

/**
 * @param {Form} form
 * @param {Asks} asks
 */
export const isVoid = (form, asks) => form.kind === "abort" && reasonOf(form, asks) === VOID;

/**
 * Seats whose hand has one of these flags.
 * @param {Form} form
 * @param {string[]} flags
 */
function flagged(form, flags) {
  if (form.kind !== "win" || !form.full) return [];
  const wins = form.wins.filter((win) => win.tiles.flags.some((flag) => flags.includes(flag)));
  return wins.flatMap(({ winner }) => (winner === null ? [] : [winner]));
}

/**
 * Everybody who declared something in this hand, at the table or by the flags of his hand.
 * @param {Form} form
 * @param {Asks} asks
 * @returns {Form["declared"]}
 */
export const declaredIn = (form, asks) =>
  Object.fromEntries(
    declarations(form, asks).map(({ id, flags }) => [
      id,
      [...new Set([...(form.declared[id] ?? []), ...flagged(form, flags)])],
    ]),
  );

/**
 * Seats that declared something for which a drawn hand is shown.
 * @param {Form} form
 * @param {Asks} asks
 */
export function readyAnyway(form, asks) {
  const declared = declaredIn(form, asks);
  return asks.declared.flatMap(({ id, ready }) => (ready ? (declared[id] ?? []) : []));
}

/**
 * Whether somebody may be liable for this win.
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {boolean} full
 */
export const liableAsked = (win, asks, full) =>
  (asks.liable && (full || win.limit)) || (!full && win.source !== null && asks.liable_quick.includes(win.source));

/**
 * Who pays for a hand that he made possible; only large hands know it, so it is asked where one can be meant.
 * @param {WinEntry} win
 * @param {Asks} asks
 * @param {boolean} full
 * @param {Player[]} players
 * @param {Edit} edit
 */
export function liablePart(win, asks, full, players, edit) {
  if (!liableAsked(win, asks, full)) return nothing;
  const others = players.filter(({ seat }) => seat !== win.winner);
  /** @type {{ value: number | null, text: string }[]} */
  const entries = [
    { value: null, text: t("result.nobody") },
    ...others.map(({ seat, name }) => ({ value: seat, text: name })),
  ];
  const set = (/** @type {number | null} */ seat) => edit(() => void (win.liable = seat));
  return part(t("result.liable"), radios(t("result.liable"), entries, win.liable, set));
}

/**
 * What the ruleset asks for in a result, without anything that it does not.
 * @param {Form} form
 * @param {Asks} asks
 * @returns {{ declared: Form["declared"], ready?: number[], reason?: string }}
 */
export function aftermath(form, asks) {
  const declared = declaredIn(form, asks);
  switch (form.kind) {
    case "win":
      return { declared };
    case "draw":
      return { declared, ready: asks.ready ? [...new Set([...form.ready, ...readyAnyway(form, asks)])] : [] };
    default:
      return { declared, reason: reasonOf(form, asks) };
  }
}

/**
 * @param {Form} form
 * @param {Asks} asks
 */
const reasonOf = (form, asks) => (asks.abort.length ? form.reason : VOID);
