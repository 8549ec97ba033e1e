// What the desk does with a table: its session, a party for it, and orders to it.

import { toast } from "../../shared/toast.js";
import { listed, rulesets, t } from "../../shared/words.js";
import { guestsOf, personField } from "./guests.js";
import { command } from "./commands.js";
import { ask } from "./form.js";

/** @import { FloorTable, Party, Person, Session } from "./types.js" */
/** @import { HallPage } from "./page.js" */

const SEATS = 4;
const ORDER_SECONDS = 600;
const MINUTE = 60_000;

/**
 * How long ago something was that is entered now.
 * @param {string} [help] a key
 */
export const AGO = (help = "hall.session.ago-help") => ({
  name: "ago",
  label: t("hall.session.ago"),
  kind: /** @type {const} */ ("number"),
  help: t(help),
});

/** When that was; null for now. @param {number | null} minutes */
export const momentOf = (minutes) => (minutes ? new Date(Date.now() - minutes * MINUTE).toISOString() : null);

/**
 * @param {string} row
 * @param {Record<string, unknown>} fields
 */
export const give = (row, fields) => command(`floor.${row}`, fields);

/**
 * @param {string} table
 * @param {Person[]} persons whom the hall knows
 */
export function startSession(table, persons) {
  const names = Array.from({ length: SEATS }, (_, at) => `guest${at}`);
  ask({
    title: t("hall.session.start"),
    note: t("hall.guest.help"),
    fields: [
      ...names.map((name, at) => personField(name, t("hall.guest.number", { n: at + 1 }), persons)),
      { name: "ruleset", label: t("hall.queue.ruleset"), options: [[null, t("hall.queue.any")], ...rulesets()] },
      { name: "joinable", label: t("hall.session.joinable"), kind: "tick" },
      AGO("hall.session.ago-start"),
    ],
    values: { ruleset: null, joinable: false, ago: 0 },
    button: t("hall.session.start"),
    send: async ({ ruleset, joinable, ago, ...values }) => {
      const guests = guestsOf(
        names.map((name) => values[name]),
        persons,
      );
      return guests && give("start-session", { table, guests, ruleset, joinable, at: momentOf(ago) });
    },
  });
}

/**
 * Another number, name or area.
 * @param {FloorTable} table
 * @param {HallPage} page that follows `floor`
 */
export function changePlace({ table, ...first }, page) {
  const now = () => page.view("floor")?.tables.find((one) => one.table === table) ?? first;
  const values = ({ number, name, area, smoking } = now()) => ({ number, name, area, smoking });
  ask({
    title: t("hall.table.change"),
    fields: placeFields(),
    values: values(first),
    button: t("hall.save"),
    latest: () => ({ seq: page.seq("floor"), values: values() }),
    send: (given, seq) => give("place-table", { table, x: now().x, y: now().y, ...given, expected_seq: seq }),
  });
}

/**
 * Another name for a table with a board, as it belongs to the hall.
 * @param {string} table
 * @param {() => string} nameNow
 * @param {() => number} seq
 */
export function rename(table, nameNow, seq) {
  ask({
    title: t("hall.table.rename"),
    note: t("hall.table.rename-help"),
    fields: [{ name: "name", label: t("hall.table.name"), longest: 40 }],
    values: { name: nameNow() },
    button: t("hall.save"),
    latest: () => ({ seq: seq(), values: { name: nameNow() } }),
    send: ({ name }, expected_seq) => command("table.rename", { table, name: name.trim(), expected_seq }),
  });
}

/**
 * A place on the floor for a table that has none: one that belongs to the hall, or one without a board.
 * @param {FloorTable[]} tables on the floor
 * @param {string | null} table
 */
export function placeTable(tables, table = null) {
  ask({
    title: t("hall.table.place"),
    fields: placeFields(),
    values: { number: Math.max(0, ...tables.map(({ number }) => number)) + 1, name: "", area: "", smoking: false },
    button: t("hall.table.place"),
    send: (values) => give("place-table", { table, ...values }),
  });
}

