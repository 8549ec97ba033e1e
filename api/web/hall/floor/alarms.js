// Everything that needs somebody, the most urgent first, and what has been seen to.

import { choice } from "../../shared/controls.js";
import { show } from "../../shared/draw.js";
import { SOUNDS, chosenSound, setSound } from "../../shared/sound.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { alarmText, andBack, backText, remediesOf, resolveButton, takeButton, whoGoes } from "../shared/alarm.js";
import { nameOf } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { duration, moment } from "../shared/times.js";

/** @import { Alarm, PastAlarm } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.alarms", topics: ["alarms"], draw });
page.start();

function draw() {
  const view = page.view("alarms");
  show(
    "main",
    html`<div class="head">
        <h1>${t("hall.page.alarms")}</h1>
        <label class="row"
          >${t("sound.title")}
          ${choice(
            SOUNDS.filter((sound) => sound !== "spoken").map((sound) => [sound, t(`sound.${sound}`)]),
            chosenSound() === "off" ? "off" : "tones",
            setSound,
          )}</label
        >
      </div>
      ${view?.alarms.length === 0 ? html`<p class="card empty">${t("hall.alarms.none")}</p>` : nothing}
      <div class="alarms">${view?.alarms.map((one) => card(one, view.now))}</div>
      ${
        view && view.past.length > 0
          ? html`<section class="card wide">
              <h2>${t("hall.alarms.past")}</h2>
              <table class="flow">
                <tbody>
                  ${view.past.map(earlier)}
                </tbody>
              </table>
            </section>`
          : nothing
      }`,
  );
}

/**
 * @param {Alarm} alarm
 * @param {number} now
 */
const card = (alarm, now) =>
  html`<section class="card alarmcard" data-level=${alarm.taken_by ? "taken" : alarm.level}>
    <a class="where" href=${placeOf(alarm)}>
      <span class="n">${alarm.number ?? "–"}</span><span class="quiet">${alarm.name}</span>
    </a>
    <div class="what">
      <h2>${alarm.code ? html`<span class="chip bad">${alarm.code}</span> ` : nothing}${alarmText(alarm)}</h2>
      <p class="quiet">
        ${t("hall.alarm.for", { time: duration(now - alarm.since) })}${andBack(alarm)} · ${whoGoes(alarm)}
        ${alarm.escalated ? html`<span class="chip bad">${t("hall.alarm.escalated")}</span>` : nothing}
      </p>
      ${
        remediesOf(alarm).length > 0
          ? html`<details>
              <summary>${t("hall.alarm.what-to-do")}</summary>
              <ol>
                ${remediesOf(alarm).map((text) => html`<li>${text}</li>`)}
              </ol>
            </details>`
          : nothing
      }
    </div>
    <div class="row do">${takeButton(alarm)} ${resolveButton(alarm)}</div>
  </section>`;

/**
 * Where something can be done about it.
 * @param {Alarm} alarm
 */
const placeOf = ({ kind, table, tournament }) =>
  table && kind !== "start" ? `/table/${table}` : `/tournament/${tournament}#round`;

/** @param {PastAlarm} one */
const earlier = (one) =>
  html`<tr>
    <td class="when">${moment(one.until)}</td>
    <td><a href="/table/${one.table}">${one.number ?? one.name}</a></td>
    <td>
      ${one.code ? html`<b>${one.code}</b> ` : nothing}${alarmText(one)} <small class="quiet">${backText(one)}</small>
    </td>
    <td class="when">${one.since === null ? nothing : duration(one.until - one.since)}</td>
    <td>${one.by ? nameOf(one.by) : nothing}</td>
    <td>${one.why}</td>
  </tr>`;
