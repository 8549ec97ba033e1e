// Signing in, and the first account of a hall that has none.

import { entered, field, tick } from "../../shared/controls.js";
import { show } from "../../shared/draw.js";
import { post } from "../../shared/net.js";
import { asProblem } from "../../shared/problem.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { hallMe } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";

const state = { name: "", passphrase: "", code: "", own: false, factor: false };
/** Whether an account is made by the code of the hall's computer: at first where there is none; null until it is known
 * or chosen. @type {boolean | null} */
let first = null;

const page = new HallPage({ title: "hall.sign-in", topics: [], draw });
page.start();

/** What browsers and systems call themselves, and what people call them; the first that is found counts. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["FxiOS", "Firefox"],
  ["Firefox", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
];
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac", "Mac"],
  ["Linux", "Linux"],
];

/**
 * By which people recognise the device in the list of those that are signed in.
 * @param {string} agent what the browser calls itself
 */
function deviceName(agent) {
  const found = [BROWSERS, SYSTEMS].map((names) => names.find(([sign]) => agent.includes(sign))?.[1]);
  return found.filter(Boolean).join(", ") || agent.slice(0, 40) || "browser";
}

/** @param {Event} event */
async function submit(event) {
  event.preventDefault();
  const { name, passphrase, code, own } = state;
  if (first && (await asked(() => post("/accounts/first", { code, name, passphrase }))) === null) return;
  const device = deviceName(navigator.userAgent);
  const body = { name, passphrase, code: first ? "" : code, own, device };
  const done = await asked(async () => {
    try {
      return await post("/sign-ins", body);
    } catch (error) {
      if (asProblem(error).problem.code === "second-factor-wanted") state.factor = true;
      page.draw();
      throw error;
    }
  });
  if (done !== null)
    location.assign(
      new URLSearchParams(location.search).get("then")?.match(/^\/[^/\\]/)
        ? String(new URLSearchParams(location.search).get("then"))
        : "/",
    );
}

/**
 * @param {"name" | "passphrase" | "code"} name
 * @param {string} kind
 * @param {string} complete
 */
const line = (name, kind, complete) =>
  field(
    t(`hall.account.${name === "code" && first ? "first-code" : name}`),
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
  const { accounts = true } = hallMe() ?? {};
  if (hallMe() !== null) first ??= !accounts;
  const making = t(accounts ? "hall.first-account.another" : "hall.first-account");
  const lost = t("hall.first-account.lost");
  show(
    "main",
    html`<form class="card stack" @submit=${submit}>
      <h1>${first ? making : t("hall.sign-in")}</h1>
      ${first ? html`<p class="quiet">${t(`hall.first-account.${accounts ? "another-help" : "help"}`)}</p>` : nothing}
      ${first ? line("code", "text", "one-time-code") : nothing} ${line("name", "text", "username")}
      ${line("passphrase", "password", first ? "new-password" : "current-password")}
      ${
        state.factor && !first
          ? html`${line("code", "text", "one-time-code")}
              <small class="quiet">${t("hall.account.factor-lost", { link: lost })}</small>`
          : nothing
      }
      ${
        first
          ? nothing
          : tick(t("hall.account.own-device"), state.own, (on) => {
              state.own = on;
              page.draw();
            })
      }
      <button class="main">${first ? making : t("hall.sign-in")}</button>
      <button
        type="button"
        class="plain"
        @click=${() => {
          first = !first;
          page.draw();
        }}
      >
        ${first ? t("hall.sign-in") : accounts ? lost : t("hall.first-account.have-code")}
      </button>
    </form>`,
  );
}
