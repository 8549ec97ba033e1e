// One's own account: the passphrase, the second factor, and signing out.

import { entered, field } from "../../shared/controls.js";
import { show } from "../../shared/draw.js";
import { loadMe } from "../../shared/me.js";
import { post } from "../../shared/net.js";
import { toast } from "../../shared/toast.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { hallMe } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";

/** @type {{ old: string, fresh: string, code: string, factor: { secret: string, qr: string } | null }} */
const state = { old: "", fresh: "", code: "", factor: null };
const page = new HallPage({ title: "hall.account", topics: [], draw });
page.start();

/** @param {Event} event */
async function changePassphrase(event) {
  event.preventDefault();
  const done = await asked(() => post("/me/passphrase", { old: state.old, new: state.fresh }));
  if (done !== null) location.assign("/sign-in");
}

async function beginFactor() {
  state.factor = await asked(() => post("/me/second-factor", {}));
  page.draw();
}

/** @param {Event} event */
async function confirmFactor(event) {
  event.preventDefault();
  if ((await asked(() => post("/me/second-factor/confirm", { code: state.code }))) === null) return;
  Object.assign(state, { factor: null, code: "" });
  await loadMe();
  toast(t("hall.account.factor-on"));
  page.draw();
}

function dropFactor() {
  const account = hallMe()?.account ?? "";
  ask({
    title: t("hall.account.factor-drop"),
    note: t("hall.account.factor-drop-own"),
    fields: [],
    button: t("hall.account.factor-drop"),
    grave: true,
    send: async () => {
      const done = await asked(() => post(`/accounts/${account}/second-factor/drop`, {}));
      if (done === null) return null;
      await loadMe();
      page.draw();
      return done;
    },
  });
}

async function signOut() {
  const done = await asked(() => post(`/sign-ins/${hallMe()?.sign_in ?? ""}/end`, {}));
  if (done !== null) location.assign("/sign-in");
}

/**
 * @param {"old" | "fresh" | "code"} name
 * @param {string} key
 * @param {string} kind
 * @param {string} complete
 */
const line = (name, key, kind, complete) =>
  field(
    t(key),
    html`<input
      type=${kind}
      autocomplete=${complete}
      maxlength="200"
      required
      .value=${state[name]}
      @input=${(/** @type {Event} */ event) => {
        state[name] = entered(event);
      }}
    />`,
  );

function draw() {
  const who = hallMe();
  show(
    "main",
    html`<div class="head">
        <h1>${who?.account ? who.name : t("hall.account")}</h1>
        ${who?.account ? html`<button @click=${signOut}>${t("hall.sign-out")}</button>` : nothing}
      </div>
      ${
        who?.account
          ? html`<form class="card stack" @submit=${changePassphrase}>
                <h2>${t("hall.account.change-passphrase")}</h2>
                ${line("old", "hall.account.passphrase-old", "password", "current-password")}
                ${line("fresh", "hall.account.passphrase-new", "password", "new-password")}
                <button class="main">${t("hall.account.change-passphrase")}</button>
              </form>
              <section class="card stack">
                <h2>${t("hall.account.factor")}</h2>
                <p class="quiet">${t("hall.account.factor-help")}</p>
                ${factorForm()}
              </section>`
          : who && !who.open
            ? html`<p class="card"><a href="/sign-in?then=/account">${t("hall.sign-in")}</a></p>`
            : html`<p class="card">${t("hall.account.none")}</p>`
      }`,
  );
}

function factorForm() {
  if (state.factor) return factor(state.factor);
  const on = hallMe()?.second_factor;
  return html`${on ? html`<p><span class="chip calm">${t("hall.account.factor-on")}</span></p>` : nothing}
    <div class="row">
      <button @click=${beginFactor}>${t(on ? "hall.account.factor-anew" : "hall.account.factor-begin")}</button>
      ${on ? html`<button @click=${dropFactor}>${t("hall.account.factor-drop")}</button>` : nothing}
    </div>`;
}

/** @param {{ secret: string, qr: string }} shown */
const factor = ({ secret, qr }) =>
  html`<img class="qr" alt="" src=${`data:image/svg+xml,${encodeURIComponent(qr)}`} />
    <p class="number">${secret}</p>
    <form class="stack" @submit=${confirmFactor}>
      ${line("code", "hall.account.code", "text", "one-time-code")}
      <button class="main">${t("hall.account.factor-confirm")}</button>
    </form>`;
