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
 */
export function settingsDialog(it, places, give) {
  const { settings } = it;
  const gong = /** @type {Record<string, any>} */ (settings.gong);
  const number = /** @type {const} */ ("number");
  const tick = /** @type {const} */ ("tick");
  const used = new Set(settings.tables);
  ask({
    title: t("hall.settings"),
    fields: [
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
    ],
    values: {
      ...settings,
      ...gong,
      ...Object.fromEntries(places.map(({ table }) => [`table ${table}`, used.has(table)])),
    },
    button: t("hall.save"),
    send: (values) =>
      give("change", {
        settings: {
          ...only(values, ["name", "city", "country", "first_day", "last_day", "rounds", "protest_minutes"]),
          ...only(values, ["capacity", "hidden_after", "apart", "method"]),
          gong: only(values, ["minutes", "inside", "between", "stop_now", "redeal_last"]),
          tables: [
            ...settings.tables.filter((table) => values[`table ${table}`] ?? true),
            ...places.map(({ table }) => table).filter((table) => values[`table ${table}`] && !used.has(table)),
          ],
        },
      }),
  });
}

/**
 * @param {Record<string, any>} values
 * @param {string[]} names
 */
const only = (values, names) => Object.fromEntries(names.map((name) => [name, values[name]]));
