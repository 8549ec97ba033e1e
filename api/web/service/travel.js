// How long each mechanism takes for its way, and how that drifts.

import { allowed } from "../shared/me.js";
import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { dateText, milliseconds, partName, percent } from "../shared/machinewords.js";

/** @import { ServiceReport } from "../shared/types.js" */

/** @typedef {ServiceReport["mechanisms"][number]} Travel */

const COLUMNS = ["part", "mean", "last", "runs", "drift", "weeks", "trend"];
const WORDS = new Set(["part", "trend"]);

/**
 * @param {Travel[]} mechanisms
 * @param {(part: string) => void} ask
 */
export function travelTable(mechanisms, ask) {
  if (!mechanisms.length) return html`<p class="quiet">${t("service.nothing-learnt")}</p>`;
  return html`<div class="scroll">
    <table class="plain">
      <thead>
        <tr>
          ${COLUMNS.map(
            (name) =>
              html`<th class=${WORDS.has(name) ? nothing : "number"} scope="col">${t(`service.column.${name}`)}</th>`,
          )}
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${mechanisms.map((travel) => row(travel, ask))}
      </tbody>
    </table>
  </div>`;
}

/**
 * @param {Travel} travel
 * @param {(part: string) => void} ask
 */
const row = (travel, ask) =>
  html`<tr>
    <th scope="row">${partName(travel.mechanism)}</th>
    ${cell("mean", milliseconds(travel.mean_ms * 1000))} ${cell("last", milliseconds(travel.last_ms * 1000))}
    ${cell("runs", figure(travel.runs))}
    <td
      class="number drift ${level(travel.drift)}"
      data-label=${t("service.column.drift")}
      title=${t("service.first", { ms: figure(travel.first_ms), date: dateText(travel.since) })}
    >
      ${percent(travel.drift)}
    </td>
    ${cell("weeks", percent(travel.recent_drift))}
    <td>${trend(travel)}</td>
    <td>${recordButton(travel.mechanism, ask)}</td>
  </tr>`;

/**
 * @param {string} mechanism
 * @param {(part: string) => void} ask
 */
const recordButton = (mechanism, ask) =>
  allowed("service.record")
    ? html`<button type="button" @click=${() => ask(mechanism)}>${t("service.record")}</button>`
    : nothing;

/**
 * @param {string} column
 * @param {string} text
 */
const cell = (column, text) => html`<td class="number" data-label=${t(`service.column.${column}`)}>${text}</td>`;

/** @param {number | null} share */
const level = (share) => ((share ?? 0) >= 0.25 ? "now" : (share ?? 0) >= 0.1 ? "soon" : "");

/**
 * Mean travel time by day; the dashed line is what it was at first. 150 x 34 units.
 * @param {Travel} travel
 */
function trend({ days, first_ms: first }) {
  const values = days.map(([, mean]) => mean);
  const low = Math.min(first, ...values) * 0.97;
  const high = Math.max(first, ...values) * 1.03;
  const y = (/** @type {number} */ value) => 32 - ((value - low) / (high - low || 1)) * 30;
  const x = (/** @type {number} */ index) => (values.length === 1 ? 75 : 2 + (index * 146) / (values.length - 1));
  const now = values[values.length - 1];
  return html`<svg class="trend" viewBox="0 0 150 34" role="img" aria-label=${t("service.trend-label", { first, now })}>
    <line x1="0" x2="150" y1=${y(first)} y2=${y(first)} />
    <polyline points=${values.map((value, index) => `${x(index)},${y(value)}`).join(" ")} />
    <circle cx=${x(values.length - 1)} cy=${y(now)} r="3" />
  </svg>`;
}
