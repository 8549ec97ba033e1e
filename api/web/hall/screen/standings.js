// The standings that everybody may see.

import { show } from "../../shared/draw.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { points } from "../shared/figures.js";
import { HallPage } from "../shared/page.js";
import { offence } from "../shared/tariff.js";
import { allStandings, reached } from "../tournament/standingstable.js";

const id = location.pathname.split("/")[2] ?? "";
const page = new HallPage({ title: "hall.tab.standings", topics: [`standings/${id}`], draw });
page.start();

function draw() {
  const view = page.view(`standings/${id}`);
  if (!view) {
    show("main", html`<p class="card empty">${t(page.gone.size > 0 ? "hall.tournament.gone" : "hall.loading")}</p>`);
    return;
  }
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${view.name}</h1>
          <p class="quiet">${reached(view.reach)} · ${t(`hall.phase.${view.phase}`)}</p>
        </div>
        <div class="row">
          <button @click=${() => print()}>${t("hall.print")}</button>
          <a class="button" href="/screen/${id}">${t("hall.screen")}</a>
          <a class="button" href="/play/${id}">${t("hall.phone")}</a>
        </div>
      </div>
      ${allStandings(id, view, () => page.draw())}
      ${
        view.fines.length > 0
          ? html`<section class="card">
              <h2>${t("hall.fines")}</h2>
              <ul class="plain">
                ${view.fines.map(fine)}
              </ul>
            </section>`
          : nothing
      }`,
  );
}

/** @param {import("../shared/types.js").StandingsView["fines"][number]} one */
const fine = (one) => html`<li>${one.name} ${points(one.points)} · ${offence(one.kind)} · ${one.why}</li>`;
