// Backups of the table: made, downloaded and thrown away here by its owner.

import { Dialog, cancelButton } from "../shared/dialog.js";
import { show } from "../shared/draw.js";
import { attempt } from "../shared/latest.js";
import { allowed, loadMe } from "../shared/me.js";
import { get, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { fileSize, timeText } from "../shared/machinewords.js";

/** @import { Backup, Backups } from "../shared/types.js" */

const ADDRESS = "/api/v1/backups/";
const LOOK_MS = 1000; // how often the list is asked for while one is made
const SHOWN_OF_HASH = 16;

/** @type {Backups | null} */
let known = null;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Asks for the list, for a device that may see it; the section stays hidden for all others. */
export async function loadBackups() {
  await loadMe();
  if (allowed("read.backups")) take(/** @type {Backups} */ (await get("/backups")));
}

/** In the language that is chosen now. */
export function drawBackups() {
  if (!known) return;
  const { making, failure, backups } = known;
  /** @type {HTMLElement} */ (document.getElementById("backup")).hidden = false;
  show("backup", [
    html`<h2>${t("service.backup")}</h2>
      <p class="quiet">${t("service.backup-help")}</p>`,
    making ? html`<p role="status">${t("service.backup-making")}</p>` : makeButton(),
    failure ? failed(failure) : nothing,
    backups.length ? backups.map(row) : html`<p class="quiet">${t("service.backup-none")}</p>`,
  ]);
}

/** @param {Backups} backups */
function take(backups) {
  known = backups;
  drawBackups();
  clearTimeout(timer);
  if (backups.making) timer = setTimeout(() => loadBackups().catch(showProblem), LOOK_MS);
}

/** @param {boolean} damaged whether a damaged journal is wanted too */
const make = (damaged) =>
  post("/backups", { damaged }).then((answer) => take(/** @type {Backups} */ (answer)), showProblem);

const makeButton = () =>
  html`<div class="row">
    <button type="button" class="main" @click=${() => make(false)}>${t("service.backup-make")}</button>
  </div>`;

/** @param {NonNullable<Backups["failure"]>} failure */
function failed({ code, detail, first_bad: firstBad }) {
  return html`<div role="alert" class="stack">
    <p><span class="chip bad">${t(`error.${code}`)}</span> ${firstBad === null ? "" : damage(firstBad)}</p>
    <p>${t(`error.${code}.remedy`)}</p>
    ${
      firstBad === null
        ? html`<p class="quiet small">${detail}</p>`
        : html`<div class="row">
            <button type="button" @click=${() => make(true)}>${t("service.backup-damaged-make")}</button>
          </div>`
    }
  </div>`;
}

/** @param {number} seq */
const damage = (seq) => t("service.backup-damaged", { seq: figure(seq) });

/** @param {Backup} backup */
function row(backup) {
  const { name, size, made, epoch, seq, head, first_bad: firstBad } = backup;
  const holds = { seq: figure(seq), epoch, head: head.slice(0, SHOWN_OF_HASH) };
  return html`<div class="care backup">
    <b>${timeText(made)} · ${fileSize(size)}</b>
    <a class="button" href=${`${ADDRESS}${name}`} download=${name}>${t("service.backup-download")}</a>
    <p class="small quiet">
      ${firstBad === null ? nothing : html`<span class="chip bad">${damage(firstBad)}</span> `}${t(
        "service.backup-holds",
        holds,
      )}
    </p>
    ${
      allowed("backup.remove")
        ? html`<button type="button" @click=${() => ask(backup)}>${t("service.backup-remove")}</button>`
        : nothing
    }
  </div>`;
}

/** @param {Backup} backup */
function ask({ name }) {
  const dialog = new Dialog({ title: t("service.backup-remove"), about: "backup", kind: "narrow" });
  dialog.open(
    () =>
      html`<p>${t("service.backup-remove-ask")}</p>
        <p class="small quiet">${name}</p>`,
    () => html`
      ${cancelButton(dialog)}
      <button type="button" class="main" @click=${() => attempt(dialog, () => remove(name))}>
        ${t("service.backup-remove")}
      </button>
    `,
  );
}

/**
 * Whether it is gone.
 * @param {string} name
 */
async function remove(name) {
  try {
    await post(`/backups/${name}/remove`, {});
    await loadBackups();
  } catch (error) {
    showProblem(error);
    return false;
  }
  return true;
}
