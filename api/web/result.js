// The result of a hand: who won, on what, for how much - quickly, or with the tiles - and what it pays, before it counts.
// The same dialog corrects an earlier hand; then it asks who corrects and why.

import { button, field, fill, h, modal, radios, tick, toast } from "./dom.js";
import { complete, emptyHand, handEditor, recordOf } from "./hand.js";
import { netFigure, seatName } from "./matchcard.js";
import { get, newId, post } from "./net.js";
import { asksReady, features, situations } from "./situations.js";
import { problemText, sayProblem } from "./problem.js";
import { explanation } from "./explain.js";
import { HAN } from "./wall.js";
import { known, t } from "./words.js";

const SOURCES = ["self-draw", "discard", "robbed-kong"];

const line = (label, ...controls) => h("div", { class: "labelled" }, h("h2", {}, label), controls);

const newWin = () => ({ winner: null, source: null, discarder: null, total: null, limit: false, tiles: emptyHand() });

/** `correct`: null for the hand being played, or {hand, prevailing, dealer} of the hand to correct. */
export async function resultDialog(state, correct, done) {
  let sheet;
  try {
    sheet = await get(`/rulesets/${state.match.ruleset}`);
  } catch (error) {
    return sayProblem(error);
  }
  const title = correct ? t("correct.title", { n: correct.hand }) : t("result.title");
  const dialog = modal(title, t("close"), { class: "result" });
  const form = { kind: "win", full: false, wins: [newWin()], ready: [], who: "", why: "", id: newId() };
  new ResultForm({ state, sheet, dialog, form, correct, done }).draw();
  return dialog;
}

class ResultForm {
  constructor(parts) {
    Object.assign(this, parts);
    this.match = parts.state.match;
    this.preview = h("section", { class: "card preview", "aria-live": "polite", "aria-label": t("result.preview") });
    this.left = h("div", { class: "stack" });
    this.dialog.body.append(h("div", { class: "result-grid" }, this.left, this.preview));
    this.confirm = button(t(this.correct ? "correct.go" : "result.confirm"), () => this.send(), { class: "main" });
    this.dialog.footer.append(button(t("cancel"), this.dialog.close), this.confirm);
  }

  draw() {
    const { form } = this;
    const kinds = ["win", "draw", "abort"].map((kind) => [kind, t(`result.${kind}`)]);
    fill(this.left,
      radios(t("result.kind"), kinds, form.kind, (kind) => this.set(() => { form.kind = kind; })),
      form.kind === "win" ? form.wins.map((win, index) => this.winPart(win, index)) : this.readyPart(),
      this.correct ? this.reasonPart() : null);
    this.check();
  }

  set(edit) {
    edit();
    this.draw();
  }

  winPart(win, index) {
    const { form } = this;
    const several = form.wins.length > 1;
    return h("div", { class: "card stack" },
      line(several ? t("result.winner-n", { n: index + 1 }) : t("result.winner"), this.seatRadios(t("result.winner"), win.winner, (seat) => this.set(() => this.pickWinner(win, seat)), (seat) => this.taken(win, seat)),
        index > 0 ? button(t("remove"), () => this.set(() => form.wins.splice(index, 1)), { class: "plain" }) : null),
      index === 0 ? this.sourcePart(win) : null,
      this.amountPart(win),
      index === 0 && win.source && win.source !== "self-draw" && form.wins.length < 3
        ? button(t("result.another"), () => this.set(() => form.wins.push({ ...newWin(), source: win.source, discarder: win.discarder })), { class: "plain" }) : null);
  }

  taken(win, seat) {
    return this.form.wins.some((other) => other !== win && other.winner === seat) || (win !== this.form.wins[0] && seat === this.form.wins[0].discarder);
  }

  pickWinner(win, seat) {
    win.winner = seat;
    if (win.discarder === seat) for (const each of this.form.wins) each.discarder = null;
  }

  sourcePart(win) {
    const sources = SOURCES.map((source) => [source, t(`source.${source}`)]);
    const share = (edit) => this.set(() => this.form.wins.forEach(edit));
    return [
      line(t("result.source"), radios(t("result.source"), sources, win.source, (source) => share((each) => {
        each.source = source;
        each.tiles.flags = [];
        if (source === "self-draw") each.discarder = null;
        if (source === "self-draw") this.form.wins.length = 1;
      }))),
      win.source && win.source !== "self-draw" ? line(t(`result.from.${win.source}`),
        this.seatRadios(t(`result.from.${win.source}`), win.discarder, (seat) => share((each) => { each.discarder = seat; }), (seat) => this.form.wins.some((each) => each.winner === seat))) : null,
    ];
  }

  seatRadios(label, value, onpick, blocked) {
    const entries = this.match.seats.map(({ seat, name, wind }) => [seat, [h("span", { class: "han" }, HAN[this.windOf(seat, wind)] ?? ""), name], { disabled: blocked(seat), class: `choice seat-${seat}` }]);
    return radios(label, entries, value, onpick);
  }

  /** Winds move with the deal: in a corrected hand they were those of that hand. */
  windOf(seat, wind) {
    return this.correct?.dealer === undefined ? wind : "ESWN"[(seat - this.correct.dealer + 4) % 4];
  }

  amountPart(win) {
    const { form } = this;
    const forms = [[false, t("result.quick")], [true, t("result.full")]];
    return h("div", { class: "stack" },
      line(t("result.amount"), radios(t("result.amount"), forms, form.full, (full) => this.set(() => { form.full = full; }))),
      form.full ? handEditor(win.tiles, this.flagsFor(win), this.features(), () => this.check()) : this.quickPart(win));
  }

