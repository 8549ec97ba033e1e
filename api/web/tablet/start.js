// The dialog that starts a match: ruleset, its options, names, and how the seats are found.

import { itemName } from "../entry/explain.js";
import { choice, entered, field, radios } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, follow } from "../shared/latest.js";
import { get, newId, post } from "../shared/net.js";
import { asProblem, problemText, showProblem } from "../shared/problem.js";
import { SEATS } from "../shared/seats.js";
import { toast } from "../shared/toast.js";
import { named, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { blamed, optionList, valueOf, valuesOf } from "./options.js";

/** @import { RulesetList, Sheet, Snapshot } from "../shared/types.js" */
/** @import { Rules } from "./options.js" */

/** A game as it was played or is usual. @typedef {{ ruleset: string, options: Record<string, unknown> }} Game */

const KEPT = "jantaku.names";
const FIFTH = 4;

/** @param {Snapshot} state */
export async function startDialog(state) {
  try {
    new StartForm(await get("/rulesets"), state).open();
  } catch (error) {
    showProblem(error);
  }
}

class StartForm {
  /**
   * @param {RulesetList} list
   * @param {Snapshot} state
   */
  constructor({ rulesets, usual }, { match }) {
    this.rulesets = rulesets;
    /** @type {Game} the game of the last match at this table; before the first one, what the house has set */
    this.before = match ?? usual;
    this.ruleset = this.before.ruleset;
    /** @type {Rules | null} null until the sheet of the ruleset is there */
    this.rules = null;
    this.names = keptNames();
    /** @type {number | null} */
    this.dealer = null;
    this.seq = 0;
    this.playing = false;
    /** @type {unknown} */
    this.notice = nothing;
    this.dialog = new Dialog({ title: t("start.title") });
  }

  open() {
    this.dialog.open(
      () => this.body(),
      () => this.footer(),
    );
    this.load().catch(showProblem);
    follow(this.dialog, (state) => this.meet(state));
  }

  /**
   * Somebody may start a match at another tablet; then this one waits.
   * @param {Snapshot} state
   */
  meet({ seq, match }) {
    this.seq = seq;
    if (this.dialog.busy) return;
    const playing = match !== null && match.phase !== "over";
    if (playing === this.playing) return;
    this.playing = playing;
    this.notice = playing ? html`<p class="notice">${t("meanwhile.started")}</p>` : nothing;
    this.dialog.draw();
  }

  // ------------------------------------------------------------ rules

  /**
   * What could be edited goes at once: an edit of the rules that are about to go would be lost with them.
   * @param {string} ruleset
   */
  choose(ruleset) {
    if (this.rules && ruleset === this.ruleset) return;
    this.ruleset = ruleset;
    this.rules = null;
    this.dialog.draw();
    this.load().catch(showProblem);
  }

  async load() {
    const { ruleset } = this;
    /** @type {Sheet} */
    const sheet = await get(`/rulesets/${ruleset}`);
    if (ruleset !== this.ruleset) return; // chosen again meanwhile; answers may overtake each other
    const before =
      ruleset === this.before.ruleset ? asBefore(sheet, this.before.options) : { profile: null, options: {} };
    this.rules = { sheet, ruleset, wrong: [], ...before };
    this.changed();
  }

  /** After every edit of an option. */
  changed() {
    if (!this.playing) this.notice = nothing;
    this.dialog.draw();
  }

  /**
   * A named profile of the ruleset; another one starts again from its own values.
   * @param {string | null} profile
   */
  setProfile(profile) {
    if (this.rules) Object.assign(this.rules, { profile, options: {} });
    this.changed();
  }

  /**
   * The value of an option as it would be played; undefined where the ruleset has no such option.
   * @param {string} name
   */
  chosen(name) {
    const option = this.rules?.sheet.options.find((each) => each.name === name);
    return this.rules && option && valueOf(this.rules, option);
  }

  /** The chair that stays empty in a game of three; null for none. */
  emptySeat() {
    const wall = this.rules?.sheet.wall;
    const three = (this.chosen("players") ?? wall?.players) === 3;
    return three ? Number(this.chosen("absent-seat") ?? wall?.absent_seat ?? 3) : null;
  }

  get five() {
    return this.chosen("players") === FIFTH + 1;
  }

  // ------------------------------------------------------------ on the page

  body() {
    return html`
      <div role="alert" class="start-notice">${this.notice}</div>
      <div class="start">
        <div class="stack">
          <h2>${t("start.players")}</h2>
          <div>${this.nameFields()}</div>
          <p class="quiet small">${t("start.seats-help")}</p>
          ${this.firstDealer()}
        </div>
        <div class="stack">
          <h2>${t("start.ruleset")}</h2>
          <div>${this.rulesetChoice()}</div>
          <div class="stack">${this.rules ? this.rulesParts(this.rules) : nothing}</div>
        </div>
      </div>
    `;
  }

  footer() {
    const go = () => attempt(this.dialog, () => this.send());
    return html`
      ${cancelButton(this.dialog)}
      <button type="button" class="main" ?disabled=${this.playing} @click=${go}>${t("start.go")}</button>
    `;
  }

  rulesetChoice() {
    const entries = this.rulesets.map(({ id, names }) => ({ value: id, text: named(names, id) }));
    return radios(t("start.ruleset"), entries, this.ruleset, (id) => this.choose(id));
  }

  /** @param {Rules} rules */
  rulesParts(rules) {
    const use = {
      nameOf: (/** @type {string} */ id) => itemName(id, { sheet: rules.sheet, options: valuesOf(rules) }),
      onEdit: () => this.changed(),
      onReset: () => this.setProfile(rules.profile),
    };
    return html`${summary(rules.sheet)} ${this.profileChoice(rules)} ${optionList(rules, use)}`;
  }

  /** @param {Rules} rules */
  profileChoice({ sheet, profile }) {
    const names = Object.keys(sheet.profiles);
    if (!names.length) return nothing;
    /** @type {[string | null, string][]} */
    const pairs = [[null, t("start.profile-none")], ...names.map((name) => this.profilePair(name))];
    return field(
      t("start.profile"),
      choice(pairs, profile, (name) => this.setProfile(name)),
    );
  }

  /**
   * @param {string} name
   * @returns {[string, string]}
   */
  profilePair(name) {
    return [name, t(`profile.${this.ruleset}.${name}`)];
  }

  nameFields() {
    const empty = this.emptySeat();
    const seats = SEATS.map((seat) =>
      this.nameField(seat, t(`start.seat.${seat}`), seatHint(seat, empty), seat === empty),
    );
    return this.five ? [...seats, this.nameField(FIFTH, t("start.fifth"), t("start.fifth-name"), false)] : seats;
  }

  /**
   * @param {number} place
   * @param {string} label
   * @param {string} placeholder
   * @param {boolean} disabled
   */
  nameField(place, label, placeholder, disabled) {
    const set = (/** @type {Event} */ event) => void (this.names[place] = entered(event));
    return html`<label class="field who seat-${place}">
      ${label}<input
        type="text"
        maxlength="40"
        autocomplete="off"
        placeholder=${placeholder}
        ?disabled=${disabled}
        .value=${this.names[place]}
        @input=${set}
      />
    </label>`;
  }

  firstDealer() {
    /** @type {[number | null, string][]} */
    const pairs = [[null, t("start.by-rule")], ...SEATS.map(dealerPair)];
    return field(
      t("start.seating"),
      choice(pairs, this.dealer, (seat) => void (this.dealer = seat)),
    );
  }

  // ------------------------------------------------------------ starting

  people() {
    const empty = this.emptySeat();
    const name = (/** @type {number} */ place, /** @type {string} */ otherwise) =>
      this.names[place].trim() || otherwise;
    const seats = SEATS.filter((seat) => seat !== empty);
    return {
      seats: seats.map((seat) => ({ seat, name: name(seat, seatHint(seat, empty)) })),
      ...(this.five ? { fifth: name(FIFTH, t("start.fifth-name")) } : {}),
      ...(this.dealer === null ? {} : { seating: "given", first_dealer: this.dealer }),
    };
  }

  /** Whether the match has begun. */
  async send() {
    const { rules, seq } = this;
    if (!rules) return false;
    localStorage.setItem(KEPT, JSON.stringify(this.names));
    const { ruleset, profile, options } = rules;
    try {
      await post("/matches", { id: newId(), expected_seq: seq, ruleset, profile, options, ...this.people() });
    } catch (error) {
      this.refused(rules, error);
      return false;
    }
    toast(t("start.started"));
    return true;
  }

  /**
   * @param {Rules} rules
   * @param {unknown} error
   */
  refused(rules, error) {
    const { wrong, text } = blamed(rules, asProblem(error).problem);
    const said = wrong.length ? { text, remedy: "" } : problemText(error);
    rules.wrong = wrong;
    this.notice = html`<div class="notice bad">
      <p>${said.text}</p>
      ${said.remedy ? html`<p class="small">${said.remedy}</p>` : nothing}
    </div>`;
    this.dialog.draw();
    this.show(wrong.length > 0);
  }

  /**
   * Brings into view what the refusal is about.
   * @param {boolean} option
   */
  show(option) {
    const { element } = this.dialog;
    if (option) /** @type {HTMLDetailsElement} */ (element.querySelector(".house-rules")).open = true;
    element
      .querySelector(option ? ".option.wrong" : ".start-notice")
      ?.scrollIntoView({ block: option ? "center" : "nearest" });
  }
}

/**
 * @param {number} seat
 * @param {number | null} empty
 */
const seatHint = (seat, empty) => (seat === empty ? t("start.empty-seat") : t("seat.number", { n: seat + 1 }));

/**
 * @param {number} seat
 * @returns {[number, string]}
 */
const dealerPair = (seat) => [seat, t("start.deals", { name: t("seat.number", { n: seat + 1 }) })];

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The profile that these values are, or the options that differ from the ruleset's own; what is not among them is as it
 * stands.
 * @param {Sheet} sheet
 * @param {Record<string, unknown>} values
 * @returns {{ profile: string | null, options: Record<string, unknown> }}
 */
export function asBefore({ options, profiles }, values) {
  const differing = (/** @type {Record<string, unknown>} */ base) =>
    Object.fromEntries(
      options
        .map(({ name, default: own }) => [name, name in values ? values[name] : own, name in base ? base[name] : own])
        .filter(([, played, offered]) => !same(played, offered))
        .map(([name, played]) => [name, played]),
    );
  const own = differing({});
  if (same(own, {})) return { profile: null, options: {} };
  const profile = Object.keys(profiles).find((name) => same(differing(profiles[name]), {}));
  return profile ? { profile, options: {} } : { profile: null, options: own };
}

function keptNames() {
  try {
    const names = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.from({ length: FIFTH + 1 }, (_, place) => String(names[place] ?? ""));
  } catch {
    return Array(FIFTH + 1).fill("");
  }
}

/** @param {Sheet} sheet */
const summary = ({ wall, dice, unit }) =>
  html`<p class="quiet">${t("start.summary", { tiles: wall.tiles, dice: dice.dice, unit: t(`unit.${unit}`) })}</p>`;
