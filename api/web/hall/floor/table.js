// One table as the desk sees it: game, session, alarms, link and orders, machine, and what was.

import { show } from "../../shared/draw.js";
import { currentLanguage, figure, known, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import {
  callParty,
  callTime,
  changePlace,
  closeOff,
  give,
  letGo,
  moveSession,
  placeTable,
  rename,
  sendMessage,
  startSession,
  takeAway,
} from "../shared/actions.js";
import { alarmLine, alarmText, backText, resolveButton } from "../shared/alarm.js";
import { handOf, lightOf, tableLight, tabletop } from "../shared/tabletop.js";
import { may, nameOf } from "../shared/frame.js";
import { adviceList, careBars, daysPicture, machineFigures, worstParts } from "../shared/machine.js";
import { HallPage } from "../shared/page.js";
import { clockTime, day, duration, moment } from "../shared/times.js";
import { guests } from "../shared/guests.js";
import { sessionCard } from "./session.js";

/** @import { Order, TableView } from "../shared/types.js" */

const id = location.pathname.split("/")[2];
const page = new HallPage({
  title: "hall.page.table",
  topics: [`table/${id}`, "floor", "queue", "people", "alarms", `backups/${id}`],
  draw,
});
page.start();

function draw() {
  const view = page.view(`table/${id}`);
  if (page.gone.has(`table/${id}`) || !view) {
    show("main", html`<p class="card empty">${t(view ? "hall.table.unknown" : "hall.loading")}</p>`);
    return;
  }
  const light = lightOf(view.live, view.link?.lost ?? false);
  show(
    "main",
    html`<div class="head">
        <div>
          <h1><span class="figure n">${view.number ?? "–"}</span> ${view.name}</h1>
          <p class="row">
            ${view.floor ? html`<span class="chip">${t(`hall.floor.state.${view.floor.state}`)}</span>` : nothing}
            ${view.link ? tableLight(light) : html`<span class="quiet">${t("hall.table.no-board")}</span>`}
          </p>
        </div>
        <div class="row">${actions(view)}</div>
      </div>
      ${
        view.alarms.length > 0
          ? html`<section class="card stack">
              ${view.alarms.map(
                (one) => html`<div class="row apart">${alarmLine(one, view.now)} ${resolveButton(one)}</div>`,
              )}
            </section>`
          : nothing
      }
      <div class="columns two">
        <div class="stack">
          ${game(view)} ${view.floor?.session ? sessionCard(page, view.floor.session) : nothing} ${link(view)}
          ${orders(view)}
        </div>
        <div class="stack">${machine(view)} ${history(view)} ${backups(view)}</div>
      </div>`,
  );
}

/** @param {TableView} view */
function actions({ table, floor, link, live }) {
  const here = link !== null && link.released === null;
  const waiting = (page.view("queue")?.parties ?? []).filter((one) => !one.called_to);
  const running = floor?.session ?? null;
  const free = floor !== null && running === null && floor.blocked === null;
  return html`
    ${
      free && floor.state === "free" && may("floor.start-session")
        ? html`<button class="main" @click=${() => startSession(table, page.view("people")?.persons ?? [])}>
            ${t("hall.session.start")}
          </button>`
        : nothing
    }
    ${
      free && waiting.length > 0 && may("floor.call-party")
        ? html`<button @click=${() => callParty(table, waiting, page)}>${t("hall.queue.call-here")}</button>`
        : nothing
    }
    ${
      running && may("floor.move-session")
        ? html`<button @click=${() => moveSession(running, page)}>${t("hall.session.move")}</button>`
        : nothing
    }
    ${
      here && may("table.order")
        ? html`<button @click=${() => sendMessage(table)}>${t("hall.order-kind.message")}</button>
            ${live?.playing ? timeButton(table) : nothing}`
        : nothing
    }
    ${
      floor && may("floor.block-table")
        ? floor.blocked === null
          ? html`<button @click=${() => closeOff(table, page)}>${t("hall.table.block")}</button>`
          : html`<button @click=${() => give("unblock-table", { table })}>${t("hall.table.unblock")}</button>`
        : nothing
    }
    ${
      floor && may("floor.place-table")
        ? html`<button @click=${() => changePlace(floor, page)}>${t("hall.table.change")}</button>`
        : nothing
    }
    ${
      here && floor === null && may("floor.place-table")
        ? html`<button class="main" @click=${() => placeTable(page.view("floor")?.tables ?? [], table)}>
            ${t("hall.table.place")}
          </button>`
        : nothing
    }
    ${
      floor && running === null && may("floor.take-table-away")
        ? html`<button @click=${() => takeAway(floor)}>${t("hall.table.take-away")}</button>`
        : nothing
    }
    ${here && may("table.rename") ? html`<button @click=${named}>${t("hall.table.rename")}</button>` : nothing}
    ${
      here && may("table.release")
        ? html`<button @click=${() => letGo(table)}>${t("hall.table.let-go")}</button>`
        : nothing
    }
  `;
}

const named = () =>
  rename(
    id,
    () => page.view(`table/${id}`)?.link?.name ?? "",
    () => page.seq(`table/${id}`),
  );

/** @param {string} table */
const timeButton = (table) => html`<button @click=${() => callTime(table)}>${t("hall.order-kind.call-time")}</button>`;

/** @param {TableView} view */
function game({ live, link }) {
  if (!live || live.seats.length === 0)
    return html`<section class="card"><p class="empty">${t("hall.table.no-game")}</p></section>`;
  return html`<section class="card stack">
    <div class="row apart">
      <h2>${live.playing ? handOf(live) : t("hall.table.game-over")}</h2>
      <span class="quiet">${live.ruleset && known(`ruleset.${live.ruleset}`) ? t(`ruleset.${live.ruleset}`) : ""}</span>
    </div>
    ${tabletop(live, lightOf(live, link?.lost ?? false))}
    <p class="quiet">${t("hall.table.hands", { n: live.hands })}</p>
  </section>`;
}

/** @param {TableView} view */
function link({ link: line, now }) {
  if (!line) return nothing;
  const heard = line.heard === null ? t("hall.link.not-yet") : t("hall.link.ago", { time: ago(now - line.heard) });
  return html`<section class="card stack">
    <h2>${t("hall.link")}</h2>
    <dl class="facts">
      ${fact(t("hall.link.heard"), heard)} ${fact(t("hall.link.events"), figure(line.seq))}
      ${fact(t("hall.link.behind"), line.behind === 0 ? t("hall.link.all-here") : figure(line.behind))}
      ${line.aside > 0 ? fact(t("hall.link.aside"), figure(line.aside)) : nothing}
      ${line.replaced ? fact(t("hall.link.journal"), t("hall.alarm.aside.replaced")) : nothing}
      ${fact(
        t("hall.link.clock"),
        line.clock_off === null ? t("hall.link.clock-right") : t("hall.link.clock-off", { ms: line.clock_off }),
      )}
      ${fact(t("hall.link.since"), day(line.enrolled))}
      ${fact(
        t("hall.link.key"),
        html`<code
          >${line.key
            .slice(0, 16)
            .replace(/(.{4})/g, "$1 ")
            .trim()}</code
        >`,
      )}
    </dl>
  </section>`;
}

/**
 * @param {unknown} name
 * @param {unknown} value
 */
const fact = (name, value) =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`;

/** @param {number} ms */
const ago = (ms) => (ms < 60_000 ? t("hall.machine.seconds", { n: Math.max(0, Math.round(ms / 1000)) }) : duration(ms));

/** @param {TableView} view */
const orders = ({ orders: open, answered }) =>
  open.length + answered.length === 0
    ? nothing
    : html`<section class="card wide">
        <h2>${t("hall.orders")}</h2>
        <table class="flow">
          <tbody>
            ${[...open, ...answered].map(orderRow)}
          </tbody>
        </table>
      </section>`;

/**
 * What was special about a refusal: English, so it stands only beside English or where nothing else is known.
 * @param {string} code
 * @param {string | null | undefined} detail
 */
const exactly = (code, detail) => (currentLanguage() === "en" || !known(`error.${code}`) ? detail : nothing);

/** @param {Order} one */
const orderRow = ({ kind, made, answered, who, code, detail, expires }) =>
  html`<tr>
    <td class="when">${moment(answered ?? made ?? "")}</td>
    <td>${t(`hall.order-kind.${kind}`)} ${who ? html`<span class="quiet">${nameOf(who)}</span>` : nothing}</td>
    <td>
      ${
        answered === null
          ? html`<span class="chip warn">${t("hall.order.waits", { time: clockTime(expires ?? "") })}</span>`
          : code
            ? html`<span class="chip bad">${known(`error.${code}`) ? t(`error.${code}`) : code}</span>
                ${exactly(code, detail)}`
            : html`<span class="chip">${t("hall.order.done")}</span>`
      }
    </td>
  </tr>`;

/** @param {TableView} view */
const machine = ({ machine: one, usual }) =>
  one === null
    ? nothing
    : html`<section class="card stack machine">
        <div class="row apart">
          <h2>${t("hall.machine")}</h2>
          ${one.gets_worse ? html`<span class="chip bad">${t("hall.machine.gets-worse")}</span>` : nothing}
        </div>
        ${machineFigures(one, usual)} ${daysPicture(one)} ${worstParts(one)} ${careBars(one)} ${adviceList(one)}
      </section>`;

/**
 * Games, sessions and alarms of the table, the latest first.
 * @param {TableView} view
 */
function history({ games, sessions, past }) {
  const rows = [
    ...games.map(({ ended, hands, hand_ms }) => ({
      at: ended,
      what: t("hall.history.game"),
      more: [
        t("hall.table.hands", { n: hands }),
        hand_ms === null ? "" : t("hall.history.hand", { time: ago(hand_ms) }),
      ],
    })),
    ...sessions.map((one) => ({
      at: one.started,
      what: t("hall.session"),
      more: [duration(one.played_ms), guests(one, true)],
    })),
    ...past.map((one) => ({
      at: one.until,
      what: one.code ?? t(`hall.alarm.${one.kind}`),
      more: [alarmText(one), backText(one), one.by ? nameOf(one.by) : "", one.why],
    })),
  ].sort((a, b) => b.at - a.at);
  return rows.length === 0
    ? nothing
    : html`<section class="card wide">
        <h2>${t("hall.table.history")}</h2>
        <table class="flow">
          <tbody>
            ${rows.map(
              ({ at, what, more }) =>
                html`<tr>
                  <td class="when">${moment(at)}</td>
                  <td><b>${what}</b></td>
                  <td>${more.filter(Boolean).join(" · ")}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </section>`;
}

/**
 * What the table left with the hall in case its card is lost, for the owner.
 * @param {TableView} view
 */
function backups({ link: line }) {
  const kept = page.view(`backups/${id}`)?.backups;
  if (!kept || (kept.length === 0 && line === null)) return nothing;
  return html`<section class="card wide">
    <h2>${t("hall.backups")}</h2>
    <p class="quiet">${t(kept.length === 0 ? "hall.backups.none" : "hall.backups.help")}</p>
    <table class="flow">
      <tbody>
        ${kept.map(
          ({ name, made, size }) =>
            html`<tr>
              <td class="when">${moment(made)}</td>
              <td>${t("hall.backups.size", { kb: figure(Math.ceil(size / 1000)) })}</td>
              <td>
                <a class="button" download href="/api/v1/tables/${id}/backups/${name}">${t("hall.backups.download")}</a>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
