// The result of a hand: who won, on what, for how much - quickly, or with the tiles - and what it pays, before it counts.
// The same dialog corrects an earlier hand; then it asks who corrects and why.

import { aftermath, liableAsked, liablePart, noWinPart, sticksPart } from "./afterwards.js";
import { needsFu, quickPart, worthText } from "./amount.js";
import { button, field, fill, h, modal, radios, toast } from "../shared/dom.js";
import { dropDraft, keepDraft, readDraft } from "./draft.js";
import { complete, emptyHand, handEditor, handOf, recordOf } from "./hand.js";
import { follow, tell } from "../shared/latest.js";
import { handName, lastTitle, potText, seatName } from "../tablet/matchcard.js";
import { GONE, happened, nets } from "./meanwhile.js";
import { answered, get, newId, post } from "../shared/net.js";
import { problemText, sayProblem } from "../shared/problem.js";
import { explanation } from "./explain.js";
import { HAN } from "../tablet/wall.js";
import { known, t } from "../shared/words.js";

const SOURCES = ["self-draw", "discard", "robbed-kong"];

const line = (label, ...controls) => h("div", { class: "labelled" }, h("h2", {}, label), controls);

const newWin = () => ({ winner: null, source: null, discarder: null, total: null, fu: null, limit: false, liable: null, tiles: emptyHand() });

/** What was entered for a hand; one that has no result yet begins with an empty win. */
function formOf({ kind = "win", winners = [], reason = "", riichi = [], ready = [], nagashi = [] }, asks) {
  const own = (flag) => flag !== asks.riichi[0]; // a stick is among those of all seats
  const wins = winners.map(({ seat, source, discarder, liable, total, fu, limit, tiles }) => (
    { winner: seat, source, discarder, liable, total, fu, limit, tiles: tiles ? handOf(tiles, own) : emptyHand() }));
  return { kind, full: winners.some((each) => each.tiles), wins: wins.length ? wins : [newWin()], reason: reason || "void", riichi, ready, nagashi };
}

/** `correct`: null for the hand being played, or the summary of the hand to correct. */
export async function resultDialog(state, correct, done) {
  let sheet;
  try {
    sheet = await get(`/rulesets/${state.match.ruleset}`);
  } catch (error) {
    return sayProblem(error);
  }
  const title = correct ? t("correct.title", { hand: handName(correct) }) : t("result.title");
  const dialog = modal(title, t("close"), { class: "result" });
  const place = [state.match.id, state.match.index, correct?.hand, correct?.revision].join(" ");
  const draft = readDraft(place);
  const result = new ResultForm({ state, sheet, dialog, form: draft ?? blank(correct, state.match), correct, done, place });
  result.open(draft !== null);
  return dialog;
}

const blank = (correct, match) => ({ ...formOf(correct ?? {}, match.asks), who: "", why: "" });

class ResultForm {
  constructor(parts) {
    Object.assign(this, parts);
    this.id = newId();
    this.match = parts.state.match;
    this.asks = this.match.asks;
    this.seats = parts.correct?.seats ?? this.match.seats; // people and winds of that hand, not of the present one
    this.preview = h("section", { class: "card preview", "aria-live": "polite", "aria-label": t("result.preview") });
    this.left = h("div", { class: "stack" });
    this.notice = h("div", { role: "alert" });
    this.dialog.body.append(this.notice, h("div", { class: "result-grid" }, this.left, this.preview));
    this.confirm = button(t(this.correct ? "correct.go" : "result.confirm"), () => this.send(), { class: "main" });
    this.hint = h("p", { class: "quiet small hint" });
    this.dialog.footer.append(this.hint, button(t("cancel"), this.dialog.close), this.confirm);
  }

  open(restored) {
    const again = () => { fill(this.notice); this.set(() => { this.form = blank(this.correct, this.match); }); };
    if (restored) this.say(t("draft.kept"), button(t("draft.drop"), again));
    this.untouched = JSON.stringify(blank(this.correct, this.match));
    this.draw();
    this.dialog.element.addEventListener("close", dropDraft);
    follow(this.dialog, (state) => this.meet(state));
  }

