// One hand of the paper sheet as it is being entered: how it ended, who won from whom for how much, what was declared.

import { limits, totalOf, valueOf } from "../../entry/pad.js";
import { needsFu } from "../../entry/amount.js";
import { choice, entered, field, tick } from "../../shared/controls.js";
import { t, wordOr } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { levelName } from "./playedhands.js";

/** @import { HandGiven, HandsReckoned } from "../shared/types.js" */

/**
 * A win as it is being entered; what is not said yet is null, or empty. `from` -1: self-draw. `value`: as `totalOf` of
 * the pad takes it.
 * @typedef {{ winner: number | null, from: number | null, value: string, fu: number | null }} Win
 */

/**
 * @typedef {{
 *   kind: HandGiven["kind"], wins: Win[], declared: Record<string, number[]>, ready: number[], reason: string,
 * }} Form
 */

const MOST_WINNERS = 3;
const VOID = "void";
const USUAL_FU = 30;
const OPEN = "–";

/** @returns {Win} */
const newWin = () => ({ winner: null, from: null, value: "", fu: null });

/** @returns {Form} */
const newForm = () => ({ kind: "win", wins: [newWin()], declared: {}, ready: [], reason: VOID });

/** The form as it stands when a hand was entered so. @param {HandGiven} hand @returns {Form} */
const formOf = ({ kind, wins, declared, ready, reason }) => ({
  ...newForm(),
  kind,
  declared: { ...declared },
  ready: [...(ready ?? [])],
  ...(reason ? { reason } : {}),
  ...(wins?.length
    ? {
        wins: wins.map(({ winner, discarder, total, limit, fu }) => ({
          winner,
          from: discarder ?? -1,
          value: valueOf({ total: total ?? 0, limit: limit ?? false }) ?? "",
          fu: fu ?? null,
        })),
      }
    : {}),
});

export class HandForm {
  /**
   * @param {string[]} names of the players, E S W N of the first hand
   * @param {() => void} draw
   */
  constructor(names, draw) {
    this.names = names;
    this.draw = draw;
    this.form = newForm();
    /** @type {HandsReckoned | null} */
    this.answer = null;
  }

  clear() {
    this.form = newForm();
  }

  /** @param {HandGiven} hand */
  fill(hand) {
    this.form = formOf(hand);
  }

  /** @param {() => unknown} change */
  edit(change) {
    change();
    this.draw();
  }

  /** The hand as it stands in the form. @returns {HandGiven} */
  entered() {
    const { kind, wins, declared, ready, reason } = this.form;
    const { asks } = /** @type {HandsReckoned} */ (this.answer);
    const said = Object.fromEntries(this.declarations().map(({ id }) => [id, declared[id] ?? []]));
    if (kind !== "win")
      return {
        kind,
        wins: [],
        declared: said,
        ready: kind === "draw" ? ready : [],
        reason: kind === "abort" ? reason : "",
      };
    return {
      kind,
      declared: said,
      ready: [],
      reason: "",
      wins: wins.map(({ winner, from, value, fu }) => {
        const { total, limit } = totalOf(value, asks);
        const counted = needsFu({ total, limit }, asks) ? (fu ?? this.usualFu) : null;
        return { winner: winner ?? 0, discarder: from === -1 ? null : from, total, limit, fu: counted };
      }),
    };
  }

  /** Whether all is said that a win needs. */
  get complete() {
    const { kind, wins } = this.form;
    return kind !== "win" || wins.every(({ winner, from, value }) => winner !== null && from !== null && value !== "");
  }

  get usualFu() {
    const { fu } = /** @type {HandsReckoned} */ (this.answer).asks;
    return fu.includes(USUAL_FU) ? USUAL_FU : fu[0];
  }

  /** What may have been declared in a hand that ended so; a void one moves nothing. */
  declarations() {
    const { kind, reason } = this.form;
    const { asks } = /** @type {HandsReckoned} */ (this.answer);
    return kind === "abort" && reason === VOID ? [] : asks.declared.filter(({ after }) => after.includes(kind));
  }

  /**
   * What a win can count, where the game has few figures.
   * @returns {[string, string][]}
   */
  values() {
    const { asks, unit } = /** @type {HandsReckoned} */ (this.answer);
    const word = t(`unit.${unit}`);
    return [
      ...asks.presets.map((total) => {
        const level = asks.levels.find((row) => row.fu === 0 && row.total === total);
        const name = t("result.total", { total, unit: word });
        return /** @type {[string, string]} */ ([`t${total}`, level ? `${name} · ${levelName(level.id)}` : name]);
      }),
      ...limits(asks).map(({ value, text }) => /** @type {[string, string]} */ ([value, String(text)])),
    ];
  }

