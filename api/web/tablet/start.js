// The dialog that starts a match: ruleset, its options, names, and how the seats are found.

import { button, choice, field, fill, h, modal, radios, tick, toast } from "../shared/dom.js";
import { itemName } from "../entry/explain.js";
import { attempt, follow } from "../shared/latest.js";
import { get, newId, post } from "../shared/net.js";
import { optionList, sayWrong, valueOf } from "./options.js";
import { problemText, sayProblem } from "../shared/problem.js";
import { named, t } from "../shared/words.js";

const KEPT = "jantaku.names";
const FIFTH = 4;

export async function startDialog(state, done) {
  let list;
  try {
    list = await get("/rulesets");
  } catch (error) {
    return sayProblem(error);
  }
  const dialog = modal(t("start.title"), t("close"));
  new StartForm(dialog, list, usual(state.match, list), done).draw();
  return dialog;
}

/** The game of the last match at this table; before the first one, what the house has set. */
const usual = (match, list) => (match ? { ruleset: match.ruleset, options: match.options } : list.usual);

class StartForm {
  constructor(dialog, { rulesets }, before, done) {
    Object.assign(this, { dialog, rulesets, before, done, ruleset: before.ruleset, profile: null, options: {}, names: keptNames(), dealer: null });
    this.details = h("div", { class: "stack" });
    this.players = h("div", {});
    this.pick = h("div", {});
    this.notice = h("div", { role: "alert", class: "start-notice" });
    this.go = button(t("start.go"), () => attempt(dialog, () => this.send()), { class: "main" });
  }

  draw() {
    const { body, footer, close } = this.dialog;
    body.append(this.notice, h("div", { class: "start" },
      h("div", { class: "stack" }, h("h2", {}, t("start.players")), this.players, h("p", { class: "quiet small" }, t("start.seats-help")), this.firstDealer()),
      h("div", { class: "stack" }, h("h2", {}, t("start.ruleset")), this.pick, this.details)));
    footer.append(button(t("cancel"), close), this.go);
    this.choose(this.ruleset);
    follow(this.dialog, (state) => this.meet(state));
  }

  /** Somebody may start a match at another tablet; then this one waits. */
  meet({ seq, match }) {
    this.seq = seq;
    if (this.dialog.busy) return;
    const playing = match !== null && match.phase !== "over";
    if (playing !== this.go.disabled) fill(this.notice, playing ? h("p", { class: "notice" }, t("meanwhile.started")) : null);
    this.go.disabled = playing;
  }

  // ------------------------------------------------------------ rules

  /** What could be edited goes at once: an edit of the rules that are about to go would be lost with them. */
  choose(ruleset) {
    if (this.sheet && ruleset === this.ruleset) return;
    Object.assign(this, { ruleset, sheet: null, profile: null, options: {} });
    fill(this.details);
    fill(this.pick, radios(t("start.ruleset"), this.rulesets.map((each) => [each.id, named(each.names, each.id)]), ruleset, (id) => this.choose(id)));
    this.load(ruleset).catch(sayProblem);
  }

  async load(ruleset) {
    const sheet = await get(`/rulesets/${ruleset}`);
    if (ruleset !== this.ruleset) return; // chosen again meanwhile; answers may overtake each other
    this.sheet = sheet;
    if (ruleset === this.before.ruleset) Object.assign(this, asBefore(sheet, this.before.options));
    this.showRules();
  }

  showRules() {
    this.changed();
    fill(this.details, summary(this.sheet), this.profileChoice(), optionList(this, (name) => itemName(name, this.sheet), () => this.setProfile(this.profile)));
  }

  /** After every edit of an option. */
  changed() {
    fill(this.players, this.nameFields());
    if (!this.go.disabled) fill(this.notice);
  }

  /** The named profiles of the ruleset; another one starts again from its own values. */
  profileChoice() {
    const names = Object.keys(this.sheet.profiles ?? {});
    if (!names.length) return null;
    const pairs = [["", t("start.profile-none")], ...names.map((name) => [name, t(`profile.${this.ruleset}.${name}`)])];
    return field(t("start.profile"), choice(pairs, this.profile ?? "", (name) => this.setProfile(name || null)));
  }

  setProfile(profile) {
    Object.assign(this, { profile, options: {} });
    this.showRules();
  }

  // ------------------------------------------------------------ people

