// Programs that the hall tells what happens: which, whether they take it, and what was sent to each.

import { Dialog } from "../../shared/dialog.js";
import { show } from "../../shared/draw.js";
import { get, post } from "../../shared/net.js";
import { listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked, command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { moment } from "../shared/times.js";

/** @import { Attempt, Hook } from "../shared/types.js" */

const ROOMS = ["*", "floor.*", "tournament.*", "table.*", "person.*"];
const page = new HallPage({ title: "hall.page.webhooks", topics: ["webhooks", "alarms"], draw });
page.start();

/** What was sent to those that are open, the newest first. @type {Map<string, Attempt[]>} */
const logs = new Map();
/** The state of the view for which the logs were read. */
let read = "";

function draw() {
  const view = page.view("webhooks");
  if (view && JSON.stringify(view) !== read) {
    read = JSON.stringify(view);
    const there = new Set(view.webhooks.map(({ webhook }) => webhook));
    for (const webhook of logs.keys()) {
      if (there.has(webhook)) load(webhook);
      else logs.delete(webhook);
    }
  }
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${t("hall.page.webhooks")}</h1>
          <p class="quiet">${t("hall.webhooks.help")}</p>
        </div>
        ${may("webhook.add") ? html`<button class="main" @click=${add}>${t("hall.webhook.add")}</button>` : nothing}
      </div>
      ${view?.webhooks.length === 0 ? html`<p class="card empty">${t("hall.webhooks.none")}</p>` : nothing}
      ${view?.webhooks.map(card)}`,
  );
}

/** @param {Hook} hook */
function stateOf({ off, failing }) {
  if (off) return ["bad", `hall.webhook.off.${off}`];
  return failing ? ["warn", "hall.webhook.failing"] : ["", "hall.webhook.on"];
}

/** @param {Hook} hook */
function card(hook) {
  const { webhook, name, place, wanted, off, waiting } = hook;
  const [kind, word] = stateOf(hook);
  return html`<section class="card stack hook">
    <div class="row apart">
      <h2>${name}</h2>
      <span class="chip ${kind}">${t(word)}</span>
    </div>
    <p><code>${place}</code></p>
    <p class="quiet">
      ${t("hall.webhook.told", { what: listed(wanted.map(wish)) })}
      ${waiting > 0 ? html`· ${t("hall.webhook.waiting", { n: waiting })}` : nothing}
    </p>
    <div class="row">
      ${
        may("webhook.try") && !off
          ? html`<button @click=${() => tried(webhook)}>${t("hall.webhook.try")}</button>`
          : nothing
      }
      ${
        may("webhook.switch-off")
          ? off
            ? html`<button @click=${() => command("webhook.switch-on", { webhook })}>
                ${t("hall.webhook.resume")}
              </button>`
            : html`<button @click=${() => command("webhook.switch-off", { webhook })}>
                ${t("hall.webhook.pause")}
              </button>`
          : nothing
      }
      <button aria-expanded=${String(logs.has(webhook))} @click=${() => toggle(webhook)}>
        ${t("hall.webhook.log")}
      </button>
      ${
        may("webhook.remove")
          ? html`<button @click=${() => remove(hook)}>${t("hall.webhook.remove")}</button>`
          : nothing
      }
    </div>
    ${logs.has(webhook) ? attempts(logs.get(webhook) ?? []) : nothing}
  </section>`;
}

/** @param {string} pattern */
const wish = (pattern) => (ROOMS.includes(pattern) ? t(`hall.webhook.room.${pattern.replace(".*", "")}`) : pattern);

/** @param {Attempt[]} rows */
const attempts = (rows) =>
  rows.length === 0
    ? html`<p class="empty">${t("hall.webhook.no-attempts")}</p>`
    : html`<div class="wide">
        <table class="flow">
          <tbody>
            ${rows.map(
              ({ time, type, attempt, status, ms, problem }) =>
                html`<tr>
                  <td class="when">${moment(time)}</td>
                  <td><code>${type}</code></td>
                  <td class="number">${t("hall.webhook.attempt", { n: attempt })}</td>
                  <td>
                    <span class="chip ${problem ? "bad" : ""}">${status ?? t("hall.webhook.no-answer")}</span>
                    ${problem}
                  </td>
                  <td class="number">${t("hall.webhook.ms", { n: ms })}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;

/** @param {string} webhook */
function toggle(webhook) {
  if (logs.delete(webhook)) page.draw();
  else load(webhook);
}

/** @param {string} webhook */
async function load(webhook) {
  const answer = await asked(() => get(`/webhooks/${webhook}/attempts`));
  if (answer === null) return;
  logs.set(webhook, answer.attempts);
  page.draw();
}

/** Its log opens, where the answer will stand. @param {string} webhook */
async function tried(webhook) {
  if ((await command("webhook.try", { webhook })) !== null) load(webhook);
}

function add() {
  ask({
    title: t("hall.webhook.add"),
    fields: [
      { name: "name", label: t("hall.webhook.name"), longest: 60 },
      { name: "url", label: t("hall.webhook.url"), longest: 500, help: t("hall.webhook.url-help") },
      { name: "wanted", label: t("hall.webhook.what"), options: ROOMS.map((room) => [room, wish(room)]) },
    ],
    values: { name: "", url: "", wanted: "*" },
    button: t("hall.webhook.add"),
    send: async ({ name, url, wanted }) => {
      const made = await asked(() => post("/webhooks", { name, url, wanted: [wanted] }));
      if (made !== null) shown(name, made.secret);
      return made;
    },
  });
}

/**
 * The secret, once: the hall does not show it again.
 * @param {string} name
 * @param {string} secret
 */
function shown(name, secret) {
  const dialog = new Dialog({ title: t("hall.webhook.secret-of", { name }), kind: "narrow" });
  dialog.open(
    () =>
      html`<p>${t("hall.webhook.secret-help")}</p>
        <p><code class="secret">${secret}</code></p>`,
    () => html`<button class="main" @click=${() => dialog.close()}>${t("hall.done")}</button>`,
  );
}

/** @param {Hook} hook */
function remove({ webhook, name }) {
  ask({
    title: t("hall.webhook.remove-name", { name }),
    fields: [],
    button: t("hall.webhook.remove"),
    grave: true,
    send: () => command("webhook.remove", { webhook }),
  });
}