  fields() {
    const { form } = this;
    const { asks } = /** @type {HandsReckoned} */ (this.answer);
    const kinds = /** @type {[Form["kind"], string][]} */ ([
      ["win", t("entry.win")],
      ["draw", t("entry.draw")],
      ["abort", t("hall.hands.stopped")],
    ]);
    return html`
      <div class="fields">
        ${field(
          t("result.kind"),
          choice(kinds, form.kind, (kind) => this.edit(() => (form.kind = kind))),
        )}
        ${form.kind === "abort" ? this.reasons(asks.abort) : nothing}
      </div>
      ${form.kind === "win" ? form.wins.map((win, at) => this.win(win, at)) : nothing}
      ${this.mayBeMore(asks.one_winner) ? this.another() : nothing}
      ${form.kind === "draw" && asks.ready ? this.readyHands() : nothing}
      ${this.declarations().map(({ id }) =>
        this.ticks(wordOr(`declared.${id}`, id), form.declared[id] ?? [], (seats) => (form.declared[id] = seats)),
      )}
    `;
  }

  /** Whether somebody else may have won on the same tile. @param {boolean} oneWinner */
  mayBeMore(oneWinner) {
    const { kind, wins } = this.form;
    return kind === "win" && !oneWinner && (wins[0].from ?? -1) >= 0 && wins.length < MOST_WINNERS;
  }

  readyHands() {
    return this.ticks(t("hall.hands.ready"), this.form.ready, (seats) => (this.form.ready = seats));
  }

  /** @param {string[]} abort */
  reasons(abort) {
    const reasons = [VOID, ...abort].map((one) => /** @type {[string, string]} */ ([one, t(`abort.${one}`)]));
    return field(
      t("hall.why"),
      choice(reasons, this.form.reason, (reason) => this.edit(() => (this.form.reason = reason))),
    );
  }

  another() {
    const { wins } = this.form;
    const add = () => {
      wins.push({ ...newWin(), from: wins[0].from });
    };
    return html`<p><button type="button" @click=${() => this.edit(add)}>${t("hall.hands.another")}</button></p>`;
  }

  /**
   * @param {Win} win
   * @param {number} at
   */
  win(win, at) {
    const { form } = this;
    const others = form.wins.filter((each) => each !== win).map(({ winner }) => winner);
    const people = this.names.map((name, seat) => /** @type {[number, string]} */ ([seat, name]));
    const winners = /** @type {[number | null, string][]} */ ([[null, OPEN], ...people]).filter(
      ([seat]) => seat === null || !others.includes(seat),
    );
    const from = /** @type {[number | null, string][]} */ ([
      [null, OPEN],
      [-1, t("source.self-draw")],
      ...people,
    ]).filter(([seat]) => seat === null || !form.wins.some(({ winner }) => winner === seat));
    const pick = (/** @type {number | null} */ winner) =>
      this.edit(() => {
        win.winner = winner;
        if (win.from === winner) form.wins.forEach((each) => (each.from = null));
      });
    const blame = (/** @type {number | null} */ seat) =>
      this.edit(() => {
        form.wins.forEach((each) => (each.from = seat));
        if ((seat ?? -1) < 0) form.wins.length = 1;
      });
    return html`<div class="fields">
      ${field(t("hall.hands.winner"), choice(winners, win.winner, pick))}
      ${at === 0 ? field(t("hall.hands.from"), choice(from, win.from, blame)) : nothing} ${this.worth(win)}
      ${
        at > 0
          ? html`<button type="button" @click=${() => this.edit(() => form.wins.splice(at, 1))}>
              ${t("hall.cut.remove")}
            </button>`
          : nothing
      }
    </div>`;
  }

  /**
   * What it counted: one of a few figures with their names where fu count too, else any figure, or the limit.
   * @param {Win} win
   */
  worth(win) {
    const { asks, unit } = /** @type {HandsReckoned} */ (this.answer);
    if (asks.fu.length > 1) {
      const values = /** @type {[string, string][]} */ ([["", OPEN], ...this.values()]);
      const fu = asks.fu.map((one) => /** @type {[number, string]} */ ([one, String(one)]));
      return html`${field(
        t("hall.hands.value"),
        choice(values, win.value, (picked) => this.edit(() => (win.value = picked))),
      )}
      ${
        win.value && needsFu(totalOf(win.value, asks), asks)
          ? field(
              t("unit.fu"),
              choice(fu, win.fu ?? this.usualFu, (picked) => this.edit(() => (win.fu = picked))),
            )
          : nothing
      }`;
    }
    const limited = win.value.startsWith("l");
    const type = (/** @type {Event} */ event) =>
      this.edit(() => (win.value = entered(event) ? `t${Number(entered(event))}` : ""));
    return html`${
      limited
        ? nothing
        : field(
            t(`unit.${unit}`),
            html`<input
              type="number"
              min=${asks.least}
              required
              .value=${win.value ? win.value.slice(1) : ""}
              @input=${type}
            />`,
          )
    }
    ${
      asks.limit
        ? tick(levelName(asks.limit), limited, (on) =>
            this.edit(() => (win.value = on ? `l${asks.limit_totals[0]}` : "")),
          )
        : nothing
    }`;
  }

  /**
   * @param {string} label
   * @param {number[]} chosen
   * @param {(seats: number[]) => void} set
   */
  ticks(label, chosen, set) {
    return html`<fieldset class="row">
      <legend>${label}</legend>
      ${this.names.map((name, seat) =>
        tick(name, chosen.includes(seat), (on) =>
          this.edit(() => set(on ? [...chosen, seat] : chosen.filter((each) => each !== seat))),
        ),
      )}
    </fieldset>`;
  }
}
