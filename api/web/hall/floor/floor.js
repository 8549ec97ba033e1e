// The floor: every table with who sits there and since when, what it costs, and what can be done with it.

import { show } from "../../shared/draw.js";
import { post } from "../../shared/net.js";
import { Dialog } from "../../shared/dialog.js";
import { figure, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked, command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { clockTime, duration } from "../shared/times.js";
import { receipt } from "./receipt.js";

/** @import { FloorTable, Session } from "../shared/types.js" */

const SEATS = 4;
const page = new HallPage({ title: "hall.page.floor", topics: ["floor"], draw });
page.start();

/**
 * @param {string} row
 * @param {Record<string, unknown>} fields
 */
const give = (row, fields) => command(`floor.${row}`, fields);

function draw() {
  const view = page.view("floor");
  if (!view && !may("read.floor")) {
    show("main", html`<p class="card empty">${t("hall.floor.not-for-you")}</p>`);
    return;
  }
  const tables = view?.tables ?? [];
  const free = tables.filter((one) => !one.session && !one.blocked && !one.kept_for).length;
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${t("hall.page.floor")}</h1>
          <p class="quiet">${t("hall.floor.free", { n: free, of: tables.length })}</p>
        </div>
        <div class="row">
          ${may("table.enrol") ? html`<button @click=${join}>${t("hall.table.join")}</button>` : nothing}
          ${
            view && may("floor.place-table")
              ? html`<button class="main" @click=${() => place(tables)}>${t("hall.table.place")}</button>`
              : nothing
          }
        </div>
      </div>
      ${view && tables.length === 0 ? html`<p class="card empty">${t("hall.floor.none")}</p>` : nothing}
      <div class="tiles">${tables.map(card)}</div>
      ${
        view && view.unpaid.length > 0
          ? html`<section class="card stack">
              <h2>${t("hall.floor.unpaid")}</h2>
              ${view.unpaid.map((one) => unpaid(one, tables))}
            </section>`
          : nothing
      }`,
  );
}

/** @param {FloorTable} table */
const stateOf = ({ session, blocked, kept_for }) =>
  session ? session.course : blocked !== null ? "blocked" : kept_for ? "kept" : "free";

/** @param {FloorTable} table */
const card = (table) =>
  html`<section class="card place" data-state=${stateOf(table)}>
    <div class="row apart">
      <h2><span class="figure number">${table.number}</span> ${table.name || table.area}</h2>
      <span class="chip">${t(`hall.floor.state.${stateOf(table)}`)}</span>
    </div>
    ${table.live ? played(table.live) : nothing} ${table.session ? seated(table.session) : nothing}
    ${table.kept_for ? html`<p>${t("hall.floor.kept-for", { ticket: table.kept_for.ticket })}</p>` : nothing}
    ${table.blocked ? html`<p>${table.blocked}</p>` : nothing}
    <div class="row">${table.session ? running(table.session) : waiting(table)}</div>
  </section>`;

/**
 * What the table's own record says: hand, scores, and whether somebody is needed.
 * @param {NonNullable<FloorTable["live"]>} live
 */
const played = (live) =>
  html`<p class="row apart">
      <b>${live.prevailing ? t("hall.floor.hand", { wind: t(`wind.${live.prevailing}`), n: live.in_round }) : ""}</b>
      <span class="light" data-light=${live.light}>
        ${t(live.called ? "hall.floor.called" : `hall.floor.light.${live.light}`)}${faults(live.faults)}
      </span>
    </p>
    <ul class="scores">
      ${live.seats.map(
        ({ seat, name, score }) =>
          html`<li>
            <span>${seat === live.dealer ? html`<b class="dealer">●</b> ` : nothing}${name}</span>
            <span class="number">${figure(score)}</span>
          </li>`,
      )}
    </ul>`;

/** @param {string[]} codes */
const faults = (codes) => (codes.length > 0 ? ` ${codes.join(" ")}` : "");

/** @param {Session} session */
const seated = (session) =>
  html`<p class="row apart">
      <span>${t("hall.floor.since", { time: clockTime(new Date(session.started).toISOString()) })}</span>
      <b class="number">${duration(session.played_ms)}</b>
    </p>
    <p>${guests(session)}</p>
    ${session.fee === null ? nothing : html`<p class="fee number">${page.money(session.fee)}</p>`}`;

/** @param {Session} session */
const guests = (session) =>
  session.guests
    .filter(({ left }) => !left)
    .map(({ name, label }) => name || label || t("hall.guest"))
    .join(", ");

/** @param {Session} session */
function running({ session, course }) {
  if (!may("floor.end-session")) return nothing;
  return html`${
      course === "running"
        ? html`<button @click=${() => give("pause-session", { session })}>${t("hall.session.pause")}</button>`
        : html`<button @click=${() => give("resume-session", { session })}>${t("hall.session.resume")}</button>`
    } <button @click=${() => give("end-session", { session })}>${t("hall.session.end")}</button>`;
}

/** @param {FloorTable} table */
const waiting = ({ table, blocked }) =>
  html`${
    may("floor.start-session") && blocked === null
      ? html`<button class="main" @click=${() => start(table)}>${t("hall.session.start")}</button>`
      : nothing
  }
  ${
    may("floor.block-table")
      ? blocked === null
        ? html`<button @click=${() => block(table)}>${t("hall.table.block")}</button>`
        : html`<button @click=${() => give("unblock-table", { table })}>${t("hall.table.unblock")}</button>`
      : nothing
  }`;

/**
 * @param {Session} session
 * @param {FloorTable[]} tables
 */
const unpaid = (session, tables) =>
  html`<div class="row apart entry">
    <span>
      ${t("hall.table.number", { n: tables.find(({ table }) => table === session.table)?.number ?? "" })} ·
      ${duration(session.played_ms)}
    </span>
    <span class="row">
      ${session.fee === null ? nothing : html`<b class="number">${page.money(session.fee)}</b>`}
      ${
        may("floor.issue-receipt")
          ? html`<button class="main" @click=${() => receipt(session, page.money)}>${t("hall.receipt.issue")}</button>`
          : nothing
      }
    </span>
  </div>`;

/** @param {string} table */
function start(table) {
  ask({
    title: t("hall.session.start"),
    fields: Array.from({ length: SEATS }, (_, at) => ({
      name: `guest${at}`,
      label: t("hall.guest.number", { n: at + 1 }),
      longest: 40,
    })),
    button: t("hall.session.start"),
    send: (values) =>
      give("start-session", {
        table,
        guests: Object.values(values)
          .filter((label) => String(label).trim() !== "")
          .map((label) => ({ person: null, label: String(label).trim(), seat: null })),
      }),
  });
}

/** @param {string} table */
function block(table) {
  ask({
    title: t("hall.table.block"),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.table.block"),
    send: ({ why }) => give("block-table", { table, why }),
  });
}

/** @param {FloorTable[]} tables */
function place(tables) {
  ask({
    title: t("hall.table.place"),
    fields: [
      { name: "number", label: t("hall.table.which"), kind: "number" },
      { name: "name", label: t("hall.table.name"), longest: 40 },
      { name: "area", label: t("hall.table.area"), longest: 40 },
      { name: "smoking", label: t("hall.table.smoking"), kind: "tick" },
    ],
    values: { number: Math.max(0, ...tables.map(({ number }) => number)) + 1, name: "", area: "", smoking: false },
    button: t("hall.table.place"),
    send: (values) => give("place-table", values),
  });
}

/** The code with which a table joins the hall. */
async function join() {
  const made = await asked(() => post("/tables/code", {}));
  if (made === null) return;
  const dialog = new Dialog({ title: t("hall.table.join") });
  dialog.open(
    () =>
      html`<p>${t("hall.table.join-help")}</p>
        <p class="code number">${made.digits}</p>
        <p class="quiet">${t("hall.until", { time: clockTime(made.expires) })}</p>`,
    () => html`<button class="main" @click=${() => dialog.close()}>${t("hall.done")}</button>`,
  );
}
