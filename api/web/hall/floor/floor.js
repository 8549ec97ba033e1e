// The floor: every table with who sits there and since when, what it costs, and what can be done with it.

import { show } from "../../shared/draw.js";
import { post } from "../../shared/net.js";
import { Dialog } from "../../shared/dialog.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { closeOff, give, placeTable, startSession } from "../shared/actions.js";
import { alarmLine } from "../shared/alarm.js";
import { asked } from "../shared/commands.js";
import { handOf, lightOf, tableLight, tabletop } from "../shared/tabletop.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { clockTime, duration } from "../shared/times.js";
import { guests } from "../shared/guests.js";
import { isPlan, plan, planButtons } from "./plan.js";
import { receipt } from "./receipt.js";

/** @import { FloorTable, Live, Session } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.floor", topics: ["floor", "people", "alarms"], draw });
page.start();

function draw() {
  const view = page.view("floor");
  const tables = view?.tables ?? [];
  const free = tables.filter(({ state }) => state === "free").length;
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${t("hall.page.floor")}</h1>
          <p class="quiet">${t("hall.floor.free", { n: free, of: tables.length })}</p>
        </div>
        <div class="row">
          ${view && tables.length > 0 ? planButtons(() => page.draw()) : nothing}
          ${may("table.enrol") ? html`<button @click=${join}>${t("hall.table.join")}</button>` : nothing}
          ${
            view && may("floor.place-table")
              ? html`<button class="main" @click=${() => placeTable(tables)}>${t("hall.table.place")}</button>`
              : nothing
          }
        </div>
      </div>
      ${view && view.unplaced.length > 0 && may("floor.place-table") ? unplaced(view.unplaced, tables) : nothing}
      ${
        view && tables.length + view.unplaced.length === 0
          ? html`<p class="card empty">${t("hall.floor.none")}</p>`
          : nothing
      }
      ${
        isPlan()
          ? plan(tables, () => page.draw())
          : html`<div class="tiles">${tables.map((one) => card(one, view?.now ?? 0))}</div>`
      }
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

/**
 * @param {FloorTable} table
 * @param {number} now
 */
const card = (table, now) =>
  html`<section class="card place" data-state=${table.state}>
    <div class="row apart">
      <h2>
        <a href="/table/${table.table}"><span class="figure n">${table.number}</span> ${table.name || table.area}</a>
      </h2>
      <span class="chip ${CHIPS[table.state] ?? ""}">${t(`hall.floor.state.${table.state}`)}</span>
    </div>
    ${table.alarms.map((one) => alarmLine(one, now))} ${table.live ? played(table, table.live) : nothing}
    ${table.session ? seated(table.session) : nothing}
    ${table.kept_for ? html`<p>${t("hall.floor.kept-for", { ticket: table.kept_for.ticket })}</p>` : nothing}
    ${table.blocked ? html`<p>${table.blocked}</p>` : nothing}
    <div class="row foot">${table.session ? running(table.session) : waiting(table)}</div>
  </section>`;

/** @type {Record<string, string>} */
const CHIPS = { free: "calm", kept: "warn", paused: "warn", blocked: "bad" };

/**
 * What the table's own record says: its game, and its light.
 * @param {FloorTable} table
 * @param {Live} live
 */
function played({ alarms }, live) {
  const light = lightOf(
    live,
    alarms.some(({ kind }) => kind === "link"),
  );
  return html`<p class="row apart">
      <b>${live.playing ? handOf(live) : ""}</b>
      ${tableLight(light)}
    </p>
    ${live.playing ? tabletop(live, light) : nothing}`;
}

/** @param {Session} session */
const seated = (session) =>
  html`<p class="row apart">
      <span>${t("hall.floor.since", { time: clockTime(session.started) })}</span>
      <b class="number">${duration(session.played_ms)}</b>
    </p>
    <p>${guests(session)}</p>
    ${session.fee === null ? nothing : html`<p class="fee number">${page.money(session.fee)}</p>`}`;

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
const waiting = ({ table, blocked, state }) =>
  html`${
    may("floor.start-session") && blocked === null && state !== "tournament"
      ? html`<button
          class=${state === "free" ? "main" : ""}
          @click=${() => startSession(table, page.view("people")?.persons ?? [])}
        >
          ${t("hall.session.start")}
        </button>`
      : nothing
  }
  ${
    may("floor.block-table")
      ? blocked === null
        ? html`<button @click=${() => closeOff(table, page)}>${t("hall.table.block")}</button>`
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
          ? html`<button class="main" @click=${() => receipt(page, session)}>${t("hall.receipt.issue")}</button>`
          : nothing
      }
    </span>
  </div>`;

/**
 * Tables that have joined and stand nowhere yet.
 * @param {{ table: string, name: string }[]} joined
 * @param {FloorTable[]} tables
 */
const unplaced = (joined, tables) =>
  html`<section class="card stack">
    <h2>${t("hall.floor.unplaced")}</h2>
    ${joined.map(
      (one) =>
        html`<div class="row apart entry">
          <a href="/table/${one.table}">${one.name}</a>
          <button class="main" @click=${() => placeTable(tables, one.table)}>${t("hall.table.place")}</button>
        </div>`,
    )}
  </section>`;

/** The code with which a table joins the hall. */
async function join() {
  const made = await asked(() => post("/tables/code", {}));
  if (made === null) return;
  const dialog = new Dialog({ title: t("hall.table.join"), kind: "narrow" });
  dialog.open(
    () =>
      html`<p>${t("hall.table.join-help")}</p>
        <p class="code number">${made.digits}</p>
        <p class="quiet">${t("hall.until", { time: clockTime(made.expires) })}</p>
        ${
          made.authority
            ? html`<p>${t("hall.table.compare")}</p>
                <p class="small fingerprint"><code>${made.authority}</code></p>`
            : nothing
        }`,
    () => html`<button class="main" @click=${() => dialog.close()}>${t("hall.done")}</button>`,
  );
}
