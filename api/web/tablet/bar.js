// The bar below the table: state light | one sentence over the line of the machine | secondary, main, more.

import { callLine } from "../shared/calls.js";
import { filled } from "../shared/draw.js";
import { lamp, lightKind, lightWord } from "../shared/light.js";
import { withSide } from "../shared/matchwords.js";
import { figure, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { factsOf } from "../shared/faultwords.js";
import { pairingLine } from "./felt/pairing.js";
import { hallSays, hallStands, roundClock } from "./hall.js";
import { sum } from "./machine.js";

/** @import { Build, Pairing, Snapshot } from "../shared/types.js" */

/**
 * A button of the bar. `kind`: `main` stands out, `grave` stops everything. `left`: possible for seconds only, of which
 * this share is left.
 * `permit`: the row of docs/permits.md for it.
 * @typedef {{ text: string, onClick: () => unknown, kind?: string, left?: number, permit?: string }} Step
 */

const PLACES = 2; // buttons beside *more*

/**
 * What the bar shows. `state` null: nothing has been heard of the table yet. `pairing`: one for which the felt has no
 * room now. `needed`: which tiles the match is played with, where others are in the table.
 * @param {{
 *   state: Snapshot | null, connected: boolean, sentence?: string, pairing: Pairing | null, needed: string,
 *   steps: Step[], onMachine: () => void, onMore: () => void, now: number,
 * }} parts `now`: milliseconds, of the table's clock
 */
export function bar({ state, connected, sentence, pairing, needed, steps, onMachine, onMore, now }) {
  const round = connected ? roundClock(state?.hall ?? null, now) : undefined;
  const kind = lightKind(connected, state?.light);
  const said = sentence ?? sentenceOf(state, connected);
  return html`<footer class="foot">
    <div class="lit" role="status" @click=${onMachine}>${lamp(kind)}<span>${lightWord(kind)}</span></div>
    <div class="say">
      <h1 class="sentence" aria-live="polite">${said}</h1>
      <button type="button" class="machine" @click=${onMachine}>
        ${round ? html`<b class="what">${round}</b>` : nothing}
        ${pairing ? what(pairingLine(pairing)) : machineLine(state, connected, needed, now)}
      </button>
    </div>
    <div class="acts">
      ${shownSteps(steps).map(stepButton)}
      <button type="button" class="more" aria-label=${t("bar.more")} aria-haspopup="dialog" @click=${onMore}>⋯</button>
    </div>
  </footer>`;
}

/**
 * Those that fit, the one that stands out last, under the thumb. What is possible for seconds only takes no place of
 * another.
 * @param {Step[]} steps
 */
function shownSteps(steps) {
  const main = steps.find(({ kind }) => kind === "main");
  const soon = steps.filter((step) => step !== main && step.left);
  const others = steps.filter((step) => step !== main && !step.left).slice(0, main ? PLACES - 1 : PLACES);
  return [...soon, ...others, ...(main ? [main] : [])];
}

/** @param {Step} step */
const stepButton = ({ text, onClick, kind, left }) =>
  html`<button type="button" class=${kind ?? (left ? "soon" : "")} @click=${onClick}>
    ${left ? filled(left) : nothing}${text}
  </button>`;

/**
 * The one sentence, which the service chooses; without the service the page says that alone.
 * @param {Snapshot | null} state
 * @param {boolean} connected
 */
export function sentenceOf(state, connected) {
  if (!connected || !state) return t(state ? "connection.lost" : "connection.connecting");
  const { key } = state.sentence;
  const args = withSide(state.match, state.sentence.args);
  return t(key, typeof args.score === "number" ? { ...args, score: figure(args.score) } : args);
}

/** @param {string} text */
const what = (text, kind = "what") => html`<span class=${kind}>${text}</span>`;

/**
 * @param {Snapshot | null} state
 * @param {boolean} connected
 * @param {string} needed
 * @param {number} now
 */
function machineLine(state, connected, needed, now) {
  if (!connected || !state) return what(t("connection.lost-help"), "what whole");
  const { board, faults, journal, mechanism } = state;
  if (journal.problem) return what(wordOr(`error.${journal.problem.code}.remedy`, ""));
  if (board.state !== "ready") return what(boardHelp(state));
  const call = state.calls.find(({ seat }) => seat === null || !state.match);
  if (call) return what(callLine(call));
  const said = hallSays(state.hall);
  if (said) return what(said);
  if (mechanism.build && mechanism.build.phase !== "failed") return buildLine(mechanism.build);
  const fault = faults[0];
  if (needed && (!fault || fault.severity === "warn")) return what(needed, "what whole");
  const text = fault
    ? `${fault.code} · ${t(fault.key, factsOf(fault, state.match))}`
    : (hallStands(state.hall, now) ?? atRest(state));
  return what(text);
}

/** @param {Snapshot} state */
const boardHelp = ({ board }) =>
  board.state === "incompatible"
    ? t("connection.incompatible-help")
    : t(`connection.board-help.${board.state === "connecting" ? "connecting" : "absent"}`);

/** @param {Snapshot} state */
function atRest({ mechanism }) {
  const staged = Object.values(mechanism.sets).some(({ place }) => place === "staged");
  return staged && mechanism.state === "idle" ? t("bar.next-ready") : t(`machine.state.${mechanism.state}`);
}

/** @param {Build} build */
function buildLine(build) {
  const facts = { done: sum(build.counts), quota: sum(build.quota), seconds: Math.round(build.seconds) };
  return html`<span class="track">${filled(build.progress)}</span>
    <span class="what"
      >${t(`machine.phase.${build.phase}`, { set: build.set })} · ${t("machine.progress", facts)}</span
    >`;
}
