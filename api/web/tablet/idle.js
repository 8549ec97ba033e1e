// Nobody plays: the name of the table and a calm clock, which moves a little each minute to spare the screen.

import { lamp, lightWord } from "../shared/light.js";
import { clock, t } from "../shared/words.js";
import { html, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Snapshot } from "../shared/types.js" */

const IDLE_MS = 5 * 60_000;
const STEPS = 7; // places across and down; they share no divisor with each other or the hour
const QUIET = new Set(["ready", "off"]);

/**
 * Whether nobody plays, nothing is asked of anyone, and nobody has touched the page for some minutes.
 * @param {Snapshot | null} state
 * @param {boolean} connected
 * @param {number} untouched milliseconds
 */
export const isIdle = (state, connected, untouched) =>
  state !== null &&
  connected &&
  !state.pairing &&
  untouched >= IDLE_MS &&
  QUIET.has(state.light.kind) &&
  (!state.match || state.match.phase === "over");

/**
 * @param {Snapshot} state
 * @param {Date} now
 * @param {boolean} touched whether a touch begins, which nobody can give to a wall
 */
export function idlePage(state, now, touched) {
  const minute = now.getHours() * 60 + now.getMinutes();
  const x = 44 + 2 * (minute % STEPS);
  const y = 46 + 2 * (Math.floor(minute / STEPS) % (STEPS - 2));
  return html`<main class="idle-page" aria-label=${state.name || t("page.title")}>
    <div class="clock-face" .style=${`--x: ${x}%; --y: ${y}%`}>
      <div class="dial">
        <svg viewBox="0 0 200 200" aria-hidden="true">
          ${Array.from({ length: 12 }, (_, hour) => mark(hour))}
          <circle
            cx="100"
            cy="100"
            r="76"
            fill="none"
            stroke="#dcae50"
            stroke-width="1.4"
            pathLength="60"
            stroke-dasharray=${`${Math.max(now.getMinutes(), 0.01)} 60`}
            transform="rotate(-90 100 100)"
          />
        </svg>
        <span class="time n thin">${clock(now.toISOString())}</span>
      </div>
      <h1 class="place">${state.name || "雀卓"}</h1>
      <p class="tiny">
        ${lamp(state.light.kind)}${lightWord(state.light.kind)}${touched ? ` · ${t("idle.begin")}` : ""}
      </p>
    </div>
  </main>`;
}

/** @param {number} hour */
const mark = (hour) =>
  svg`<circle cx="100" cy="12" r=${hour % 3 ? 3 : 5.5} fill="none" stroke="#8a7850" stroke-width="1.6"
    transform=${`rotate(${30 * hour} 100 100)`} />`;