/** What is asked of a table on the floor. @returns {import("./form.js").Field[]} */
const placeFields = () => [
  { name: "number", label: t("hall.table.which"), kind: "number" },
  { name: "name", label: t("hall.table.name"), longest: 40 },
  { name: "area", label: t("hall.table.area"), longest: 40 },
  { name: "smoking", label: t("hall.table.smoking"), kind: "tick" },
];

/** @param {FloorTable} table */
export function takeAway({ table }) {
  ask({
    title: t("hall.table.take-away"),
    note: t("hall.table.take-away-help"),
    fields: [],
    button: t("hall.table.take-away"),
    grave: true,
    send: () => give("take-table-away", { table }),
  });
}

/**
 * Nobody is seated there any more.
 * @param {string} table
 * @param {HallPage} page that follows `floor`
 */
export function closeOff(table, page) {
  ask({
    title: t("hall.table.block"),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.table.block"),
    latest: () => ({ seq: page.seq("floor") }),
    send: ({ why }, seq) => give("block-table", { table, why, expected_seq: seq }),
  });
}

/**
 * To another table, where guests and their time go on.
 * @param {Session} session
 * @param {HallPage} page that follows `floor`
 */
export function moveSession({ session }, page) {
  const tables = page.view("floor")?.tables ?? [];
  const free = tables.filter(({ state }) => state === "free");
  if (free.length === 0) {
    toast(t("hall.session.no-free-table"));
    return;
  }
  ask({
    title: t("hall.session.move"),
    fields: [{ name: "table", label: t("hall.session.to-table"), options: free.map((one) => [one.table, title(one)]) }],
    values: { table: free[0].table },
    button: t("hall.session.move"),
    latest: () => ({ seq: page.seq("floor") }),
    send: ({ table }, seq) => give("move-session", { session, table, expected_seq: seq }),
  });
}

/** @param {{ number: number | null, name: string }} table */
export const title = ({ number, name }) =>
  [number === null ? "" : t("hall.table.number", { n: number }), name].filter(Boolean).join(" · ");

/**
 * A party that waits, to this table.
 * @param {string} table
 * @param {Party[]} parties
 * @param {HallPage} page that follows `floor`
 */
export function callParty(table, parties, page) {
  ask({
    title: t("hall.queue.call-here"),
    fields: [
      {
        name: "party",
        label: t("hall.page.queue"),
        options: parties.map((one) => [
          one.party,
          `${one.ticket} · ${listed(one.names) || one.label} · ${t("hall.queue.people", { n: one.size })}`,
        ]),
      },
    ],
    values: { party: parties[0].party },
    button: t("hall.queue.call-here"),
    latest: () => ({ seq: page.seq("floor") }),
    send: ({ party }, seq) => give("call-party", { party, table, expected_seq: seq }),
  });
}

/**
 * An order: the table carries it out and answers, or says why not.
 * @param {string} table
 * @param {string} kind
 * @param {Record<string, unknown>} body
 */
async function order(table, kind, body) {
  const made = await command("table.order", { table, kind, body, seconds: ORDER_SECONDS });
  if (made !== null) toast(t("hall.order.sent"));
  return made;
}

/** @param {string} table */
export function sendMessage(table) {
  ask({
    title: t("hall.order-kind.message"),
    fields: [{ name: "text", label: t("hall.order.text"), longest: 200 }],
    values: { text: "" },
    button: t("hall.order.send"),
    send: ({ text }) => order(table, "message", { text }),
  });
}

/** @param {string} table */
export function callTime(table) {
  ask({
    title: t("hall.order-kind.call-time"),
    fields: [],
    button: t("hall.order-kind.call-time"),
    grave: true,
    send: () => order(table, "call-time", {}),
  });
}

/**
 * The table leaves the hall: it is asked, or, where it is out of reach for good, it is not.
 * @param {string} table
 */
export function letGo(table) {
  ask({
    title: t("hall.table.let-go"),
    fields: [{ name: "gone", label: t("hall.table.gone"), kind: "tick", help: t("hall.table.gone-help") }],
    values: { gone: false },
    button: t("hall.table.let-go"),
    grave: true,
    send: ({ gone }) => command("table.release", { table, gone }),
  });
}
