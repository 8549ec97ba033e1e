// Alarms in words, and what staff do about them.

import { callText } from "../../shared/calls.js";
import { factsOf } from "../../shared/faultwords.js";
import { known, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "./commands.js";
import { ask } from "./form.js";
import { may, nameOf } from "./frame.js";
import { clockTime, duration } from "./times.js";

/** @import { Alarm, PastAlarm } from "./types.js" */

/**
 * What it is about, in a sentence.
 * @param {Alarm | PastAlarm} alarm
 */
export function alarmText(alarm) {
  const { kind, key, cause, seat = null, player = null, wanted, reason, game_table } = alarm;
  if (kind === "referee") return t("hall.call.who", { name: player ?? "", n: game_table ?? 0 });
  if (kind === "fault" && key && known(key)) return t(key, factsOf(asFault(alarm), null));
  if (kind === "start" || kind === "end")
    return t(`hall.alarm.${kind}-of`, { n: game_table ?? 0, why: refusalText(reason ?? "") });
  if (kind === "stop") return known(`fault.${cause}`) ? t(`fault.${cause}`) : t("hall.alarm.stop");
  if (kind === "call" && wanted) return callText(/** @type {any} */ ({ seat, name: player, wanted }));
  if (kind === "dispute" && seat !== null)
    return t("hall.alarm.dispute-of", { name: player ?? t("seat.number", { n: seat + 1 }) });
  if (kind === "quarantine" && reason) return t(`hall.alarm.aside.${reason}`);
  return t(`hall.alarm.${kind}`);
}

/**
 * How often it came back; nothing where it did not.
 * @param {Alarm | PastAlarm} alarm
 */
export const backText = ({ returned }) => (returned > 0 ? t("hall.alarm.came-back", { n: returned }) : "");

/**
 * Why a table did not carry out an order, in a sentence.
 * @param {string} code of its refusal
 */
export const refusalText = (code) => (known(`error.${code}`) ? t(`error.${code}`) : code);

/** @param {Alarm | PastAlarm} alarm */
const asFault = ({ code, key, side, mechanism }) =>
  /** @type {any} */ ({ code, key, side: side ?? null, mechanism: mechanism ?? null, evidence: {} });

/**
 * The steps that help, in their order; empty for what is no fault and no game that waits.
 * @param {Alarm} alarm
 */
export const remediesOf = (alarm) =>
  alarm.kind === "start" || alarm.kind === "end"
    ? [t(`hall.${alarm.kind}.what-to-do`)]
    : alarm.remedies.map((remedy) => t(`remedy.${remedy}`, factsOf(asFault(alarm), null)));

/**
 * One line of a table's card: what, since when, and who goes.
 * @param {Alarm} alarm
 * @param {number} now
 */
export const alarmLine = (alarm, now) =>
  html`<div class="alarm" data-level=${alarm.taken_by ? "taken" : alarm.level}>
    <p>
      <b>${alarm.code ? html`<span class="code-of">${alarm.code}</span> ` : nothing}${alarmText(alarm)}</b>
      <small>${t("hall.alarm.for", { time: duration(now - alarm.since) })}${andBack(alarm)} · ${whoGoes(alarm)}</small>
    </p>
    ${takeButton(alarm)}
  </div>`;

/**
 * For a line that goes on: how often it came back.
 * @param {Alarm} alarm
 */
export const andBack = (alarm) => (alarm.returned > 0 ? ` · ${backText(alarm)}` : "");

/** @param {Alarm} alarm */
export function whoGoes({ taken_by, taken }) {
  if (!taken_by) return t("hall.alarm.nobody");
  const name = nameOf(taken_by);
  return taken ? t("hall.alarm.goes", { name, time: clockTime(taken) }) : t("calls.coming", { name });
}

/** @param {Alarm} alarm */
export const takeButton = (alarm) => (alarm.kind === "referee" ? goButton(alarm) : plainTakeButton(alarm));

/**
 * A call by the phone of a player is over when a referee goes, as the phone then says.
 * @param {Alarm} alarm
 */
const goButton = ({ tournament, call }) =>
  may("tournament.answer-call")
    ? html`<button class="main" @click=${() => command("tournament.answer-call", { tournament, call })}>
        ${t("hall.call.answer")}
      </button>`
    : nothing;

/** @param {Alarm} alarm */
const plainTakeButton = ({ id, taken_by }) =>
  !taken_by && may("floor.take-alarm")
    ? html`<button class="main" @click=${() => command("floor.take-alarm", { alarm: id })}>
        ${t("hall.alarm.take")}
      </button>`
    : nothing;

/**
 * Says that it is seen to. What was set aside of a table is settled with a reason, by those who may.
 * @param {Alarm} alarm
 */
export function resolveButton(alarm) {
  if (alarm.kind === "referee") return nothing;
  if (alarm.kind === "quarantine")
    return may("table.settle-aside")
      ? html`<button @click=${() => settle(alarm)}>${t("hall.alarm.settle")}</button>`
      : nothing;
  return may("floor.resolve-alarm")
    ? html`<button @click=${() => resolve(alarm)}>${t("hall.alarm.resolve")}</button>`
    : nothing;
}

/** @param {Alarm} alarm */
const resolve = (alarm) =>
  ask({
    title: t("hall.alarm.resolve"),
    fields: [
      { name: "why", label: t("hall.alarm.what-was"), longest: 200 },
      { name: "mistaken", label: t("hall.alarm.mistaken"), kind: "tick" },
    ],
    values: { why: "", mistaken: false },
    button: t("hall.alarm.resolve"),
    send: ({ why, mistaken }) =>
      command("floor.resolve-alarm", {
        alarm: alarm.id,
        how: mistaken ? "mistaken" : "done",
        why,
        returned: alarm.returned,
      }),
  });

/** @param {Alarm} alarm */
const settle = (alarm) =>
  ask({
    title: t("hall.alarm.settle"),
    fields: [{ name: "why", label: t("hall.alarm.what-was"), longest: 200 }],
    values: { why: "" },
    button: t("hall.alarm.settle"),
    send: ({ why }) => command("table.settle-aside", { table: alarm.table, why }),
  });
