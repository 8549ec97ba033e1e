// Today's takings: receipts, what the till should hold, and the close of the day.

import { show } from "../../shared/draw.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { moment } from "../shared/times.js";

/** @import { Receipt, TillView } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.today", topics: ["till"], draw });
page.start();

function draw() {
  const view = page.view("till");
  if (!view) {
    show("main", html`<p class="card empty">${t("hall.loading")}</p>`);
    return;
  }
  show(
    "main",
    html`<div class="head">
        <h1>${t("hall.page.today")}</h1>
        <div class="row">
          <a class="button" href="/prices">${t("hall.page.prices")}</a>
          ${may("floor.move-cash") ? html`<button @click=${move}>${t("hall.till.move")}</button>` : nothing}
          ${
            may("floor.close-day")
              ? html`<button class="main" @click=${() => close(view)}>${t("hall.till.close")}</button>`
              : nothing
          }
        </div>
      </div>
      <div class="columns">
        <section class="card stack">
          <h2>${t("hall.till.expected")}</h2>
          ${Object.entries(view.expected).map(([method, amount]) => sum(t(`hall.method.${method}`), amount))}
          ${sum(t("hall.till.opening"), view.opening)} ${view.moved ? sum(t("hall.till.moved"), view.moved) : nothing}
        </section>
        <section class="card stack">
          <h2>${t("hall.till.closes")}</h2>
          ${view.closes.length === 0 ? html`<p class="quiet">${t("hall.till.no-closes")}</p>` : nothing}
          ${view.closes.map(
            (one) =>
              html`<div class="entry">
                <b>${one.day}</b> <span class="quiet">${one.who}</span>
                ${Object.entries(one.takings).map(([method, amount]) => sum(t(`hall.method.${method}`), amount))}
                ${Object.entries(one.difference)
                  .filter(([, amount]) => amount !== 0)
                  .map(([method, amount]) =>
                    sum(t("hall.till.difference", { method: t(`hall.method.${method}`) }), amount),
                  )}
              </div>`,
          )}
        </section>
      </div>
      <section class="card wide">
        <h2>${t("hall.receipts")}</h2>
        ${
          view.receipts.length === 0
            ? html`<p class="empty">${t("hall.receipts.none")}</p>`
            : html`<table class="flow">
                <tbody>
                  ${view.receipts.map(row)}
                </tbody>
              </table>`
        }
      </section>`,
  );
}

/**
 * @param {string} label
 * @param {number} amount
 */
const sum = (label, amount) =>
  html`<p class="row apart"><span>${label}</span><b class="number">${page.money(amount)}</b></p>`;

/** @param {Receipt} one */
const row = (one) =>
  html`<tr class=${one.voided === null ? "" : "struck quiet"}>
    <td class="number">${one.number}</td>
    <td class="when">${moment(one.time)}</td>
    <td>${one.lines.map((line) => String(line.text ?? line.label ?? line.kind ?? "")).join(", ")}</td>
    <td class="number"><b>${page.money(one.total)}</b></td>
    <td>
      ${Object.keys(one.paid)
        .map((method) => t(`hall.method.${method}`))
        .join(", ")}
    </td>
    <td class="number">
      ${
        one.voided === null
          ? may("floor.void-receipt")
            ? html`<button @click=${() => voids(one)}>${t("hall.receipt.void")}</button>`
            : nothing
          : one.voided
      }
    </td>
  </tr>`;

/** @param {Receipt} one */
function voids({ receipt, number }) {
  ask({
    title: t("hall.receipt.number", { n: number }),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.receipt.void"),
    grave: true,
    send: ({ why }) => command("floor.void-receipt", { receipt, why }),
  });
}

function move() {
  ask({
    title: t("hall.till.move"),
    fields: [
      { name: "amount", label: t("hall.till.amount"), kind: "number", help: t("hall.till.amount-help") },
      { name: "why", label: t("hall.why") },
    ],
    values: { amount: 0, why: "" },
    button: t("hall.save"),
    send: ({ amount, why }) => command("floor.move-cash", { amount: page.coins(amount), why }),
  });
}

/** @param {TillView} view */
function close(view) {
  const methods = Object.keys(view.expected);
  ask({
    title: t("hall.till.close"),
    fields: [
      ...methods.map((method) => ({
        name: method,
        label: t("hall.till.counted", { method: t(`hall.method.${method}`) }),
        kind: /** @type {const} */ ("number"),
        help: t("hall.till.should", { amount: page.money(view.expected[method]) }),
      })),
      { name: "why", label: t("hall.till.why") },
    ],
    values: { why: "" },
    button: t("hall.till.close"),
    send: ({ why, ...counted }) =>
      command("floor.close-day", {
        close: view.next_close,
        day: new Date().toISOString().slice(0, 10),
        counted: methods.map((method) => ({ method, amount: page.coins(counted[method] ?? 0) })),
        why,
      }),
  });
}
