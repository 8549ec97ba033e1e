// The hall of the table: how it stands, joining with a code of the hall and a key at the table, leaving, last orders.

import { textField } from "../shared/controls.js";
import { show } from "../shared/draw.js";
import { allowed } from "../shared/me.js";
import { get, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { timeText } from "../shared/machinewords.js";

/** @import { HallStanding } from "../shared/types.js" */

const LOOK_MS = 1000; // while the table joins
const AGAIN_MS = 10_000;
const DIGITS = 6;
const ALARMS = new Set(["conflict", "batch-refused", "not-enrolled", "no-token"]);

/** @type {HallStanding | null} */
let known = null;
const form = { code: "", address: "" };
/** Halls of the local network that answered when joining was opened. @type {{ name: string, address: string }[]} */
let found = [];
/** Joining and leaving are asked for first. @type {"" | "join" | "lost"} */
let open = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export async function loadHall() {
  if (!allowed("read.hall")) return;
  clearTimeout(timer);
  const before = known?.joining;
  try {
    known = /** @type {HallStanding} */ (await get("/hall"));
    if (isJoining(before) && known.joining?.state === "joined") open = "";
    drawHall();
  } finally {
    timer = setTimeout(() => loadHall().catch(() => {}), isJoining(known?.joining) ? LOOK_MS : AGAIN_MS);
  }
}

/** @param {HallStanding["joining"] | undefined} joining */
const isJoining = (joining) => joining?.state === "waiting" || joining?.state === "asking";

/** In the language that is chosen now. */
export function drawHall() {
  if (!known) return;
  /** @type {HTMLElement} */ (document.getElementById("hall")).hidden = false;
  show("hall", [
    html`<h2>${t("service.hall")}</h2>`,
    standing(known),
    joiningPart(known),
    buttons(known),
    orders(known),
  ]);
}

/** @param {HallStanding} known */
function standing({ hall, status, trouble, detail, asked, heard, acknowledged, behind }) {
  if (!hall) return html`<p class="quiet">${t("service.hall-none")}</p>`;
  const seen = heard ? t("service.hall-heard", { date: date(heard) }) : t("service.hall-unheard");
  const figures = { seq: figure(acknowledged), n: figure(behind) };
  const stands = asked ? t("service.hall-stands", figures) : t("service.hall-stood", figures);
  return html`<p>
      <b>${hall.name || t("service.hall-unnamed")}</b>
      <span class="chip ${level(status, trouble)}">${t(`service.hall.status.${status}`)}</span>
    </p>
    ${hall.released ? html`<p>${t("service.hall-released")}</p>` : nothing} ${troublePart(trouble, detail)}
    <p class="small quiet">${asked || heard ? html`${stands} · ` : nothing}${seen}</p>`;
}

/**
 * @param {string} status
 * @param {string | null} trouble
 */
const level = (status, trouble) => (trouble && ALARMS.has(trouble) ? "bad" : status === "cut-off" ? "warn" : "");

/**
 * @param {string | null} trouble
 * @param {string} detail
 */
const troublePart = (trouble, detail) =>
  trouble
    ? html`<p>${t(`service.hall.${trouble}`)}. ${t(`service.hall.${trouble}.do`)}</p>
        ${detail ? html`<p class="small quiet">${detail}</p>` : nothing}`
    : nothing;

/** @param {HallStanding} known */
function joiningPart({ joining }) {
  if (!joining || joining.state === "joined") return open === "join" ? joinForm() : nothing;
  if (joining.state === "waiting")
    return html`<p role="status"><b>${t("service.hall-hold", { n: Math.ceil(joining.seconds) })}</b></p>`;
  if (joining.state === "asking") return html`<p role="status">${t("service.hall-asking")}</p>`;
  return html`<div role="alert">${troublePart(joining.trouble, joining.found ? "" : joining.detail)}</div>
    ${joining.found ? compare(joining.found, joining.address) : nothing} ${open === "join" ? joinForm() : nothing}`;
}

/**
 * @param {string} found
 * @param {string} address
 */
const compare = (found, address) =>
  html`<p>${t("service.hall-compare")}</p>
    <p class="small"><code>${found}</code></p>
    <button type="button" @click=${() => join({ address, authority: found })} ?disabled=${form.code.length !== DIGITS}>
      ${t("service.hall-same")}
    </button>`;

function joinForm() {
  const edit = (/** @type {Partial<typeof form>} */ part) => {
    Object.assign(form, part);
    drawHall();
  };
  const digits = (/** @type {string} */ code) => edit({ code: code.replace(/\D/g, "").slice(0, DIGITS) });
  return html`<div class="stack">
    ${
      found.length > 0
        ? html`<p>${t("service.hall-found")}</p>
            <div class="row">
              ${found.map(
                ({ name, address }) =>
                  html`<button
                    type="button"
                    aria-pressed=${String(form.address === address)}
                    @click=${() => edit({ address })}
                  >
                    ${name} <span class="small quiet">${address}</span>
                  </button>`,
              )}
            </div>`
        : nothing
    }
    ${textField({ label: t("service.hall-code"), value: form.code, longest: DIGITS, onEdit: digits })}
    ${textField({
      label: t("service.hall-address"),
      value: form.address,
      longest: 200,
      onEdit: (address) => edit({ address }),
    })}
    <button
      type="button"
      class="main"
      ?disabled=${form.code.length !== DIGITS}
      @click=${() => join({ address: form.address.trim() })}
    >
      ${t("service.hall-join")}
    </button>
  </div>`;
}

/** The only hall that answers is proposed; an address that is typed in goes before it. */
async function look() {
  const answer = await get("/hall/found").catch(() => null); // without an answer the address is typed in
  found = answer?.halls ?? [];
  if (found.length === 1 && !form.address) form.address = found[0].address;
  drawHall();
}

/** @param {HallStanding} known */
function buttons({ hall, trouble, address }) {
  const start = () => {
    open = open === "join" ? "" : "join";
    form.address = address || form.address;
    drawHall();
    if (open === "join") look();
  };
  const again = trouble === "not-enrolled" || trouble === "no-token";
  return html`<div class="row">
    ${
      allowed("hall.join") && (!hall || again)
        ? html`<button type="button" @click=${start}>
            ${t(open === "join" ? "cancel" : hall ? "service.hall-again" : "service.hall-join")}
          </button>`
        : nothing
    }
    ${
      trouble === "conflict" && allowed("hall.join")
        ? html`<button type="button" @click=${() => send("/hall/retries", {})}>${t("service.hall-retry")}</button>`
        : nothing
    }
    ${hall ? leaving(hall.released) : nothing}
  </div>`;
}

/** @param {boolean} released */
function leaving(released) {
  if (released && allowed("hall.leave"))
    return html`<button type="button" @click=${() => leave(false)}>${t("service.hall-leave")}</button>`;
  if (released || !allowed("hall.leave-unreleased")) return nothing;
  const ask = () => {
    open = "lost";
    drawHall();
  };
  return open === "lost"
    ? html`<p>${t("service.hall-leave-lost-ask")}</p>
        <button type="button" class="grave" @click=${() => leave(true)}>${t("service.hall-leave-lost")}</button>`
    : html`<button type="button" @click=${ask}>${t("service.hall-leave-lost")}</button>`;
}

/** @param {HallStanding} known */
const orders = ({ orders: list }) =>
  list.length
    ? html`<h3>${t("service.hall-orders")}</h3>
        <ul class="plain">
          ${list.map(({ kind, who, time, refused, detail }) => {
            const text = t(refused ? "hall.order-refused" : `hall.order.${kind}`, { who });
            return html`<li>${text} <span class="small quiet">${timeText(time)} ${refused ? detail : ""}</span></li>`;
          })}
        </ul>`
    : nothing;

/** @param {{ address: string, authority?: string }} where */
async function join({ address, authority }) {
  const body = { code: form.code, ...(address ? { address } : {}), ...(authority ? { authority } : {}) };
  await send("/hall/joining", body);
}

/** @param {boolean} unreleased */
async function leave(unreleased) {
  open = "";
  if (await send("/hall/leaving", { unreleased })) toast(t("service.hall-left"));
}

/**
 * @param {string} path
 * @param {object} body
 */
async function send(path, body) {
  try {
    await post(path, body);
    await loadHall();
    return true;
  } catch (error) {
    showProblem(error);
    return false;
  }
}

/** @param {number} seconds Unix time */
const date = (seconds) => timeText(new Date(seconds * 1000).toISOString());
