// What people decide at the tablet: the buttons for it, the dialogs that they open, and the commands that come of them.

import { callDialog } from "../shared/calling.js";
import { UNDO_SECONDS, agreementAsked, undoSeconds } from "../entry/afterresult.js";
import { liveDeclarations } from "../entry/declaring.js";
import { seatName } from "../shared/matchwords.js";
import { allowed } from "../shared/me.js";
import { get, newId, post } from "../shared/net.js";
import { showAway, showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { laterStyle } from "../shared/later.js";
import { loadLaterWords, t } from "../shared/words.js";
import { troubleOf } from "./felt/which.js";
import { showMessage } from "./hall.js";
import { permitOf } from "./permitted.js";

/** @import { Hand, Match, Passing, Snapshot } from "../shared/types.js" */
/** @import { Step } from "./bar.js" */

/** A snapshot with a match in it. @typedef {Snapshot & { match: Match }} Playing */

const COUNT_MS = 250;

/** The dialogs with their words and styles, which the first picture of the table does not wait for. */
export async function loadDialogs() {
  const [dialogs] = await Promise.all([
    import("./dialogs.js"),
    loadLaterWords(),
    laterStyle("tablet/tablet.later.css"),
  ]);
  return dialogs;
}

/**
 * Opens one of them, or says that the service is away.
 * @param {(dialogs: typeof import("./dialogs.js")) => void} open
 */
const withDialogs = (open) => loadDialogs().then(open, showAway);

/** `tablet` has the newest state, and knows whether the service can be reached. */
export class Decisions {
  /**
   * @param {{
   *   state: Snapshot | null, connected: boolean, view: number, panel: number | null, draw: () => void,
   * }} tablet
   */
  constructor(tablet) {
    this.tablet = tablet;
    /** @type {ReturnType<typeof setTimeout> | undefined} until the seconds of Undo are shown anew */
    this.counting = undefined;
    /** @type {{ match: string, hand: Hand } | null} the result that was undone here last */
    this.undone = null;
  }

  /** This tablet was paired, and is no longer. */
  tellEnded() {
    void withDialogs(({ endedDialog }) => endedDialog());
  }

  get state() {
    return /** @type {Snapshot} */ (this.tablet.state);
  }

  get playing() {
    return /** @type {Playing} */ (this.state);
  }

  // ------------------------------------------------------------ buttons

  /**
   * The match's own next steps.
   * @returns {Step[]}
   */
  steps() {
    const { match } = this.state;
    if (!match || match.phase === "over") {
      const further = match?.may_play_on ? [step("further.open", () => this.playOn(match))] : [];
      return [main("start.open", () => this.start()), ...further, ...(match ? this.afterResult(match) : [])];
    }
    if (match.phase === "play") {
      const { panel } = this.tablet;
      if (match.passing) return this.passes(match.passing);
      if (match.restrictions.some(({ effect }) => effect === "hand-ends")) return this.stopped();
      return [
        main("result.open", () => this.enterResult()),
        ...this.undoing(match),
        ...this.barred(match),
        ...(match.asks.instants.length ? [step("at-once.open", () => this.payAtOnce())] : []),
        ...(panel === null ? [] : this.declarations(match, panel)),
        step("entry.draw", () => this.enterResult("draw")),
      ];
    }
    if (this.state.fair_dice.open) return [step("numbers.give-up", () => this.giveUpRoll())];
    return match.seats_to_confirm ? this.seating(match) : this.throws(match);
  }

  /**
   * An offence has ended the hand: it is entered as void.
   * @returns {Step[]}
   */
  stopped() {
    return [main("hand.end", () => this.enterResult("abort")), step("hands.open", () => this.showHands())];
  }

  /**
   * Who may not win before a turn of his own is over: somebody says when it is.
   * @param {Match} match
   * @returns {Step[]}
   */
  barred(match) {
    const bars = match.restrictions.filter(({ effect }) => effect === "no-win-until-next-turn");
    return bars.map(({ seat, penalty }) => ({
      ...step("bar.lift", () => this.send("/matches/current/bars/lifted", { penalty })),
      text: t("bar.lift", { name: seatName(match, seat) }),
    }));
  }

  /**
   * People who were to change seats say that they have.
   * @param {Match} match
   * @returns {Step[]}
   */
  seating(match) {
    const confirm = () => this.send("/matches/current/seats", {});
    return [main("seats.confirm", confirm), ...this.afterResult(match)];
  }

  /**
   * What may become of the tiles that are passed before the first discard; a win with the dealt tiles is entered too.
   * @param {Passing} passing
   * @returns {Step[]}
   */
  passes({ number, ways, last }) {
    const send = (/** @type {string} */ how, /** @type {object} */ more = { number }) =>
      this.send("/matches/current/hands/current/passes", { how, ...more });
    const [first, ...others] = ways;
    return [
      main(number ? `pass.${first}` : "pass.begin", () => send(first)),
      ...others.map((how) => step(`pass.${how}`, () => send(how))),
      ...(last === null ? [] : [step("pass.withdraw", () => send("made", { number: last, withdraw: true }))]),
      step("result.open", () => this.enterResult()),
    ];
  }

  /**
   * What the hall said is read; a referee lets a hand begin although the time is up.
   * @returns {Step[]}
   */
  ofHall() {
    const { hall, match } = this.state;
    const message = hall?.message;
    const allow = {
      text: t("hall.allow-hand"),
      permit: "hall.allow-hand",
      onClick: () => this.send("/hall/hands", {}),
    };
    const over = match?.phase === "roll" && hall?.clock?.left === 0;
    const read = {
      text: t("hall.message"),
      permit: "hall.read-message",
      onClick: () => message && showMessage(message),
    };
    return [...(message ? [read] : []), ...(over ? [allow] : [])];
  }

  /**
   * The dice that the hall wants for a draw need neither tiles nor machine.
   * @returns {Step[]}
   */
  forDraw() {
    const { hall, match, fair_dice } = this.state;
    const wanted = hall?.draw && hall.draw.dice.length < hall.draw.rolls;
    return wanted && (!match || match.phase === "over") && !fair_dice.open
      ? [main("roll.draw", () => this.roll("tournament-draw", {}))]
      : [];
  }

  /**
   * What the match waits for: dice, or wind tiles.
   * @param {Match} match
   * @returns {Step[]}
   */
  throws(match) {
    if (match.phase === "roll" && this.state.hall?.clock?.left === 0) return this.afterResult(match);
    const wanted = match.next.key.replace("match.next-", "");
    if (wanted === "winds") return [main("winds.open", () => this.enterWinds(match))];
    return [
      main(`roll.${wanted}`, () => this.forWall(wanted, (again) => this.roll(wanted, { again }))),
      ...this.afterResult(match),
      step("roll.by-hand", () => this.forWall(wanted, (again) => this.enterThrow(wanted, match, again))),
    ];
  }

  /**
   * What the newest result can still meet: it is undone within seconds, or the players agree with it.
   * @param {Match} match
   * @returns {Step[]}
   */
  afterResult(match) {
    return [...this.undoing(match), ...(agreementAsked(match) ? [step("agree.open", () => this.agree())] : [])];
  }

  /**
   * The newest result, or a win after which the others play on, is taken back without a reason for some seconds.
   * @param {Match} match
   * @returns {Step[]}
   */
  undoing(match) {
    const seconds = undoSeconds(this.state);
    clearTimeout(this.counting);
    if (seconds) this.counting = setTimeout(() => this.tablet.draw(), COUNT_MS);
    const take = () => this.undo(match);
    const text = t("undo.open", { n: Math.ceil(seconds) });
    const undo = { text, onClick: take, left: seconds / UNDO_SECONDS, permit: "match.undo" };
    return seconds ? [undo] : [];
  }

  /**
   * What a player can lay on the table now, or take back; of all players where none is named.
   * @param {Match} match
   * @param {number | null} of
   * @returns {Step[]}
   */
  declarations(match, of = null) {
    return liveDeclarations(match, of).map(({ declaration, what, seat, name, withdraw }) => ({
      text: t(withdraw ? "declare.withdraw" : "declare.open", { what, name }),
      permit: "match.declare",
      onClick: () => this.send("/matches/current/hands/current/declarations", { seat, declaration, withdraw }),
    }));
  }

  /**
   * What else can be done with a match.
   * @returns {Step[]}
   */
  others() {
    const { match } = this.state;
    const call = troubleOf(this.state) ? [] : this.calling();
    if (!match) return call;
    const going = match.phase !== "over";
    return [
      ...call,
      step("hands.open", () => this.showHands()),
      step("pieces.open", () => withDialogs(({ piecesDialog }) => piecesDialog())),
      ...this.declarations(match),
      ...(match.phase === "play" ? [step("claims.open", () => this.askClaims(match))] : []),
      ...(match.phase === "play" && match.hand_check ? [step("check.open", () => this.checkHand(match))] : []),
      ...(this.mayAsk(match) ? [step("numbers.ask", () => this.askNumbers(match))] : []),
      ...(going ? [step("penalty.open", () => this.enterPenalty())] : []),
    ];
  }

  /**
   * The call for staff, unless the table has called: beside the sentence while a fault stands, else in the menu.
   * @returns {Step[]}
   */
  calling() {
    const called = this.state.calls.some(({ seat }) => seat === null);
    return called ? [] : [step("calls.open", () => this.callStaff())];
  }

  callStaff() {
    callDialog((wanted) => void this.send("/calls", { wanted }));
  }

  /**
   * What ends a match, never beside anything else.
   * @returns {Step[]}
   */
  endings() {
    const { match } = this.state;
    return match && match.phase !== "over" ? [step("abandon.open", () => this.abandon(match))] : [];
  }

  // ------------------------------------------------------------ dialogs
  // A dialog is about the state that was seen when it was asked for, however long it takes to load.

  /** @param {number | null} seat on which somebody sits down */
  start(seat = null) {
    const { state } = this;
    return withDialogs(({ startDialog }) => startDialog(state, seat));
  }

  /** @param {"draw" | "abort" | null} kind how the hand ended, where that was chosen before */
  enterResult(kind = null) {
    const { playing } = this;
    const undone = kind ? null : this.undoneOf(playing.match);
    return withDialogs(({ resultDialog }) => resultDialog(playing, null, kind, undone));
  }

  /**
   * What was undone of the hand being played.
   * @param {Match} match
   */
  undoneOf({ id, index }) {
    const { undone } = this;
    return undone?.match === id && undone.hand.hand === index ? undone.hand : null;
  }

  payAtOnce() {
    const { playing } = this;
    return withDialogs(({ atOnceDialog }) => atOnceDialog(playing));
  }

  agree() {
    const { playing } = this;
    return withDialogs(({ agreementDialog }) => agreementDialog(playing));
  }

  /**
   * Whoever undoes a result means to correct it: the form of the hand opens with what was undone.
   * @param {Match} match
   */
  async undo({ id, undo, last }) {
    if (!undo || !(await this.send("/matches/current/undo", { hand: undo.hand }))) return;
    toast(t("undo.done"));
    if (last?.hand !== undo.hand) return; // a win after which the others play on
    this.undone = { match: id, hand: last };
    /** @type {Snapshot | null} */
    const state = await get("/table").catch(() => null);
    const hand = state?.match && this.undoneOf(state.match);
    if (hand) await withDialogs(({ resultDialog }) => resultDialog(/** @type {Playing} */ (state), null, null, hand));
  }

  /** @param {Hand} hand */
  correct(hand) {
    const { playing } = this;
    return withDialogs(({ resultDialog }) => resultDialog(playing, hand));
  }

  showHands() {
    const { match } = this.playing;
    const actions = {
      onCorrect: (/** @type {Hand} */ hand) => this.correct(hand),
      onPenalty: () => this.enterPenalty(),
      onAbandon: () => this.abandon(match),
    };
    return withDialogs(({ handsDialog }) => handsDialog(actions));
  }

  /** @param {Match} match */
  checkHand(match) {
    const { view } = this.tablet;
    return withDialogs(({ checkDialog }) => checkDialog(match, view));
  }

  /** @param {Match} match */
  askClaims(match) {
    return withDialogs(({ claimsDialog }) => claimsDialog(match));
  }

  enterPenalty() {
    const { playing } = this;
    return withDialogs(({ penaltyDialog }) => penaltyDialog(playing));
  }

  /**
   * @param {string} purpose
   * @param {Match} match
   * @param {boolean} again
   */
  enterThrow(purpose, match, again) {
    const use = (/** @type {number[]} */ faces) => this.roll(purpose, { faces, again });
    const without =
      match.phase === "roll" && allowed("match.begin-hand") ? () => this.send("/matches/current/hands", {}) : null;
    return withDialogs(({ throwDialog }) => throwDialog(match, use, without));
  }

  /** @param {Match} match */
  enterWinds(match) {
    const use = (/** @type {object} */ drawn) => this.send("/matches/current/winds", drawn);
    return withDialogs(({ windsDialog }) => windsDialog(match, use));
  }

  /** @param {Match} match */
  playOn({ id }) {
    const further = (/** @type {string} */ seats) => this.send("/matches/current/further", { seats });
    return withDialogs(({ furtherDialog }) => furtherDialog(id, further));
  }

  /** @param {Match} match */
  abandon({ id }) {
    const question = {
      title: t("abandon.title"),
      text: t("abandon.text"),
      go: t("abandon.go"),
      action: (/** @type {object} */ form) => this.send("/matches/current/abandon", form),
      wanted: (/** @type {Snapshot} */ { match }) => match?.id === id && match.phase !== "over",
      signed: true,
    };
    return withDialogs(({ confirmDialog }) => confirmDialog(question));
  }

  /**
   * A command of the machine; two of them ask first.
   * @param {string} command
   */
  command(command) {
    if (command === "placed") return this.sayPlaces();
    if (command === "emptied") return this.sayEmptied();
    return this.send("/table/commands", { command });
  }

  sayPlaces() {
    const { sets } = this.state.mechanism;
    const use = (/** @type {Record<string, string>} */ places) => this.send("/table/sets", { sets: places });
    return withDialogs(({ placesDialog }) => placesDialog(sets, use));
  }

  sayEmptied() {
    const question = {
      title: t("emptied.title"),
      text: t("emptied.text"),
      go: t("emptied.go"),
      action: () => this.send("/table/commands", { command: "emptied" }),
      wanted: (/** @type {Snapshot} */ { prompt }) => prompt.actions.some(({ command }) => command === "emptied"),
    };
    return withDialogs(({ confirmDialog }) => confirmDialog(question));
  }

  // ------------------------------------------------------------ commands

  /**
   * `faces`: thrown by hand; `ask`: seats that give numbers first; `again`: for a wall that was played.
   * @param {string} purpose
   * @param {{ faces?: number[], ask?: number[], again?: boolean }} how
   */
  roll(purpose, how) {
    return this.send("/dice/rolls", { purpose: purpose === "break-second" ? "break" : purpose, ...how });
  }

  /**
   * Dice cannot be taken back: for a wall that was played already they are thrown only after a question.
   * @param {string} purpose
   * @param {(again: boolean) => unknown} go
   */
  forWall(purpose, go) {
    if (purpose !== "break" || !this.state.played_wall) return go(false);
    const question = {
      title: t("again.title"),
      text: t("again.text"),
      go: t("again.go"),
      action: async () => (await go(true)) !== false,
      wanted: (/** @type {Snapshot} */ state) => state.played_wall,
    };
    return withDialogs(({ confirmDialog }) => confirmDialog(question));
  }

  /**
   * Whether the players may add numbers of their own to the roll that the match waits for.
   * @param {Match} match
   */
  mayAsk({ phase, next, seats_to_confirm: moving }) {
    const { fair_dice: dice } = this.state;
    const waits = (phase === "roll" || phase === "first-dealer") && next.key !== "match.next-winds" && !moving;
    return waits && dice.checkable && !dice.open;
  }

  /** @param {Match} match */
  askNumbers({ next, seats }) {
    const wanted = next.key.replace("match.next-", "");
    return this.forWall(wanted, (again) => this.roll(wanted, { ask: seats.map(({ seat }) => seat), again }));
  }

  giveUpRoll() {
    const question = {
      title: t("numbers.give-up"),
      text: t("numbers.give-up-text"),
      go: t("numbers.give-up"),
      action: () => this.send("/dice/voids", {}),
      wanted: (/** @type {Snapshot} */ { fair_dice: dice }) => dice.open !== null,
    };
    return withDialogs(({ confirmDialog }) => confirmDialog(question));
  }

  /**
   * Whether it was carried out; the stream brings what it changed. A page that shows an old state must not act on it:
   * the service compares `expected_seq` and refuses.
   * @param {string} path
   * @param {object} body
   */
  async send(path, body) {
    if (!this.tablet.connected) {
      showAway();
      return false;
    }
    try {
      await post(path, { ...body, id: newId(), expected_seq: this.state.seq });
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  }
}

/**
 * @param {string} key
 * @param {() => unknown} onClick
 * @returns {Step}
 */
const main = (key, onClick) => ({ ...step(key, onClick), kind: "main" });

/**
 * @param {string} key
 * @param {() => unknown} onClick
 * @returns {Step}
 */
const step = (key, onClick) => ({ text: t(key), onClick, permit: permitOf(key) });
