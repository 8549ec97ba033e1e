// What belongs to a hand besides its wins: sticks, ready hands, why it was stopped, who is liable.

import { radios, tick } from "../shared/controls.js";
import { t } from "../shared/words.js";
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
 * Sticks of this hand, in every hand that counts.
 * @param {Form} form
 * @param {Asks} asks
 * @param {Player[]} players
 * @param {Edit} edit
 */
export function sticksPart(form, asks, players, edit) {
  if (!asks.riichi.length || (form.kind === "abort" && form.reason === VOID)) return nothing;
  const set = (/** @type {number[]} */ riichi) => edit(() => void (form.riichi = riichi));
  return part(t("result.riichi"), seatTicks(players, form.riichi, set, declared(form, asks)));
}

/**
 * Seats whose hand says that they laid a stick.
 * @param {Form} form
 * @param {Asks} asks
 */
export function declared(form, asks) {
  if (form.kind !== "win" || !form.full) return [];
  const ready = form.wins.filter((win) => win.tiles.flags.some((flag) => asks.riichi.includes(flag)));
  return ready.flatMap(({ winner }) => (winner === null ? [] : [winner]));
}

/**
 * @param {Form} form
 * @param {Asks} asks
 * @param {Player[]} players
 * @param {Edit} edit
 */
export const noWinPart = (form, asks, players, edit) =>
  form.kind === "draw" ? drawPart(form, asks, players, edit) : abortPart(form, asks, edit);

/**
 * @param {Form} form
 * @param {Asks} asks
 * @param {Player[]} players
 * @param {Edit} edit
 */
function drawPart(form, asks, players, edit) {
  if (!asks.ready && !asks.nagashi) return html`<p class="quiet">${t("result.draw-help")}</p>`;
  const ready = (/** @type {number[]} */ seats) => edit(() => void (form.ready = seats));
  const nagashi = (/** @type {number[]} */ seats) => edit(() => void (form.nagashi = seats));
  return html`<div class="card stack">
    ${asks.ready ? part(t("result.ready"), seatTicks(players, form.ready, ready, form.riichi)) : nothing}
    ${asks.nagashi ? part(t("result.nagashi"), seatTicks(players, form.nagashi, nagashi)) : nothing}
  </div>`;
}

/**
 * @param {Form} form
 * @param {Asks} asks
 * @param {Edit} edit
 */
function abortPart(form, asks, edit) {
  const help = html`<p class="quiet">${t("result.abort-help")}</p>`;
  if (!asks.abort.length) return help;
  const reasons = [...asks.abort, VOID].map((reason) => ({ value: reason, text: t(`abort.${reason}`) }));
  const set = (/** @type {string} */ reason) => edit(() => void (form.reason = reason));
  return html`<div class="card stack">
    ${part(t("result.reason"), radios(t("result.reason"), reasons, form.reason, set))}
    ${form.reason === VOID ? help : nothing}
  </div>`;
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
 * @returns {{ riichi: number[], ready?: number[], nagashi?: number[], reason?: string }}
 */
export function aftermath(form, asks) {
  const riichi = asks.riichi.length ? [...new Set([...form.riichi, ...declared(form, asks)])] : [];
  switch (form.kind) {
    case "win":
      return { riichi };
    case "draw":
      return {
        riichi,
        ready: asks.ready ? [...new Set([...form.ready, ...riichi])] : [],
        nagashi: asks.nagashi ? form.nagashi : [],
      };
    default:
      return {
        reason: asks.abort.length ? form.reason : VOID,
        riichi: asks.abort.length && form.reason !== VOID ? riichi : [],
      };
  }
}
