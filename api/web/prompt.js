// One clear next step: what a person should do now, with big buttons; below it, what else the table would like.

import { button, h } from "./dom.js";
import { known, t } from "./words.js";

/**
 * Which of the two voices speaks first: the machine when it is stopped, in trouble or has no wall to play with, else the match.
 * `steps` are the match's own buttons.
 */
export function promptCard(state, connected, steps, command) {
  if (!connected) return away("connection.lost", "connection.lost-help");
  if (state.board.state === "incompatible") return away("connection.incompatible", "connection.incompatible-help", state.board);
  if (state.board.state !== "ready") return away("connection.board", `connection.board-help.${state.board.state}`, state.board);
  const machine = voice(state.prompt, machineButtons(state.prompt, command));
  const match = voice(state.match?.next, steps);
  if (!match.text || machineFirst(state)) return speak(machine, machine.text ? match : null, steps);
  return speak(match, machine);
}

function voice(prompt, buttons) {
  return { text: prompt?.key ? t(prompt.key, prompt.args ?? prompt) : "", buttons };
}

export function machineFirst(state) {
  const mechanism = state.mechanism ?? {};
  const trouble = (state.faults ?? []).some((fault) => fault.severity !== "warn");
  const noWall = !Object.values(mechanism.sets ?? {}).some((set) => set.place === "raised");
  const played = state.match?.phase === "roll" && state.fresh_wall === false;
  const otherWall = state.match?.phase === "roll" && state.prompt?.key === "prompt.playing-other-plan";
  return trouble || noWall || played || otherWall || ["moving", "suspended", "stopped", "unknown"].includes(mechanism.state);
}

const GRAVE = new Set(["stop"]);
const LONG = 90; // letters; a longer sentence is set smaller

function machineButtons(prompt, command) {
  return (prompt?.actions ?? []).map((action, index) => button(t(action.key), () => command(action.command), {
    class: GRAVE.has(action.command) ? "grave" : index === 0 ? "main" : null,
  }));
}

function speak(first, second) {
  return h("section", { class: "card prompt", "aria-live": "polite", "aria-label": t("prompt.label") },
    h("p", { class: first.text.length > LONG ? "say long" : "say" }, first.text),
    first.buttons.length ? h("div", { class: "row actions" }, first.buttons) : null,
    second?.text || second?.buttons.length ? h("div", { class: "also" },
      h("p", { class: "quiet" }, second.text),
      second.buttons.length ? h("div", { class: "row" }, second.buttons.map(soften)) : null) : null);
}

function soften(control) {
  control.classList.remove("main");
  return control;
}

function away(title, help, board) {
  const reason = board?.detail;
  return h("section", { class: "card prompt away", role: "alert" },
    h("p", { class: "say" }, t(title)), h("p", {}, known(help) ? t(help, board ?? {}) : t("connection.board-help.absent")),
    reason ? h("p", { class: "quiet small" }, reason) : null);
}
