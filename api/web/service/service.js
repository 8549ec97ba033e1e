// The service page: what to clean or replace next, how the mechanisms drift, which faults came where.

import { beginGuarded } from "../shared/guarded.js";
import { callCard } from "../shared/callcard.js";
import { filled } from "../shared/draw.js";
import { allowed } from "../shared/me.js";
import { Live, get } from "../shared/net.js";
import { show } from "../shared/draw.js";
import { showAway, showProblem } from "../shared/problem.js";
import { lineState, topBar } from "../shared/top.js";
import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { drawBackups, loadBackups } from "./backups.js";
import { counters } from "./counters.js";
import { drawHall, loadHall } from "./hall.js";
import { drawInstallation, loadInstallation } from "./installation.js";
import { drawPeers, loadPeers } from "./peers.js";
import { drawSetup, loadSetup } from "./setup.js";
import { travelTable } from "./travel.js";
import { drawUpdates, loadUpdates } from "./updates.js";
import { dateText, isCare, partName } from "../shared/machinewords.js";

/** @import { ServiceReport, Snapshot } from "../shared/types.js" */

const RELOAD_EVENTS = new Set([
  "machine.serviced",
  "machine.wall-staged",
  "machine.fault-raised",
  "machine.board-connected",
]);
const SOON_MS = 100;
const LATER_MS = 500;
const READ_AGAIN_MS = 10000; // the board counts on; longer than the service takes its last answer for good
const LEARNT_MS = 1500; // after a wall the board is being asked for what it has learnt

class ServicePage {
  constructor() {
    /** @type {ServiceReport | null} */
    this.report = null;
    /** @type {Snapshot["light"] | undefined} */
    this.light = undefined;
    this.connected = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  start() {
    this.drawTop();
    this.live = new Live(
      "/live",
      {
        snapshot: ({ light, calls }) => {
          this.light = light;
          show("calls", callCard(calls));
          this.drawTop();
        },
        event: ({ type }) => {
          if (RELOAD_EVENTS.has(type)) this.load(LEARNT_MS);
        },
      },
      (connected) => this.line(connected),
    );
  }

  /** @param {boolean} connected */
  line(connected) {
    if (connected && !this.connected) this.load(SOON_MS);
    this.connected = connected;
    document.body.classList.toggle("stale", !connected);
    this.drawTop();
  }

  /** @param {number} wait milliseconds */
  load(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask().catch(showProblem), wait);
  }

  async ask() {
    // The dialog is here before the service goes away; the first picture does not wait for it.
    if (!this.report) setTimeout(() => loadWork().catch(() => {}), LATER_MS);
    const first = !this.report;
    this.report = await get("/service");
    this.load(READ_AGAIN_MS);
    this.draw();
    loadInstallation().catch(showProblem);
    if (first) loadSetup(() => loadInstallation().catch(showProblem)).catch(showProblem);
    loadPeers().catch(showProblem);
    loadHall().catch(showProblem);
    if (first) loadBackups().catch(showProblem);
    if (first) loadUpdates().catch(showProblem);
  }

  // ------------------------------------------------------------ drawing

  drawTop() {
    topBar({
      title: t("service.title"),
      status: lineState(this.connected, this.light),
      links: [
        ["/", t("plant.tablet")],
        ["/dice", t("statistics.title")],
      ],
      onLanguage: () => this.draw(),
    });
  }

  draw() {
    this.drawTop();
    const { report } = this;
    if (!report) return;
    const ask = (/** @type {string} */ part) => openWork(part, () => this.load(SOON_MS));
    show("advice", report.advice.length ? report.advice.map((each) => advicePart(each, ask)) : allWell(report));
    show("care", [html`<h2>${t("service.care")}</h2>`, report.care.map((each) => carePart(each, ask))]);
    show("travel", [html`<h2>${t("service.travel")}</h2>`, travelTable(report.mechanisms, ask)]);
    show("faults", [html`<h2>${faultsTitle(report)}</h2>`, faults(report)]);
    drawInstallation();
    drawSetup();
    drawPeers();
    drawHall();
    drawBackups();
    drawUpdates();
    show("counters", [html`<h2>${t("service.counters")}</h2>`, counters(report)]);
  }
}

