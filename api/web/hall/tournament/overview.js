// How a tournament is set up, how its numbers were drawn, and what has been done so far.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { ask } from "../shared/form.js";
import { may, nameOf } from "../shared/frame.js";
import { moment } from "../shared/times.js";
import { settingsDialog } from "./settings.js";

/** @import { Give, Place, Tournament } from "../shared/types.js" */

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
 */
export function overviewTab(it, places, give) {
  const { settings, draw } = it;
  const gong = /** @type {Record<string, unknown>} */ (settings.gong);
  const preset = /** @type {Record<string, unknown>} */ (settings.preset);
  return html`<div class="columns">
    <section class="card stack">
      <div class="row apart">
        <h2>${t("hall.tab.overview")}</h2>
        ${
          may("tournament.change") && it.phase !== "closed" && !it.abandoned
            ? html`<button @click=${() => settingsDialog(it, places, give)}>${t("hall.settings")}</button>`
            : nothing
        }
      </div>
      <dl>
        <dt>${t("hall.tournament.rules")}</dt>
        <dd>${preset.edition}</dd>
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
              <p class="small quiet hash">${t("hall.draw.seed")} ${draw.seed}</p>
              ${draw.secret ? html`<p class="small quiet hash">${t("hall.draw.secret")} ${draw.secret}</p>` : nothing}
              <p class="small quiet">${t("hall.draw.check", { version: draw.version })}</p>`
          : html`<p class="quiet">${t(it.commitments.length > 0 ? "hall.draw.promised" : "hall.draw.open")}</p>
              ${it.commitments.map(({ hash }) => html`<p class="small quiet hash">${hash}</p>`)}`
      }
    </section>
    <section class="card stack">
      <h2>${t("hall.files")}</h2>
      <p class="row">
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
