// The tablet page: follows the table, draws what it says, and asks people what they decide.

import { publish } from "../shared/latest.js";
import { Live } from "../shared/net.js";
import { show } from "../shared/draw.js";
import { showAway } from "../shared/problem.js";
import { lineState, topBar } from "../shared/top.js";
import { loadWords, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Decisions, loadDialogs } from "./decisions.js";
import { dice } from "./dice.js";
import { anchorCard, showFairDice } from "./fairdice.js";
import { faultCards } from "./faults.js";
import { machineCard } from "./machine.js";
import { domeText, lastHand, plates, ranking, resting, seatMoves } from "./matchcard.js";
import { awayCard, promptCard } from "./prompt.js";
import { tablePicture, wallFits } from "./wall.js";

/** @import { Mechanism, Snapshot, WallShown } from "../shared/types.js" */

const KEPT_VIEW = "jantaku.view";
const LATER_MS = 500;

class Tablet {
  constructor() {
    /** @type {Snapshot | null} */
    this.state = null;
    this.connected = false;
    /** The seat at the bottom of the picture. */
    this.view = Number(localStorage.getItem(KEPT_VIEW)) % 4 || 0;
    this.simulated = false;
    this.decisions = new Decisions(this);
  }

  // ------------------------------------------------------------ the line to the service

  follow() {
    this.live = new Live(
      "/live",
      { snapshot: (state) => this.take(state), telemetry: (news) => this.measure(news) },
      (connected) => this.line(connected),
    );
  }

  /** @param {boolean} connected */
  line(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    document.body.classList.toggle("stale", !connected);
    // The card is behind an open dialog.
    if (!connected && document.querySelector("dialog[open]")) showAway();
    this.draw();
  }

  /** @param {Snapshot} state */
  take(state) {
    // What may be asked for is here before the service goes away.
    if (!this.state) setTimeout(() => loadDialogs().catch(() => {}), LATER_MS);
    this.state = state;
    this.draw();
    publish(state);
  }

  /** @param {{ mechanism: Mechanism }} news what moves all the time, between two snapshots */
  measure({ mechanism }) {
    if (!this.state) return;
    this.state = { ...this.state, mechanism };
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  draw() {
    this.drawTop();
    if (this.state) this.drawState(this.state);
    else if (!this.connected) show("prompt", awayCard("connection.lost", "connection.lost-help"));
  }

  drawTop() {
    /** @type {[string, string][]} */
    const links = [["/service", t("service.title")]];
    if (this.simulated) links.push(["/plant", t("plant.title")]);
    topBar({
      title: t("page.title"),
      status: lineState(this.connected, this.state?.board),
      extra: html`<button type="button" class="turn" aria-label=${t("view.turn-help")} @click=${() => this.turn()}>
          ${t("view.turn")}
        </button>
        <button type="button" class="fair" @click=${() => this.checkDice()}>${t("fair.title")}</button>`,
      links,
      onLanguage: () => this.draw(),
    });
  }

  /** @param {Snapshot} state */
  drawState(state) {
    const { match } = state;
    const { decisions } = this;
    show("table", this.tableParts(state));
    show(
      "prompt",
      promptCard(state, this.connected, decisions.steps(), (command) => decisions.command(command)),
    );
    show("ranking", ranking(match));
    show("faults", faultCards(state.faults));
    show("last", [
      anchorCard(state),
      resting(match),
      seatMoves(match),
      lastHand(match, (hand) => decisions.correct(hand)),
    ]);
    show("machine", machineCard(state.mechanism));
    show("bar", decisions.bar());
  }

  checkDice() {
    const { state } = this;
    if (state) showFairDice(state);
  }

  turn() {
    this.view = (this.view + 1) % 4;
    localStorage.setItem(KEPT_VIEW, String(this.view));
    this.draw();
  }

  /** @param {Snapshot} state */
  tableParts(state) {
    const { match, wall } = state;
    return html`
      ${tablePicture(state, this.view)} ${plates(match, this.view)}
      <div class="dome">${domeText(match, state.dice ? dice(state.dice.dice) : nothing)}</div>
      ${wall ? html`<div class="legend small">${wallFits(state) ? legend(wall) : t("wall.other")}</div>` : nothing}
    `;
  }
}

/** @param {WallShown} wall */
function legend(wall) {
  const keys = ["break", "next", ...(wall.dead_wall.length ? ["dead"] : []), ...(wall.indicator ? ["indicator"] : [])];
  return keys.map((key) => html`<span><i class="key-${key}"></i>${t(`wall.${key}`)}</span>`);
}

/** Whether the table is a simulated one, with a page of its own. */
async function isSimulated() {
  const health = await fetch("/healthz").then((answer) => answer.json());
  return health.simulated === true;
}

await loadWords();
const tablet = new Tablet();
Object.assign(window, { tablet }); // for the browser tests and for a technician's console
tablet.drawTop();
tablet.follow();
isSimulated().then(
  (simulated) => {
    tablet.simulated = simulated;
    tablet.drawTop();
  },
  () => {},
);
