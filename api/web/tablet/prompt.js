// One clear next step: what a person should do now, with big buttons; below it, what else the table would like.

import { button, h } from "../shared/dom.js";
import { t } from "../shared/words.js";

/**
 * Which of the two voices speaks first: the machine when it is stopped, in trouble or has no wall to play with, else the match.
 * `steps` are the match's own buttons.
 */
export function promptCard(state, connected, steps, command) {
  if (!connected) return away("connection.lost", "connection.lost-help");
  const match = voice(state.match?.next, steps);
  if (state.board.state === "incompatible") return away("connection.incompatible", "connection.incompatible-help", state.board.detail, match);
  if (state.board.state === "connecting") return away("connection.connecting", "connection.board-help.connecting", "", match);
  if (state.board.state !== "ready") return away("connection.board", "connection.board-help.absent", "", match);
  const machine = voice(state.prompt, machineButtons(state.prompt, command));
  if (!match.text || machineFirst(state)) return speak(machine, machine.text ? match : null, steps);
  return speak(match, machine);
}

function voice(prompt, buttons) {
  return { text: prompt?.key ? t(prompt.key, prompt.args ?? prompt) : "", buttons };
}

// The machine is half way through something that only people can finish, or has just refused what they asked for.
const OWED = /^prompt\.(partial|put-rest-in|half-raised|hatch-doubt|hatch-between|lifts-away|build-lost|refused\..*)$/;

export function machineFirst(state) {
  const mechanism = state.mechanism ?? {};
  const trouble = (state.faults ?? []).some((fault) => fault.severity !== "warn");
  const noWall = !Object.values(mechanism.sets ?? {}).some((set) => set.place === "raised");
  const played = state.match?.phase === "roll" && state.fresh_wall === false;
  const otherWall = state.match?.phase === "roll" && state.prompt?.key === "prompt.playing-other-plan";
  return trouble || OWED.test(state.prompt?.key ?? "") || noWall || played || otherWall || ["moving", "suspended", "stopped", "unknown"].includes(mechanism.state);
}

const GRAVE = new Set(["stop"]);
const LAST_RESORT = new Set(["placed", "emptied"]); // never the natural next step, even where a key must come first
const LONG = 90; // letters; a longer sentence is set smaller

function machineButtons(prompt, command) {
  return (prompt?.actions ?? []).map((action, index) => button(t(action.key), () => command(action.command), {
    class: GRAVE.has(action.command) ? "grave" : index === 0 && !LAST_RESORT.has(action.command) ? "main" : null,
  }));
}

function speak(first, second) {
  return h("section", { class: "card prompt", "aria-live": "polite", "aria-label": t("prompt.label") },
    h("p", { class: first.text.length > LONG ? "say long" : "say" }, first.text),
    first.buttons.length ? h("div", { class: "row actions" }, first.buttons) : null, also(second));
}

/** What else can be done now. */
function also(voice) {
  if (!voice?.text && !voice?.buttons.length) return null;
  return h("div", { class: "also" },
    h("p", { class: "quiet" }, voice.text),
    voice.buttons.length ? h("div", { class: "row" }, voice.buttons.map(soften)) : null);
}

function soften(control) {
  control.classList.remove("main");
  return control;
}

/** The machine or the service is away; `match`: what the match can do without the machine. */
function away(title, help, reason = "", match = null) {
  return h("section", { class: "card prompt away", role: "alert" },
    h("p", { class: "say" }, t(title)), h("p", {}, t(help)),
    reason ? h("p", { class: "quiet small" }, reason) : null, also(match));
}
