// What the display says about the hall of the table: one quiet line, the clock of the round, and its message.

import { Dialog } from "../shared/dialog.js";
import { attempt } from "../shared/latest.js";
import { newId, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { clock as clockText, known, t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { Snapshot } from "../shared/types.js" */
/** @typedef {NonNullable<Snapshot["hall"]>} Hall */

const ORDER_SHOWN_MS = 60000;
const MINUTE_MS = 60000;

/**
 * What people should know before the machine's own line, such as a message; undefined when there is nothing.
 * @param {Hall | null} hall
 */
export function hallSays(hall) {
  if (!hall) return undefined;
  if (hall.message) return t("hall.message-line", { who: hall.message.who, text: hall.message.text });
  if (hall.joining) return t(hall.joining === "waiting" ? "hall.hold-keys" : "hall.asking");
  return undefined;
}

/**
 * How it stands with the hall, in the place of the machine at rest; undefined while all is well.
 * @param {Hall | null} hall
 * @param {number} now milliseconds, of the table's clock
 */
export function hallStands(hall, now) {
  if (!hall) return undefined;
  const name = hall.name || t("hall.unnamed");
  const drawn = hall.order?.kind === "throw-draw" && !hall.order.refused && hall.draw?.dice.length === hall.draw?.rolls;
  if (hall.order && !drawn && now - Date.parse(hall.order.time) < ORDER_SHOWN_MS) return ordered(hall.order);
  if (hall.status === "conflict" || hall.status === "not-enrolled") return t(`hall.${hall.status}`, { name });
  if (hall.status === "cut-off") return cutOff(hall, name);
  return hall.released ? t("hall.released", { name }) : undefined;
}

/** @param {NonNullable<Hall["order"]>} order */
const ordered = ({ kind, who, refused }) =>
  refused || !known(`hall.order.${kind}`) ? t("hall.order-refused", { who }) : t(`hall.order.${kind}`, { who });

/**
 * @param {Hall} hall
 * @param {string} name
 */
const cutOff = ({ heard, behind }, name) =>
  heard
    ? t("hall.cut-off", { name, time: clockText(new Date(heard * 1000).toISOString()), n: behind })
    : t("hall.cut-off-never", { name });

/**
 * What is left of the round, or how many hands may still begin; undefined without a clock.
 * @param {Hall | null} hall
 * @param {number} now milliseconds, of the table's clock
 */
export function roundClock(hall, now) {
  const clock = hall?.clock;
  if (!clock) return undefined;
  const left = Date.parse(clock.ends) - now;
  if (left > 0) return t("hall.clock", { n: Math.ceil(left / MINUTE_MS) });
  if (clock.stops) return t("hall.clock-stop");
  if (clock.left === null) return undefined;
  return clock.left ? t("hall.clock-hands", { n: clock.left }) : t("hall.clock-none");
}

/**
 * The whole message, until somebody says that it has been read.
 * @param {NonNullable<Hall["message"]>} message
 */
export function showMessage({ text, who }) {
  const dialog = new Dialog({ title: t("hall.message"), about: "join-hall", kind: "narrow" });
  dialog.open(
    () =>
      html`<p>${text}</p>
        <p class="quiet">${who}</p>`,
    () => html`<button type="button" class="main" @click=${() => attempt(dialog, read)}>${t("hall.read")}</button>`,
  );
}

/** Whether it is recorded. */
async function read() {
  try {
    await post("/hall/messages/readings", { id: newId() });
    return true;
  } catch (error) {
    showProblem(error);
    return false;
  }
}
