// Who won, and from whom: touches of the seats, and the small table on which they are touched.

import { moveByArrows } from "../shared/controls.js";
import { hanOf } from "../shared/seats.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { newWin } from "./form.js";
import "./room.js";

/** @import { Asks, Source } from "../shared/types.js" */
/** @import { About, Form } from "./form.js" */

const KEPT_VIEW = "jantaku.view";
const SIDES = [0, 1, 2, 3];

/**
 * What a touched seat says of a win: who won; then, of another seat, who discarded the tile. `adding`: the next seat
 * wins too.
 * @param {Form} form
 * @param {number} seat
 * @param {Asks} asks
 * @param {boolean} adding
 */
export function touchSeat(form, seat, asks, adding) {
  const [first] = form.wins;
  if (first.winner === null || (onlyDrawn(asks) && seat !== first.winner)) {
    Object.assign(first, { winner: seat, source: wall(asks), discarder: null, liable: null });
    dropUnfit(form);
  } else if (form.wins.some((win) => win.winner === seat)) {
    withoutWinner(form, seat);
  } else if (adding && seat !== first.discarder) {
    form.wins.push({ ...newWin(), winner: seat, source: first.source, discarder: first.discarder });
  } else if (seat === first.discarder) {
    fromWall(form, asks);
  } else {
    for (const win of form.wins) Object.assign(win, { source: fromPlayer(win.source, asks), discarder: seat });
    dropUnfit(form);
  }
}

/**
 * Nobody discarded the tile.
 * @param {Form} form
 * @param {Asks} asks
 */
export function fromWall(form, asks) {
  form.wins.length = 1;
  Object.assign(form.wins[0], { source: wall(asks), discarder: null });
  dropUnfit(form);
}

/**
 * The kind of win of a tile that another player gave.
 * @param {Form} form
 * @param {Source} source
 */
export function pickSource(form, source) {
  for (const win of form.wins) win.source = source;
  dropUnfit(form);
}

/**
 * What was special about a win may not fit another kind of win.
 * @param {Form} form
 */
function dropUnfit({ wins }) {
  for (const win of wins) win.tiles.flags = [];
}

/**
 * @param {Form} form
 * @param {number} seat
 */
function withoutWinner(form, seat) {
  if (form.wins.length > 1) form.wins = form.wins.filter((win) => win.winner !== seat);
  else Object.assign(form.wins[0], { winner: null, source: null, discarder: null, liable: null });
}

/**
 * No hand is won on another player's tile: another seat that is touched is then the winner.
 * @param {Asks} asks
 */
const onlyDrawn = ({ sources }) => sources.every((source) => source === "self-draw");

/**
 * @param {Asks} asks
 * @returns {Source}
 */
const wall = ({ sources }) => (sources.includes("self-draw") ? "self-draw" : "discard");

/**
 * @param {Source | null} now
 * @param {Asks} asks
 * @returns {Source}
 */
function fromPlayer(now, { sources }) {
  if (now && now !== "self-draw") return now;
  return sources.includes("discard") ? "discard" : "robbed-kong";
}

/**
 * A touch of a seat in a hand that nobody won: its hand is ready, or it is not.
 * @param {Form} form
 * @param {number} seat
 */
export function touchReady(form, seat) {
  form.ready = form.ready.includes(seat) ? form.ready.filter((each) => each !== seat) : [...form.ready, seat];
}

/**
 * The seat that a side of the picture shows; the reader's own is at the bottom.
 * @param {number} side
 * @param {number | null} own
 */
const seatAt = (side, own) => (side + (own ?? (Number(localStorage.getItem(KEPT_VIEW)) || 0))) % 4;

/**
 * One touched part of the small table. `state`: what is said under the name.
 * @typedef {{ seat: number, on: boolean, fixed?: boolean, state: string }} SeatMark
 */

/**
 * The four players as they sit. `marks`: what stands at each seat; `well`: the middle.
 * @param {About} about
 * @param {string} label
 * @param {(seat: number) => SeatMark} marks
 * @param {(seat: number) => void} onTouch
 * @param {unknown} well
 */
export function smallTable(about, label, marks, onTouch, well) {
  const people = new Map(about.seats.map((each) => [each.seat, each]));
  const rows = SIDES.map((side) => {
    const seat = seatAt(side, about.own);
    const person = people.get(seat);
    if (!person) return html`<span class="nobody" data-side=${side}></span>`;
    const { on, fixed = false, state } = marks(seat);
    return html`<button
      type="button"
      class="seat-${seat}"
      data-side=${side}
      data-seat=${seat}
      aria-pressed=${on}
      aria-disabled=${fixed || nothing}
      ?disabled=${about.out.includes(seat)}
      @click=${() => fixed || onTouch(seat)}
    >
      <span class="wind han ${person.wind === "E" ? "east" : ""}" lang="zh-Hant">${hanOf(person.wind ?? null)}</span>
      <span class="name">${person.name}</span><small>${state}</small>
    </button>`;
  });
  return html`<measured-room class="seats">
    <div class="cross" role="group" aria-label=${label} @keydown=${moveByArrows}>${rows}${well}</div>
  </measured-room>`;
}

/**
 * The question about the people of a win.
 * @param {Form} form
 * @param {About} about
 * @param {boolean} adding
 * @param {(seat: number) => void} onTouch
 * @param {() => void} onWall
 */
export function winTable(form, about, adding, onTouch, onWall) {
  const [first] = form.wins;
  const self = first.source === "self-draw";
  const well =
    first.winner === null || !about.asks.sources.includes("self-draw")
      ? html`<span class="well">${t(first.winner === null ? "result.winner" : "result.from.discard")}</span>`
      : html`<button type="button" class="self" aria-pressed=${self} @click=${onWall}>
          ${t("source.self-draw")}<small>${t("entry.nobody-discarded")}</small>
        </button>`;
  const mark = (/** @type {number} */ seat) => ({
    seat,
    on: form.wins.some((win) => win.winner === seat) || first.discarder === seat,
    fixed: seat === about.own,
    state: stateOf(form, seat, adding),
  });
  return smallTable(about, t("result.winner"), mark, onTouch, well);
}

/**
 * @param {Form} form
 * @param {number} seat
 * @param {boolean} adding
 */
function stateOf({ wins }, seat, adding) {
  const [first] = wins;
  if (first.winner === null) return t("entry.won");
  if (wins.some((win) => win.winner === seat)) return t("entry.wins");
  if (seat === first.discarder) return t(first.source === "robbed-kong" ? "entry.kong-robbed" : "entry.discarded");
  return t(adding ? "entry.wins-too" : "entry.discarded-maybe");
}
