// Tiles are passed before the first discard: to whom, which pass it is, and how much time is left for it.

import { t } from "../../shared/words.js";
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { big, line, ring, sub } from "./parts.js";
import { minutes, onTheTable } from "./playing.js";

/** @import { Match, Passing, Snapshot } from "../../shared/types.js" */
/** @import { Context, Felt } from "./felt.js" */

/** @type {Partial<Record<Passing["to"], number>>} by which an arrow that points up is turned, as its giver sees it */
const TURNS = { right: 90, across: 0, left: 270 };

/**
 * @param {Snapshot} state
 * @param {Context} context
 * @returns {Felt}
 */
export function passing({ match }, { now }) {
  const playing = /** @type {Match & { passing: Passing }} */ (match);
  const { passing: row } = playing;
  return {
    name: "passing",
    left: html`${arrow(row)} ${line(t(`felt.pass-to-${row.to}`))}`,
    disc: clock(row, now),
    right: html`${notes(row, playing)} ${onTheTable(playing)}`,
  };
}

/**
 * Nothing where a die says the direction.
 * @param {Passing} row
 */
const arrow = ({ to, courtesy }) =>
  to === "die"
    ? nothing
    : html`<svg viewBox="0 0 100 100" class="pass-arrow" aria-hidden="true">
        <g transform=${`rotate(${TURNS[to]} 50 50)`}>
          <path d="M50 92 V20" />
          <path d="M26 42 L50 14 L74 42" />
          ${courtesy ? svg`<path d="M26 64 L50 92 L74 64" />` : nothing}
        </g>
      </svg>`;

/**
 * The number of the pass and the time left, which the ring shows as well; the time so far where none is set.
 * @param {Passing} row
 * @param {number} now
 */
function clock({ number, passes, seconds, since }, now) {
  const spent = since === null ? 0 : Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  const shown = seconds ? Math.max(0, seconds - spent) : spent;
  return html`${ring(seconds ? shown / seconds : (spent % 60) / 60)} ${big(`${number} / ${passes}`)}
    <div class="clock n thin">${minutes(shown)}</div>
    ${sub(t(seconds ? "felt.pass-left" : "felt.pass-time"))}`;
}

/**
 * @param {Passing} row
 * @param {Match} match
 */
const notes = ({ blind, ways, one_suit: oneSuit }, { asks }) =>
  html`${oneSuit ? line(t("felt.pass-one-suit")) : nothing}
  ${Object.keys(asks.tiles.jokers).length ? line(t("felt.pass-no-joker")) : nothing}
  ${asks.bonus_after_deal ? line(t("felt.pass-no-bonus")) : nothing} ${blind ? line(t("felt.pass-blind")) : nothing}
  ${ways.includes("stopped") ? line(t("felt.pass-stop")) : nothing}
  ${asks.passes_after ? line(t("felt.pass-no-chows")) : nothing}`;
