// The table's display: follows the table, draws what it says, and asks people what they decide.

import { publish } from "../shared/latest.js";
import { Live } from "../shared/net.js";
import { show } from "../shared/draw.js";
import { lightKind } from "../shared/light.js";
import { showAway } from "../shared/problem.js";
import { followTheme } from "../shared/theme.js";
import { loadWords, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { bar } from "./bar.js";
import { Counting } from "./counting.js";
import { Decisions, loadDialogs } from "./decisions.js";
import { showFairDice } from "./fairdice.js";
import { isEmergencyStop, sceneOf } from "./felt/scenes.js";
import { frame } from "./frame.js";
import { idlePage, isIdle } from "./idle.js";
import { modeOf } from "./mode.js";
import { openMachine, openMenu } from "./more.js";
import { onlookers } from "./onlookers.js";
import { stepsOf } from "./steps.js";

/** @import { MatchSeat, Mechanism, Snapshot } from "../shared/types.js" */

const KEPT_VIEW = "jantaku.view";
const LATER_MS = 500;
const DEAL_MS = 60_000; // so long the picture of the break stands, unless somebody touches the table first
const TICK_MS = 15_000;

class Tablet {
  constructor() {
    /** @type {Snapshot | null} */
    this.state = null;
    this.connected = false;
    /** The seat at the bottom of the picture. */
    this.view = Number(localStorage.getItem(KEPT_VIEW)) % 4 || 0;
    this.simulated = false;
    this.mode = modeOf(location.search);
    /** @type {number | null} the panel that was touched */
    this.touched = null;
    /** Of which hand the break has been seen: match and hand. */
    this.seen = "";
    this.lastTouch = Date.now();
    this.decisions = new Decisions(this);
    this.counting = new Counting(() => this.draw());
  }

  // ------------------------------------------------------------ the line to the service

  follow() {
    this.live = new Live(
      "/live",
      { snapshot: (state) => this.take(state), telemetry: (news) => this.measure(news) },
      (connected) => this.line(connected),
    );
    addEventListener("pointerdown", () => this.wake());
    addEventListener("keydown", () => this.wake());
    setInterval(() => this.draw(), TICK_MS);
  }

  /** @param {boolean} connected */
  line(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    // The bar is behind an open dialog.
    if (!connected && document.querySelector("dialog[open]")) showAway();
    this.draw();
  }

  /** @param {Snapshot} state */
  take(state) {
    // What may be asked for is here before the service goes away.
    if (!this.state) setTimeout(() => loadDialogs().catch(() => {}), LATER_MS);
    if (handOf(state) !== handOf(this.state)) this.newHand();
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

  // ------------------------------------------------------------ people at the page

  /** The break of a new hand is shown for a while. */
  newHand() {
    this.touched = null;
    clearTimeout(this.dealing);
    this.dealing = setTimeout(() => this.wake(), DEAL_MS);
  }

  wake() {
    const changes = this.idle || this.seen !== handOf(this.state);
    this.lastTouch = Date.now();
    this.seen = handOf(this.state);
    if (changes) this.draw();
  }

  get idle() {
    return this.mode === "table" && isIdle(this.state, this.connected, Date.now() - this.lastTouch);
  }

  /** @param {number} seat */
  touch(seat) {
    this.touched = this.touched === seat ? null : seat;
    this.draw();
  }

  turn() {
    this.view = (this.view + 1) % 4;
    localStorage.setItem(KEPT_VIEW, String(this.view));
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  draw() {
    const { state, mode } = this;
    const stop = this.connected && state !== null && isEmergencyStop(state);
    document.body.dataset.light = lightKind(this.connected, state?.light);
    document.body.dataset.mode = this.idle ? "idle" : mode;
    document.body.classList.toggle("estop", stop);
    document.title = [state?.name, t("page.title"), "雀卓"].filter(Boolean).join(" · ");
    show("display", this.page());
  }

  page() {
    const { state, connected } = this;
    if (this.idle && state) return idlePage(state, new Date());
    if (state && this.mode !== "table") return onlookers(state, connected, new Date());
    return html`<main aria-label=${state?.name || t("page.title")}>${state ? this.table(state) : nothing}</main>
      ${bar({
        state,
        connected,
        sentence: this.aboutTouched(),
        steps: state && connected ? this.steps(state) : [],
        onMachine: () => openMachine(() => (this.state ? this.machineSteps(this.state) : [])),
        onMore: () => this.openMore(),
      })}`;
  }

  /** @param {Snapshot} state */
  table(state) {
    const context = {
      view: this.view,
      connected: this.connected,
      touched: this.touched,
      points: (/** @type {MatchSeat} */ { name, score }) => this.counting.shown(`${state.match?.id} ${name}`, score),
      later: this.seen === handOf(state),
    };
    return frame(state, sceneOf(state, context), context, (seat) => this.touch(seat));
  }

  /** The sentence while a panel is touched: whom it is about. */
  aboutTouched() {
    const { state, touched } = this;
    const player = state?.match?.seats.find(({ seat }) => seat === touched);
    return this.connected && player ? t("rail.touched", { name: player.name }) : undefined;
  }

  /** @param {Snapshot} state */
  steps(state) {
    return stepsOf(state, this.decisions.steps(), (command) => this.decisions.command(command));
  }

  /** @param {Snapshot} state */
  machineSteps(state) {
    return this.connected ? stepsOf(state, [], (command) => this.decisions.command(command)) : [];
  }

  openMore() {
    const { decisions } = this;
    const now = () => (this.connected ? this.state : null);
    openMenu({
      steps: () => {
        const state = now();
        return state ? this.steps(state).map((step) => ({ ...step, kind: step.kind === "grave" ? "grave" : "" })) : [];
      },
      items: () => (now() ? [...decisions.others(), ...this.pageItems()] : []),
      last: () => (now() ? decisions.endings() : []),
      links: this.links(),
      onLanguage: () => this.draw(),
      correct: (hand) => decisions.correct(hand),
    });
  }

  pageItems() {
    return [
      { text: t("view.turn"), onClick: () => this.turn() },
      { text: t("fair.title"), onClick: () => this.state && showFairDice(this.state) },
    ];
  }

  /** @returns {[string, string][]} */
  links() {
    /** @type {[string, string][]} */
    const links = [
      ["/matches", t("matches.title")],
      ["/setup", t("setup.title")],
      ["/service", t("service.title")],
    ];
    if (this.simulated) links.push(["/plant", t("plant.title")]);
    return links;
  }
}

/**
 * Which hand is played, of which match; empty while none is.
 * @param {Snapshot | null} state
 */
const handOf = (state) => (state?.match?.phase === "play" ? `${state.match.id} ${state.match.index}` : "");

/** Whether the table is a simulated one, with a page of its own. */
async function isSimulated() {
  const health = await fetch("/healthz").then((answer) => answer.json());
  return health.simulated === true;
}

followTheme();
await loadWords();
const tablet = new Tablet();
Object.assign(window, { tablet }); // for the browser tests and for a technician's console
tablet.draw();
tablet.follow();
isSimulated().then(
  (simulated) => {
    tablet.simulated = simulated;
  },
  () => {},
);
