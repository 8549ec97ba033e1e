// The tablet page: puts the parts together, redraws what changed, and sends what people decide.

import { checkDialog } from "../entry/check.js";
import { button, fill, h, onChange, toast } from "../shared/dom.js";
import { dice } from "./dice.js";
import { faultCards } from "./faults.js";
import { confirmDialog, handsDialog, penaltyDialog } from "./hands.js";
import { tell } from "../shared/latest.js";
import { machineCard } from "./machine.js";
import { placesDialog } from "./places.js";
import { domeText, lastHand, plates, ranking, resting, seatMoves } from "./matchcard.js";
import { Live, get, newId, post } from "../shared/net.js";
import { problemText, sayProblem } from "../shared/problem.js";
import { machineFirst, promptCard } from "./prompt.js";
import { resultDialog } from "../entry/result.js";
import { startDialog } from "./start.js";
import { throwDialog, windsDialog } from "./throw.js";
import { lineState, topBar } from "../shared/top.js";
import { tablePicture, wallFits } from "./wall.js";
import { loadWords, t } from "../shared/words.js";

const KEPT_VIEW = "jantaku.view";
const page = (id) => document.getElementById(id);

class Tablet {
  constructor() {
    Object.assign(this, { state: null, connected: false, view: Number(localStorage.getItem(KEPT_VIEW)) % 4 || 0, simulated: false });
    this.parts = this.makeParts();
  }

  makeParts() {
    const scene = (state) => ({ wall: state.wall, faults: state.faults, match: state.match, dice: state.dice, view: this.view, hatch: state.mechanism?.hatch, sets: state.mechanism?.sets, plan: state.mechanism?.plan, build: state.mechanism?.build });
    return [
      onChange((state) => [this.connected, state.board.state], () => this.drawTop()),
      onChange(scene, () => this.drawTable()),
      onChange((state) => [this.connected, state.board, state.prompt, state.match?.next, state.match?.phase, machineFirst(state)], () => this.drawPrompt()),
      onChange((state) => state.faults, () => fill(page("faults"), faultCards(this.state))),
      onChange((state) => state.mechanism, () => fill(page("machine"), machineCard(this.state.mechanism))),
      onChange((state) => state.match?.final ?? null, (_, state) => fill(page("ranking"), ranking(state.match))),
      onChange((state) => [state.match?.last, state.match?.seats, state.match?.moves, state.match?.resting], () => fill(page("last"), resting(this.state.match), seatMoves(this.state.match), lastHand(this.state.match, (hand) => this.correct(hand)))),
      onChange((state) => [state.match?.id, state.match?.phase], () => this.drawBar()),
    ];
  }

  // ------------------------------------------------------------ the line to the service

  follow() {
    this.live = new Live("/live", {
      snapshot: (state) => this.take(state),
      event: (event) => this.note(event),
      telemetry: (news) => this.measure(news),
    }, (connected) => this.line(connected));
  }

  line(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    document.body.classList.toggle("stale", !connected);
    if (!connected && document.querySelector("dialog[open]")) toast(t("connection.lost"), t("connection.lost-help"), true); // the card is behind it
    if (this.state) this.draw();
    else if (!connected) fill(page("prompt"), h("section", { class: "card prompt away", role: "alert" }, h("p", { class: "say" }, t("connection.lost")), h("p", {}, t("connection.lost-help"))));
  }

  take(state) {
    if (this.state && state.seq < this.state.seq && state.board.boot === this.state.board.boot) this.live.lastId = null;
    this.state = withWinds(state);
    this.draw();
    tell(this.state);
  }

  // An event changes what the snapshot says; several in a row are one reload.
  note() {
    clearTimeout(this.reload);
    this.reload = setTimeout(() => get("/table").then((state) => this.take(state), () => this.line(false)), 60);
  }

