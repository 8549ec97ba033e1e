// A cut: the players in groups by their standings, what each group keeps of its points, and which of them play on.

import { choice, entered, field, tick } from "../../shared/controls.js";
import { labelled, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { ask } from "../shared/form.js";

/** @import { Give, Tournament } from "../shared/types.js" */

/**
 * `size` null: whoever is in no other group.
 * @typedef {{ size: number | null, factor: string, plays: boolean }} Group
 */

const FACTORS = ["1", "1/2", "1/4", "0"].map((one) => /** @type {[string, string]} */ ([one, one]));
const MOST = 50;
const USUAL = 8;

/**
 * Equal players at the edge go as a lot fell, when the hall has said that there are some.
 * @param {Tournament} it
 * @param {Give} give
 */
export function cut(it, give) {
  const numbers = it.draw?.numbers ?? [];
  /** @type {Group[]} */
  const groups = [
    { size: USUAL, factor: "1", plays: true },
    { size: null, factor: "1", plays: true },
  ];
  /** @returns {import("../shared/form.js").Field[]} */
  const rows = () =>
    groups.map((group, at) => ({
      name: `group${at}`,
      label: group.size === null ? t("hall.cut.others") : t("hall.cut.group", { n: at + 1 }),
      control: (label, _value, set) => {
        const redraw = () => set(undefined);
        return row(label, group, redraw, groups.length > 2 ? () => (groups.splice(at, 1), redraw()) : null);
      },
    }));
  /** @type {import("../shared/form.js").Field} */
  const more = {
    name: "more",
    label: t("hall.cut.add"),
    control: (label, _value, redraw) => {
      const add = () => {
        groups.splice(-1, 0, { size: USUAL, factor: "1", plays: true });
        redraw(undefined);
      };
      return groups.length < MOST ? html`<p><button type="button" @click=${add}>${label}</button></p>` : nothing;
    },
  };
  ask({
    title: t("hall.step.cut-field"),
    fields: () => [...rows(), more, { name: "order", label: t("hall.cut.lot"), help: t("hall.cut.lot-help") }],
    values: { order: "" },
    button: t("hall.step.cut-field"),
    send: ({ order }) =>
      give("cut-field", {
        groups,
        order: (order.match(/\d+/g) ?? []).map((/** @type {string} */ one) => numbers[Number(one) - 1] ?? one),
      }),
  });
}

/**
 * @param {string} label
 * @param {Group} group
 * @param {() => void} redraw
 * @param {(() => void) | null} remove
 */
const row = (label, group, redraw, remove) =>
  html`<fieldset class="cut-group">
    <legend>${label}</legend>
    ${
      group.size === null
        ? nothing
        : field(
            t("hall.cut.size"),
            html`<input
              type="number"
              min="1"
              .value=${String(group.size || "")}
              @input=${(/** @type {Event} */ event) => (group.size = Number(entered(event)))}
            />`,
          )
    }
    ${field(
      t("hall.cut.factor"),
      choice(FACTORS, group.factor, (factor) => (Object.assign(group, { factor }), redraw())),
    )}
    ${tick(t("hall.cut.plays"), group.plays, (plays) => (Object.assign(group, { plays }), redraw()))}
    ${
      remove && group.size !== null
        ? html`<button type="button" aria-label=${labelled(t("hall.cut.remove"), label)} @click=${remove}>
            ${t("hall.cut.remove")}
          </button>`
        : nothing
    }
  </fieldset>`;
