// The dialog that starts a match: who plays and how the seats are found, and which game.

import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, follow } from "../shared/latest.js";
import { allowed } from "../shared/me.js";
import { get, newId, post } from "../shared/net.js";
import { mayOpen } from "../shared/openable.js";
import { asProblem, problemText, showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { GameChoice } from "./game.js";
import { keepRulesDialog } from "./keeprules.js";
import { blamed } from "./options.js";
import { PeopleChoice } from "./people.js";
import { MatchSettings } from "./settings.js";

/** @import { HouseRules, ListedPlayer, RulesetList, Snapshot } from "../shared/types.js" */
/** @import { Rules } from "./options.js" */

/**
 * @param {Snapshot} state
 * @param {number | null} seat whose player is asked for first
 */
export async function startDialog(state, seat = null) {
  try {
    const [list, rules, people] = await Promise.all([get("/rulesets"), get("/house-rules"), get("/players")]);
    new StartForm(list, rules.house_rules, people.players, state).open(seat);
  } catch (error) {
    showProblem(error);
  }
}

class StartForm {
  /**
   * @param {RulesetList} list
   * @param {HouseRules[]} houseRules
   * @param {ListedPlayer[]} players
   * @param {Snapshot} state
   */
  constructor({ rulesets, usual }, houseRules, players, { match }) {
    this.dialog = new Dialog({ title: t("start.title"), about: "start", kind: "setup" });
    const edited = () => this.edited();
    // The game of the last match at this table; before the first one, what the house has set.
    this.game = new GameChoice(rulesets, houseRules, match ?? usual, edited, () => this.dialog.draw());
    this.game.onRuleset = ({ hand_check }) => this.settings.set({ hand_check });
    this.people = new PeopleChoice(players, match, edited);
    this.settings = new MatchSettings(match ?? usual, edited);
    this.seq = 0;
    this.playing = false;
    /** @type {unknown} */
    this.notice = nothing;
  }

  /** @param {number | null} seat */
  open(seat) {
    this.dialog.open(
      () => this.body(),
      () => this.footer(),
    );
    if (seat !== null) this.people.ask(this.dialog.element, seat);
    this.game.load().catch(showProblem);
    follow(this.dialog, (state) => this.meet(state));
  }

  edited() {
    if (!this.playing) this.notice = nothing;
    this.dialog.draw();
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

  // ------------------------------------------------------------ on the page

  body() {
    const { game } = this;
    return html`
      <div role="alert" class="start-notice">${this.notice}</div>
      <div class="start">
        <div class="stack">${this.people.draw(game.emptySeats, game.five)} ${this.settings.draw()}</div>
        <div class="stack">
          <h2>${t("start.ruleset")}</h2>
          ${game.draw()}
          ${
            mayOpen("/setup")
              ? html`<p class="small"><a href="/setup" target="_blank" rel="noopener">${t("setup.title")}</a></p>`
              : nothing
          }
        </div>
      </div>
    `;
  }

  footer() {
    const go = () => attempt(this.dialog, () => this.send());
    return html`
      <span class="quiet chosen">${this.game.title}</span>${this.keepButton()}<span class="spring"></span>
      ${cancelButton(this.dialog)}
      <button type="button" class="main" ?disabled=${this.playing} @click=${go}>${t("start.go")}</button>
    `;
  }

  /** What was changed can be kept by a name. */
  keepButton() {
    const { rules, house, asKept } = this.game;
    if (!allowed("rules.edit") || !rules || asKept || (!rules.profile && !Object.keys(rules.options).length))
      return nothing;
    const keep = () => keepRulesDialog(rules, house, (found) => this.kept(found));
    return html`<button type="button" class="plain" @click=${keep}>${t("setup.keep")}</button>`;
  }

  /** @param {HouseRules[]} houseRules the list, the last one just kept */
  kept(houseRules) {
    this.game.houseRules = houseRules;
    const { rules } = this.game;
    this.game.house =
      houseRules.find(({ ruleset, profile, options }) => rules && sameRules(rules, { ruleset, profile, options })) ??
      null;
    this.dialog.draw();
  }

  // ------------------------------------------------------------ starting

  /** Whether the match has begun. */
  async send() {
    const { game, people, settings, seq } = this;
    if (!game.rules) return false;
    people.keep();
    const chosen = { ...game.chosen, ...settings.chosen, ...people.chosen(game.emptySeats, game.five) };
    try {
      await post("/matches", { id: newId(), expected_seq: seq, ...chosen });
    } catch (error) {
      this.refused(game.rules, error);
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
 * @param {{ ruleset: string, profile: string | null, options: Record<string, unknown> }} one
 * @param {{ ruleset: string, profile: string | null, options: Record<string, unknown> }} other
 */
const sameRules = (one, other) =>
  one.ruleset === other.ruleset &&
  one.profile === other.profile &&
  JSON.stringify(Object.entries(one.options).sort()) === JSON.stringify(Object.entries(other.options).sort());
