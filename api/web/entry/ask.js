// The questions of an entry: how the hand ended, who won from whom and how much, or who was ready and why nobody won.
// What is answered folds to one line, each part of which opens its question again.

import { radios, textField } from "../shared/controls.js";
import { listed, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { VOID, declaredIn, declaredParts, readyAnyway } from "./afterwards.js";
import { asksHere, asksOf, flagsFor, MOST_WINNERS } from "./form.js";
import { handEditor } from "./hand.js";
import { asksOfLoser, loserPoints, loserSeats, openHand } from "./losers.js";
import { morePanel } from "./more.js";
import { amountPad, chipsField } from "./pad.js";
import { fromWall, smallTable, touchReady, touchSeat, winTable } from "./people.js";

/** @import { Asks } from "../shared/types.js" */
/** @import { About, Edit, Form } from "./form.js" */
/** @import { Played } from "./explain.js" */
/** @import { PreviewAnswer } from "../shared/types.js" */

/**
 * What of the form is open. `people`: their question, although it is answered; `adding`: the next seat touched wins
 * too; `winner`: whose amount is entered, of several; `loser`: the seat whose tiles are entered, null for the winner;
 * `more`: the rare things.
 * @typedef {{ people: boolean, adding: boolean, winner: number, loser: number | null, more: boolean }} View
 */

/**
 * @typedef {{
 *   form: Form, about: About, unit: string, edit: Edit, view: View, played: Played, answer: PreviewAnswer | null,
 *   ready: boolean,
 * }} Asking
 */

/** @returns {View} */
export const newView = () => ({ people: false, adding: false, winner: 0, loser: null, more: false });

/** @param {Asking} asking */
export function questions(asking) {
  const { about, view } = asking;
  return html`
    ${about.correcting ? reasonRow(asking) : nothing} ${folded(asking)} ${view.more ? morePanel(asking) : work(asking)}
  `;
}

// ------------------------------------------------------------ the line of answers

/** @typedef {"win" | "draw" | "again"} Kind */

/**
 * @param {Form} form
 * @returns {Kind}
 */
const kindOf = ({ kind, reason }) => (kind === "abort" ? (reason === VOID ? "again" : "draw") : kind);

/**
 * @param {Form} form
 * @param {Kind} kind
 */
function pickKind(form, kind) {
  form.kind = kind === "again" ? "abort" : kind;
  form.reason = VOID;
}

/** @param {Asking} asking */
function folded(asking) {
  const { form, about, edit, view } = asking;
  const kinds = /** @type {Kind[]} */ (["win", "draw", "again"]).map((value) => ({
    value,
    text: t(`entry.${value}`),
  }));
  const pick = (/** @type {Kind} */ kind) => edit(() => pickKind(form, kind));
  const tiled = form.kind === "win" && form.full && !view.people && peopleKnown(form);
  return html`<div class="folded ${form.kind === "win" && peopleKnown(form) ? "known" : ""}">
    ${tiled || about.own !== null ? nothing : radios(t("result.kind"), kinds, kindOf(form), pick, "kind")}
    ${answers(asking)}
    <span class="spring"></span>
    ${form.kind === "win" ? tilesButton(asking) : nothing}
    ${tiled || view.more || form.kind !== "win" ? moreButton(asking) : nothing}
  </div>`;
}

/** @param {Form} form */
export const peopleKnown = ({ wins: [first] }) =>
  first.winner !== null && first.source !== null && (first.source === "self-draw" || first.discarder !== null);

/**
 * @param {unknown} text
 * @param {() => void} onClick
 * @param {string} kind
 */
const answerButton = (text, onClick, kind = "") =>
  html`<button type="button" class="answer ${kind}" @click=${onClick}><span>${text}</span></button>`;

/** @param {Asking} asking */
function answers({ form, about, edit, view }) {
  const open = (/** @type {Partial<View>} */ part) => edit(() => Object.assign(view, { more: false, ...part }));
  const known = form.kind === "win" && peopleKnown(form);
  const asks = asksHere(about);
  const asked = known ? asks.declared.filter(({ always }) => always).map(({ id }) => id) : [];
  const declared = Object.entries(declaredIn(form, asks)).filter(([id, seats]) => seats.length || asked.includes(id));
  return html`
    ${known ? answerButton(peopleText(form, about), () => open({ people: !view.people }), "people") : nothing}
    ${declared.map(([id, seats]) =>
      answerButton(
        t("declare.open", { what: wordOr(`declared.${id}`, id), name: namesOf(about, seats) || t("result.nobody") }),
        () => open({ more: !view.more }),
      ),
    )}
  `;
}

/**
 * @param {About} about
 * @param {(number | null)[]} seats
 */
export const namesOf = ({ seats: people }, seats) =>
  listed(people.filter(({ seat }) => seats.includes(seat)).map(({ name }) => name));

/**
 * @param {Form} form
 * @param {About} about
 */
function people({ wins }, about) {
  const winners = wins.map((win) => win.winner);
  return { who: namesOf(about, winners), from: namesOf(about, [wins[0].discarder]) };
}

/**
 * Who won, and from whom.
 * @param {Form} form
 * @param {About} about
 */
const peopleText = (form, about) => t(`entry.people-${form.wins[0].source}`, people(form, about));

/**
 * What Confirm is about to record; before it is known what that is worth, only who won.
 * @param {Form} form
 * @param {About} about
 * @param {string} worth
 */
export const sureText = (form, about, worth) =>
  worth ? t(`entry.sure-${wonHow(form)}`, { ...people(form, about), worth }) : peopleText(form, about);

/** @param {Form} form */
const wonHow = ({ wins }) => (wins.length > 1 ? `several-${wins[0].source}` : wins[0].source);

/** @param {Asking} asking */
function tilesButton({ form, edit, view }) {
  const swap = () =>
    edit(() => {
      if (!form.full || !view.people) form.full = !form.full;
      view.people = view.more = false;
    });
  return html`<button type="button" class="swap" ?disabled=${!peopleKnown(form)} @click=${swap}>
    ${t(form.full && !view.people ? "entry.numbers" : "entry.tiles")}
  </button>`;
}

/** @param {Asking} asking */
const moreButton = ({ edit, view }) =>
  html`<button
    type="button"
    class="swap"
    aria-expanded=${view.more}
    @click=${() => edit(() => void (view.more = !view.more))}
  >
    ${t(view.more ? "entry.less" : "entry.more")}
  </button>`;

/** @param {Asking} asking */
function reasonRow({ form, edit }) {
  const who = (/** @type {string} */ text) => edit(() => void (form.who = text));
  const why = (/** @type {string} */ text) => edit(() => void (form.why = text));
  return html`<div class="reason">
    ${textField({ label: t("correct.who"), value: form.who, longest: 60, onEdit: who })}
    ${textField({ label: t("correct.why"), value: form.why, longest: 200, onEdit: why })}
  </div>`;
}

// ------------------------------------------------------------ the open questions

/** @param {Asking} asking */
function work(asking) {
  const { form, view } = asking;
  if (form.kind !== "win") return nobodyWon(asking);
  if (form.full && peopleKnown(form) && !view.people) return tilesPart(asking);
  const done = peopleKnown(form) && (asking.ready || asking.about.correcting) && !view.people;
  return html`<div class="work quick ${done ? "done" : ""}">
    ${peoplePart(asking)}
    <div class="pad" ?inert=${form.wins[0].winner === null}>
      ${form.full ? nothing : [winnerTabs(asking), padOf(asking)]}
      <div class="rare">${severalButton(asking)} ${moreButton(asking)}</div>
    </div>
  </div>`;
}

/** @param {Asking} asking */
function peoplePart({ form, about, edit, view }) {
  const touched = (/** @type {number} */ seat) =>
    edit(() => {
      touchSeat(form, seat, about.asks, view.adding);
      if (view.adding) view.winner = form.wins.length - 1;
      view.adding = false;
      view.winner = Math.min(view.winner, form.wins.length - 1);
    });
  return winTable(form, about, view.adding, touched, () => edit(() => fromWall(form, about.asks)));
}

/** @param {Asking} asking */
function padOf({ form, about, unit, edit, view }) {
  const win = form.wins[view.winner] ?? form.wins[0];
  return html`${amountPad(win, about.asks, unit, edit)} ${about.asks.chips ? chipsField(win, edit) : nothing}
  ${loserPoints(form, win, about, unit, edit)}`;
}

/**
 * Of several winners: whose hand is entered.
 * @param {Asking} asking
 */
function winnerTabs({ form, about, edit, view }) {
  if (form.wins.length < 2) return nothing;
  const entries = form.wins.map(({ winner }, value) => ({ value, text: namesOf(about, [winner]) }));
  const pick = (/** @type {number} */ winner) => edit(() => void (view.winner = winner));
  return radios(t("entry.whose"), entries, view.winner, pick, "tabs");
}

/** @param {Asking} asking */
function severalButton({ form, about, edit, view }) {
  if (about.own !== null) return nothing;
  const [first] = form.wins;
  const others = about.seats.length - about.out.length - form.wins.length - 1; // beside winners and discarder
  const possible = first.discarder !== null && others > 0 && form.wins.length < MOST_WINNERS;
  return html`<button
    type="button"
    aria-pressed=${view.adding}
    ?disabled=${!possible}
    @click=${() => edit(() => Object.assign(view, { adding: !view.adding, people: true }))}
  >
    ${t(`entry.${form.wins.length > 1 ? "third" : "several"}${about.asks.one_winner ? "-called" : ""}`)}
  </button>`;
}

/** @param {Asking} asking */
function tilesPart(asking) {
  const { form, about, edit, view } = asking;
  const win = form.wins[view.winner] ?? form.wins[0];
  const { loser } = view;
  if (loser !== null && win.others[loser] && loserSeats(form, about).includes(loser)) {
    const { loser_flags: flags } = about.asks;
    const asks = asksOfLoser(about.asks);
    const editing = { entry: win.others[loser], flags, asks, edit, special: flags.length > 0, waiting: true };
    return html`<div class="work tiles-of-hand">${handTabs(asking)} ${handEditor(editing)}</div>`;
  }
  const asks = asksOf(win, declaredIn(form, about.asks), about.asks);
  const wild = asks.tiles.thrown_wild && win.source === "discard";
  const thrown = wild || (win.source !== null && asks.bonus_wins.includes(win.source));
  const editing = { entry: win.tiles, flags: flagsFor(win, about), asks, edit, special: false, thrown };
  return html`<div class="work tiles-of-hand">${handTabs(asking)} ${handEditor(editing)}</div>`;
}

/**
 * Whose tiles are entered: those of a winner, or of a loser where their hands count too.
 * @param {Asking} asking
 */
function handTabs(asking) {
  const { form, about, edit, view } = asking;
  const others = loserSeats(form, about);
  if (!others.length) return winnerTabs(asking);
  const [win] = form.wins;
  const entries = [win.winner, ...others].map((seat, n) => ({
    value: n ? seat : null,
    text: n ? namesOf(about, [seat]) : t("entry.winner-hand-of", { name: namesOf(about, [seat]) }),
  }));
  const pick = (/** @type {number | null} */ seat) =>
    edit(() => {
      view.loser = seat;
      if (seat !== null) openHand(win, seat);
    });
  const chosen = others.includes(view.loser ?? -1) ? view.loser : null;
  return radios(t("entry.whose"), entries, chosen, pick, "tabs");
}

/** @param {Asking} asking */
function nobodyWon(asking) {
  const { form, about, edit } = asking;
  const again = kindOf(form) === "again";
  return html`<div class="work quick nobody-won">
    ${again ? html`<p class="said">${t("result.abort-help")}</p>` : readyPart(asking)}
    <div class="pad">${again || !about.asks.abort.length ? nothing : whyNobody(form, about.asks, edit)}</div>
  </div>`;
}

/**
 * Whether every drawn hand of the game depends on what players show.
 * @param {Asks} asks
 */
const namedAtDraw = (asks) => asks.declared.some(({ after, always }) => always && after.includes("draw"));

/** @param {Asking} asking */
function readyPart({ form, about, edit }) {
  const asked = form.kind === "draw" && about.asks.ready;
  if (form.kind === "draw" && namedAtDraw(about.asks)) {
    const playing = about.seats.filter(({ seat }) => !about.out.includes(seat));
    return html`<div class="work more">${declaredParts(form, about.asks, playing, edit)}</div>`;
  }
  if (!asked) return html`<p class="said">${t(form.kind === "draw" ? "result.draw-help" : `abort.${form.reason}`)}</p>`;
  const fixed = readyAnyway(form, about.asks);
  const mark = (/** @type {number} */ seat) => {
    const on = fixed.includes(seat) || form.ready.includes(seat);
    return { seat, on, fixed: fixed.includes(seat), state: t(on ? "entry.ready" : "entry.not-ready") };
  };
  const touched = (/** @type {number} */ seat) => edit(() => touchReady(form, seat));
  return smallTable(about, t("result.ready"), mark, touched, html`<span class="well">${t("result.ready")}</span>`);
}

/**
 * Why nobody won: the wall is used up, or one of the reasons for which this game stops a hand.
 * @param {Form} form
 * @param {Asks} asks
 * @param {Edit} edit
 */
function whyNobody(form, asks, edit) {
  const entries = ["", ...asks.abort].map((value) => ({
    value,
    text: value ? t(`abort.${value}`) : t("entry.wall-used-up"),
  }));
  const pick = (/** @type {string} */ reason) =>
    edit(() => Object.assign(form, reason ? { kind: "abort", reason } : { kind: "draw", reason: VOID }));
  return html`<h3>${t("entry.why-nobody")}</h3>
    ${radios(t("entry.why-nobody"), entries, form.kind === "draw" ? "" : form.reason, pick, "grid two")}`;
}
