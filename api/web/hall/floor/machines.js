// How the machines do: what is due now, what jams, and how each stands against the others of the house.

import { show } from "../../shared/draw.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { HallPage } from "../shared/page.js";
import { adviceList, careBars, daysPicture, machineFigures, rate, seconds, worstParts } from "../shared/machine.js";

/** @import { Machine, Usual } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.machines", topics: ["machines", "alarms"], draw });
page.start();

function draw() {
  const view = page.view("machines");
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${t("hall.page.machines")}</h1>
          ${
            view
              ? html`<p class="quiet">
                  ${t("hall.machine.usual", {
                    jams: rate(view.usual.jams_per_1000_hands),
                    build: seconds(view.usual.build_ms),
                  })}
                </p>`
              : nothing
          }
        </div>
      </div>
      ${view?.machines.length === 0 ? html`<p class="card empty">${t("hall.machines.none")}</p>` : nothing}
      <div class="columns">${view?.machines.map((one) => card(one, view.usual))}</div>`,
  );
}

/**
 * @param {Machine} one
 * @param {Usual} usual
 */
const card = (one, usual) =>
  html`<section class="card stack machine">
    <div class="row apart">
      <h2>
        <a href="/table/${one.table}"><span class="figure n">${one.number ?? "–"}</span> ${one.name}</a>
      </h2>
      ${one.gets_worse ? html`<span class="chip bad">${t("hall.machine.gets-worse")}</span>` : nothing}
    </div>
    ${machineFigures(one, usual)} ${daysPicture(one)} ${worstParts(one)} ${careBars(one)} ${adviceList(one)}
  </section>`;
