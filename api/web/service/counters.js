// What the table and its board have counted.

import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { lasting, milliseconds, percent, timeText } from "../shared/machinewords.js";

/** @import { ServiceReport } from "../shared/types.js" */

/** What the board keeps over a loss of power, and what begins anew with each start; in the order of the page. */
const OF_ITS_LIFE = [
  ...["builds", "tiles", "pushes", "lift_cycles", "hatch_cycles", "disc_seconds", "faults", "emergency_stops"],
  ...["boots", "brown_outs", "watchdog_resets"],
];
const SINCE_START = ["frames_received", "frames_damaged", "frames_repeated", "bytes_lost", "longest_loop_us"];

/** @type {Record<string, (value: number) => string>} */
const SHOWN = { disc_seconds: lasting, longest_loop_us: milliseconds };

/** @param {ServiceReport} report */
export function counters({ counters: values, walls, builds, board, read }) {
  const { last, drift } = builds;
  return html`
    <dl class="figures">
      ${line(t("service.walls"), figure(walls))}
      ${last ? line(t("service.last-build"), t("service.seconds", { n: figure(Number(last.seconds)) })) : nothing}
      ${drift === null ? nothing : line(t("service.build-drift"), percent(drift))}
    </dl>
    ${values ? [group("life", OF_ITS_LIFE, values), group("start", SINCE_START, values)] : nothing}
    <p class="quiet small">
      ${values && read ? t("service.read", { date: timeText(read), board }) : t("service.nothing-learnt")}
    </p>
  `;
}

/**
 * @param {"life" | "start"} since
 * @param {string[]} names
 * @param {Record<string, number>} values
 */
const group = (since, names, values) =>
  html`<h3>${t(`service.counters.${since}`)}</h3>
    <dl class="figures">${names.filter((name) => name in values).map((name) => counter(name, values[name]))}</dl>`;

/**
 * @param {string} name
 * @param {number} value
 */
const counter = (name, value) => line(t(`service.counter.${name}`), (SHOWN[name] ?? figure)(value));

/**
 * @param {string} name
 * @param {string} value
 */
const line = (name, value) =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`;
