// The table's display: follows the table, draws what it says, and asks people what they decide.

import { publish } from "../shared/latest.js";
import { Live } from "../shared/net.js";
import { show } from "../shared/draw.js";
import { canFillScreen, fillsScreen, toggleFullScreen } from "../shared/fullscreen.js";
import { lightKind } from "../shared/light.js";
import { allowed, loadMe, me } from "../shared/me.js";
import { openable } from "../shared/openable.js";
import { showAway } from "../shared/problem.js";
import { ring, speak } from "../shared/sound.js";
import { followTheme } from "../shared/theme.js";
import { maySleep, stayAwake } from "../shared/wake.js";
import { loadWords, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { announce } from "./announced.js";
import { bar, sentenceOf } from "./bar.js";
import { Counting } from "./counting.js";
import { Course } from "./course.js";
import { Decisions, loadDialogs } from "./decisions.js";
import { showFairDice } from "./fairdice.js";
import { feltOf } from "./felt/felt.js";
import { Keypad } from "./felt/keypad.js";
import { troubleOf } from "./felt/which.js";
import { frame } from "./frame.js";
import { heard } from "./heard.js";
import { idlePage, isIdle } from "./idle.js";
import { modeOf } from "./mode.js";
import { openMachine, openMenu } from "./more.js";
import { onlookers } from "./onlookers.js";
import { Needed } from "./needed.js";
import { permitted } from "./permitted.js";
import { stepsOf } from "./steps.js";

/** @import { Mechanism, Snapshot } from "../shared/types.js" */
/** @import { Felt } from "./felt/felt.js" */

const KEPT_VIEW = "jantaku.view";
const LATER_MS = 500;
const AWAY_MS = 1500;
const TICK_MS = 1000; // clocks go on between two snapshots

class Tablet {
  constructor() {
    /** @type {Snapshot | null} */
    this.state = null;
    this.connected = false;
    /** The seat at the bottom of the picture. */
    this.view = Number(localStorage.getItem(KEPT_VIEW)) % 4 || 0;
    this.simulated = false;
    this.mode = modeOf(location.search);
    /** @type {number | null} the seat whose panel was touched */
    this.panel = null;
    /** Index of the hand whose deal somebody has touched away. */
    this.dealSeen = -1;
    /** The dice of the draw that somebody has put away. */
    this.drawSeen = "";
    this.lastTouch = Date.now();
    /** @type {Felt | null} what is on the felt now */
    this.felt = null;
    /** The newest sentence, which is spoken once. */
    this.said = "";
    /** When the last snapshot came, and when the seats were first seen to be asked for their numbers. */
    this.heard = 0;
    this.asked = { roll: -1, since: 0 };
    this.decisions = new Decisions(this);
    this.counting = new Counting(() => this.draw());
    this.course = new Course(() => this.draw());
    this.needed = new Needed(() => this.draw());
    this.keypad = new Keypad(
      (body) => this.decisions.send("/dice/contributions", body),
      () => this.draw(),
    );
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
    addEventListener("resize", () => this.draw());
    setInterval(() => this.draw(), TICK_MS);
  }

  /** @param {boolean} connected */
  line(connected) {
    if (!connected && !this.state) this.leave();
    if (this.connected === connected) return;
    this.connected = connected;
    const paired = me()?.device;
    // Who this device is may have changed while the service was away.
    if (connected)
      loadMe().then(
        () => {
          if (paired && !me()?.device && this.mode === "table") this.decisions.tellEnded();
          this.keepAwake();
          if (this.state && this.mode === "wall") this.course.follow(this.state);
          this.draw();
          // A menu that somebody has opened meanwhile offers what this device may do.
          if (this.state) publish(this.state);
        },
        () => {},
      );
    if (!connected) setTimeout(() => this.sayAway(), AWAY_MS);
    this.draw();
  }

  /** The bar, which says it, is behind an open dialog. A line that was back at once was never away. */
  sayAway() {
    if (!this.connected && document.querySelector("dialog[open]")) showAway();
  }

  /** The display of the table and a wall stay on; the phone of somebody who looks on sleeps when it wants to. */
  keepAwake() {
    const display = this.mode !== "table" || me()?.role === "table" || me()?.open;
    void (display ? stayAwake() : maySleep());
  }

  /** A player's phone is not shown the table as a whole, and has a page of its own; others are shown it once paired. */
  async leave() {
    const known = await loadMe().catch(() => null);
    if (known?.role === "seat") location.replace("/seat");
    else if (known && !known.viewers && !known.device && !known.open) location.replace("/pair");
  }

  /** @param {Snapshot} state */
  take(state) {
    // What may be asked for is here before the service goes away.
    if (!this.state) setTimeout(() => loadDialogs().catch(() => {}), LATER_MS);
    if (state.match?.index !== this.state?.match?.index) this.panel = null;
    this.heard = performance.now();
    const sign = heard(this.state, state);
    if (sign) ring(sign);
    this.state = state;
    if (this.mode === "wall") this.course.follow(state);
    this.needed.follow(state);
    this.draw();
    this.say(state);
    publish(state);
  }

  /** A new sentence of the table is spoken, where somebody wants that. @param {Snapshot} state */
  say(state) {
    const text = this.ofFelt(this.felt) ?? sentenceOf(state, this.connected);
    if (this.said && this.said !== text) speak(text);
    this.said = text;
  }

  /** @param {{ mechanism: Mechanism }} news what moves all the time, between two snapshots */
  measure({ mechanism }) {
    if (!this.state) return;
    this.state = { ...this.state, mechanism };
    this.draw();
  }

  // ------------------------------------------------------------ people at the page

  /** Somebody touches the table: the clock and the picture of the deal give way. */
  wake() {
    const { match } = this.state ?? {};
    const changes = this.idle || (match?.phase === "play" && this.dealSeen !== match.index);
    this.lastTouch = Date.now();
    if (match?.phase === "play") this.dealSeen = match.index;
    if (changes) this.draw();
  }

  get idle() {
    if (this.mode === "wall") return !this.state?.match && isIdle(this.state, this.connected, Infinity);
    // The dice of a draw stay until somebody has read them.
    if (this.mode !== "table" || this.felt?.name === "drawn") return false;
    return isIdle(this.state, this.connected, Date.now() - this.lastTouch);
  }

  /** Somebody has read the dice of the draw. */
  readDraw() {
    this.drawSeen = String(this.state?.hall?.draw?.dice);
    this.draw();
  }

  /** @param {Snapshot} state */
  drawRead = ({ hall }) => String(hall?.draw?.dice) === this.drawSeen;

  /** @param {number} seat */
  touch(seat) {
    this.panel = this.panel === seat ? null : seat;
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
    const felt = state && mode === "table" ? feltOf(state, this.feltContext(state)) : null;
    this.felt = felt;
    document.body.dataset.light = lightKind(this.connected, state?.light);
    document.body.dataset.mode = this.idle ? "idle" : mode;
    document.body.classList.toggle("estop", this.connected && felt?.name === "estop");
    document.title = [state?.name, t("page.title"), "雀卓"].filter(Boolean).join(" · ");
    show("display", this.page(felt));
    announce(this.connected ? (state?.pairing ?? null) : null);
  }

  /** @param {Felt | null} felt null: the page is for onlookers, or nothing has been heard yet */
  page(felt) {
    const { state, connected } = this;
    if (this.idle && state) return idlePage(state, new Date(), this.mode === "table");
    if (state && !felt) return onlookers(state, connected, new Date(), this.course.played);
    return html`<main aria-label=${state?.name || t("page.title")}>
        ${state && felt ? frame(state, felt, this.railContext(state)) : nothing}
      </main>
      ${bar({
        state,
        connected,
        sentence: this.aboutPanel() ?? this.ofFelt(felt),
        pairing: connected && felt?.name !== "pairing" ? (state?.pairing ?? null) : null,
        steps: state && connected ? this.steps(state) : [],
        needed: this.needed.text,
        onMachine: () => this.openMachine(),
        onMore: () => this.openMore(),
        now: state ? this.tableTime(state) : 0,
      })}`;
  }

  /** What the clock of the table shows now, in milliseconds. @param {Snapshot} state */
  tableTime(state) {
    return Date.parse(state.time) + performance.now() - this.heard;
  }

  /** @param {Snapshot} state */
  feltContext(state) {
    return {
      view: this.view,
      now: this.tableTime(state),
      size: feltSize(),
      touched: this.dealSeen,
      drawRead: this.drawRead(state),
      readDraw: () => this.readDraw(),
      keypad: this.keypad,
      waited: this.waited(state),
      table: state.name || t("felt.unnamed"),
    };
  }

  /**
   * Seconds of the table since this page saw the seats being asked for their numbers.
   * @param {Snapshot} state
   */
  waited({ fair_dice: { open }, speed }) {
    if (!open) return 0;
    if (this.asked.roll !== open.number) this.asked = { roll: open.number, since: performance.now() };
    return ((performance.now() - this.asked.since) / 1000) * (speed ?? 1);
  }

  /** @param {Snapshot} state */
  railContext(state) {
    const key = state.match?.id;
    return {
      view: this.view,
      panel: this.panel,
      points: (/** @type {string} */ name, /** @type {number} */ score) => this.counting.shown(`${key} ${name}`, score),
      onTouch: (/** @type {number} */ seat) => this.touch(seat),
      onSit:
        this.connected && allowed("match.start") ? (/** @type {number} */ seat) => this.decisions.start(seat) : null,
      calls: state.calls,
    };
  }

  /** The sentence while a panel is touched: whom it is about. */
  aboutPanel() {
    const player = this.state?.match?.seats.find(({ seat }) => seat === this.panel);
    return this.connected && player ? t("rail.touched", { name: player.name }) : undefined;
  }

  /**
   * What the picture on the felt says in words, while the match speaks or the picture itself does.
   * @param {Felt | null} felt
   */
  ofFelt(felt) {
    const said = felt?.speaks || this.state?.sentence.voice === "match" ? felt?.sentence : undefined;
    return this.connected && said ? t(said.key, said.args) : undefined;
  }

  /** @param {Snapshot} state */
  steps(state) {
    const help = troubleOf(state) ? this.decisions.calling() : [];
    const steps = stepsOf(state, [...help, ...this.decisions.ofHall(), ...this.decisions.steps()], (command) =>
      this.decisions.command(command),
    );
    const draw = state.journal.problem ? [] : permitted(this.decisions.forDraw());
    if (draw.length > 0)
      return [...draw, ...steps.map((one) => ({ ...one, kind: one.kind === "grave" ? one.kind : "" }))];
    // Where the machine offers nothing, as at an emergency stop, help is the natural next step.
    if (steps.some(({ kind }) => kind === "main")) return steps;
    return steps.map((step) => (help.some(({ text }) => text === step.text) ? { ...step, kind: "main" } : step));
  }

  /** @param {Snapshot} state */
  machineSteps(state) {
    return this.connected ? stepsOf(state, [], (command) => this.decisions.command(command)) : [];
  }

  openMachine() {
    openMachine(
      () => (this.state ? this.machineSteps(this.state) : []),
      () => this.needed.text,
    );
  }

  openMore() {
    const { decisions } = this;
    const now = () => (this.connected ? this.state : null);
    openMenu({
      steps: () => {
        const state = now();
        return state ? this.steps(state).map((step) => ({ ...step, kind: step.kind === "grave" ? "grave" : "" })) : [];
      },
      items: () => (now() ? [...permitted(decisions.others()), ...this.pageItems()] : []),
      last: () => (now() ? permitted(decisions.endings()) : []),
      links: this.links(),
      onLanguage: () => this.draw(),
      correct: (hand) => decisions.correct(hand),
    });
  }

  pageItems() {
    return [
      { text: t("view.turn"), onClick: () => this.turn() },
      ...(canFillScreen() ? [{ text: t(fillsScreen() ? "view.window" : "view.full"), onClick: toggleFullScreen }] : []),
      { text: t("fair.title"), onClick: () => this.state && showFairDice(this.state) },
    ];
  }

  /** @returns {[string, string][]} */
  links() {
    return openable([
      ["/matches", t("matches.title")],
      ["/setup", t("setup.title")],
      ["/service", t("service.title")],
      ["/devices", t("access.devices-title")],
      ...(me()?.device === null && !me()?.open ? [pairing()] : []),
      ...(this.simulated ? [/** @type {[string, string]} */ (["/plant", t("plant.title")])] : []),
    ]);
  }
}

/** @returns {[string, string]} */
const pairing = () => ["/pair", t("access.pair-title")];

/** The felt as it was last drawn, in CSS pixels; none before the first time. */
function feltSize() {
  const felt = document.querySelector(".felt");
  return { width: felt?.clientWidth || 960, height: felt?.clientHeight || 370 };
}

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
