// Two games beside each other: rulesets or profiles of them, chosen by touch; the address names both.

import { beginGuarded } from "../shared/guarded.js";
import { choice, field, tick } from "../shared/controls.js";
import { show } from "../shared/draw.js";
import { allowed } from "../shared/me.js";
import { Live, get } from "../shared/net.js";
import { showAway, showProblem } from "../shared/problem.js";
import { lineState, topBar } from "../shared/top.js";
import { named, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { RulesComparison, RulesetList, Snapshot } from "../shared/types.js" */
/** @typedef {RulesComparison["chapters"][number]} Chapter */
/** @typedef {Chapter["facts"][number]} Fact */

class RulesPage {
  constructor() {
    /** @type {RulesetList["rulesets"]} */
    this.rulesets = [];
    this.chosen = new URLSearchParams(location.search).getAll("game").slice(0, 2);
    /** @type {RulesComparison | null} */
    this.found = null;
    this.onlyDiffering = true;
    /** @type {Snapshot["light"] | undefined} */
    this.light = undefined;
    this.name = "";
    this.connected = false;
  }

  start() {
    this.drawTop();
    this.load().catch(showProblem);
    if (allowed("read.table")) this.follow();
  }

  /** What the table is called and how it is; the phone of a seat may read the rules and not this. */
  follow() {
    new Live(
      "/live?only=snapshot",
      {
        snapshot: ({ light, name }) => {
          Object.assign(this, { light, name });
          this.drawTop();
        },
      },
      (connected) => {
        this.connected = connected;
        this.drawTop();
      },
    );
  }

  async load() {
    const { rulesets, usual } = await get("/rulesets");
    this.rulesets = rulesets;
    const entries = this.entries();
    const known = (/** @type {string | undefined} */ name) => entries.some(([id]) => id === name);
    const first = known(this.chosen[0]) ? this.chosen[0] : usual.ruleset;
    const others = entries.map(([id]) => id).filter((id) => id !== first);
    this.chosen = [first, known(this.chosen[1]) ? this.chosen[1] : others[0]];
    await this.compare();
  }

  async compare() {
    const asked = String(new URLSearchParams(this.chosen.map((game) => ["game", game])));
    history.replaceState(null, "", `?${asked}`);
    const found = await get(`/rulesets/compare?${asked}`);
    if (asked !== String(new URLSearchParams(this.chosen.map((game) => ["game", game])))) return; // chosen again
    this.found = found;
    this.draw();
  }

  /**
   * Every ruleset with its profiles after it, as an address names them.
   * @returns {[string, string][]}
   */
  entries() {
    return this.rulesets.flatMap(({ id, names, profiles }) => {
      const name = named(names, id);
      /** @type {[string, string][]} */
      const own = profiles.map((profile) => [`${id}/${profile}`, `${name} · ${t(`profile.${id}.${profile}`)}`]);
      return [/** @type {[string, string]} */ ([id, name]), ...own];
    });
  }

  /**
   * @param {number} place
   * @param {string} game
   */
  choose(place, game) {
    this.chosen[place] = game;
    this.draw();
    this.compare().catch(showProblem);
  }

  // ------------------------------------------------------------ drawing

  drawTop() {
    topBar({
      title: t("compare.title"),
      table: this.name,
      status: allowed("read.table") ? lineState(this.connected, this.light) : nothing,
      links: [
        ["/", t("plant.tablet")],
        ["/setup", t("setup.title")],
      ],
      onLanguage: () => this.compare().catch(showProblem),
    });
  }

  draw() {
    this.drawTop();
    if (!this.found) return;
    const { chapters } = this.found;
    const number = chapters.reduce((sum, { facts }) => sum + facts.filter(({ differs }) => differs).length, 0);
    const entries = this.entries();
    show("chosen", [
      html`<p>${t("compare.intro")}</p>
        <div class="games">
          ${["compare.first", "compare.second"].map((label, place) =>
            field(
              t(label),
              choice(entries, this.chosen[place], (game) => this.choose(place, game)),
            ),
          )}
        </div>`,
      tick(t("compare.only-differing", { n: number }), this.onlyDiffering, (on) => {
        this.onlyDiffering = on;
        this.draw();
      }),
    ]);
    const shown = this.onlyDiffering ? chapters.map(differing) : chapters;
    const filled = shown.filter(({ facts }) => facts.length);
    show("compared", [
      filled.length ? filled.map((chapter) => this.chapter(chapter)) : html`<p class="card">${t("compare.same")}</p>`,
    ]);
  }

  /** @param {Chapter} chapter */
  chapter({ id, name, facts }) {
    const games = this.found?.games ?? [];
    return html`<section class="card" data-chapter=${id}>
      <h2>${name}</h2>
      <table class="compared">
        <thead>
          <tr>
            <th><span class="unseen">${name}</span></th>
            ${games.map((game) => html`<th scope="col">${game.name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${facts.map(row)}
        </tbody>
      </table>
    </section>`;
  }
}

/** @param {Chapter} chapter */
const differing = (chapter) => ({ ...chapter, facts: chapter.facts.filter(({ differs }) => differs) });

/** @param {Fact} fact */
const row = ({ id, name, differs, texts, notes }) =>
  html`<tr class=${differs ? "differs" : ""} data-fact=${id}>
    <th scope="row">${name}${differs ? html`<span class="unseen"> (${t("compare.differs")})</span>` : nothing}</th>
    ${texts.map((text, at) => html`<td>${text}${note(notes[at])}</td>`)}
  </tr>`;

/** @param {string | undefined} text */
const note = (text) => (text ? html`<span class="small quiet note">${text}</span>` : nothing);

beginGuarded()
  .then(() => new RulesPage().start())
  .catch(showAway);
