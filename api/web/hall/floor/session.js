// The session of a table: its guests one by one, and what is done with it.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { AGO, give, momentOf, title } from "../shared/actions.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { clockTime, duration } from "../shared/times.js";
import { guestName, guests, guestsOf, personField } from "../shared/guests.js";
import { receipt } from "./receipt.js";

/** @import { FloorTable, Person, Session } from "../shared/types.js" */
/** @import { HallPage } from "../shared/page.js" */

const SEATS = [0, 1, 2, 3];

/**
 * @param {HallPage} page that follows `floor` and `people`
 * @param {Session} one
 */
export const sessionCard = (page, one) =>
  html`<section class="card stack session">
    <div class="row apart">
      <h2>${t("hall.session")}</h2>
      ${one.course === "paused" ? html`<span class="chip warn">${t("hall.floor.state.paused")}</span>` : nothing}
    </div>
    <p class="row apart">
      <span class="quiet">${t("hall.floor.since", { time: clockTime(one.started) })}</span>
      <b class="n">${duration(one.played_ms)}</b>
      ${one.fee === null ? nothing : html`<b class="n">${page.money(one.fee)}</b>`}
    </p>
    ${one.guests.map((guest) => guestRow(page, one, guest))}
    ${may("floor.end-session") ? html`<div class="row">${actions(page, one)}</div>` : nothing}
  </section>`;

/**
 * @param {HallPage} page
 * @param {Session} one
 * @param {Session["guests"][number]} guest
 */
function guestRow(page, one, guest) {
  const seat = guest.seat === null || guest.left ? nothing : t("hall.guest.seat", { n: guest.seat + 1 });
  return html`<div class="row apart entry">
    <span class=${guest.left ? "quiet" : ""}>${guestName(guest)} <small class="quiet">${seat}</small></span>
    <span class="row">
      ${guest.left ? html`<span class="chip">${t("hall.guest.left")}</span>` : nothing}
      ${guest.paid ? html`<span class="chip calm">${t("hall.guest.paid")}</span>` : nothing}
      ${
        !guest.left && may("floor.leave-guest")
          ? html`<button @click=${() => leaves(page, one, guest)}>${t("hall.guest.leaves")}</button>`
          : nothing
      }
      ${
        guest.left && !guest.paid && one.fee !== null && may("floor.issue-receipt")
          ? html`<button @click=${() => receipt(page, one, guest.stay)}>${t("hall.receipt.issue")}</button>`
          : nothing
      }
    </span>
  </div>`;
}

/**
 * @param {HallPage} page
 * @param {Session} one
 */
function actions(page, one) {
  const { session, course } = one;
  const seated = one.guests.filter(({ left }) => !left);
  const tables = page.view("floor")?.tables ?? [];
  const others = tables.filter((table) => table.session && table.session.session !== session);
  return html`
    ${
      seated.length < SEATS.length
        ? html`<button @click=${() => addGuest(one, page.view("people")?.persons ?? [])}>
            ${t("hall.guest.add")}
          </button>`
        : nothing
    }
    ${
      seated.length > 0
        ? html`<button @click=${() => changeSeats(page, one)}>${t("hall.guest.seats")}</button>`
        : nothing
    }
    ${
      others.length > 0
        ? html`<button @click=${() => merge(page, one, others)}>${t("hall.session.merge")}</button>`
        : nothing
    }
    ${
      course === "running"
        ? html`<button @click=${() => give("pause-session", { session })}>${t("hall.session.pause")}</button>`
        : html`<button @click=${() => give("resume-session", { session })}>${t("hall.session.resume")}</button>`
    }
    <button @click=${() => ends(page, one)}>${t("hall.session.end")}</button>
  `;
}

/**
 * @param {Session} one
 * @param {Person[]} persons
 */
function addGuest({ session }, persons) {
  ask({
    title: t("hall.guest.add"),
    note: t("hall.guest.help"),
    fields: [personField("guest", t("hall.guest.who"), persons), AGO()],
    values: { guest: "", ago: 0 },
    button: t("hall.guest.add"),
    send: async ({ guest, ago }) => {
      const guests = guestsOf([guest], persons);
      const one = guests && (guests[0] ?? { person: null, label: "", seat: null });
      return one && give("seat-guest", { session, guest: one, at: momentOf(ago) });
    },
  });
}

/**
 * The state of the floor that a dialog was opened on.
 * @param {HallPage} page
 */
const floorOf = (page) => () => ({ seq: page.seq("floor") });

/**
 * @param {HallPage} page
 * @param {Session} one
 * @param {Session["guests"][number]} guest
 */
function leaves(page, { session }, guest) {
  ask({
    title: `${t("hall.guest.leaves")}: ${guestName(guest)}`,
    fields: [AGO()],
    values: { ago: 0 },
    button: t("hall.guest.leaves"),
    latest: floorOf(page),
    send: ({ ago }, seq) => give("leave-guest", { session, stay: guest.stay, at: momentOf(ago), expected_seq: seq }),
  });
}

/**
 * @param {HallPage} page
 * @param {Session} one
 */
function ends(page, { session }) {
  ask({
    title: t("hall.session.end"),
    fields: [AGO()],
    values: { ago: 0 },
    button: t("hall.session.end"),
    latest: floorOf(page),
    send: ({ ago }, seq) => give("end-session", { session, at: momentOf(ago), expected_seq: seq }),
  });
}

/**
 * @param {HallPage} page
 * @param {Session} one
 */
function changeSeats(page, { session, guests: all }) {
  const seated = all.filter(({ left }) => !left);
  /** @type {[number | null, string][]} */
  const seats = [
    [null, "–"],
    ...SEATS.map((seat) => /** @type {[number, string]} */ ([seat, t("hall.guest.seat", { n: seat + 1 })])),
  ];
  /** @param {Session["guests"]} guests */
  const seatsOf = (guests) => Object.fromEntries(guests.map(({ stay, seat }) => [`stay ${stay}`, seat]));
  const now = () => page.view("floor")?.tables.find((table) => table.session?.session === session)?.session?.guests;
  ask({
    title: t("hall.guest.seats"),
    fields: seated.map((guest) => ({
      name: `stay ${guest.stay}`,
      label: guestName(guest),
      options: seats,
    })),
    values: seatsOf(seated),
    button: t("hall.save"),
    latest: () => ({ seq: page.seq("floor"), values: seatsOf((now() ?? all).filter(({ left }) => !left)) }),
    send: (values, seq) =>
      give("change-seats", {
        session,
        expected_seq: seq,
        seats: seated.map(({ stay }) => ({ stay, seat: values[`stay ${stay}`] ?? null })),
      }),
  });
}

/**
 * @param {HallPage} page
 * @param {Session} one
 * @param {FloorTable[]} others tables that have a session
 */
function merge(page, { session }, others) {
  const sessions = others.flatMap((table) => (table.session ? [{ table, of: table.session }] : []));
  ask({
    title: t("hall.session.merge"),
    note: t("hall.session.merge-help"),
    fields: [
      {
        name: "into",
        label: t("hall.session.into"),
        options: sessions.map(({ table, of }) => [of.session, [title(table), guests(of)].filter(Boolean).join(": ")]),
      },
    ],
    values: { into: sessions[0].of.session },
    button: t("hall.session.merge"),
    latest: floorOf(page),
    send: ({ into }, seq) => give("merge-session", { session, into, expected_seq: seq }),
  });
}
