// The page of a player's phone: follows its own seat at the table, shows it, and sends what the player decides.

import { callDialog } from "../shared/calling.js";
import { show } from "../shared/draw.js";
import { lightKind } from "../shared/light.js";
import { loadMe, me } from "../shared/me.js";
import { Live, OLD_MS, newId } from "../shared/net.js";
import { problemText, showProblem } from "../shared/problem.js";
import { followTheme } from "../shared/theme.js";
import { toast } from "../shared/toast.js";
import { loadWords, t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { card } from "./card.js";
import { Contributor } from "./contributor.js";
import { disputeDialog } from "./disputing.js";
import { foot } from "./foot.js";
import { menuDialog } from "./menu.js";
import { own } from "./own.js";
import { stranger } from "./stranger.js";
import { surroundings } from "./surroundings.js";
import { Waiting } from "./waiting.js";
import { AT_ONCE, RESULT, enterPaid, enterWin, loadForm, tellForm } from "./winning.js";

/** @import { SeatHand, SeatSnapshot, Wanted } from "../shared/types.js" */

const TICK_MS = 1000;
const AGAIN_MS = 3000;
const LATER_MS = 500;

export class SeatPage {
  constructor() {
    /** @type {SeatSnapshot | null} */
    this.state = null;
    this.connected = false;
    /** When the table was heard last; null before the first time. @type {number | null} */
    this.heard = null;
    /** Whether this phone had a seat and has it no more. */
    this.ended = false;
    this.waiting = new Waiting();
    this.contributor = new Contributor(() => this.draw());
  }

  // ------------------------------------------------------------ the line to the service

  follow() {
    const listeners = {
      seat: (/** @type {SeatSnapshot} */ state) => this.take(state),
      wait: (/** @type {SeatSnapshot["wait"]} */ wait) =>
        this.take({ .../** @type {SeatSnapshot} */ (this.state), wait }),
    };
    this.live = new Live(`/seat/live${location.search}`, listeners, (connected) => this.line(connected));
    setInterval(() => this.draw(), TICK_MS);
    setInterval(() => this.send(), AGAIN_MS);
    addEventListener("online", () => this.send());
    document.addEventListener("visibilitychange", () => {
      this.send();
      if (this.ended && !document.hidden) this.look();
    });
  }

  /** @param {boolean} connected called with everything that comes */
  line(connected) {
    if (connected) this.heard = Date.now();
    if (this.connected === connected) return;
    this.connected = connected;
    if (!connected) this.look();
    this.draw();
  }

  /** Whether this phone still has its seat: the stream ends without a word when it has not. */
  async look() {
    const known = await loadMe().catch(() => null);
    if (!known) return;
    this.ended = !mayFollow();
    if (this.ended)
      this.live?.close(); // refused every second it would fill the log of the table
    else if (this.live && !this.live.source) this.live.connect();
    this.draw();
  }

  /** @param {SeatSnapshot} state */
  take(state) {
    const over = state.match?.phase === "over" && this.state?.match?.phase !== "over";
    if (!this.state) setTimeout(() => loadForm().catch(() => {}), LATER_MS); // before the line may be cut
    this.state = state;
    this.ended = false;
    this.waiting.keepOf(state.epoch);
    this.contributor.follow(state);
    if (over)
      loadMe().then(
        () => this.draw(),
        () => {},
      );
    this.draw();
    tellForm(state);
    this.send();
  }

  // ------------------------------------------------------------ what the player decides

  /**
   * Asks for something in the name of this seat.
   * @param {string} path
   * @param {Record<string, unknown>} body
   */
  ask(path, body) {
    if (this.state) this.keep(path, { id: newId(), seat: this.state.seat, ...body });
  }

  /**
   * Sends a command now, or as soon as the table answers: it is kept on the phone before it is sent.
   * @param {string} path
   * @param {{ id: string } & Record<string, unknown>} body
   */
  keep(path, body) {
    const { state } = this;
    if (!state) return;
    const kept = this.waiting.keep({ path, body, epoch: state.epoch });
    if (!kept) toast(t("phone.no-room"), "", true);
    this.draw();
    this.send();
  }

  async send() {
    const late = setTimeout(() => this.draw(), TICK_MS);
    await this.waiting.send((error) => showProblem(error));
    clearTimeout(late);
    this.contributor.send();
    this.draw();
  }

  /** @param {SeatHand} hand */
  confirm({ hand, revision }) {
    this.ask("/matches/current/confirmations", { hand, revision, own: true });
  }

  /** @param {SeatHand} hand */
  dispute({ hand }) {
    disputeDialog((text) => this.ask("/matches/current/disputes", { hand, text }));
  }

  /**
   * @param {string} declaration
   * @param {boolean} withdraw
   */
  declare(declaration, withdraw) {
    const hand = this.state?.match?.index;
    this.ask("/matches/current/hands/current/declarations", { declaration, withdraw, hand });
  }

  enterWin() {
    if (this.state) void enterWin(this.state, (path, body) => this.keep(path, body));
  }

  enterPaid() {
    if (this.state) void enterPaid(this.state, (path, body) => this.keep(path, body));
  }

  /** Whether a payment at once of this hand is still to be sent. @param {number} hand */
  paidWaits(hand) {
    return Boolean(this.waiting.find(AT_ONCE, hand));
  }

  /** Whether the player's own win of this hand is still to be sent. @param {number} hand */
  winWaits(hand) {
    return Boolean(this.waiting.find(RESULT, hand));
  }

  call() {
    callDialog((/** @type {Wanted} */ wanted) => this.ask("/calls", { wanted }));
  }

  endCall() {
    this.ask("/calls/endings", {});
  }

  // ------------------------------------------------------------ drawing

  /** Seconds without news; 0 while the line is good. */
  get silence() {
    const since = this.heard === null ? 0 : Date.now() - this.heard;
    return since > OLD_MS ? Math.round(since / 1000) : 0;
  }

  draw() {
    const { state, connected } = this;
    const kind = lightKind(connected && !this.silence, state?.light);
    document.body.dataset.light = kind;
    document.body.dataset.seat = String(state?.seat ?? "");
    document.title = [state?.name, t("phone.title"), "雀卓"].filter(Boolean).join(" · ");
    show("page", this.ended || !state ? stranger(this) : this.page(state, kind));
  }

  /**
   * @param {SeatSnapshot} state
   * @param {import("../shared/light.js").LightKind} kind
   */
  page(state, kind) {
    return html`${surroundings(state, () => this.menu())}
      <main class="me">${own(state)}</main>
      <section class="card" aria-label=${t("phone.to-do")} aria-live="polite">${card(this, state)}</section>
      ${foot(this, state, kind)}`;
  }

  menu() {
    menuDialog(this);
  }
}

/** Whether this device may follow a seat: its own, or, as the owner, the one that the address names. */
const mayFollow = () => Boolean(me()?.permits["read.seat"]);

followTheme();
await loadWords();
const page = new SeatPage();
Object.assign(window, { page }); // for the browser tests and for a technician's console
page.draw();
await page.look().catch((error) => toast(problemText(error).text, "", true));
page.follow();