  flagsFor(win) {
    const seat = this.match.seats.find((each) => each.seat === win.winner);
    return situations(this.match.ruleset, win.source, this.windOf(win.winner, seat?.wind) === "E");
  }

  features() {
    return features(this.match, this.state.mechanism.plan.tiles);
  }

  quickPart(win) {
    const unit = t(`unit.${this.match.unit}`);
    const amount = h("input", { type: "number", min: 0, max: 9999, inputmode: "numeric", value: win.total ?? "", "aria-label": unit, oninput: (event) => { win.total = event.target.value === "" ? null : Number(event.target.value); this.check(); } });
    const presets = Array.from({ length: 13 }, (_, k) => button(String(k + 1), () => this.set(() => { win.total = k + 1; }), { class: "number", "aria-pressed": win.total === k + 1 }));
    return h("div", { class: "quick" }, this.match.unit === "points" ? null : h("div", { class: "presets" }, presets),
      h("div", { class: "row" }, h("span", { class: "amount" }, amount), h("span", {}, unit), tick(t("result.limit"), win.limit, (limit) => { win.limit = limit; this.check(); })));
  }

  readyPart() {
    const { form } = this;
    if (form.kind !== "draw" || !asksReady(this.match.ruleset)) return h("p", { class: "quiet" }, t(`result.${form.kind}-help`));
    return h("div", { class: "card stack" }, h("h2", {}, t("result.ready")), this.match.seats.map(({ seat, name }) =>
      tick(name, form.ready.includes(seat), (on) => { form.ready = on ? [...form.ready, seat] : form.ready.filter((each) => each !== seat); this.check(); })));
  }

  reasonPart() {
    const { form } = this;
    return h("div", { class: "card stack" },
      field(t("correct.who"), h("input", { type: "text", maxlength: 60, value: form.who, oninput: (event) => { form.who = event.target.value; this.check(); } })),
      field(t("correct.why"), h("input", { type: "text", maxlength: 200, value: form.why, oninput: (event) => { form.why = event.target.value; this.check(); } })));
  }

  missing() {
    const { form } = this;
    if (this.correct && !form.who.trim()) return t("correct.need-who");
    if (this.correct && !form.why.trim()) return t("correct.need-why");
    if (form.kind !== "win") return null;
    for (const win of form.wins) {
      if (win.winner === null) return t("result.need-winner");
      if (!win.source) return t("result.need-source");
      if (win.source !== "self-draw" && win.discarder === null) return t(`result.need-from.${win.source}`);
      if (form.full ? !complete(win.tiles) : win.total === null && !win.limit) return t(form.full ? "result.need-tiles" : "result.need-amount");
    }
    return null;
  }

  outcome() {
    const { form } = this;
    if (form.kind !== "win") return { kind: form.kind, ready: form.ready };
    return { kind: "win", wins: form.wins.map((win) => ({
      winner: win.winner, source: win.source, discarder: win.discarder,
      ...(form.full ? { tiles: recordOf(win.tiles) } : { total: win.total ?? 0, limit: win.limit }),
    })) };
  }

  /** Shows what the result would pay, a moment after the last edit, and only the answer to the newest question. */
  check() {
    clearTimeout(this.timer);
    const missing = this.missing();
    this.confirm.disabled = true;
    if (missing) return fill(this.preview, h("h2", {}, t("result.preview")), h("p", { class: "quiet" }, missing));
    this.timer = setTimeout(() => this.ask(), 200);
  }

  async ask() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    try {
      const answer = await post("/matches/current/preview", { ...this.outcome(), hand: this.correct?.hand ?? null });
      if (turn === this.turn) this.showPreview(answer);
    } catch (error) {
      if (turn === this.turn) this.refuse(error);
    }
  }

  showPreview(answer) {
    this.confirm.disabled = false;
    fill(this.preview, h("h2", {}, t("result.preview")),
      answer.results.map((result) => explanation(result, this.sheet)),
      answer.passed_over.length ? h("p", { class: "notice" }, t("result.passed-over", { names: answer.passed_over.map((seat) => seatName(this.match, seat)).join(", ") })) : null,
      h("div", { class: "nets" }, this.match.seats.map(({ seat, name }) => h("div", {}, h("span", { class: "quiet small name" }, name), netFigure(answer.net[seat] ?? 0)))),
      h("ul", { class: "lines small" }, answer.lines.map((line) => this.line(line))),
      answer.next ? h("p", { class: "quiet" }, t("result.next-dealer", { name: seatName(this.match, answer.next.dealer) })) : null,
      answer.ends_match ? h("p", { class: "notice" }, t("result.ends-match")) : null);
  }

  line({ payer, payee, amount, key }) {
    const who = (seat) => (seat >= 0 && seat < 4 ? seatName(this.match, seat) : t("result.bank"));
    const places = { payer: who(payer), payee: who(payee), amount };
    return h("li", {}, known(key) ? t(key, places) : t("result.line", places));
  }

  refuse(error) {
    const { text, remedy } = problemText(error);
    fill(this.preview, h("h2", {}, t("result.preview")), h("p", { class: "notice bad" }, text), remedy ? h("p", {}, remedy) : null);
  }

  async send() {
    const { form, state, correct } = this;
    this.confirm.disabled = true;
    const body = { id: form.id, expected_seq: state.seq, ...this.outcome() };
    try {
      if (correct) await post("/matches/current/corrections", { ...body, hand: correct.hand, who: form.who.trim(), why: form.why.trim() });
      else await post("/matches/current/hands/current/result", body);
      this.dialog.close();
      toast(t("result.kept"));
      this.done();
    } catch (error) {
      this.confirm.disabled = false;
      sayProblem(error);
    }
  }
}
