// Today's takings: receipts, what the till should hold, and the close of the day.

import { show } from "../../shared/draw.js";
import { figure, listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may, nameOf } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { duration, moment, weekday } from "../shared/times.js";
import { receipt as writeReceipt } from "./receipt.js";
import { lineName } from "./receiptlines.js";

/** @import { Receipt, TillView, Today } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.today", topics: ["till", "alarms"], draw });
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
        <div>
          <h1>${t("hall.page.today")}</h1>
          <p class="quiet">${weekday(view.today.day)}</p>
        </div>
        <div class="row">
          <a class="button" href="/prices">${t("hall.page.prices")}</a>
          ${
            may("floor.issue-receipt")
              ? html`<button @click=${() => writeReceipt(page, null)}>${t("hall.receipt.sell")}</button>`
              : nothing
          }
          ${may("floor.move-cash") ? html`<button @click=${move}>${t("hall.till.move")}</button>` : nothing}
          ${
            may("floor.close-day")
              ? html`<button class="main" @click=${() => close(view)}>${t("hall.till.close")}</button>`
              : nothing
          }
        </div>
      </div>
      ${figures(view.today)}
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
                <b>${one.day}</b> <span class="quiet">${nameOf(one.who)}</span>
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
        <div class="row apart">
          <h2>${t("hall.receipts")}</h2>
          <span class="row">
            <a class="button" href="/api/v1/exports/receipts.csv" download>${t("hall.receipts.csv")}</a>
            <a class="button" href="/api/v1/exports/closes.csv" download>${t("hall.closes.csv")}</a>
          </span>
        </div>
        ${
          view.receipts.length === 0
            ? html`<p class="empty">${t("hall.receipts.none")}</p>`
            : html`<table class="flow">
                <tbody>
                  ${view.receipts.map(row)}
                </tbody>
              </table>`
        }
        ${
          view.earlier.length === 0
            ? nothing
            : html`<details>
                <summary>${t("hall.receipts.earlier")}</summary>
                <table class="flow">
                  <tbody>
                    ${view.earlier.map(row)}
                  </tbody>
                </table>
              </details>`
        }
      </section>`,
  );
}

/** @param {Today} today */
const figures = ({ table_ms, table_ms_possible, sessions, games, hands, hand_ms }) =>
  html`<dl class="figures card">
    ${number(t("hall.today.table-hours"), duration(table_ms))}
    ${number(t("hall.today.taken"), table_ms_possible ? `${Math.round((100 * table_ms) / table_ms_possible)} %` : "–")}
    ${number(t("hall.today.sessions"), figure(sessions))} ${number(t("hall.today.games"), figure(games))}
    ${number(t("hall.today.hands"), figure(hands))}
    ${number(t("hall.today.hand"), hand_ms === null ? "–" : minutes(hand_ms))}
  </dl>`;

/**
 * @param {string} name
 * @param {string} value
 */
const number = (name, value) =>
  html`<div>
    <dt>${name}</dt>
    <dd class="n">${value}</dd>
  </div>`;

/** Minutes and seconds. @param {number} ms */
const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

/**
 * @param {string} label
 * @param {number} amount
 */
const sum = (label, amount) =>
  html`<p class="row apart"><span>${label}</span><b class="number">${page.money(amount)}</b></p>`;

/** @param {Receipt} one */
const row = (one) =>
  html`<tr class=${one.voided === null ? "" : "struck quiet"}>
    <td class="number"><a href=${`/receipt/${one.receipt}`}>${one.number}</a></td>
    <td class="when">${moment(one.time)}</td>
    <td>${listed(one.lines.map(lineName))}</td>
    <td class="number"><b>${page.money(one.total)}</b></td>
    <td>${listed(Object.keys(one.paid).map((method) => t(`hall.method.${method}`)))}</td>
    <td class="number">
      ${
        one.voided === null
          ? may("floor.void-receipt")
            ? html`<button @click=${() => voids(one)}>${t("hall.receipt.void")}</button>`
            : nothing
          : t("hall.receipt.voided", { day: moment(one.voided) })
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
      { name: "stays", label: t("hall.till.left"), kind: "number", help: t("hall.till.left-help") },
      { name: "why", label: t("hall.till.why") },
    ],
    values: { why: "", stays: null },
    button: t("hall.till.close"),
    send: ({ why, stays, ...counted }) =>
      command("floor.close-day", {
        close: view.next_close,
        day: view.today.day,
        counted: methods.map((method) => ({ method, amount: page.coins(counted[method] ?? 0) })),
        left: stays === null ? null : page.coins(stays),
        why,
      }),
  });
}