  draw() {
    const { form } = this;
    const stopped = this.asks.abort.length ? "result.stopped" : "result.abort";
    const kinds = [["win", t("result.win")], ["draw", t("result.draw")], ["abort", t(stopped)]];
    fill(this.left,
      radios(t("result.kind"), kinds, form.kind, (kind) => this.set(() => { form.kind = kind; })),
      form.kind === "win" ? form.wins.map((win, index) => this.winPart(win, index)) : noWinPart(form, this.asks, this.seats, (edit) => this.set(edit)),
      sticksPart(form, this.asks, this.seats, (edit) => this.set(edit)),
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
      liablePart(win, this.asks, form.full, this.seats, (edit) => this.set(edit)),
      index === 0 && win.source && win.source !== "self-draw" && form.wins.length < 3
        ? button(t("result.another"), () => this.set(() => form.wins.push({ ...newWin(), source: win.source, discarder: win.discarder })), { class: "more" }) : null);
  }

  taken(win, seat) {
    return this.form.wins.some((other) => other !== win && other.winner === seat) || (win !== this.form.wins[0] && seat === this.form.wins[0].discarder);
  }

  pickWinner(win, seat) {
    win.winner = seat;
    if (win.liable === seat) win.liable = null;
    if (win.discarder === seat) for (const each of this.form.wins) each.discarder = null;
  }

  sourcePart(win) {
    const sources = SOURCES.filter((source) => (this.asks.sources ?? SOURCES).includes(source)).map((source) => [source, t(`source.${source}`)]);
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
    const entries = this.seats.map(({ seat, name, wind }) => [seat, [h("span", { class: "han" }, HAN[wind] ?? ""), name], { disabled: blocked(seat), class: `choice seat-${seat}` }]);
    return radios(label, entries, value, onpick);
  }

  amountPart(win) {
    const { form } = this;
    const forms = [[false, t("result.quick")], [true, t("result.full")]];
    return h("div", { class: "stack" },
      line(t("result.amount"), radios(t("result.amount"), forms, form.full, (full) => this.set(() => { form.full = full; }))),
      form.full ? handEditor(win.tiles, this.flagsFor(win), this.asks, () => this.edited()) : quickPart(win, this.asks, t(`unit.${this.match.unit}`), (edit) => this.set(edit), () => this.check()));
  }

  /** What may be special about such a win; whether a stick was laid is asked for all seats together. */
  flagsFor(win) {
    const dealer = this.seats.find((each) => each.seat === win.winner)?.wind === "E";
    return this.asks.situations
      .filter((each) => each.sources.includes(win.source) && (each.dealer === null || each.dealer === dealer) && each.id !== this.asks.riichi[0])
      .map((each) => each.id);
  }

