// Releases for the tables of a hall: which is here, what it changes, how far it has gone, and when it goes on.

import { show } from "../../shared/draw.js";
import { currentLanguage, listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { moment } from "../shared/times.js";

/** @import { ReleasesView } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.releases", topics: ["releases", "alarms"], draw });
page.start();

function draw() {
  const view = page.view("releases");
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${t("hall.page.releases")}</h1>
          <p class="quiet">${t("hall.releases.help")}</p>
        </div>
      </div>
      ${view ? [available(view), rollout(view), tables(view)] : nothing}`,
  );
}

/** @param {ReleasesView} view */
function available({ available, hall }) {
  if (!available) return html`<p class="card empty">${t("hall.releases.none")}</p>`;
  const { version, machines, notes } = available;
  const text = notes[currentLanguage()] ?? notes.en ?? "";
  return html`<section class="card stack">
    <h2>${t("hall.releases.here", { version, machines: listed(machines) })}</h2>
    <p class="quiet">${t("hall.releases.hall-runs", { version: hall })}</p>
    ${
      text
        ? html`<details>
            <summary>${t("hall.releases.notes")}</summary>
            <div class="notes">${text}</div>
          </details>`
        : nothing
    }
    ${
      may("release.roll-out")
        ? html`<div class="row">
            <button class="main" @click=${() => begin(version, "night")}>${t("hall.releases.at-night")}</button>
            <button @click=${() => begin(version, "now")}>${t("hall.releases.now")}</button>
          </div>`
        : nothing
    }
  </section>`;
}

/**
 * @param {string} version
 * @param {"night" | "now"} when
 */
function begin(version, when) {
  const button = t(when === "now" ? "hall.releases.now" : "hall.releases.at-night");
  ask({
    title: t("hall.releases.begin-title", { version }),
    fields: [],
    note: t("hall.releases.help"),
    button,
    send: () => command("release.roll-out", { version, when }),
  });
}

/** @param {ReleasesView} view */
function rollout({ rollout, begins, ends, tables }) {
  if (!rollout) return nothing;
  const { version, when, done, stopped } = rollout;
  const next = t(`hall.releases.next-${when}`, { begins, ends });
  return html`<section class="card stack">
    <p>${t("hall.releases.going", { version, done, tables: rollout.tables })}</p>
    ${stopped ? html`<p role="alert"><span class="chip bad">${why(stopped, tables)}</span></p>` : nothing}
    ${!stopped && done < rollout.tables ? html`<p class="quiet">${next}</p>` : nothing}
    ${
      !stopped && done < rollout.tables && may("release.stop")
        ? html`<div class="row">
            <button @click=${() => command("release.stop", {})}>${t("hall.releases.stop")}</button>
          </div>`
        : nothing
    }
  </section>`;
}

/**
 * @param {NonNullable<NonNullable<ReleasesView["rollout"]>["stopped"]>} stopped
 * @param {ReleasesView["tables"]} tables
 */
function why({ reason, table, why, time }, tables) {
  const name = tables.find((one) => one.table === table)?.name ?? table ?? "";
  return t(`hall.releases.stopped.${reason}`, { table: name, why, time: moment(time) });
}

/** @param {ReleasesView} view */
const tables = ({ tables, rollout }) =>
  tables.length === 0
    ? nothing
    : html`<section class="card wide">
        <table class="flow">
          <thead>
            <tr>
              <th>${t("hall.releases.table")}</th>
              <th>${t("hall.releases.release")}</th>
              <th>${t("hall.releases.state")}</th>
            </tr>
          </thead>
          <tbody>
            ${tables.map(
              (one) =>
                html`<tr>
                  <td>${one.name}</td>
                  <td>${one.version || t("hall.releases.unknown")}</td>
                  <td>${state(one, rollout)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </section>`;

/**
 * @param {ReleasesView["tables"][number]} one
 * @param {ReleasesView["rollout"]} rollout
 */
function state({ table, has_it: hasIt, put_off: putOff }, rollout) {
  if (!rollout) return "";
  if (rollout.asked === table) return t("hall.releases.at-it");
  if (hasIt) return t("hall.releases.has-it");
  return putOff === null ? t("hall.releases.waits") : t("hall.releases.put-off", { why: putOff });
}
