// A hand that has not won yet: what it waits for, what each tile would pay, and what bars a win. The match stays as it is.

import { button, fill, h, modal, radios, tick } from "../shared/dom.js";
import { emptyHand, handEditor, needed, recordOf } from "./hand.js";
import { post } from "../shared/net.js";
import { problemText } from "../shared/problem.js";
import { tile } from "../shared/tiles.js";
import { HAN } from "../tablet/wall.js";
import { figure, known, signed, t } from "../shared/words.js";

/** `seat`: whose hand it is at first, where somebody sits. */
export function checkDialog({ match }, seat) {
  const dialog = modal(t("check.title"), t("close"), { class: "check" });
  new HandCheck(match, dialog, seat).draw();
  return dialog;
}

class HandCheck {
  constructor(match, dialog, seat) {
    Object.assign(this, { match, hand: emptyHand(), passed: {} });
    this.seat = match.seats.some((each) => each.seat === seat) ? seat : match.seats[0].seat;
    const { seen } = match.asks;
    this.own = seen.find((field) => field === "discards" || field === "since_draw");
    this.asks = { ...match.asks, waiting: true, origins: false, discards: this.own ? t(`check.${this.own.replace("_", "-")}`) : null };
    this.left = h("div", { class: "stack" });
    this.answer = h("section", { class: "card preview waits", "aria-live": "polite", "aria-label": t("check.waits") });
    dialog.body.append(h("div", { class: "result-grid" }, this.left, this.answer));
    dialog.footer.append(h("p", { class: "quiet small" }, t("check.private")), button(t("close"), dialog.close, { class: "main" }));
  }

  draw() {
    const entries = this.match.seats.map(({ seat, name, wind }) => [seat, [h("span", { class: "han" }, HAN[wind] ?? ""), name], { class: `choice seat-${seat}` }]);
    fill(this.left,
      radios(t("check.player"), entries, this.seat, (seat) => this.pickSeat(seat)),
      handEditor(this.hand, this.asks.riichi, this.asks, () => this.check()),
      this.passedPart());
    this.check();
  }

  pickSeat(seat) {
    this.seat = seat;
    this.draw();
    this.left.querySelector('[aria-checked="true"]').focus();
  }

  passedPart() {
    const fields = this.asks.seen.filter((field) => field.startsWith("passed"));
    const words = { passed_win: "check.passed", passed_after_riichi: "check.passed-after-riichi" };
    return h("div", { class: "row" }, fields.map((field) => tick(t(words[field]), this.passed[field] ?? false, (on) => { this.passed[field] = on; this.check(); })));
  }

  /** Asks a moment after the last edit, and shows only the answer to the newest question. */
  check() {
    clearTimeout(this.timer);
    this.turn = (this.turn ?? 0) + 1;
    const missing = needed(this.hand) - this.hand.hand.length;
    if (missing) return this.show(h("p", { class: "quiet" }, t("check.need-tiles", { n: missing })));
    this.timer = setTimeout(() => this.ask(this.turn), 200);
  }

  async ask(turn) {
    let shown;
    try {
      shown = this.waits(await post("/waits", this.record()));
    } catch (error) {
      const { text, remedy } = problemText(error);
      shown = [h("p", { class: "notice bad" }, text), remedy ? h("p", {}, remedy) : null];
    }
    if (turn === this.turn) this.show(shown);
  }

  show(content) {
    fill(this.answer, h("h2", {}, t("check.waits")), content);
  }

  get wind() {
    return this.match.seats.find(({ seat }) => seat === this.seat).wind;
  }

  record() {
    const { match, hand } = this;
    const { winning_tile: none, ...parts } = recordOf(hand, this.asks.riichi);
    const own = this.own ? { [this.own]: hand.discards.join("") } : {};
    return {
      ruleset: match.ruleset, options: match.options, ...parts, seat_wind: this.wind, round_wind: match.prevailing,
      ...(match.asks.riichi.length ? { honba: match.carry } : {}), seen: { ...own, ...this.passed },
    };
  }

  waits(answer) {
    if (!answer.waits.length) return h("p", { class: "quiet" }, t("check.none"));
    return [
      answer.locks.map((lock) => h("p", { class: "notice" }, lock.text)),
      h("ul", { class: "wait-list" }, answer.waits.map((wait) => this.wait(wait, answer))),
    ];
  }

  wait(wait, answer) {
    const ways = (win) => wait.wins.filter((way) => way.win === win);
    return h("li", {},
      h("div", { class: "wait-tile" }, tile(wait.tile), h("span", { class: "small quiet" }, t("check.unseen", { n: wait.unseen }))),
      h("div", { class: "wait-worth" },
        this.way("self-draw", ways("self-draw"), answer),
        this.way("discard", ways("discard"), answer, wait.bars.length > 0),
        wait.wins.some((way) => way.legal) ? payments(wait.sentences.slice(1)) : null));
  }

  way(win, ways, answer, barred = false) {
    const legal = ways.filter((way) => way.legal);
    return h("div", { class: "way" }, h("span", { class: "quiet" }, t(`check.${win}`)),
      barred ? h("span", { class: "chip warn" }, t("check.barred")) : legal.length ? this.worth(legal) : h("span", {}, this.short(ways[0], answer)));
  }

  worth(ways) {
    const [{ total, unit, level, limit }] = ways;
    const name = level && known(`level.${level}`) ? t(`level.${level}`) : limit ? t("result.limit") : "";
    const gains = ways.map((way) => way.payments[this.wind]);
    const [low, high] = [Math.min(...gains), Math.max(...gains)];
    return [h("span", {}, [t("result.total", { total: figure(total), unit: t(`unit.${unit}`) }), name].filter(Boolean).join(" · ")),
      h("b", { class: "number plus" }, low === high ? signed(high) : `${signed(low)} – ${signed(high)}`)];
  }

  short(way, { minimum, unit }) {
    return way.missing ? t("check.short", { n: way.missing, least: minimum, unit: t(`unit.${unit}`) }) : t("check.no");
  }
}

const payments = (lines) => h("details", {}, h("summary", { class: "small" }, t("check.more")), h("ul", { class: "lines small" }, lines.map((line) => h("li", {}, line))));
