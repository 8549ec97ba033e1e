// What a director sets up beside the rules: rounds, gong, time for protests, places, who stays apart, the tables.

import { t } from "../../shared/words.js";
import { ask } from "../shared/form.js";

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
  const values = ({ settings } = now()) => ({
    ...settings,
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
          ...only(given, ["capacity", "hidden_after", "apart", "method"]),
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
