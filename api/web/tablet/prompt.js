// One clear next step: what a person should do now, with big buttons; below it, what else the table would like.

import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Prompt, Snapshot } from "../shared/types.js" */

/** A button of the card. `kind`: its class. @typedef {{ text: string, onClick: () => unknown, kind?: string }} Step */

/** What one of the two, match or machine, has to say. @typedef {{ text: string, steps: Step[] }} Voice */

const GRAVE = new Set(["stop"]);
const LAST_RESORT = new Set(["placed", "emptied"]); // never the natural next step, even where a key must come first
const LONG = 90; // letters; a longer sentence is set smaller

/**
 * Which of the two voices speaks first is the service's to say (`prompt.first`); a voice that is silent never does.
 * @param {Snapshot} state
 * @param {boolean} connected
 * @param {Step[]} steps the match's own
 * @param {(command: string) => unknown} onCommand
 */
export function promptCard({ board, journal, prompt, match }, connected, steps, onCommand) {
  if (!connected) return awayCard("connection.lost", "connection.lost-help");
  const { problem } = journal;
  if (problem) return awayCard(prompt.key, `error.${problem.code}.remedy`, problem.detail, null, prompt.args);
  const next = match?.next;
  const matchVoice = { text: next ? t(next.key, next.args) : "", steps };
  if (board.state === "incompatible") {
    return awayCard("connection.incompatible", "connection.incompatible-help", board.detail, matchVoice);
  }
  if (board.state === "connecting") {
    return awayCard("connection.connecting", "connection.board-help.connecting", "", matchVoice);
  }
  if (board.state !== "ready") return awayCard("connection.board", "connection.board-help.absent", "", matchVoice);
  const machineVoice = { text: t(prompt.key, prompt.args), steps: machineSteps(prompt, onCommand) };
  const machineFirst = !matchVoice.text || prompt.first === "machine";
  return machineFirst ? card(machineVoice, matchVoice) : card(matchVoice, machineVoice);
}

/**
 * @param {Prompt} prompt
 * @param {(command: string) => unknown} onCommand
 * @returns {Step[]}
 */
const machineSteps = ({ actions }, onCommand) =>
  actions.map(({ key, command }, index) => ({
    text: t(key),
    onClick: () => onCommand(command),
    kind: GRAVE.has(command) ? "grave" : index === 0 && !LAST_RESORT.has(command) ? "main" : "",
  }));

/**
 * @param {Voice} first
 * @param {Voice} second
 */
const card = (first, second) =>
  html`<section class="card prompt" aria-live="polite" aria-label=${t("prompt.label")}>
    <p class="say ${first.text.length > LONG ? "long" : ""}">${first.text}</p>
    ${first.steps.length ? html`<div class="row actions">${first.steps.map(stepButton)}</div>` : nothing}
    ${also(second)}
  </section>`;

/** @param {Step} step */
const stepButton = ({ text, onClick, kind }) =>
  html`<button type="button" class=${kind ?? ""} @click=${onClick}>${text}</button>`;

/**
 * What else can be done now; nothing in it stands out.
 * @param {Voice | null} voice
 */
function also(voice) {
  if (!voice || (!voice.text && !voice.steps.length)) return nothing;
  const soft = voice.steps.map((step) => stepButton({ ...step, kind: step.kind === "main" ? "" : step.kind }));
  return html`<div class="also">
    <p class="quiet">${voice.text}</p>
    ${soft.length ? html`<div class="row">${soft}</div>` : nothing}
  </div>`;
}

/**
 * The machine or the service is away.
 * @param {string} title
 * @param {string} help
 * @param {string} reason
 * @param {Voice | null} match what the match can do without the machine
 * @param {Record<string, any>} args of the title
 */
export const awayCard = (title, help, reason = "", match = null, args = {}) =>
  html`<section class="card prompt away" role="alert">
    <p class="say ${t(title, args).length > LONG ? "long" : ""}">${t(title, args)}</p>
    <p>${t(help)}</p>
    ${reason ? html`<p class="quiet small">${reason}</p>` : nothing} ${also(match)}
  </section>`;
