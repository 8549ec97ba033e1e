// A person looked and says where the tile sets are, when the table cannot know.

import { choice, field } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt } from "../shared/latest.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { badge } from "./machine.js";

/** @import { Mechanism } from "../shared/types.js" */

const PLACES = ["outside", "in_drum", "building", "staged", "raised"];

/**
 * @param {Mechanism["sets"]} sets
 * @param {(places: Record<string, string>) => Promise<boolean>} use answers true when the dialog may close
 */
export function placesDialog(sets, use) {
  const dialog = new Dialog({ title: t("placed.title"), about: "hand", kind: "narrow" });
  const places = Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, String(set.place)]));
  /** @type {[string, string][]} */
  const pairs = PLACES.map((place) => [place, t(`place.${place}`)]);
  const row = (/** @type {string} */ name) => {
    const set = (/** @type {string} */ place) => void (places[name] = place);
    return html`<div class="row">
      ${badge(name)}${field(t("placed.set", { set: name }), choice(pairs, places[name], set))}
    </div>`;
  };
  dialog.open(
    () => html`
      <p>${t("placed.text")}</p>
      ${Object.keys(sets).map(row)}
    `,
    () => html`
      ${cancelButton(dialog)}
      <button type="button" class="main" @click=${() => attempt(dialog, () => use(places))}>${t("placed.go")}</button>
    `,
  );
}
