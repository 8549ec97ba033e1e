// One receipt, to look at and to print.

import { show } from "../../shared/draw.js";
import { listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { hallMe, nameOf } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { day, clockTime } from "../shared/times.js";
import { receiptLines } from "./receiptlines.js";

const id = location.pathname.split("/")[2];
const page = new HallPage({ title: "hall.receipt.issue", topics: [`receipt/${id}`, "alarms"], draw });
page.start();

function draw() {
  const view = page.view(`receipt/${id}`);
  if (!view) {
    const gone = page.gone.has(`receipt/${id}`);
    show("main", html`<p class="card empty">${t(gone ? "hall.receipt.gone" : "hall.loading")}</p>`);
    return;
  }
  const one = view.receipt;
  const about = [view.table === null ? "" : t("hall.table.number", { n: view.table }), view.guest].filter(Boolean);
  show(
    "main",
    html`<div class="head unprinted">
        <h1>${t("hall.receipt.number", { n: one.number })}</h1>
        <button class="main" @click=${() => print()}>${t("hall.receipt.print")}</button>
      </div>
      <article class="card stack paper" data-voided=${String(one.voided !== null)}>
        <p class="row apart">
          <b>${hallMe()?.hall ?? ""}</b>
          <span>${day(one.time)} ${clockTime(one.time)}</span>
        </p>
        <p class="row apart">
          <b>${t("hall.receipt.number", { n: one.number })}</b>
          <span>${listed(about)}</span>
        </p>
        ${one.voided === null ? nothing : html`<p><b>${t("hall.receipt.voided", { day: day(one.voided) })}</b></p>`}
        ${receiptLines(one.lines, page.money)}
        <p class="row apart total">
          <b>${t("hall.receipt.sum")}</b>
          <b class="fee number">${page.money(one.total)}</b>
        </p>
        ${Object.entries(one.paid).map(
          ([method, amount]) =>
            html`<p class="row apart">
              <span>${t(`hall.method.${method}`)}</span><span class="number">${page.money(amount)}</span>
            </p>`,
        )}
        <p class="quiet">${nameOf(one.who)}</p>
      </article>`,
  );
}
