// Who waits for a seat, for how long still, and who is called.

import { asProblem, showProblem } from "../../shared/problem.js";
import { show } from "../../shared/draw.js";
import { newId, post } from "../../shared/net.js";
import { known, listed, rulesets, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { give, title } from "../shared/actions.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { duration } from "../shared/times.js";
import { guestsOf, personField } from "../shared/guests.js";

/** @import { FloorTable, Party, Person } from "../shared/types.js" */
/**
 * What a party wants; null and none: all the same.
 * @typedef {{
 *   ruleset: string | null, smoking: boolean | null, area: string | null, avoid: string[], alone: boolean,
 * }} Wishes
 */

const SEATS = 4;
const KEPT_MINUTES = 5;
const MOST_AVOIDED = 3;

const page = new HallPage({ title: "hall.page.queue", topics: ["queue", "floor", "people", "alarms"], draw });
page.start();

const tables = () => page.view("floor")?.tables ?? [];
const persons = () => page.view("people")?.persons ?? [];

function draw() {
  const view = page.view("queue");
  show(
    "main",
    html`<div class="head">
        <h1>${t("hall.page.queue")}</h1>
        ${may("floor.queue-party") ? html`<button class="main" @click=${add}>${t("hall.queue.add")}</button>` : nothing}
      </div>
      ${view?.parties.length === 0 ? html`<p class="card empty">${t("hall.queue.none")}</p>` : nothing}
      <div class="tiles">${view?.parties.map((party) => card(party, view.now, view.parties))}</div>`,
  );
}

/**
 * @param {Party} party
 * @param {number} now
 * @param {Party[]} all
 */
const card = (party, now, all) =>
  html`<section class="card place" data-state=${party.overdue ? "overdue" : party.called_to ? "kept" : "free"}>
    <div class="row apart">
      <h2><span class="figure number">${party.ticket}</span> ${listed(party.names) || party.label}</h2>
      <span class="chip">${t("hall.queue.people", { n: party.size })}</span>
    </div>
    <p class="row apart">
      <span>${t("hall.queue.waits", { time: duration(now - party.since) })}</span>
      <b>${expected(party)}</b>
    </p>
    ${wishes(party)}
    ${party.missed > 0 ? html`<p class="quiet">${t("hall.queue.missed", { n: party.missed })}</p>` : nothing}
    <div class="row">${may("floor.call-party") ? actions(party, all) : nothing}</div>
  </section>`;

/** What a party wants; nothing where all is the same to it. @param {Party} party */
function wishes(party) {
  const { ruleset, smoking, area, avoid, alone } = /** @type {Wishes} */ (party.wishes);
  const said = [
    ruleset === null ? "" : known(`ruleset.${ruleset}`) ? t(`ruleset.${ruleset}`) : ruleset,
    area === null ? "" : area,
    smoking === null ? "" : t(smoking ? "hall.queue.smoking" : "hall.queue.no-smoking"),
    alone ? t("hall.queue.alone") : "",
    avoid.length > 0 ? t("hall.queue.avoids", { names: listed(avoid.map(displayName)) }) : "",
  ].filter(Boolean);
  return said.length === 0
    ? nothing
    : html`<p class="row">${said.map((one) => html`<span class="chip">${one}</span>`)}</p>`;
}

/** @param {string} id */
const displayName = (id) => persons().find(({ person }) => person === id)?.name ?? id;

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
 * @param {Party[]} all
 */
function actions(party, all) {
  const called = party.called_to;
  if (called) {
    const together = all.filter((one) => one.called_to === called).map((one) => one.party);
    return html`<button class="main" @click=${() => seat([party.party], called)}>${t("hall.queue.seat")}</button>
      ${
        together.length > 1
          ? html`<button @click=${() => seat(together, called)}>
              ${t("hall.queue.seat-all", { n: together.length })}
            </button>`
          : nothing
      }
      <button @click=${() => give("miss-party", { party: party.party })}>${t("hall.queue.miss")}</button>`;
  }
  // A party that lacks players is called with those who make the table full, once they have come.
  const free = tables().filter(({ state }) => state === "free");
  const proposed = party.proposed !== null && party.minutes === 0 ? party.proposed : null;
  const table = proposed ?? (party.missing === 0 ? free[0]?.table : undefined);
  return html`${
      table
        ? html`<button class="main" @click=${() => call(party, table)}>
            ${t("hall.queue.call", { n: tables().find((one) => one.table === table)?.number ?? "" })}
          </button>`
        : nothing
    }
    ${
      callable().length > 0
        ? html`<button @click=${() => callElsewhere(party)}>${t("hall.queue.call-other")}</button>`
        : nothing
    }
    <button @click=${() => give("dismiss-party", { party: party.party, expected_seq: page.seq("queue") })}>
      ${t("hall.queue.dismiss")}
    </button>`;
}

/** Tables to which a party can be called: free ones, and sessions that are open to others and have a seat. */
const callable = () =>
  tables().filter(({ state, session }) => state === "free" || (session?.joinable && isOpen(session)));

/** @param {NonNullable<FloorTable["session"]>} session */
const isOpen = ({ guests }) => guests.filter(({ left }) => !left).length < SEATS;

/**
 * With those who sit at the same table.
 * @param {Party} party
 * @param {string} table
 */
async function call({ party, together }, table) {
  let expected_seq = page.seq("queue");
  for (const one of new Set([party, ...together])) {
    const made = await give("call-party", { party: one, table, expected_seq });
    if (made === null) return;
    expected_seq = made.seq;
  }
}

/** @param {Party} party */
function callElsewhere({ party }) {
  const there = callable();
  ask({
    title: t("hall.queue.call-other"),
    fields: [
      { name: "table", label: t("hall.session.to-table"), options: there.map((one) => [one.table, title(one)]) },
      { name: "minutes", label: t("hall.queue.kept-minutes"), kind: "number" },
    ],
    values: { table: there[0].table, minutes: KEPT_MINUTES },
    button: t("hall.queue.call-here"),
    latest: () => ({ seq: page.seq("queue") }),
    send: ({ table, minutes }, seq) => give("call-party", { party, table, minutes, expected_seq: seq }),
  });
}

/**
 * All of them at once. Those who avoid each other sit together only where somebody insists.
 * @param {string[]} parties
 * @param {string} table
 */
async function seat(parties, table) {
  try {
    await post("/commands/floor.seat-parties", { id: newId(), parties, table });
  } catch (error) {
    if (asProblem(error).problem.code !== "avoided") showProblem(error);
    else
      ask({
        title: t("hall.queue.anyway"),
        note: t("hall.queue.anyway-help"),
        fields: [],
        button: t("hall.queue.anyway"),
        grave: true,
        send: () => give("seat-parties", { parties, table, anyway: true }),
      });
  }
}

function add() {
  const areas = [...new Set(tables().map(({ area }) => area))].filter(Boolean);
  const avoided = Array.from({ length: MOST_AVOIDED }, (_, at) => `avoid${at}`);
  const members = Array.from({ length: SEATS }, (_, at) => `person${at}`);
  const all = persons();
  ask({
    title: t("hall.queue.add"),
    fields: [
      { name: "label", label: t("hall.queue.name"), longest: 20, help: t("hall.guest.help") },
      { name: "size", label: t("hall.queue.size"), kind: "number" },
      ...members.map((name, at) => personField(name, t("hall.queue.person", { n: at + 1 }), all)),
      {
        name: "ruleset",
        label: t("hall.queue.ruleset"),
        options: [[null, t("hall.queue.any")], ...rulesets()],
      },
      {
        name: "area",
        label: t("hall.table.area"),
        options: [[null, t("hall.queue.any")], ...areas.map((one) => /** @type {[string, string]} */ ([one, one]))],
      },
      {
        name: "smoking",
        label: t("hall.table.smoking"),
        options: [
          [null, t("hall.queue.any")],
          [true, t("hall.queue.smoking")],
          [false, t("hall.queue.no-smoking")],
        ],
      },
      ...avoided.map((name) => personField(name, t("hall.queue.avoid"), all)),
      { name: "alone", label: t("hall.queue.alone"), kind: "tick" },
    ],
    values: { label: "", size: SEATS, ruleset: null, area: null, smoking: null, alone: false },
    button: t("hall.queue.add"),
    send: async ({ label, size, ruleset, area, smoking, alone, ...values }) => {
      const persons = ids(members, values, all);
      const avoid = ids(avoided, values, all);
      if (!persons || !avoid) return null;
      return give("queue-party", { label, size, persons, wishes: { ruleset, area, smoking, alone, avoid } });
    },
  });
}

/**
 * Ids of those whom the hall knows; what is no name of the list is sent as it is, and the hall says so.
 * @param {string[]} names of fields
 * @param {Record<string, unknown>} values
 * @param {Person[]} all
 */
const ids = (names, values, all) =>
  guestsOf(
    names.map((name) => values[name]),
    all,
  )?.map(({ person, label }) => person ?? label);
