// Who works in the hall: accounts with their roles, the devices that are signed in, and grants for tables.

import { choice, entered, field } from "../../shared/controls.js";
import { Dialog } from "../../shared/dialog.js";
import { show } from "../../shared/draw.js";
import { post } from "../../shared/net.js";
import { toast } from "../../shared/toast.js";
import { listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { title } from "../shared/actions.js";
import { asked, command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { HallPage } from "../shared/page.js";
import { day, moment } from "../shared/times.js";

/** @import { Account, Grant } from "../shared/types.js" */

const ROLES = ["player", "staff", "referee", "head", "technician", "owner"];
const HOUR_MS = 3600 * 1000;
const SHIFT_HOURS = 10;

const page = new HallPage({ title: "hall.page.accounts", topics: ["accounts", "floor", "alarms"], draw });
page.start();

function draw() {
  const view = page.view("accounts");
  const open = view?.accounts.filter(({ closed }) => !closed) ?? [];
  show(
    "main",
    html`<div class="head">
        <h1>${t("hall.page.accounts")}</h1>
        <button class="main" @click=${make}>${t("hall.account.make")}</button>
      </div>
      ${view && open.length === 0 ? html`<p class="card empty">${t("hall.accounts.none")}</p>` : nothing}
      ${open.map(card)}
      ${
        view && view.grants.length > 0
          ? html`<section class="card wide">
              <h2>${t("hall.grants")}</h2>
              <table>
                <tbody>
                  ${view.grants.map(grantRow)}
                </tbody>
              </table>
            </section>`
          : nothing
      }`,
  );
}

/** @param {Account} account */
const card = (account) =>
  html`<section class="card stack">
    <div class="row apart">
      <h2>${account.name}</h2>
      <span class="row">
        ${choice(
          ROLES.map((role) => [role, t(`hall.role.${role}`)]),
          account.role,
          (role) => change(account, role),
          { label: t("hall.account.role") },
        )}
      </span>
    </div>
    <p class="quiet">
      ${t("hall.account.since", { day: day(account.since) })}
      ${account.second_factor ? html` · ${t("hall.account.factor")}` : nothing}
    </p>
    ${account.sign_ins.map(
      (each) =>
        html`<div class="row apart">
          <span>${each.device} <span class="quiet">${t("hall.until", { time: moment(each.ends) })}</span></span>
          <button @click=${() => asked(() => post(`/sign-ins/${each.sign_in}/end`, {}))}>
            ${t("hall.account.end")}
          </button>
        </div>`,
    )}
    <div class="row">
      <button @click=${() => grant(account)}>${t("hall.grant.make")}</button>
      <button @click=${() => reset(account)}>${t("hall.account.reset")}</button>
      ${
        account.second_factor
          ? html`<button @click=${() => dropFactor(account)}>${t("hall.account.factor-drop")}</button>`
          : nothing
      }
      <button @click=${() => close(account)}>${t("hall.account.close")}</button>
    </div>
  </section>`;

/** @param {Grant} grant */
const grantRow = (grant) =>
  html`<tr>
    <td>${grant.name}</td>
    <td>${t(`hall.role.${grant.role}`)}</td>
    <td>${grant.tables.length === 0 ? t("hall.grant.all-tables") : listed(grant.tables.map(tableName))}</td>
    <td>${t("hall.until", { time: moment(grant.ends) })}</td>
    <td class="number">
      <button @click=${() => command("account.revoke-grant", { grant: grant.grant })}>${t("hall.grant.revoke")}</button>
    </td>
  </tr>`;

/** Those that belong to the hall: a table without a board knows nothing of grants. */
function tables() {
  const { tables: placed = [], unplaced = [] } = page.view("floor") ?? {};
  return [...placed.filter(({ live }) => live), ...unplaced.map((one) => ({ ...one, number: null }))];
}

/** @param {string} id */
function tableName(id) {
  const found = tables().find(({ table }) => table === id);
  return found ? title(found) : id;
}

/**
 * @param {Account} account
 * @param {string} role
 */
async function change({ account }, role) {
  await command("account.change", { account, role, expected_seq: page.seq("accounts") });
  page.draw();
}

/** @param {Account} account */
function grant(account) {
  ask({
    title: t("hall.grant.make"),
    note: account.name,
    fields: [
      { name: "hours", label: t("hall.grant.hours"), kind: "number" },
      {
        name: "table",
        label: t("hall.grant.tables"),
        options: [[null, t("hall.grant.all-tables")], ...tables().map((one) => pair(one.table))],
      },
    ],
    values: { hours: SHIFT_HOURS, table: null },
    button: t("hall.grant.make"),
    send: async ({ hours, table }) => {
      const now = Date.now();
      const made = await asked(() =>
        post("/grants", {
          account: account.account,
          starts: new Date(now).toISOString(),
          ends: new Date(now + (hours ?? 0) * HOUR_MS).toISOString(),
          tables: table === null ? [] : [table],
        }),
      );
      if (made !== null) showCode(account, made.code);
      return made;
    },
  });
}

/** @param {string} id @returns {[string, string]} */
const pair = (id) => [id, tableName(id)];

/**
 * What its holder enters at a table; it is not shown again.
 * @param {Account} account
 * @param {string} code
 */
function showCode({ name }, code) {
  const dialog = new Dialog({ title: t("hall.grant.made", { name }) });
  dialog.open(
    () =>
      html`<p>${t("hall.grant.help")}</p>
        <p class="code number">${code}</p>`,
    () => html`<button class="main" @click=${() => dialog.close()}>${t("hall.done")}</button>`,
  );
}

/** @param {Account} account */
function close({ account, name }) {
  ask({
    title: t("hall.account.close"),
    note: t("hall.account.close-ask", { name }),
    fields: [],
    button: t("hall.account.close"),
    grave: true,
    send: () => asked(() => post(`/accounts/${account}/close`, {})),
  });
}

/**
 * For somebody who has lost the phone.
 * @param {Account} account
 */
function dropFactor({ account, name }) {
  ask({
    title: t("hall.account.factor-drop"),
    note: t("hall.account.factor-drop-ask", { name }),
    fields: [],
    button: t("hall.account.factor-drop"),
    grave: true,
    send: () => asked(() => post(`/accounts/${account}/second-factor/drop`, {})),
  });
}

/** @param {Account} account */
function reset(account) {
  const state = { passphrase: "" };
  const dialog = new Dialog({ title: account.name });
  const save = async () => {
    const done = await asked(() => post(`/accounts/${account.account}/passphrase`, { new: state.passphrase }));
    if (done === null) return;
    dialog.close();
    toast(t("hall.account.reset-done", { name: account.name }));
  };
  dialog.open(
    () => secret("hall.account.passphrase-new", state),
    () =>
      html`<button @click=${() => dialog.close()}>${t("cancel")}</button>
        <button class="main" @click=${save}>${t("hall.save")}</button>`,
  );
}

function make() {
  const state = { name: "", role: "staff", passphrase: "" };
  const dialog = new Dialog({ title: t("hall.account.make") });
  const save = async () => {
    if ((await asked(() => post("/accounts", state))) !== null) dialog.close();
  };
  dialog.open(
    () =>
      html`<div class="stack">
        ${field(
          t("hall.account.name"),
          html`<input
            type="text"
            maxlength="40"
            .value=${state.name}
            @input=${(/** @type {Event} */ event) => {
              state.name = entered(event);
            }}
          />`,
        )}
        ${field(
          t("hall.account.role"),
          choice(
            ROLES.map((role) => [role, t(`hall.role.${role}`)]),
            state.role,
            (role) => {
              state.role = role;
            },
          ),
        )}
        ${secret("hall.account.passphrase", state)}
      </div>`,
    () =>
      html`<button @click=${() => dialog.close()}>${t("cancel")}</button>
        <button class="main" @click=${save}>${t("hall.account.make")}</button>`,
  );
}

/**
 * @param {string} key
 * @param {{ passphrase: string }} state
 */
const secret = (key, state) =>
  field(
    t(key),
    html`<input
      type="password"
      autocomplete="new-password"
      maxlength="200"
      .value=${state.passphrase}
      @input=${(/** @type {Event} */ event) => {
        state.passphrase = entered(event);
      }}
    />`,
  );
