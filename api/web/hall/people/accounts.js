// Who works in the hall: accounts with their roles, the devices that are signed in, and grants for tables.

import { choice, entered, field } from "../../shared/controls.js";
import { Dialog } from "../../shared/dialog.js";
import { show } from "../../shared/draw.js";
import { post } from "../../shared/net.js";
import { toast } from "../../shared/toast.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked, command } from "../shared/commands.js";
import { HallPage } from "../shared/page.js";
import { day, moment } from "../shared/times.js";

/** @import { Account, Grant } from "../shared/types.js" */

const ROLES = ["player", "staff", "referee", "head", "technician", "owner"];
const SHIFT_MS = 10 * 3600 * 1000;

const page = new HallPage({ title: "hall.page.accounts", topics: ["accounts", "alarms"], draw });
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
          (role) => command("account.change", { account: account.account, role }).then(() => page.draw()),
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
      <button @click=${() => asked(() => post(`/accounts/${account.account}/close`, {}))}>
        ${t("hall.account.close")}
      </button>
    </div>
  </section>`;

/** @param {Grant} grant */
const grantRow = (grant) =>
  html`<tr>
    <td>${grant.name}</td>
    <td>${t(`hall.role.${grant.role}`)}</td>
    <td>${t("hall.until", { time: moment(grant.ends) })}</td>
    <td class="number">
      <button @click=${() => command("account.revoke-grant", { grant: grant.grant })}>${t("hall.grant.revoke")}</button>
    </td>
  </tr>`;

/** @param {Account} account */
async function grant(account) {
  const now = Date.now();
  const body = {
    account: account.account,
    starts: new Date(now).toISOString(),
    ends: new Date(now + SHIFT_MS).toISOString(),
  };
  const made = await asked(() => post("/grants", body));
  if (made === null) return;
  const dialog = new Dialog({ title: t("hall.grant.made", { name: account.name }) });
  dialog.open(
    () =>
      html`<p>${t("hall.grant.help")}</p>
        <p class="code number">${made.code}</p>`,
    () => html`<button class="main" @click=${() => dialog.close()}>${t("hall.done")}</button>`,
  );
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