const loadWork = () => import("./work.js");

/**
 * @param {string} part
 * @param {() => void} onRecorded
 */
const openWork = (part, onRecorded) => loadWork().then(({ workDialog }) => workDialog(part, onRecorded), showAway);

/** Asks what was done on a part. @typedef {(part: string) => void} Ask */

/**
 * The button that fits most often; other work is chosen in its dialog.
 * @param {ServiceReport["advice"][number]} advice
 * @param {Ask} ask
 */
function advicePart({ level, key, part, args }, ask) {
  const values = { ...args, part: part ? partName(part) : "" };
  return html`<article class="card advice ${level}">
    <div class="stack">
      <h2>
        <span class="chip ${level === "now" ? "bad" : "warn"}">${t(`service.level.${level}`)}</span> ${t(key, values)}
      </h2>
      <p>${t(`${key}.do`, values)}</p>
    </div>
    ${part && allowed("service.record") ? html`<div class="row">${adviceButton(part, ask)}</div>` : nothing}
  </article>`;
}

/**
 * @param {string} part
 * @param {Ask} ask
 */
const adviceButton = (part, ask) =>
  html`<button type="button" class="main" @click=${() => ask(part)}>
    ${isCare(part) ? doneLabel(part) : t("service.record")}
  </button>`;

/** @param {string} part */
const doneLabel = (part) => t(part === "wiring" || part === "overhaul" ? "service.done" : "service.cleaned");

/** @param {ServiceReport} report */
const allWell = ({ walls }) =>
  html`<article class="card advice good">
    <div class="stack">
      <h2>${t("service.all-well")}</h2>
      <p class="quiet">${t("service.all-well-help", { walls: figure(walls) })}</p>
    </div>
  </article>`;

/**
 * @param {ServiceReport["care"][number]} care
 * @param {Ask} ask
 */
function carePart({ part, walls, due, last }, ask) {
  const share = walls / due;
  const state = share >= 1 ? "now" : share >= 0.8 ? "soon" : "";
  const text = t("service.walls-of", { walls: figure(walls), due: figure(due) });
  return html`<div class="care">
    <b>${t(`service.part.${part}`)}</b>
    ${
      allowed("service.record")
        ? html`<button type="button" @click=${() => ask(part)}>${doneLabel(part)}</button>`
        : nothing
    }
    <span class="bar ${state}" role="img" aria-label=${text}>${filled(share)}</span>
    <span class="small quiet number">${text}</span>
    <p class="small quiet">
      ${last ? t("service.last", { date: dateText(last.time), who: last.who }) : t("service.never")}
    </p>
  </div>`;
}

/** @param {ServiceReport} report */
const faultsTitle = ({ fault_walls: walls }) =>
  walls ? t("service.faults", { walls: figure(walls) }) : t("service.faults-first");

/** @param {ServiceReport} report */
function faults({ faults: list }) {
  if (!list.length) return html`<p class="quiet">${t("service.no-faults")}</p>`;
  return html`<table class="plain">
    <tbody>
      ${list.map(faultRow)}
    </tbody>
  </table>`;
}

/** @param {ServiceReport["faults"][number]} fault */
function faultRow({ code, key, side, mechanism, times }) {
  const onSide = side === null ? t("machine.table") : t("machine.side", { n: side + 1 });
  return html`<tr>
    <th scope="row"><span class="chip ${code.startsWith("W") ? "warn" : "bad"}">${code}</span></th>
    <td>${t(key)}<br /><span class="small quiet">${mechanism ? partName(mechanism) : onSide}</span></td>
    <td class="number">${t("service.times", { n: times })}</td>
  </tr>`;
}

await beginGuarded();
new ServicePage().start();
