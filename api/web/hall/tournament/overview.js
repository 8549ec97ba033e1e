// How a tournament is set up, how its numbers were drawn, and what has been done so far.

import { toast } from "../../shared/toast.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { refusalText } from "../shared/alarm.js";
import { ask } from "../shared/form.js";
import { may, nameOf } from "../shared/frame.js";
import { presetName } from "../shared/presets.js";
import { moment } from "../shared/times.js";
import { settingsDialog } from "./settings.js";

/** @import { Give, Place, Tournament } from "../shared/types.js" */

/** Of a table, for a draw. */
const ROLLS = 5;
const FILES = /** @type {const} */ ([
  ["standings.csv", "hall.tab.standings"],
  ["results.csv", "hall.file.results"],
  ["seating.csv", "hall.file.seating"],
  ["penalties.csv", "hall.fines"],
  ["ema.csv", "hall.file.ema"],
  ["mers.json", "hall.file.mers"],
  ["portal.csv", "hall.file.portal"],
  ["pantheon.json", "hall.file.pantheon"],
]);

/**
 * @param {Tournament} it
 * @param {Place[]} places the tables of the hall
 * @param {Give} give
 * @param {() => Tournament} now
 */
export function overviewTab(it, places, give, now) {
  const { settings, draw } = it;
  const gong = /** @type {Record<string, unknown>} */ (settings.gong);
  const preset = /** @type {Record<string, unknown>} */ (settings.preset);
  return html`<div class="columns">
    <section class="card stack">
      <div class="row apart">
        <h2>${t("hall.tab.overview")}</h2>
        ${
          may("tournament.change") && it.phase !== "closed" && !it.abandoned
            ? html`<button @click=${() => settingsDialog(it, places, give, now)}>${t("hall.settings")}</button>`
            : nothing
        }
      </div>
      <dl>
        <dt>${t("hall.tournament.rules")}</dt>
        <dd>${presetName(preset)}</dd>
        <dt>${t("hall.tournament.rounds")}</dt>
        <dd>${settings.rounds}</dd>
        <dt>${t("hall.tournament.clock")}</dt>
        <dd>${gong.minutes ? t("hall.minutes", { n: gong.minutes }) : t("hall.tournament.no-clock")}</dd>
        <dt>${t("hall.tournament.protests")}</dt>
        <dd>${t("hall.minutes", { n: settings.protest_minutes })}</dd>
      </dl>
      ${it.abandoned ? html`<p><b>${t("hall.phase.abandoned")}</b> ${it.abandoned}</p>` : nothing}
      ${
        may("tournament.abandon") && it.phase !== "closed" && !it.abandoned
          ? html`<p><button @click=${() => abandon(give)}>${t("hall.tournament.abandon")}</button></p>`
          : nothing
      }
    </section>
    <section class="card stack">
      <h2>${t("hall.draw")}</h2>
      ${
        draw
          ? html`<p>${t("hall.draw.done", { n: draw.numbers.length })}</p>
              ${draw.table ? html`<p>${t("hall.draw.by-table", { id: draw.table })}</p>` : nothing}
              ${draw.words ? html`<p class="small quiet">${draw.words}</p>` : nothing}
              <p class="small quiet hash">${t("hall.draw.seed")} ${draw.seed}</p>
              ${draw.secret ? html`<p class="small quiet hash">${t("hall.draw.secret")} ${draw.secret}</p>` : nothing}
              <p class="small quiet">${t("hall.draw.check", { version: draw.version })}</p>`
          : html`${
              it.dice_asked
                ? nothing
                : html`<p class="quiet">${t(it.promised ? "hall.draw.promised" : "hall.draw.open")}</p>`
            }
            ${it.commitments.map(({ hash }) => html`<p class="small quiet hash">${hash}</p>`)}`
      }
      ${it.phase === "registration" ? diceOfTable(it, places, give) : nothing}
      ${it.dice_dropped.map(
        ({ table, time, why, faces }) =>
          html`<p class="small quiet">${t("hall.draw.dropped", { table, time: moment(time), why })}</p>
            ${throws(faces)}`,
      )}
    </section>
    <section class="card stack">
      <h2>${t("hall.files")}</h2>
      <p class="row">
        <a class="button" download href="/api/v1/tournaments/${it.tournament}/draw.json">${t("hall.file.draw")}</a>
        <a class="button" download href="/api/v1/tournaments/${it.tournament}/report.json">${t("hall.file.report")}</a>
        ${FILES.map(
          ([what, word]) =>
            html`<a class="button" download href="/api/v1/tournaments/${it.tournament}/files/${what}">${t(word)}</a>`,
        )}
      </p>
    </section>
    <section class="card stack">
      <h2>${t("hall.history")}</h2>
      <ol class="history">
        ${[...it.steps].reverse().map(
          (step) =>
            html`<li>
              <b>${t(`hall.phase.${step.kind}`)}</b
              >${step.round ? html` ${t("hall.round.number", { n: step.round })}` : nothing}
              <span class="quiet">${moment(step.time)} · ${nameOf(step.who)}</span>
            </li>`,
        )}
      </ol>
    </section>
  </div>`;
}