  measure(news) {
    if (!this.state || !news.mechanism) return;
    this.state = { ...this.state, mechanism: news.mechanism };
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  draw() {
    if (this.state) for (const part of this.parts) part(this.state);
  }

  redraw() {
    this.parts = this.makeParts();
    this.draw();
    if (!this.state) this.drawTop();
  }

  drawTop() {
    const turn = button(t("view.turn"), () => this.turn(), { class: "turn", "aria-label": t("view.turn-help") });
    topBar(page("top"), {
      title: t("page.title"), han: "雀卓", status: lineState(this.connected, this.state?.board), extra: [turn],
      links: [["/service", t("service.title")], ...(this.simulated ? [["/plant", t("plant.title")]] : [])], onLanguage: () => this.redraw(),
    });
    document.title = `${t("page.title")} · 雀卓`;
  }

  turn() {
    this.view = (this.view + 1) % 4;
    localStorage.setItem(KEPT_VIEW, String(this.view));
    this.draw();
  }

  drawTable() {
    const { state } = this;
    const shown = state.dice ? dice(state.dice.dice) : null;
    fill(page("table"),
      tablePicture(state, this.view),
      plates(state.match, this.view),
      h("div", { class: "dome" }, domeText(state, shown)),
      state.wall ? h("div", { class: "legend small" }, wallFits(state) ? legend(state.wall) : t("wall.other")) : null);
  }

  drawPrompt() {
    fill(page("prompt"), promptCard(this.state, this.connected, this.steps(), (command) => this.command(command)));
  }

  /** The match's own next steps, as buttons. */
  steps() {
    const { match } = this.state;
    if (!match || match.phase === "over") return [button(t("start.open"), () => startDialog(this.state, () => this.note()), { class: "main" })];
    if (match.phase === "play") return [button(t("result.open"), () => resultDialog(this.state, null, () => this.note()), { class: "main" })];
    const wanted = match.next.key.replace("match.next-", "");
    if (wanted === "winds") return [button(t("winds.open"), () => this.enterWinds(), { class: "main" })];
    return [
      button(t(`roll.${wanted}`), () => this.roll(wanted), { class: "main" }),
      button(t("roll.by-hand"), () => this.enterThrow(wanted, match)),
    ];
  }

  drawBar() {
    const { match } = this.state;
    fill(page("bar"), match ? [
      button(t("hands.open"), () => handsDialog(this.state, (hand) => this.correct(hand))),
      match.phase === "play" ? button(t("check.open"), () => checkDialog(this.state, this.view)) : null,
      match.phase === "over" ? null : button(t("penalty.open"), () => penaltyDialog(this.state, () => this.note())),
      match.phase === "over" ? null : button(t("abandon.open"), () => this.abandon(), { class: "plain" }),
    ] : null);
  }

  // ------------------------------------------------------------ what people decide

  correct(hand) {
    resultDialog(this.state, hand, () => this.note());
  }

  command(command) {
    if (command === "placed") return placesDialog(this.state.mechanism.sets, (sets) => this.send("/table/sets", { sets }));
    const give = () => this.send("/table/commands", { command });
    const asked = (state) => state.prompt.actions.some((action) => action.command === "emptied");
    return command === "emptied" ? confirmDialog(t("emptied.title"), t("emptied.text"), t("emptied.go"), give, asked) : give();
  }

  roll(purpose, faces = null) {
    return this.send("/dice/rolls", { purpose: purpose === "break-second" ? "break" : purpose, faces });
  }

  enterThrow(purpose, match) {
    const without = match.phase === "roll" ? () => this.send("/matches/current/hands", {}) : null;
    throwDialog(match, (faces) => this.roll(purpose, faces), without);
  }

  enterWinds() {
    windsDialog(this.state.match, (winds) => this.send("/matches/current/winds", { winds }));
  }

  abandon() {
    const { id } = this.state.match;
    const going = ({ match }) => match?.id === id && match.phase !== "over";
    confirmDialog(t("abandon.title"), t("abandon.text"), t("abandon.go"), (form) => this.send("/matches/current/abandon", form), going, true);
  }

  /** A page that shows an old state must not act on it: the service compares `expected_seq` and refuses. */
  async send(path, body) {
    if (!this.connected) return toast(t("connection.lost"), t("connection.lost-help"), true);
    try {
      await post(path, { ...body, id: newId(), expected_seq: this.state.seq });
      this.note();
      return true;
    } catch (error) {
      sayProblem(error);
      if (problemText(error) && error.status === 409) this.note();
      return false;
    }
  }
}

function legend(wall) {
  const keys = ["break", "next", wall.dead_wall.length ? "dead" : null, wall.indicator ? "indicator" : null];
  return keys.filter(Boolean).map((key) => h("span", {}, h("i", { class: `key-${key}` }), t(`wall.${key}`)));
}

/** Seat winds beside the wall, for the letters on the dealt stacks. */
function withWinds(state) {
  const winds = Object.fromEntries((state.match?.seats ?? []).map(({ seat, wind }) => [seat, wind]));
  return { ...state, winds };
}

await loadWords();
const tablet = new Tablet();
window.tablet = tablet; // for the browser tests and for a technician's console
tablet.simulated = (await fetch("/healthz").then((answer) => answer.json()).catch(() => ({}))).simulated === true;
tablet.drawTop();
tablet.follow();
