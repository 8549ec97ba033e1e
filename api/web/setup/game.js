// Which game is played: house rules of the table or a ruleset; what it is, which tiles it wants; profile and options.

import { itemName, rowsOf } from "../entry/explain.js";
import { choice, field, radios } from "../shared/controls.js";
import { get, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { SEATS } from "../shared/seats.js";
import { named, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { itemForm } from "./items.js";
import { tilesSentence } from "./needs.js";
import { optionForm, valueOf, valuesOf } from "./options.js";

/** @import { GameSetup, HouseRules, RulesetList, Sheet } from "../shared/types.js" */
/** @import { Rules } from "./options.js" */

/** A game as it was played or is usual. @typedef {{ ruleset: string, options: Record<string, unknown> }} Game */

const SOON_MS = 250;

export class GameChoice {
  /**
   * @param {RulesetList["rulesets"]} rulesets
   * @param {HouseRules[]} houseRules
   * @param {Game} before the game with which it begins
   * @param {() => void} onEdit
   * @param {() => void} onAnswer when it is known what the rules want; nobody edited anything
   */
  constructor(rulesets, houseRules, before, onEdit, onAnswer = onEdit) {
    this.rulesets = rulesets;
    this.houseRules = houseRules;
    this.before = before;
    this.onEdit = onEdit;
    this.onAnswer = onAnswer;
    this.ruleset = before.ruleset;
    /** @type {(ruleset: RulesetList["rulesets"][number]) => void} another ruleset is chosen */
    this.onRuleset = () => {};
    /** @type {HouseRules | null} */
    this.house = null;
    /** @type {Rules | null} null until the sheet of the ruleset is there */
    this.rules = null;
    /** @type {GameSetup | null} null until it is known what these rules want */
    this.needs = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  // ------------------------------------------------------------ choosing

  /**
   * What could be edited goes at once: an edit of the rules that are about to go would be lost with them.
   * @param {string} ruleset
   */
  choose(ruleset) {
    if (this.rules && !this.house && ruleset === this.ruleset) return;
    this.begin(ruleset, null);
  }

  /** @param {HouseRules} house */
  chooseHouse(house) {
    if (this.rules && this.house === house) return;
    this.begin(house.ruleset, house);
  }

  /**
   * @param {string} ruleset
   * @param {HouseRules | null} house
   */
  begin(ruleset, house) {
    const listed = this.rulesets.find(({ id }) => id === ruleset);
    if (listed && ruleset !== this.ruleset) this.onRuleset(listed);
    Object.assign(this, { ruleset, house, rules: null, needs: null });
    this.onEdit();
    this.load().catch(showProblem);
  }

  async load() {
    const { ruleset, house } = this;
    /** @type {Sheet} */
    const sheet = await get(`/rulesets/${ruleset}`);
    if (ruleset !== this.ruleset || house !== this.house) return; // chosen again meanwhile; answers may overtake
    this.rules = { sheet, ruleset, wrong: [], ...this.values(sheet) };
    this.changed();
  }

  /**
   * @param {Sheet} sheet
   * @returns {{ profile: string | null, options: Record<string, unknown> }}
   */
  values(sheet) {
    if (this.house) return { profile: this.house.profile, options: { ...this.house.options } };
    return this.ruleset === this.before.ruleset ? asBefore(sheet, this.before.options) : { profile: null, options: {} };
  }

  /**
   * A named profile of the ruleset; another one starts again from its own values. Changed items stay.
   * @param {string | null} profile
   */
  setProfile(profile) {
    const { changes } = this.rules?.options ?? {};
    if (this.rules) Object.assign(this.rules, { profile, options: changes ? { changes } : {} });
    this.changed();
  }

  /** After every edit of an option. */
  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), this.needs ? SOON_MS : 0);
    this.onEdit();
  }

  /** What these rules want of the table; unknown while they contradict each other. */
  async ask() {
    const { rules } = this;
    if (!rules) return;
    const { ruleset, profile, options } = rules;
    const asked = JSON.stringify(options);
    try {
      const needs = await post(`/rulesets/${ruleset}/setup`, { profile, options });
      if (this.rules === rules && asked === JSON.stringify(rules.options)) this.needs = needs;
    } catch {
      if (this.rules === rules) this.needs = null;
    }
    this.onAnswer();
  }

  /** Whether the house rules are played as they were kept. */
  get asKept() {
    const { house, rules } = this;
    return (
      house !== null &&
      rules !== null &&
      rules.profile === house.profile &&
      same(sorted(rules.options), sorted(house.options))
    );
  }

  /** What the game is called: the house rules, or the ruleset and its profile. */
  get title() {
    if (this.house && this.asKept) return named(this.house.names, this.house.name);
    const name = named(this.rulesets.find(({ id }) => id === this.ruleset)?.names, this.ruleset);
    const profile = this.rules?.profile;
    return profile ? `${name} · ${t(`profile.${this.ruleset}.${profile}`)}` : name;
  }

  /** The game as a match is started with it; null while it is not known. */
  get chosen() {
    if (!this.rules) return null;
    const { ruleset, profile, options } = this.rules;
    return this.house && this.asKept ? { house_rules: this.house.id } : { ruleset, profile, options };
  }

  /**
   * The value of an option as it would be played; undefined where the ruleset has no such option.
   * @param {string} name
   */
  value(name) {
    const option = this.rules?.sheet.options.find((each) => each.name === name);
    return this.rules && option && valueOf(this.rules, option);
  }

  /** The chairs that stay empty: one in a game of three, in a game of two the one opposite as well. */
  get emptySeats() {
    const wall = this.rules?.sheet.wall;
    const players = Number(this.value("players") ?? wall?.players ?? SEATS.length);
    if (players > 3) return [];
    const seat = Number(this.value("absent-seat") ?? wall?.absent_seat ?? 3);
    return players === 2 ? [seat, (seat + 2) % SEATS.length] : [seat];
  }

  get five() {
    return this.value("players") === 5;
  }

  /** The page that shows this game beside the one of the last match, or another where that is the same. */
  get comparison() {
    const profile = this.rules?.profile;
    const other = this.rulesets.find(({ id }) => id !== this.ruleset)?.id ?? this.ruleset;
    const games = [
      profile ? `${this.ruleset}/${profile}` : this.ruleset,
      this.before.ruleset === this.ruleset ? other : this.before.ruleset,
    ];
    return `/rules?${new URLSearchParams(games.map((game) => ["game", game]))}`;
  }

  // ------------------------------------------------------------ on the page

  draw() {
    const { rules } = this;
    return html`
      ${this.houseRules.length ? this.houseChoice() : nothing}
      <div>
        <h3>${t("setup.rulesets")}</h3>
        ${this.rulesetChoice()}
      </div>
      ${rules ? this.rulesParts(rules) : nothing}
    `;
  }

  houseChoice() {
    const entries = this.houseRules.map((house) => ({ value: house, text: named(house.names, house.name) }));
    return html`<div>
      <h3>${t("setup.house-rules")}</h3>
      ${radios(t("setup.house-rules"), entries, this.house, (house) => this.chooseHouse(house))}
    </div>`;
  }

  rulesetChoice() {
    const entries = this.rulesets.map(({ id, names }) => ({ value: id, text: named(names, id) }));
    const offered = this.house !== null && this.houseRules.includes(this.house);
    const value = offered ? null : this.ruleset;
    return radios(t("setup.rulesets"), entries, value, (id) => this.choose(id));
  }

  /** @param {Rules} rules */
  rulesParts(rules) {
    const use = {
      nameOf: (/** @type {string} */ id) => itemName(id, { sheet: rules.sheet, options: valuesOf(rules) }),
      rowsOf: (/** @type {string} */ id) => rowsOf(id, { sheet: rules.sheet, options: valuesOf(rules) }),
      onEdit: () => this.changed(),
      onReset: () => this.reset(),
    };
    return html`
      <div class="about">
        <p>${named(rules.sheet.about, wordOr(`about.${rules.ruleset}`, ""))}</p>
        <p class="small"><a href=${this.comparison} target="_blank" rel="noopener">${t("compare.link")}</a></p>
        <p class="needs" role="status">${this.needs ? this.needsText(this.needs) : nothing}</p>
      </div>
      ${this.profileChoice(rules)} ${optionForm(rules, use)} ${itemForm(rules, use)}
    `;
  }

  /** @param {GameSetup} needs */
  needsText(needs) {
    const facts = t("setup.needs", { players: needs.players, dice: needs.dice });
    return html`<strong>${tilesSentence(needs.tiles)}</strong> ${facts}`;
  }

  reset() {
    const { house, rules } = this;
    if (house && rules) Object.assign(rules, { profile: house.profile, options: { ...house.options } });
    else if (rules) rules.options = {};
    this.changed();
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
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Record<string, unknown>} values */
const sorted = (values) => Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));

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
  const items = values.changes ? { changes: values.changes } : {};
  const own = differing({});
  if (same(own, {})) return { profile: null, options: items };
  const profile = Object.keys(profiles).find((name) => same(differing(profiles[name]), {}));
  return profile ? { profile, options: items } : { profile: null, options: { ...own, ...items } };
}