  /** The value of an option as it would be played; undefined where the ruleset has no such option. */
  chosen(name) {
    const option = this.sheet.options.find((each) => each.name === name);
    return option && valueOf(this, option);
  }

  /** The chair that stays empty in a game of three; null for none. */
  emptySeat() {
    const { wall } = this.sheet;
    const three = (this.chosen("players") ?? wall.players) === 3;
    return three ? this.chosen("absent-seat") ?? wall.absent_seat ?? 3 : null;
  }

  nameFields() {
    const empty = this.emptySeat();
    const seats = [0, 1, 2, 3].map((seat) => this.nameField(seat, t(`start.seat.${seat}`), seat === empty ? t("start.empty-seat") : t("seat.number", { n: seat + 1 }), seat === empty));
    return this.chosen("players") === FIFTH + 1 ? [...seats, this.nameField(FIFTH, t("start.fifth"), t("start.fifth-name"), false)] : seats;
  }

  nameField(place, label, placeholder, disabled) {
    return h("label", { class: `field who seat-${place}` }, label,
      h("input", { type: "text", maxlength: 40, autocomplete: "off", value: this.names[place], disabled, placeholder, oninput: (event) => { this.names[place] = event.target.value; } }));
  }

  firstDealer() {
    const pairs = [["", t("start.by-rule")], ...[0, 1, 2, 3].map((seat) => [seat, t("start.deals", { name: t("seat.number", { n: seat + 1 }) })])];
    return field(t("start.seating"), choice(pairs, "", (seat) => { this.dealer = seat === "" ? null : Number(seat); }));
  }

  people() {
    const empty = this.emptySeat();
    const name = (place, otherwise) => this.names[place].trim() || otherwise;
    const seats = [0, 1, 2, 3].filter((seat) => seat !== empty).map((seat) => ({ seat, name: name(seat, t("seat.number", { n: seat + 1 })) }));
    const fifth = this.chosen("players") === FIFTH + 1 ? { fifth: name(FIFTH, t("start.fifth-name")) } : {};
    return { seats, ...fifth, ...(this.dealer === null ? {} : { seating: "given", first_dealer: this.dealer }) };
  }

  // ------------------------------------------------------------ starting

  /** Whether the match has begun. */
  async send() {
    if (!this.sheet) return false;
    localStorage.setItem(KEPT, JSON.stringify(this.names));
    const { ruleset, profile, options, seq } = this;
    try {
      await post("/matches", { id: newId(), expected_seq: seq, ruleset, profile, options, ...this.people() });
    } catch (error) {
      this.refused(error);
      return false;
    }
    toast(t("start.started"));
    this.done();
    return true;
  }

  refused(error) {
    const wrong = sayWrong(this.details, error.problem);
    const { text, remedy } = wrong ? { text: wrong, remedy: "" } : problemText(error);
    fill(this.notice, h("div", { class: "notice bad" }, h("p", {}, text), remedy ? h("p", { class: "small" }, remedy) : null));
    if (!wrong) this.notice.scrollIntoView({ block: "nearest" });
    if (error.status === 409) this.done();
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The profile that these values are, or the options that differ from the ruleset's own; what is not among them is as it stands. */
export function asBefore({ options, profiles = {} }, values) {
  const differing = (base) => Object.fromEntries(options
    .map(({ name, default: own }) => [name, name in values ? values[name] : own, name in base ? base[name] : own])
    .filter(([, played, offered]) => !same(played, offered))
    .map(([name, played]) => [name, played]));
  const own = differing({});
  const profile = Object.keys(own).length ? Object.keys(profiles).find((name) => same(differing(profiles[name]), {})) : undefined;
  return profile ? { profile, options: {} } : { profile: null, options: own };
}

function keptNames() {
  try {
    const names = JSON.parse(localStorage.getItem(KEPT));
    return Array.from({ length: FIFTH + 1 }, (_, place) => String(names[place] ?? ""));
  } catch {
    return Array(FIFTH + 1).fill("");
  }
}

function summary(sheet) {
  const walls = sheet.wall ?? {};
  const dice = sheet.dice ?? {};
  return h("p", { class: "quiet" }, t("start.summary", { tiles: walls.tiles ?? "–", dice: dice.dice ?? "–", unit: t(`unit.${sheet.unit}`) }));
}