/**
 * The dice of a table decide the draw: it is asked, throws, and then the numbers are drawn by them.
 * @param {Tournament} it
 * @param {Place[]} places
 * @param {Give} give
 */
function diceOfTable(it, places, give) {
  const asked = it.dice_asked;
  if (!asked)
    return may("tournament.ask-dice")
      ? html`<p><button @click=${() => askTable(places, give)}>${t("hall.draw.ask")}</button></p>`
      : nothing;
  return html`<p aria-live="polite">
      ${t("hall.draw.dice-from", { table: asked.table, n: asked.faces.length, of: asked.rolls })}
    </p>
    ${asked.words ? html`<p class="small quiet">${asked.words}</p>` : nothing}
    ${
      asked.refused
        ? html`<p role="alert">${t("hall.draw.dice-refused", { why: refusalText(asked.refused) })}</p>`
        : nothing
    }
    ${asked.put_away ? html`<p role="alert">${t("hall.draw.put-away")}</p>` : nothing} ${throws(asked.faces)}
    <p class="row">
      ${
        asked.thrown && may("tournament.draw-by-table")
          ? html`<button class="main" @click=${() => give("draw-by-table")}>${t("hall.step.draw-by-table")}</button>`
          : nothing
      }
      ${
        may("tournament.drop-dice") ? html`<button @click=${() => drop(give)}>${t("hall.draw.drop")}</button>` : nothing
      }
    </p>`;
}

/** What each roll showed. @param {number[][]} faces */
const throws = (faces) =>
  faces.length > 0
    ? html`<ol class="throws">
        ${faces.map((roll) => html`<li class="number">${roll.join(" ")}</li>`)}
      </ol>`
    : nothing;

/**
 * @param {Place[]} places
 * @param {Give} give
 */
function askTable(places, give) {
  if (places.length === 0) {
    toast(t("hall.draw.no-table"));
    return;
  }
  ask({
    title: t("hall.draw.ask"),
    fields: [
      { name: "table", label: t("hall.draw.table"), options: places.map(({ table, name }) => [table, name]) },
      { name: "words", label: t("hall.draw.ask-words"), help: t("hall.draw.words-help") },
    ],
    values: { table: places[0].table, words: "" },
    button: t("hall.draw.ask"),
    note: t("hall.draw.ask-help", { n: ROLLS }),
    send: ({ table, words }) => give("ask-dice", { table, words: words.trim() }),
  });
}

/** @param {Give} give */
const drop = (give) =>
  ask({
    title: t("hall.draw.drop"),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.draw.drop"),
    grave: true,
    note: t("hall.draw.drop-help"),
    send: ({ why }) => give("drop-dice", { why }),
  });

/** @param {Give} give */
const abandon = (give) =>
  ask({
    title: t("hall.tournament.abandon"),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.tournament.abandon"),
    grave: true,
    note: t("hall.tournament.abandon-help"),
    send: ({ why }) => give("abandon", { why }),
  });
