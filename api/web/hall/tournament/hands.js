// The hands of a table without a board, entered one after the other from the paper sheet: the hall reckons scores and
// the next hand by the rules. Until they are saved they stay on this device.

import { limits, totalOf } from "../../entry/pad.js";
import { needsFu } from "../../entry/amount.js";
import { choice, entered, field, tick } from "../../shared/controls.js";
import { Dialog } from "../../shared/dialog.js";
import { post } from "../../shared/net.js";
import { forgetRefusals } from "../../shared/toast.js";
import { labelled, listed, t, wordOr } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { sayEqual } from "../shared/equal.js";

/** @import { Game, Give, HandGiven, HandsReckoned, PlayedHand, Round, Tournament } from "../shared/types.js" */

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

const WINDS = ["E", "S", "W", "N"];
const SEATS = [0, 1, 2, 3];
const MOST_WINNERS = 3;
const VOID = "void";
const USUAL_FU = 30;
const OPEN = "–";

/** @returns {Win} */
const newWin = () => ({ winner: null, from: null, value: "", fu: null });

/** @returns {Form} */
const newForm = () => ({ kind: "win", wins: [newWin()], declared: {}, ready: [], reason: VOID });

/** Whether hands can be entered: the rules of the tournament name the game. @param {Tournament} it */
export const knowsGame = (it) => Boolean(/** @type {Record<string, unknown>} */ (it.settings.preset).ruleset);

/**
 * @param {Tournament} it
 * @param {Round} round
 * @param {Game} game
 * @param {Map<string, string>} names
 * @param {Give} give
 * @param {() => Tournament} now
 */
export async function handsDialog(it, round, game, names, give, now) {
  const entry = new HandsEntry(it, round, game, names, give, now);
  if (await entry.reckon(entry.hands)) entry.open();
}

class HandsEntry {
  /**
   * @param {Tournament} it
   * @param {Round} round
   * @param {Game} game
   * @param {Map<string, string>} names
   * @param {Give} give
   * @param {() => Tournament} now
   */
  constructor(it, round, game, names, give, now) {
    this.tournament = it.tournament;
    this.round = round.number;
    this.game = game;
    this.give = give;
    this.now = now;
    this.seq = now().seq;
    this.names = game.seats.map((id) => names.get(id) ?? id);
    this.place = `hall-hands ${it.tournament}/${round.number}/${game.table} ${game.seats.join()}`;
    this.hands = kept(this.place);
    this.form = newForm();
    /** @type {HandsReckoned | null} */
    this.answer = null;
    this.busy = false;
    this.dialog = new Dialog({
      title: labelled(t("hall.table.number", { n: game.table }), t("hall.hands")),
      kind: "hands",
    });
  }

  /**
   * What these hands come to; they are those that count from now on, unless the hall refuses them.
   * @param {HandGiven[]} hands
   */
  async reckon(hands) {
    if (this.busy) return false;
    this.busy = true;
    forgetRefusals();
    const answer = await asked(() => post(`/tournaments/${this.tournament}/hands`, { hands }));
    this.busy = false;
    if (answer === null) {
      if (!this.dialog.element.isConnected && this.hands.length > 0) return this.forget();
      return false;
    }
    this.answer = answer;
    this.hands = hands;
    keep(this.place, hands);
    return true;
  }

  /** What was kept cannot be by the rules that are played now. @returns {Promise<boolean>} */
  forget() {
    this.hands = [];
    return this.reckon([]);
  }

  open() {
    this.dialog.open(
      () => this.body(),
      () =>
        html`<button type="button" @click=${this.dialog.close}>${t("cancel")}</button>
          <button type="button" class="main" ?disabled=${this.hands.length === 0} @click=${() => this.save()}>
            ${t("hall.save")}
          </button>`,
    );
    this.focusFirst();
  }

