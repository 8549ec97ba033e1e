// The plan of the floor: each table where it stands. Whoever may place tables moves them, by pointer or arrow keys.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { give } from "../shared/actions.js";
import { may } from "../shared/frame.js";
import { clockTime } from "../shared/times.js";

/** @import { FloorTable } from "../shared/types.js" */

const KEPT = "jantaku.floor-plan";
const WHOLE = 1000;
const STEP = 25;
const COLUMNS = 5;
/** A press that moves no further is a touch. */
const STILL_PX = 6;

let shown = localStorage.getItem(KEPT) === "true";
let arranging = false;
/**
 * Where a table is while it is dragged, and until the hall has taken it.
 * @type {Map<string, { x: number, y: number }>}
 */
const moved = new Map();

export const isPlan = () => shown;

/**
 * Cards or plan; and whether tables can be moved.
 * @param {() => void} redraw
 */
export function planButtons(redraw) {
  const turn = () => {
    shown = !shown;
    arranging = false;
    localStorage.setItem(KEPT, String(shown));
    redraw();
  };
  return html`<button aria-pressed=${shown} @click=${turn}>${t("hall.plan")}</button> ${
      shown && may("floor.place-table")
        ? html`<button
            aria-pressed=${arranging}
            @click=${() => {
              arranging = !arranging;
              redraw();
            }}
          >
            ${t(arranging ? "hall.plan.done" : "hall.plan.arrange")}
          </button>`
        : nothing
    }`;
}

/**
 * @param {FloorTable[]} tables
 * @param {() => void} redraw
 */
export const plan = (tables, redraw) =>
  html`${arranging ? html`<p class="quiet">${t("hall.plan.help")}</p>` : nothing}
    <div class="plan card" data-arranging=${String(arranging)}>
      ${tables.map((table, at) => spot(table, placeOf(table, at), redraw))}
    </div>`;

/**
 * Tables that nobody has placed yet stand in rows.
 * @param {FloorTable} table
 * @param {number} at
 */
function placeOf(table, at) {
  const here = moved.get(table.table);
  if (here) {
    if (here.x === table.x && here.y === table.y) moved.delete(table.table);
    return here;
  }
  if (table.x !== 0 || table.y !== 0) return { x: table.x, y: table.y };
  const column = at % COLUMNS;
  return { x: ((column + 0.5) * WHOLE) / COLUMNS, y: 120 + (Math.floor(at / COLUMNS) % 4) * 240 };
}

/**
 * @param {FloorTable} table
 * @param {{ x: number, y: number }} place
 * @param {() => void} redraw
 */
function spot(table, { x, y }, redraw) {
  const { number, name, state, session, alarms } = table;
  return html`<a
    class="spot"
    href=${`/table/${table.table}`}
    .style=${`left: ${x / 10}%; top: ${y / 10}%`}
    data-state=${state}
    data-alarm=${String(alarms.length > 0)}
    draggable="false"
    aria-label=${`${t("hall.table.number", { n: number })} ${name}: ${t(`hall.floor.state.${state}`)}`}
    @pointerdown=${(/** @type {PointerEvent} */ event) => drag(event, table, redraw)}
    @click=${(/** @type {MouseEvent} */ event) => arranging && event.preventDefault()}
    @keydown=${(/** @type {KeyboardEvent} */ event) => step(event, table, { x, y }, redraw)}
  >
    <b class="figure">${number}</b>
    <span>${t(`hall.floor.state.${state}`)}</span>
    ${session ? html`<small class="number">${clockTime(session.started)}</small>` : nothing}
  </a>`;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {KeyboardEvent} event
 * @param {FloorTable} table
 * @param {{ x: number, y: number }} from
 * @param {() => void} redraw
 */
function step(event, table, from, redraw) {
  const by = ARROWS[event.key];
  if (!arranging || !by) return;
  event.preventDefault();
  put(table, { x: within(from.x + by[0] * STEP), y: within(from.y + by[1] * STEP) }, redraw);
}

/**
 * @param {PointerEvent} event
 * @param {FloorTable} table
 * @param {() => void} redraw
 */
function drag(event, table, redraw) {
  if (!arranging) return;
  const one = /** @type {HTMLElement} */ (event.currentTarget);
  const whole = /** @type {HTMLElement} */ (one.parentElement).getBoundingClientRect();
  const [startX, startY] = [event.clientX, event.clientY];
  let far = false;
  one.setPointerCapture(event.pointerId);
  /** @param {PointerEvent} now */
  const at = (now) => ({
    x: within(((now.clientX - whole.left) / whole.width) * WHOLE),
    y: within(((now.clientY - whole.top) / whole.height) * WHOLE),
  });
  one.onpointermove = (now) => {
    far ||= Math.hypot(now.clientX - startX, now.clientY - startY) > STILL_PX;
    if (!far) return;
    moved.set(table.table, at(now));
    redraw();
  };
  one.onpointerup = one.onpointercancel = (now) => {
    one.onpointermove = one.onpointerup = one.onpointercancel = null;
    if (far && now.type === "pointerup") put(table, at(now), redraw);
    else {
      moved.delete(table.table);
      redraw();
    }
  };
}

/** Thousandths of the plan; 0 and 0 together would be no place. @param {number} value */
const within = (value) => Math.min(WHOLE, Math.max(1, Math.round(value)));

/**
 * @param {FloorTable} one
 * @param {{ x: number, y: number }} place
 * @param {() => void} redraw
 */
async function put({ table, number, name, area, smoking }, place, redraw) {
  moved.set(table, place);
  redraw();
  if ((await give("place-table", { table, number, name, area, smoking, ...place })) === null) {
    moved.delete(table);
    redraw();
  }
}
