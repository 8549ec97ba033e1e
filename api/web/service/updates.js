// The release of the table's computer: which one runs, which one waits and what it changes, and that it be put in.

import { Dialog, cancelButton } from "../shared/dialog.js";
import { show } from "../shared/draw.js";
import { attempt } from "../shared/latest.js";
import { allowed, loadMe } from "../shared/me.js";
import { get, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { timeText } from "../shared/machinewords.js";

/** @import { Updates } from "../shared/types.js" */

const LOOK_MS = 2000; // how often is asked while an update is under way; the table is away meanwhile

/** @type {Updates | null} */
let known = null;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Asks for what there is, for a device that may see it; the section stays hidden for all others. */
export async function loadUpdates() {
  await loadMe();
  if (allowed("read.updates")) take(/** @type {Updates} */ (await get("/updates")));
}

/** In the language that is chosen now. */
export function drawUpdates() {
  if (!known) return;
  const { version, waiting, last, under_way: underWay } = known;
  /** @type {HTMLElement} */ (document.getElementById("update")).hidden = false;
  show("update", [
    html`<h2>${t("service.update")}</h2>
      <p>${t("service.update-runs", { version })}</p>`,
    waiting ? waits(waiting, known) : html`<p class="quiet">${t("service.update-none")}</p>`,
    underWay ? html`<p role="status">${t("service.update-under-way")}</p>` : nothing,
    last && !underWay ? ended(last) : nothing,
  ]);
}

/** @param {Updates} updates */
function take(updates) {
  known = updates;
  drawUpdates();
  clearTimeout(timer);
  if (updates.under_way) timer = setTimeout(lookAgain, LOOK_MS);
}

/** A table that does not answer is in the midst of it. */
function lookAgain() {
  loadUpdates().catch(() => {
    timer = setTimeout(lookAgain, LOOK_MS);
  });
}

/**
 * @param {NonNullable<Updates["waiting"]>} waiting
 * @param {Updates} updates
 */
function waits({ version, notes, refused }, { busy, under_way: underWay }) {
  const may = allowed("update.install") && !refused && !underWay;
  return html`<p>${t("service.update-waits", { version })}</p>
    ${
      notes
        ? html`<details>
            <summary>${t("service.update-notes")}</summary>
            <div class="notes">${notes}</div>
          </details>`
        : nothing
    }
    ${refused ? html`<p class="quiet">${t("service.update-refused")}</p>` : nothing}
    ${
      may
        ? html`<div class="row">
            <button type="button" class="main" ?disabled=${busy} @click=${() => ask(version)}>
              ${t("service.update-install")}
            </button>
            ${busy ? html`<span class="quiet">${t("service.update-busy")}</span>` : nothing}
          </div>`
        : nothing
    }`;
}

/** @param {NonNullable<Updates["last"]>} last */
function ended({ version, time, why }) {
  const said = { time: timeText(time), version, why };
  return html`<p class="quiet">${t(why ? "service.update-back" : "service.update-done", said)}</p>`;
}

/** @param {string} version */
function ask(version) {
  const dialog = new Dialog({ title: t("service.update-install"), about: "updates", kind: "narrow" });
  dialog.open(
    () => html`<p>${t("service.update-ask", { version })}</p>`,
    () => html`
      ${cancelButton(dialog)}
      <button type="button" class="main" @click=${() => attempt(dialog, () => install(version))}>
        ${t("service.update-install")}
      </button>
    `,
  );
}

/**
 * Whether it is under way.
 * @param {string} version
 */
async function install(version) {
  try {
    take(/** @type {Updates} */ (await post("/updates/installation", { version })));
  } catch (error) {
    showProblem(error);
    return false;
  }
  return true;
}
