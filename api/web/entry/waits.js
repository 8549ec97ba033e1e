// The tiles that a ready hand waits for: what each would pay, and what bars a win.

import { tilePicture } from "../shared/tilepicture.js";
import { figure, signed, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { WaitsAnswer, Wind } from "../shared/types.js" */

/** @typedef {WaitsAnswer["waits"][number]} Wait */
/** @typedef {Wait["wins"][number]} Way */

/**
 * @param {WaitsAnswer} answer
 * @param {Wind | null} wind the seat wind of the player
 */
export function waitsParts(answer, wind) {
  if (!answer.waits.length) return html`<p class="quiet">${t("check.none")}</p>`;
  return html`
    ${answer.locks.map((lock) => html`<p class="notice">${lock.text}</p>`)}
    <ul class="wait-list">
      ${answer.waits.map((wait) => waitPart(wait, answer, wind))}
    </ul>
  `;
}

/**
 * @param {Wait} wait
 * @param {WaitsAnswer} answer
 * @param {Wind | null} wind
 */
const waitPart = (wait, answer, wind) =>
  html`<li>
    <div class="wait-tile">
      ${tilePicture(wait.tile)}<span class="small quiet">${t("check.unseen", { n: wait.unseen })}</span>
    </div>
    <div class="wait-worth">
      ${wayPart("self-draw", wait, answer, wind)} ${wayPart("discard", wait, answer, wind)}
      ${wait.wins.some((way) => way.legal) ? payments(wait.sentences.slice(1)) : nothing}
    </div>
  </li>`;

/**
 * @param {"self-draw" | "discard"} source
 * @param {Wait} wait
 * @param {WaitsAnswer} answer
 * @param {Wind | null} wind
 */
function wayPart(source, wait, answer, wind) {
  const ways = wait.wins.filter((way) => way.win === source);
  const legal = ways.filter((way) => way.legal);
  const barred = source === "discard" && wait.bars.length > 0;
  return html`<div class="way">
    <span class="quiet">${t(`check.${source}`)}</span>
    ${
      barred
        ? html`<span class="chip warn">${t("check.barred")}</span>`
        : legal.length
          ? worth(legal, wind)
          : html`<span>${short(ways[0], answer)}</span>`
    }
  </div>`;
}

/**
 * @param {Way[]} ways
 * @param {Wind | null} wind
 */
function worth(ways, wind) {
  const [{ total, unit, level, limit }] = ways;
  const otherwise = limit ? t("result.limit") : "";
  const name = level ? wordOr(`level.${level}`, otherwise) : otherwise;
  const amount = t("result.total", { total: figure(total ?? 0), unit: t(`unit.${unit}`) });
  const gains = ways.map((way) => way.payments?.[wind ?? "E"] ?? 0);
  const [low, high] = [Math.min(...gains), Math.max(...gains)];
  return html`
    <span>${[amount, name].filter(Boolean).join(" · ")}</span>
    <b class="number plus">${low === high ? signed(high) : `${signed(low)} – ${signed(high)}`}</b>
  `;
}

/**
 * @param {Way} way
 * @param {WaitsAnswer} answer
 */
const short = (way, { minimum, unit }) =>
  way.missing ? t("check.short", { n: way.missing, least: minimum, unit: t(`unit.${unit}`) }) : t("check.no");

/** @param {string[]} lines */
const payments = (lines) =>
  html`<details>
    <summary class="small">${t("check.more")}</summary>
    <ul class="lines small">
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>
  </details>`;