  /** A flag of the hand may say that a stick lies on the table. */
  edited() {
    const flags = JSON.stringify(this.form.wins.map((win) => win.tiles.flags));
    if (flags !== this.flags && this.asks.riichi.length) this.draw();
    else this.check();
    this.flags = flags;
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
      if (!form.full && needsFu(win, this.asks) && win.fu === null) return t("result.need-fu");
    }
    return null;
  }

  outcome() {
    const { form, asks } = this;
    const after = aftermath(form, asks);
    if (form.kind !== "win") return { kind: form.kind, ...after };
    return { kind: "win", ...after, wins: form.wins.map((win) => ({
      winner: win.winner, source: win.source, discarder: win.discarder,
      ...(win.liable !== null && liableAsked(win, asks, form.full) ? { liable: win.liable } : {}),
      ...(form.full ? { tiles: this.tilesOf(win, after.riichi) } : { total: win.total ?? 0, limit: win.limit, fu: needsFu(win, asks) ? win.fu : null }),
    })) };
  }

  /** The hand of a winner who laid a stick says so. */
  tilesOf(win, riichi) {
    const record = recordOf(win.tiles, this.flagsFor(win));
    const plain = riichi.includes(win.winner) && !record.flags.some((flag) => this.asks.riichi.includes(flag));
    return plain ? { ...record, flags: [this.asks.riichi[0], ...record.flags] } : record;
  }

  /** Shows what the result would pay, a moment after the last edit, and only the answer to the newest question. */
  check() {
    clearTimeout(this.timer);
    if (JSON.stringify(this.form) !== this.untouched) keepDraft(this.place, this.form);
    const missing = this.missing();
    this.confirm.disabled = true;
    this.hint.textContent = missing ?? "";
    if (missing) return fill(this.preview, h("h2", {}, t("result.preview")), h("p", { class: "quiet" }, missing));
    this.timer = setTimeout(() => this.ask(), 200);
  }

  async ask() {
    this.unasked = false;
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
      answer.results.length ? null : answer.wins.filter((win) => win.level).map((win) => h("p", { class: "total" }, worthText(win, t(`unit.${this.match.unit}`)))),
      answer.passed_over.length ? h("p", { class: "notice" }, t("result.passed-over", { names: answer.passed_over.map((seat) => this.nameOf(seat)).join(", ") })) : null,
      nets({ seats: this.seats, net: answer.net }),
      h("ul", { class: "lines small" }, answer.lines.map((line) => this.line(line)), this.stickLines(answer)),
      answer.next ? h("p", { class: "quiet" }, t("result.next-dealer", { name: this.nextDealer(answer.next) }), h("br"), potText(this.asks, answer.next)) : null,
      answer.ends_match ? h("p", { class: "notice" }, t("result.ends-match")) : null);
  }

  nameOf(seat) {
    return seatName(this, seat);
  }

  /** What moves between a player and the sticks on the table, beside the payments. */
  stickLines({ net, lines }) {
    return this.seats.map(({ seat, name }) => {
      const paid = lines.reduce((sum, each) => sum + (each.payee === seat ? each.amount : 0) - (each.payer === seat ? each.amount : 0), 0);
      const rest = net[seat] - paid;
      return rest ? h("li", {}, t(rest < 0 ? "result.stick-laid" : "result.sticks-taken", { name, n: Math.abs(rest) })) : null;
    });
  }

  /** People may change their seats before the next hand. */
  nextDealer(next) {
    return next.dealer_name ?? this.nameOf(next.dealer);
  }

  line({ payer, payee, amount, key }) {
    const who = (seat) => (seat >= 0 && seat < 4 ? this.nameOf(seat) : t("result.bank"));
    const places = { payer: who(payer), payee: who(payee), amount };
    return h("li", {}, known(key) ? t(key, places) : t("result.line", places));
  }

  refuse(error) {
    this.unasked = !answered(error);
    const { text, remedy } = problemText(error);
    fill(this.preview, h("h2", {}, t("result.preview")), h("p", { class: "notice bad" }, text), remedy ? h("p", {}, remedy) : null);
  }

  async send() {
    const { form, match, state, correct } = this;
    this.confirm.disabled = this.sending = true;
    const body = { id: this.id, expected_seq: state.seq, ...this.outcome() };
    try {
      if (correct) await post("/matches/current/corrections", { ...body, hand: correct.hand, revision: correct.revision, who: form.who.trim(), why: form.why.trim() });
      else await post("/matches/current/hands/current/result", { ...body, hand: match.index });
      this.dialog.close();
      toast(t("result.kept"));
      this.done();
    } catch (error) {
      this.sending = false;
      await this.refused(error);
    }
  }

  /** A refused command is over: the next try is a new one, made for the table as it is now. */
  async refused(error) {
    if (answered(error)) this.id = newId();
    this.told = false;
    if (error.status === 409) await get("/table").then(tell, () => {});
    if (this.gone) return;
    if (!this.told) sayProblem(error);
    this.check();
  }

  // ------------------------------------------------------------ others at the same table

  /** What somebody else has done since is shown before this entry counts. */
  meet(state) {
    if (this.sending || this.gone) return;
    const what = happened(this.match, state.match, this.correct);
    this.state = state;
    if (GONE.has(what)) return this.giveUp(what, state);
    this.match = state.match;
    if (!what && this.unasked) this.check(); // the service is back
    if (what) (this.correct ? this.meetCorrected(what) : this.meetChanged(what));
  }

  meetChanged(what, ...content) {
    this.say(t(`meanwhile.${what}`), ...content);
    this.check();
  }

  async meetCorrected(what) {
    this.told = true;
    const { hands } = await get("/matches/current").catch(() => ({ hands: [] }));
    const now = hands.find((each) => each.hand === this.correct.hand);
    if (!now || now.revision === this.correct.revision) return this.meetChanged(what);
    this.correct = now;
    this.say(t("meanwhile.corrected", { hand: lastTitle(this.match, now) }), nets(now));
    this.check();
  }

  say(text, ...content) {
    this.told = true;
    fill(this.notice, h("div", { class: "notice stack" }, h("p", {}, text), content));
    this.notice.scrollIntoView({ block: "nearest" });
  }

  /** The hand is not there any more; the entry stays to be read, but cannot be sent. */
  giveUp(what, state) {
    const last = what === "result" ? state.match.last : null;
    this.gone = true;
    clearTimeout(this.timer);
    this.turn = (this.turn ?? 0) + 1;
    this.left.inert = true;
    this.preview.hidden = true;
    const replace = () => { this.dialog.close(); resultDialog(state, last, this.done); };
    fill(this.dialog.footer, last ? button(t("meanwhile.correct"), replace) : null, button(t("close"), this.dialog.close, { class: "main" }));
    this.say(t(`meanwhile.${what}`, last ? { hand: lastTitle(state.match, last) } : {}), last ? nets(last) : null);
  }
}
