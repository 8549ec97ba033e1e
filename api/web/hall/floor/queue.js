// Who waits for a seat, for how long still, and who is called.

import { show } from "../../shared/draw.js";
import { listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { duration } from "../shared/times.js";

/** @import { FloorTable, Party } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.queue", topics: ["queue", "floor", "alarms"], draw });
page.start();

/**
 * @param {string} row
 * @param {Record<string, unknown>} fields
 */
const give = (row, fields) => command(`floor.${row}`, fields);

function draw() {
  const view = page.view("queue");
  const tables = page.view("floor")?.tables ?? [];
  show(
    "main",
    html`<div class="head">
        <h1>${t("hall.page.queue")}</h1>
        ${may("floor.queue-party") ? html`<button class="main" @click=${add}>${t("hall.queue.add")}</button>` : nothing}
      </div>
      ${view?.parties.length === 0 ? html`<p class="card empty">${t("hall.queue.none")}</p>` : nothing}
      <div class="tiles">${view?.parties.map((party) => card(party, view.now, tables))}</div>`,
  );
}

/**
 * @param {Party} party
 * @param {number} now
 * @param {FloorTable[]} tables
 */
const card = (party, now, tables) =>
  html`<section class="card place" data-state=${party.overdue ? "overdue" : party.called_to ? "kept" : "free"}>
    <div class="row apart">
      <h2><span class="figure number">${party.ticket}</span> ${listed(party.names) || party.label}</h2>
      <span class="chip">${t("hall.queue.people", { n: party.size })}</span>
    </div>
    <p class="row apart">
      <span>${t("hall.queue.waits", { time: duration(now - party.since) })}</span>
      <b>${expected(party)}</b>
    </p>
    <div class="row">${may("floor.call-party") ? actions(party, tables) : nothing}</div>
  </section>`;

/** @param {Party} party */
function expected({ called_to, minutes, missing, overdue }) {
  if (overdue) return t("hall.queue.overdue");
  if (called_to) return t("hall.queue.called");
  if (missing > 0) return t("hall.queue.missing", { n: missing });
  if (minutes === null) return t("hall.queue.unknown");
  return minutes === 0 ? t("hall.queue.now") : t("hall.queue.minutes", { n: minutes });
}

/**
 * @param {Party} party
 * @param {FloorTable[]} tables
 */
function actions(party, tables) {
  const called = party.called_to;
  if (called) {
    return html`<button class="main" @click=${() => give("seat-parties", { parties: [party.party], table: called })}>
        ${t("hall.queue.seat")}
      </button>
      <button @click=${() => give("miss-party", { party: party.party })}>${t("hall.queue.miss")}</button>`;
  }
  // A party that lacks players is called with those who make the table full, once they have come.
  const free = tables.filter(({ state }) => state === "free").map(({ table: one }) => one);
  const proposed = party.proposed !== null && party.minutes === 0 ? party.proposed : null;
  const table = proposed ?? (party.missing === 0 ? free[0] : undefined);
  return html`${
      table
        ? html`<button class="main" @click=${() => call(party, table)}>
            ${t("hall.queue.call", { n: tables.find((one) => one.table === table)?.number ?? "" })}
          </button>`
        : nothing
    } <button @click=${() => give("dismiss-party", { party: party.party })}>${t("hall.queue.dismiss")}</button>`;
}

/**
 * With those who sit at the same table.
 * @param {Party} party
 * @param {string} table
 */
async function call({ party, together }, table) {
  for (const one of new Set([party, ...together])) {
    if ((await give("call-party", { party: one, table })) === null) return;
  }
}

function add() {
  ask({
    title: t("hall.queue.add"),
    fields: [
      { name: "label", label: t("hall.queue.name"), longest: 40 },
      { name: "size", label: t("hall.queue.size"), kind: "number" },
    ],
    values: { label: "", size: 4 },
    button: t("hall.queue.add"),
    send: ({ label, size }) => give("queue-party", { label, size }),
  });
}