  focusFirst() {
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector("form select"))?.focus();
  }

  draw() {
    this.dialog.draw();
  }

  /** @param {() => unknown} change */
  edit(change) {
    change();
    this.draw();
  }

  async add() {
    if (!(await this.reckon([...this.hands, this.entered()]))) return;
    this.form = newForm();
    this.draw();
    this.focusFirst();
    this.dialog.element.querySelector("form")?.scrollIntoView({ block: "nearest" });
  }

  async takeBack() {
    if (await this.reckon(this.hands.slice(0, -1))) this.draw();
  }

  async save() {
    const { scores, sticks, hands } = /** @type {HandsReckoned} */ (this.answer);
    const done = await this.give("enter-result", {
      round: this.round,
      table: this.game.table,
      scores,
      sticks,
      hands,
      expected_seq: this.seq,
    });
    if (done === null) {
      this.seq = this.now().seq; // what stands there now is on the page: whoever sends it again means it
      return;
    }
    keep(this.place, []);
    this.dialog.close();
    sayEqual(scores, this.names);
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

  body() {
    const { answer } = this;
    if (!answer) return nothing;
    return html`<div class="stack">
      <p class="quiet small">${t("hall.hands.help")}</p>
      <div class="wide">${this.played(answer)}</div>
      ${
        answer.hands.length > 0
          ? html`<p class="row">
              <button type="button" @click=${() => this.takeBack()}>${t("hall.hands.take-back")}</button>
              ${answer.sticks > 0 ? html`<span>${t("hall.result.sticks")}: <b>${answer.sticks}</b></span>` : nothing}
            </p>`
          : nothing
      }
      ${answer.next ? this.next(answer) : html`<p role="status"><b>${t("hall.hands.over")}</b></p>`}
    </div>`;
  }

  /** @param {HandsReckoned} answer */
  played({ hands, start, scores }) {
    const have = SEATS.map(() => start);
    return html`<table>
      <thead>
        <tr>
          <th>${t("hall.hands.hand")}</th>
          ${this.names.map((name, seat) => html`<th class="number">${t(`wind.${WINDS[seat]}`)} ${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${hands.map((hand) => {
          hand.points.forEach((moved, seat) => (have[seat] += moved));
          return this.line(hand, [...have]);
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${t("hall.hands.scores")}</th>
          ${scores.map((score) => html`<td class="number"><b>${score.toLocaleString()}</b></td>`)}
        </tr>
      </tfoot>
    </table>`;
  }

  /**
   * @param {PlayedHand} hand
   * @param {number[]} have
   */
  line(hand, have) {
    return html`<tr>
      <td>${handName(hand.name[0], hand.name.slice(1), hand.counter)}<small>${this.ended(hand)}</small></td>
      ${hand.points.map(
        (moved, seat) =>
          html`<td class="number">
            ${moved ? html`<b class=${moved < 0 ? "loss" : "gain"}>${signed(moved)}</b>` : nothing}
            <small class="quiet">${have[seat].toLocaleString()}</small>
          </td>`,
      )}
    </tr>`;
  }

  /** @param {PlayedHand} hand */
  ended({ kind, winners, discarder, value, level, void: again }) {
    if (kind !== "win") return t(again || kind === "abort" ? "entry.again" : "entry.draw");
    const who = listed(winners.map((seat) => this.names[seat]));
    const from =
      discarder === null ? t("source.self-draw") : t("hall.hands.from-whom", { name: this.names[discarder] });
    const { unit } = /** @type {HandsReckoned} */ (this.answer);
    const worth = level ? levelName(level) : value ? t("result.total", { total: value, unit: t(`unit.${unit}`) }) : "";
    return html`<b>${who}</b> <span class="quiet">${[from, worth].filter(Boolean).join(" · ")}</span>`;
  }

  /** @param {HandsReckoned} answer */
  next({ next, asks }) {
    const { form } = this;
    const { wind, number, counter, dealer } = /** @type {NonNullable<HandsReckoned["next"]>} */ (next);
    const kinds = /** @type {[Form["kind"], string][]} */ ([
      ["win", t("entry.win")],
      ["draw", t("entry.draw")],
      ["abort", t("hall.hands.stopped")],
    ]);
    return html`<form
      class="stack next-hand"
      @submit=${(/** @type {Event} */ event) => (event.preventDefault(), this.add())}
    >
      <h3>
        ${labelled(handName(wind, String(number), counter), t("hall.hands.dealer", { name: this.names[dealer] }))}
      </h3>
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
      <p class="row"><button class="main" ?disabled=${!this.complete}>${t("hall.hands.add")}</button></p>
    </form>`;
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

/**
 * @param {string} wind
 * @param {string} number
 * @param {number} counter
 */
function handName(wind, number, counter) {
  const name = t("match.hand", { wind: t(`round.${wind}`), n: number });
  return counter ? `${name} · ${t("hall.hands.counter", { n: counter })}` : name;
}

/** @param {string} id */
const levelName = (id) => wordOr(`level.${id}`, t("result.limit"));

/** @param {number} moved */
const signed = (moved) => (moved > 0 ? `+${moved.toLocaleString()}` : moved.toLocaleString().replace("-", "−"));

/** @param {string} place @returns {HandGiven[]} */
function kept(place) {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} place @param {HandGiven[]} hands */
function keep(place, hands) {
  try {
    if (hands.length > 0) localStorage.setItem(place, JSON.stringify(hands));
    else localStorage.removeItem(place);
  } catch {
    // a device that keeps nothing only forgets them when the page is closed
  }
}
