// The matches of the table: who played what when and how it ended, with their sheets; and what a day came to.

import { beginGuarded } from "../shared/guarded.js";
import { entered, field } from "../shared/controls.js";
import { show } from "../shared/draw.js";
import { Live, get } from "../shared/net.js";
import { showAway, showProblem } from "../shared/problem.js";
import { lineState, topBar } from "../shared/top.js";
import { named, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { entry } from "./listed.js";
import { totalsTable } from "./totals.js";

/** @import { DayTotals, ListedMatch, MatchPage, RulesetList, Snapshot } from "../shared/types.js" */

const RELOAD_EVENTS = new Set(["match.started", "match.ended", "match.abandoned"]);
const PAGE = 20;

class MatchesPage {
  constructor() {
    /** @type {ListedMatch[] | null} */
    this.matches = null;
    this.next = 0;
    this.more = false;
    /** @type {DayTotals | null} null while no day is chosen */
    this.totals = null;
    /** @type {RulesetList["rulesets"]} */
    this.rulesets = [];
    this.day = new URLSearchParams(location.search).get("day") ?? "";
    this.player = "";
    /** @type {Snapshot["light"] | undefined} */
    this.light = undefined;
    this.name = "";
    this.connected = false;
  }

  start() {
    this.drawTop();
    this.load();
    new Live(
      "/live?only=snapshot&only=event",
      {
        snapshot: ({ light, name }) => {
          Object.assign(this, { light, name });
          this.drawTop();
        },
        event: ({ type }) => {
          if (RELOAD_EVENTS.has(type)) this.load();
        },
      },
      (connected) => {
        if (connected && !this.connected) this.load();
        this.connected = connected;
        this.drawTop();
      },
    );
  }

  load() {
    this.ask().catch(showProblem);
  }

  async ask() {
    const { day, player } = this;
    const [list, page, totals] = await Promise.all([
      get("/rulesets"),
      get(`/matches?${this.query()}`),
      day ? get(`/matches/totals?day=${day}`) : null,
    ]);
    if (day !== this.day || player !== this.player) return; // chosen again meanwhile
    this.rulesets = list.rulesets;
    this.totals = totals;
    this.take(page, []);
  }

  query(before = 0) {
    const wish = new URLSearchParams({ newest: "true", limit: String(PAGE) });
    if (this.day) wish.set("day", this.day);
    if (this.player.trim()) wish.set("player", this.player.trim());
    if (before) wish.set("before", String(before));
    return wish;
  }

  async older() {
    this.take(await get(`/matches?${this.query(this.next)}`), this.matches ?? []);
  }

  /**
   * @param {MatchPage} page
   * @param {ListedMatch[]} before
   */
  take({ matches, next, more }, before) {
    Object.assign(this, { matches: [...before, ...matches], next, more });
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  drawTop() {
    topBar({
      title: t("matches.title"),
      table: this.name,
      status: lineState(this.connected, this.light),
      links: [
        ["/", t("plant.tablet")],
        ["/setup", t("setup.title")],
      ],
      onLanguage: () => this.draw(),
    });
  }

  draw() {
    this.drawTop();
    if (!this.matches) return;
    show("filter", this.filter());
    show(
      "totals",
      this.totals ? this.totals.totals.map((game) => totalsTable(game, this.rulesetName(game.ruleset))) : nothing,
    );
    show("list", [
      this.matches.length
        ? html`<ul class="entries">
            ${this.matches.map((match) => entry(match, this.rulesetName(match.ruleset)))}
          </ul>`
        : html`<p class="quiet">${t("matches.none")}</p>`,
      this.more
        ? html`<button type="button" @click=${() => this.older().catch(showProblem)}>${t("matches.older")}</button>`
        : nothing,
    ]);
  }

  filter() {
    const setDay = (/** @type {string} */ day) => {
      this.day = day;
      this.load();
    };
    const setPlayer = (/** @type {Event} */ event) => {
      this.player = entered(event);
      this.load();
    };
    return html`<div class="filter">
      ${field(
        t("matches.day"),
        html`<input
          type="date"
          .value=${this.day}
          @change=${(/** @type {Event} */ event) => setDay(entered(event))}
        />`,
      )}
      <button type="button" @click=${() => setDay(today())}>${t("matches.today")}</button>
      ${field(
        t("matches.player"),
        html`<input type="search" maxlength="40" .value=${this.player} @change=${setPlayer} />`,
      )}
    </div>`;
  }

  /** @param {string} id */
  rulesetName(id) {
    return named(this.rulesets.find((each) => each.id === id)?.names, id);
  }
}

/** The day as the reader's clock has it. */
function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

beginGuarded()
  .then(() => new MatchesPage().start())
  .catch(showAway);
