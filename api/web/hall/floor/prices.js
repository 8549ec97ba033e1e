// What the hall charges: rules of which the first that is in force counts for its unit, and how time is counted.

import { choice, entered, field, tick } from "../../shared/controls.js";
import { show } from "../../shared/draw.js";
import { toast } from "../../shared/toast.js";
import { currentLanguage, listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { hallMe, may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";

/**
 * @typedef {{
 *   name: string, unit: string, amount: number, starts: string, ends: string, weekdays: number[], areas: string,
 *   cap: number | null,
 * }} Rule
 */
/** @typedef {"step_minutes" | "grace_minutes" | "round_to"} Count */
/** @typedef {"minimum" | "cap" | "table_hour_limit" | "seat_hour_limit"} Amount */
/** @typedef {Count | Amount} Figure */

const UNITS = ["table-hour", "seat-hour", "game", "seat-game", "hand"];
/** @type {Figure[]} */
const FIGURES = ["step_minutes", "grace_minutes", "minimum", "cap", "round_to", "table_hour_limit", "seat_hour_limit"];
/** Counted, not paid. @type {Record<string, number>} */
const COUNTS = { step_minutes: 1, grace_minutes: 0, round_to: 1 };
const DAYS = [0, 1, 2, 3, 4, 5, 6];
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

/** @type {{ revision: number, rules: Rule[], figures: Record<Figure, number | null>, rest: object } | null} */
let draft = null;
/** Whether somebody has changed something here. */
let edited = false;

const page = new HallPage({ title: "hall.page.prices", topics: ["prices", "alarms"], draw });
page.start();

const digits = () => hallMe()?.digits ?? 2;

/** @param {number | null | undefined} coins */
const shown = (coins) => (coins === null || coins === undefined ? null : coins / 10 ** digits());

/** What stands in the list in force, or one rule to begin with. */
function begin() {
  const view = page.view("prices");
  if (!view || (draft && (edited || draft.revision === view.revision))) return;
  const list = /** @type {Record<string, any> | null} */ (view.prices) ?? {};
  const { rules = [], ...rest } = list;
  draft = {
    revision: view.revision,
    rules: rules.map((/** @type {Record<string, any>} */ { amount, starts, ends, areas, cap, ...more }) => ({
      ...more,
      amount: shown(amount) ?? 0,
      starts: starts ?? "",
      ends: ends ?? "",
      areas: listed(areas),
      cap: shown(cap),
    })),
    figures: /** @type {Record<Figure, number | null>} */ (
      Object.fromEntries(
        FIGURES.map((name) => [name, name in COUNTS ? (list[name] ?? COUNTS[name]) : shown(list[name])]),
      )
    ),
    rest,
  };
  if (draft.rules.length === 0) add();
}

function add() {
  const unit = "table-hour";
  const none = { starts: "", ends: "", weekdays: [], areas: "", cap: null };
  draft?.rules.push({ name: t(`hall.unit.${unit}`), unit, amount: 0, ...none });
}

/** @param {Event} event */
async function save(event) {
  event.preventDefault();
  if (!draft) return;
  const coins = (/** @type {number | null} */ amount) => (amount === null ? null : page.coins(amount));
  const figures = Object.fromEntries(
    FIGURES.map((name) => [
      name,
      name in COUNTS ? (draft?.figures[name] ?? COUNTS[name]) : coins(draft?.figures[name] ?? null),
    ]),
  );
  const prices = {
    currency: hallMe()?.currency,
    digits: digits(),
    zone: hallMe()?.zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...draft.rest,
    rules: draft.rules.map(({ amount, starts, ends, areas, cap, ...more }) => ({
      ...more,
      amount: page.coins(amount),
      starts: starts || null,
      ends: ends || null,
      areas: areas
        .split(/[,、]/)
        .map((area) => area.trim())
        .filter(Boolean),
      cap: coins(cap),
    })),
    ...figures,
    minimum: figures.minimum ?? 0,
  };
  if ((await command("floor.set-prices", { prices, revision: draft.revision })) === null) return;
  edited = false;
  page.draw();
  toast(t("hall.prices.saved"));
}

function draw() {
  begin();
  const may_set = may("floor.set-prices");
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${t("hall.page.prices")}</h1>
          <p class="quiet">${t("hall.prices.help")}</p>
        </div>
      </div>
      ${
        draft === null
          ? html`<p class="card empty">${t("hall.loading")}</p>`
          : html`<form
              class="card stack prices"
              @submit=${save}
              @input=${() => {
                edited = true;
              }}
            >
              ${draft.revision === page.view("prices")?.revision ? nothing : changedElsewhere()}
              ${draft.rules.map(rule)}
              <div class="row">
                <button
                  type="button"
                  @click=${() => {
                    add();
                    page.draw();
                  }}
                >
                  ${t("hall.prices.add")}
                </button>
              </div>
              <div class="columns">${FIGURES.map((name) => figure(name, name in COUNTS ? "1" : "any"))}</div>
              ${may_set ? html`<button class="main">${t("hall.save")}</button>` : nothing}
            </form>`
      }`,
  );
}

/** Somebody else has set prices while these were edited. */
const changedElsewhere = () =>
  html`<p class="row apart" role="alert">
    <b>${t("hall.prices.changed")}</b>
    <button
      type="button"
      @click=${() => {
        edited = false;
        page.draw();
      }}
    >
      ${t("hall.prices.reload")}
    </button>
  </p>`;

/** @param {number} day 0 is Monday */
const dayName = (day) =>
  new Date(MONDAY + day * DAY_MS).toLocaleDateString(currentLanguage(), { weekday: "short", timeZone: "UTC" });

/**
 * On which days a rule counts; none is every day.
 * @param {Rule} one
 */
const days = (one) =>
  html`<div class="row days" role="group" aria-label=${t("hall.prices.weekdays")}>
    ${DAYS.map((day) =>
      tick(dayName(day), one.weekdays.includes(day), (on) => {
        one.weekdays = DAYS.filter((each) => (each === day ? on : one.weekdays.includes(each)));
        page.draw();
      }),
    )}
  </div>`;

/**
 * @param {Rule} one
 * @param {number} at
 */
const rule = (one, at) =>
  html`<fieldset class="rule">
    <legend class="unseen">${t("hall.prices.rule", { n: at + 1 })}</legend>
    ${field(
      t("hall.prices.name"),
      html`<input type="text" maxlength="40" required .value=${one.name} @input=${set(one, "name")} />`,
    )}
    ${field(
      t("hall.prices.unit"),
      choice(
        UNITS.map((unit) => [unit, t(`hall.unit.${unit}`)]),
        one.unit,
        (unit) => {
          one.unit = unit;
        },
      ),
    )}
    ${field(
      t("hall.till.amount"),
      html`<input
        type="number"
        min="0"
        step="any"
        required
        .value=${String(one.amount)}
        @input=${(/** @type {Event} */ event) => {
          one.amount = Number(entered(event));
        }}
      />`,
    )}
    ${field(
      t("hall.prices.rule-cap"),
      html`<input
        type="number"
        min="0"
        step="any"
        .value=${one.cap === null ? "" : String(one.cap)}
        @input=${(/** @type {Event} */ event) => {
          one.cap = entered(event) === "" ? null : Number(entered(event));
        }}
      />`,
    )}
    ${field(t("hall.prices.areas"), html`<input type="text" .value=${one.areas} @input=${set(one, "areas")} />`)}
    ${field(t("hall.prices.starts"), html`<input type="time" .value=${one.starts} @input=${set(one, "starts")} />`)}
    ${field(t("hall.prices.ends"), html`<input type="time" .value=${one.ends} @input=${set(one, "ends")} />`)}
    ${days(one)}
    <button
      type="button"
      @click=${() => {
        draft?.rules.splice(at, 1);
        edited = true;
        page.draw();
      }}
    >
      ${t("hall.entrant.remove")}
    </button>
  </fieldset>`;

/**
 * @param {Rule} one
 * @param {"name" | "starts" | "ends" | "areas"} name
 */
const set = (one, name) => (/** @type {Event} */ event) => {
  one[name] = entered(event);
};

/**
 * @param {Figure} name
 * @param {string} step
 */
const figure = (name, step) =>
  field(
    t(`hall.prices.${name}`),
    html`<input
      type="number"
      min="0"
      step=${step}
      .value=${draft?.figures[name] === null ? "" : String(draft?.figures[name] ?? "")}
      @input=${(/** @type {Event} */ event) => {
        const text = entered(event).trim();
        if (draft) draft.figures[name] = text === "" ? null : Number(text);
      }}
    />`,
  );
