// What a director sets up beside the rules: rounds, gong, time for protests, places, who stays apart, the tables.

import { optionForm } from "../../setup/options.js";
import { get } from "../../shared/net.js";
import { named, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { ask, redrawDialogs } from "../shared/form.js";

/** @import { Give, Place, Tournament } from "../shared/types.js" */

const APART = ["none", "club", "team", "country"];
const METHODS = ["schedule", "swiss", "fixed", "team-rounds", "team-days", "by-hand"];

/**
 * @param {Tournament} it
 * @param {Place[]} places the tables of the hall
 * @param {Give} give
 * @param {() => Tournament} now
 */
export function settingsDialog(it, places, give, now) {
  const number = /** @type {const} */ ("number");
  const tick = /** @type {const} */ ("tick");
  const rules = rulesOf(it);
  const values = ({ settings } = now()) => ({
    ...settings,
    options: JSON.stringify(settings.options),
    .../** @type {Record<string, any>} */ (settings.gong),
    ...Object.fromEntries(places.map(({ table }) => [`table ${table}`, settings.tables.includes(table)])),
  });
  /** @type {import("../shared/form.js").Field[]} */
  const fields = [
    { name: "name", label: t("hall.tournament.name"), longest: 80 },
    { name: "city", label: t("hall.tournament.city"), longest: 60 },
    { name: "country", label: t("hall.entrant.country"), longest: 3, help: t("hall.entrant.country-help") },
    { name: "first_day", label: t("hall.tournament.first-day"), kind: "date" },
    { name: "last_day", label: t("hall.tournament.last-day"), kind: "date" },
    { name: "rounds", label: t("hall.tournament.rounds"), kind: number },
    { name: "minutes", label: t("hall.settings.minutes"), kind: number },
    { name: "inside", label: t("hall.settings.inside"), kind: number },
    { name: "between", label: t("hall.settings.between"), kind: number },
    { name: "stop_now", label: t("hall.settings.stop"), kind: tick },
    { name: "redeal_last", label: t("hall.settings.redeal"), kind: tick },
    { name: "protest_minutes", label: t("hall.settings.protests"), kind: number },
    { name: "capacity", label: t("hall.settings.capacity"), kind: number },
    { name: "hidden_after", label: t("hall.settings.hidden"), kind: number },
    {
      name: "apart",
      label: t("hall.settings.apart"),
      options: APART.map((one) => [one, t(`hall.settings.apart.${one}`)]),
    },
    {
      name: "method",
      label: t("hall.settings.method"),
      options: METHODS.map((one) => [one, t(`hall.settings.method.${one}`)]),
    },
    ...(it.draw
      ? []
      : [
          {
            name: "sticks",
            label: t("hall.result.sticks"),
            options: /** @type {[string | null, string][]} */ ([
              [null, t("hall.settings.as-rules")],
              ["first", t("hall.preset.v.first")],
              ["lost", t("hall.preset.v.lost")],
            ]),
          },
        ]),
    { name: "team_counting", label: t("hall.settings.team-counting"), kind: number },
    { name: "qualification", label: t("hall.settings.qualification"), kind: tick },
    ...(rules ? [rules] : []),
    ...places.map(({ table, name }) => ({ name: `table ${table}`, label: name, kind: tick })),
  ];
  ask({
    title: t("hall.settings"),
    fields,
    values: values(it),
    button: t("hall.save"),
    latest: () => ({
      seq: now().seq,
      values: only(
        values(),
        fields.map(({ name }) => name),
      ),
    }),
    send: (given, seq) => {
      const { tables } = now().settings;
      return give("change", {
        settings: {
          ...only(given, ["name", "city", "country", "first_day", "last_day", "rounds", "protest_minutes"]),
          ...only(given, ["capacity", "hidden_after", "apart", "method", "sticks", "team_counting", "qualification"]),
          options: JSON.parse(given.options),
          gong: only(given, ["minutes", "inside", "between", "stop_now", "redeal_last"]),
          tables: [
            ...tables.filter((table) => given[`table ${table}`] ?? true),
            ...places.map(({ table }) => table).filter((table) => given[`table ${table}`] && !tables.includes(table)),
          ],
        },
        expected_seq: seq,
      });
    },
  });
}

/**
 * @param {Record<string, any>} values
 * @param {string[]} names
 */
const only = (values, names) => Object.fromEntries(names.map((name) => [name, values[name]]));

/**
 * The options of the game at the tables, on top of what the scoring rules name; null where they name no game.
 * @param {Tournament} it
 * @returns {import("../shared/form.js").Field | null}
 */
function rulesOf(it) {
  const { ruleset, profile = null } = /** @type {{ ruleset?: string, profile?: string }} */ (it.settings.preset);
  if (!ruleset) return null;
  /** @type {import("../../setup/options.js").Rules | null} */
  let rules = null;
  asked(() => get(`/rulesets/${ruleset}`)).then((sheet) => {
    if (sheet) rules = { sheet, ruleset, profile, options: {}, wrong: [] };
    redrawDialogs();
  });
  const read = (/** @type {string} */ text) => /** @type {Record<string, unknown>} */ (JSON.parse(text));
  return {
    name: "options",
    label: t("hall.settings.options"),
    shown: (text) => t("start.changed", { n: Object.keys(read(text)).length }),
    control: (label, text, set) => {
      if (!rules) return nothing;
      const { sheet } = rules;
      Object.assign(rules, { options: read(text) });
      const rowsOf = (/** @type {string} */ id) => sheet.items.filter((row) => row.id === id);
      const use = {
        rowsOf,
        nameOf: (/** @type {string} */ id) => named(rowsOf(id)[0]?.names, id),
        onEdit: () => set(JSON.stringify(rules?.options)),
        onReset: () => set("{}"),
      };
      return html`<div class="game-options">
        <h3>${label}</h3>
        ${optionForm(rules, use)}
      </div>`;
    },
  };
}
