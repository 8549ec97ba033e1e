// The page of what the house keeps at this table: house rules by name, and the players.

import { beginGuarded } from "../shared/guarded.js";
import { allowed } from "../shared/me.js";
import { Live, get } from "../shared/net.js";
import { show } from "../shared/draw.js";
import { showAway, showProblem } from "../shared/problem.js";
import { lineState, topBar } from "../shared/top.js";
import { named, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { playerMark } from "./people.js";

/** @import { HouseRules, ListedPlayer, RulesetList, Snapshot } from "../shared/types.js" */

class ListsPage {
  constructor() {
    /** @type {RulesetList["rulesets"]} */
    this.rulesets = [];
    /** @type {HouseRules[] | null} */
    this.houseRules = null;
    /** @type {ListedPlayer[]} */
    this.players = [];
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
          if (type.startsWith("house.")) this.load();
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
    const [list, rules, people] = await Promise.all([get("/rulesets"), get("/house-rules"), get("/players")]);
    Object.assign(this, { rulesets: list.rulesets, houseRules: rules.house_rules, players: people.players });
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  drawTop() {
    topBar({
      title: t("setup.title"),
      table: this.name,
      status: lineState(this.connected, this.light),
      links: [
        ["/", t("plant.tablet")],
        ["/matches", t("matches.title")],
        ["/rules", t("compare.title")],
      ],
      onLanguage: () => this.draw(),
    });
  }

  draw() {
    this.drawTop();
    if (!this.houseRules) return;
    show("house-rules", [
      html`<div class="row apart">
        <h2>${t("setup.house-rules")}</h2>
        ${
          allowed("rules.edit")
            ? [addButton(t("setup.from-file"), this.readFile), addButton(t("setup.add-rules"), () => editRules(null))]
            : nothing
        }
      </div>`,
      this.houseRules.length
        ? html`<ul class="entries">
            ${this.houseRules.map((house) => this.rulesEntry(house))}
          </ul>`
        : html`<p class="quiet">${t("setup.no-rules")}</p>`,
    ]);
    show("players", [
      html`<div class="row apart">
        <h2>${t("setup.players")}</h2>
        ${allowed("players.edit") ? addButton(t("setup.add-player"), () => editPlayer(null)) : nothing}
      </div>`,
      this.players.length
        ? html`<ul class="entries">
            ${byName(this.players).map(playerEntry)}
          </ul>`
        : html`<p class="quiet">${t("setup.no-players")}</p>`,
    ]);
  }

  /** A file of rules that are there is shown beside them. */
  readFile = () =>
    import("./rulesfile.js").then(({ pickRulesFile, keepRulesFile }) => {
      pickRulesFile((text) =>
        keepRulesFile(text, (id) => {
          const taken = this.houseRules?.find((house) => house.id === id);
          if (taken) editRules(taken, text);
        }),
      );
    }, showAway);

  /** @param {HouseRules} house */
  rulesEntry(house) {
    const ruleset = this.rulesets.find(({ id }) => id === house.ruleset);
    const changed = Object.keys(house.options).length;
    const facts = [
      named(ruleset?.names, house.ruleset),
      ...(house.profile ? [t(`profile.${house.ruleset}.${house.profile}`)] : []),
      ...(changed ? [t("start.changed", { n: changed })] : []),
    ];
    return entry(
      html`<strong>${named(house.names, house.name)}</strong><span class="quiet">${facts.join(" · ")}</span>`,
      allowed("rules.edit") ? editButton(t("setup.edit-rules", { name: house.name }), () => editRules(house)) : nothing,
    );
  }
}

/** @param {ListedPlayer[]} players */
const byName = (players) => [...players].sort((one, other) => one.name.localeCompare(other.name));

/** @param {ListedPlayer} player */
const playerEntry = (player) =>
  entry(
    html`<strong>${playerMark(player)}${player.name}</strong>`,
    allowed("players.edit")
      ? editButton(t("setup.edit-player", { name: player.name }), () => editPlayer(player))
      : nothing,
  );

/**
 * @param {unknown} content
 * @param {unknown} button
 */
const entry = (content, button) =>
  html`<li>
    <div class="what">${content}</div>
    ${button}
  </li>`;

/**
 * @param {string} label
 * @param {() => void} onEdit
 */
const editButton = (label, onEdit) =>
  html`<button type="button" aria-label=${label} @click=${onEdit}>${t("setup.edit")}</button>`;

/**
 * @param {string} text
 * @param {() => void} onAdd
 */
const addButton = (text, onAdd) => html`<button type="button" @click=${onAdd}>${text}</button>`;

const loadForms = () => import("./forms.js");

/**
 * @param {HouseRules | null} house
 * @param {string} [text] of a file that is loaded into them
 */
const editRules = (house, text) => loadForms().then(({ rulesDialog }) => rulesDialog(house, text), showAway);

/** @param {ListedPlayer | null} player */
const editPlayer = (player) => loadForms().then(({ playerDialog }) => playerDialog(player), showAway);

beginGuarded()
  .then(() => new ListsPage().start())
  .catch(showAway);
