// What the hall charges: rules of which the first that is in force counts for its unit, and how time is counted.

import { choice, entered, field } from "../../shared/controls.js";
import { show } from "../../shared/draw.js";
import { toast } from "../../shared/toast.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { hallMe, may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";

/** @typedef {{ name: string, unit: string, amount: number, starts: string, ends: string, rest: object }} Rule */
/** @typedef {"step_minutes" | "grace_minutes" | "minimum" | "cap"} Figure */

const UNITS = ["table-hour", "seat-hour", "game", "seat-game", "hand"];
/** @type {{ revision: number, rules: Rule[], figures: Record<Figure, number | null>, rest: object } | null} */
let draft = null;

const page = new HallPage({ title: "hall.page.prices", topics: ["prices", "alarms"], draw });
page.start();

const digits = () => hallMe()?.digits ?? 2;

/** @param {number | null | undefined} coins */
const shown = (coins) => (coins === null || coins === undefined ? null : coins / 10 ** digits());

/** What stands in the list in force, or one rule to begin with. */
function begin() {
  const view = page.view("prices");
  if (!view || (draft && draft.revision === view.revision)) return;
  const list = /** @type {Record<string, any> | null} */ (view.prices) ?? {};
  const { rules = [], step_minutes = 1, grace_minutes = 0, minimum = 0, cap = null, ...rest } = list;
  draft = {
    revision: view.revision,
    rules: rules.map((/** @type {Record<string, any>} */ { name, unit, amount, starts, ends, ...more }) => ({
      name,
      unit,
      amount: shown(amount) ?? 0,
      starts: starts ?? "",
      ends: ends ?? "",
      rest: more,
    })),
    figures: { step_minutes, grace_minutes, minimum: shown(minimum), cap: shown(cap) },
    rest,
  };
  if (draft.rules.length === 0) add();
}

function add() {
  draft?.rules.push({ name: t("hall.unit.table-hour"), unit: "table-hour", amount: 0, starts: "", ends: "", rest: {} });
}

/** @param {Event} event */
async function save(event) {
  event.preventDefault();
  if (!draft) return;
  const { step_minutes, grace_minutes, minimum, cap } = draft.figures;
  const prices = {
    currency: hallMe()?.currency,
    digits: digits(),
    zone: hallMe()?.zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...draft.rest,
    rules: draft.rules.map(({ name, unit, amount, starts, ends, rest }) => ({
      ...rest,
      name,
      unit,
      amount: page.coins(amount),
      starts: starts || null,
      ends: ends || null,
    })),
    step_minutes: step_minutes ?? 1,
    grace_minutes: grace_minutes ?? 0,
    minimum: page.coins(minimum ?? 0),
    cap: cap === null ? null : page.coins(cap),
  };
  if ((await command("floor.set-prices", { prices, revision: draft.revision })) === null) return;
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
          : html`<form class="card stack prices" @submit=${save}>
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
              <div class="columns">
                ${figure("step_minutes", "1")} ${figure("grace_minutes", "1")} ${figure("minimum", "any")}
                ${figure("cap", "any")}
              </div>
              ${may_set ? html`<button class="main">${t("hall.save")}</button>` : nothing}
            </form>`
      }`,
  );
}

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
    ${field(t("hall.prices.starts"), html`<input type="time" .value=${one.starts} @input=${set(one, "starts")} />`)}
    ${field(t("hall.prices.ends"), html`<input type="time" .value=${one.ends} @input=${set(one, "ends")} />`)}
    <button
      type="button"
      @click=${() => {
        draft?.rules.splice(at, 1);
        page.draw();
      }}
    >
      ${t("hall.entrant.remove")}
    </button>
  </fieldset>`;

/**
 * @param {Rule} one
 * @param {"name" | "starts" | "ends"} name
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
