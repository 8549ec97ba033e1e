// The form of a result on the page: how the hand ended, who won on what, for how much.

import { radios, textField } from "../shared/controls.js";
import { hanOf } from "../shared/seats.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { declaredIn, declaredParts, liablePart, noWinPart } from "./afterwards.js";
import { quickPart } from "./amount.js";
import { MOST_WINNERS, SOURCES, asksOf, flagsFor, newWin } from "./form.js";
import { handEditor } from "./hand.js";

/** @import { Source } from "../shared/types.js" */
/** @import { About, Edit, Form, WinEntry } from "./form.js" */

/**
 * A form, what it is about, the unit in which wins are counted, and what makes a change in it.
 * @typedef {{ form: Form, about: About, unit: string, edit: Edit }} Entering
 */

/** @param {Entering} entering */
export function formParts(entering) {
  const { form, about, edit } = entering;
  const kinds = kindEntries(about);
  return html`
    ${radios(t("result.kind"), kinds, form.kind, (kind) => edit(() => void (form.kind = kind)))}
    ${
      form.kind === "win"
        ? form.wins.map((win, index) => winPart(entering, win, index))
        : noWinPart(form, about.asks, about.seats, edit)
    }
    ${declaredParts(form, about.asks, about.seats, edit)} ${about.correcting ? reasonPart(entering) : nothing}
  `;
}

/**
 * @param {About} about
 * @returns {{ value: Form["kind"], text: string }[]}
 */
const kindEntries = ({ asks }) => [
  { value: "win", text: t("result.win") },
  { value: "draw", text: t("result.draw") },
  { value: "abort", text: t(asks.abort.length ? "result.stopped" : "result.abort") },
];

/**
 * @param {string} label
 * @param {unknown} content
 * @param {unknown} more
 */
const line = (label, content, more = nothing) =>
  html`<div class="labelled">
    <h2>${label}</h2>
    ${content}${more}
  </div>`;

/**
 * @param {Entering} entering
 * @param {WinEntry} win
 * @param {number} index
 */
function winPart(entering, win, index) {
  const { form, about, edit } = entering;
  const first = index === 0;
  const title = form.wins.length > 1 ? t("result.winner-n", { n: index + 1 }) : t("result.winner");
  return html`<div class="card stack">
    ${line(title, winnerPart(entering, win), first ? nothing : removeButton(entering, index))}
    ${first ? sourcePart(entering, win) : nothing} ${amountPart(entering, win)}
    ${liablePart(win, about.asks, form.full, about.seats, edit)}
    ${
      first && win.source && win.source !== "self-draw" && form.wins.length < MOST_WINNERS
        ? anotherButton(entering, win)
        : nothing
    }
  </div>`;
}

/**
 * @param {Entering} entering
 * @param {number} index
 */
const removeButton = ({ form, edit }, index) =>
  html`<button type="button" class="plain" @click=${() => edit(() => form.wins.splice(index, 1))}>
    ${t("remove")}
  </button>`;

/**
 * One more winner on the same tile.
 * @param {Entering} entering
 * @param {WinEntry} win
 */
function anotherButton({ form, edit }, { source, discarder }) {
  const add = () => edit(() => form.wins.push({ ...newWin(), source, discarder }));
  return html`<button type="button" class="more" @click=${add}>${t("result.another")}</button>`;
}

/**
 * @param {Entering} entering
 * @param {WinEntry} win
 */
function winnerPart({ form, about, edit }, win) {
  const [first] = form.wins;
  const taken = (/** @type {number} */ seat) =>
    form.wins.some((other) => other !== win && other.winner === seat) || (win !== first && seat === first.discarder);
  return seatRadios(about, t("result.winner"), win.winner, taken, (seat) => edit(() => pickWinner(form, win, seat)));
}

/**
 * @param {Form} form
 * @param {WinEntry} win
 * @param {number} seat
 */
function pickWinner(form, win, seat) {
  win.winner = seat;
  if (win.liable === seat) win.liable = null;
  if (win.discarder === seat) for (const each of form.wins) each.discarder = null;
}

/**
 * How the hand was won and from whom: the same for all its winners.
 * @param {Entering} entering
 * @param {WinEntry} win
 */
function sourcePart({ form, about, edit }, { source, discarder }) {
  const offered = SOURCES.filter((each) => about.asks.sources.includes(each));
  const sources = offered.map((each) => ({ value: each, text: t(`source.${each}`) }));
  const share = (/** @type {Partial<WinEntry>} */ part) => form.wins.forEach((each) => Object.assign(each, part));
  const won = (/** @type {number} */ seat) => form.wins.some((each) => each.winner === seat);
  return html`
    ${line(
      t("result.source"),
      radios(t("result.source"), sources, source, (picked) => edit(() => pickSource(form, picked))),
    )}
    ${
      source && source !== "self-draw"
        ? line(
            t(`result.from.${source}`),
            seatRadios(about, t(`result.from.${source}`), discarder, won, (seat) =>
              edit(() => share({ discarder: seat })),
            ),
          )
        : nothing
    }
  `;
}

/**
 * @param {Form} form
 * @param {Source} source
 */
function pickSource(form, source) {
  if (source === "self-draw") form.wins.length = 1;
  for (const win of form.wins) {
    win.source = source;
    win.tiles.flags = [];
    if (source === "self-draw") win.discarder = null;
  }
}

/**
 * @param {About} about
 * @param {string} label
 * @param {number | null} value
 * @param {(seat: number) => boolean} blocked
 * @param {(seat: number) => void} onPick
 */
function seatRadios({ seats }, label, value, blocked, onPick) {
  const entries = seats.map(({ seat, name, wind }) => ({
    value: seat,
    text: html`<span class="han">${hanOf(wind ?? null)}</span>${name}`,
    disabled: blocked(seat),
    kind: `seat-${seat}`,
  }));
  return radios(label, entries, value, onPick);
}

/**
 * @param {Entering} entering
 * @param {WinEntry} win
 */
function amountPart({ form, about, unit, edit }, win) {
  const forms = [
    { value: false, text: t("result.quick") },
    { value: true, text: t("result.full") },
  ];
  const pick = (/** @type {boolean} */ full) => edit(() => void (form.full = full));
  const declared = declaredIn(form, about.asks);
  return html`<div class="stack">
    ${line(t("result.amount"), radios(t("result.amount"), forms, form.full, pick))}
    ${
      form.full
        ? handEditor({ entry: win.tiles, flags: flagsFor(win, about), asks: asksOf(win, declared, about.asks), edit })
        : quickPart(win, about.asks, unit, edit)
    }
  </div>`;
}

/** @param {Entering} entering */
function reasonPart({ form, edit }) {
  const who = (/** @type {string} */ text) => edit(() => void (form.who = text));
  const why = (/** @type {string} */ text) => edit(() => void (form.why = text));
  return html`<div class="card stack">
    ${textField({ label: t("correct.who"), value: form.who, longest: 60, onEdit: who })}
    ${textField({ label: t("correct.why"), value: form.why, longest: 200, onEdit: why })}
  </div>`;
}
