// How a machine does, in figures and small pictures.

import { partName } from "../../shared/machinewords.js";
import { currentLanguage, figure, t } from "../../shared/words.js";
import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";

/** @import { Machine, Usual } from "./types.js" */

const DAYS = 30;
const [WIDTH, HEIGHT] = [240, 44];

/**
 * With one digit after the point; a dash where nothing is known.
 * @param {number | null | undefined} value
 */
export const rate = (value) =>
  value === null || value === undefined
    ? "–"
    : value.toLocaleString(currentLanguage(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** @param {number | null | undefined} ms */
export const seconds = (ms) =>
  ms === null || ms === undefined ? "–" : t("hall.machine.seconds", { n: Math.round(ms / 1000) });

/**
 * How far a figure is from what is usual in the house, as a word with its sign.
 * @param {number | null} value
 * @param {number | null} usual
 */
export function againstUsual(value, usual) {
  if (value === null || !usual) return nothing;
  const percent = Math.round((value / usual - 1) * 100);
  const text = percent === 0 ? t("hall.machine.as-usual") : `${percent > 0 ? "+" : "−"}${figure(Math.abs(percent))} %`;
  return html`<small class=${percent >= 50 ? "much" : "quiet"}>${text}</small>`;
}

/**
 * The figures of a machine with what is usual in the house.
 * @param {Machine} one
 * @param {Usual} usual
 */
export const machineFigures = (one, usual) =>
  html`<dl class="figures">
    <div>
      <dt>${t("hall.machine.walls")}</dt>
      <dd class="n">${figure(one.walls)}</dd>
    </div>
    <div>
      <dt>${t("hall.machine.jams")}</dt>
      <dd>
        <span class="n">${rate(one.jams_per_1000_hands)}</span>
        ${againstUsual(one.jams_per_1000_hands, usual.jams_per_1000_hands)}
      </dd>
    </div>
    <div>
      <dt>${t("hall.machine.week")}</dt>
      <dd class="n">${rate(one.recent_per_1000_hands)}</dd>
    </div>
    <div>
      <dt>${t("hall.machine.build")}</dt>
      <dd>
        <span class="n">${one.build_p50_ms === null ? "–" : figure(Math.round(one.build_p50_ms / 1000))}</span>
        ${againstUsual(one.build_p50_ms, usual.build_ms)}
      </dd>
    </div>
  </dl>`;

/**
 * Hands of the last days as bars, jams as marks on them.
 * @param {Machine} one
 */
export function daysPicture({ days }) {
  const shown = days.slice(-DAYS);
  if (shown.length < 2) return nothing;
  const most = Math.max(1, ...shown.map(({ hands }) => hands));
  const step = WIDTH / DAYS;
  return html`<svg
    class="days"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label=${t("hall.machine.days", { n: shown.length })}
  >
    ${shown.map(({ hands, jams }, at) => {
      const [x, high] = [(DAYS - shown.length + at) * step, (hands / most) * (HEIGHT - 12)];
      return svg`<rect x=${x + 1} y=${HEIGHT - high} width=${step - 2} height=${high} rx="1" />${
        jams
          ? svg`<circle cx=${x + step / 2} cy=${Math.max(4, HEIGHT - high - 5)} r=${Math.min(4, 2 + jams / 2)} />`
          : nothing
      }`;
    })}
  </svg>`;
}

/**
 * Walls since each part of the care, against those after which it is due.
 * @param {Machine} one
 */
export const careBars = ({ care }) =>
  html`<ul class="care">
    ${care.map(({ part, walls, due }) => {
      const share = Math.min(1, walls / due);
      return html`<li data-due=${share >= 1 ? "now" : share >= 0.8 ? "soon" : "no"}>
        <span>${partName(part)}</span>
        <span class="number">${t("hall.machine.of-due", { walls, due })}</span>
        <progress max=${due} value=${Math.min(walls, due)} aria-label=${partName(part)}></progress>
      </li>`;
    })}
  </ul>`;

/** @param {Machine} one */
export const worstParts = ({ worst }) =>
  worst.length === 0
    ? nothing
    : html`<p>
        <span class="quiet">${t("hall.machine.worst")}</span>
        ${worst.map(
          ({ part, times }) =>
            html`<span class="chip warn">${t("hall.machine.times", { part: partName(part), n: times })}</span> `,
        )}
      </p>`;

/**
 * What to clean or replace next.
 * @param {Machine} one
 */
export const adviceList = ({ advice }) =>
  html`${advice.map(({ level, key, part, args }) => {
    const values = { ...args, part: part ? partName(part) : "" };
    return html`<details class="advice">
      <summary>
        <span class="chip ${level === "now" ? "bad" : "warn"}">${t(`service.level.${level}`)}</span> ${t(key, values)}
      </summary>
      <p>${t(`${key}.do`, values)}</p>
    </details>`;
  })}`;
