// How a player's phone is let in: by the code of a card, which the address on its picture holds, or which is typed.

import { field, entered } from "../../shared/controls.js";
import { loadMe } from "../../shared/me.js";
import { post } from "../../shared/net.js";
import { t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { hallMe } from "../shared/frame.js";

const LONGEST_CODE = 40;
let typed = "";

/** The code that the address of the page holds; empty for none. */
export const scanned = () => decodeURIComponent(location.hash.slice(1));

/** Whether this browser acts for nobody yet, so that a card may take it over without a question. */
export const isFree = () => ["viewer", "player"].includes(hallMe()?.role ?? "viewer");

/**
 * For whom this browser acts in a tournament, as the topic of its page names it; empty for nobody.
 * @param {string} tournament
 */
export function acting(tournament) {
  const person = hallMe()?.person ?? "";
  if (person.includes("/")) return person.startsWith(`${tournament}/`) ? person : "";
  return person ? `${tournament}/${person}` : "";
}

/**
 * Lets this browser in. The page is loaded anew, so that nothing of before is left in it.
 * @param {string} tournament
 * @param {string} code
 */
export async function enter(tournament, code) {
  const taken = await asked(() => post(`/tournaments/${tournament}/cards/entry`, { code }));
  history.replaceState(null, "", location.pathname);
  if (taken) location.reload();
}

/** @param {string} tournament */
export async function leave(tournament) {
  if (await asked(() => post(`/tournaments/${tournament}/cards/leave`, {}))) {
    await loadMe().catch(() => null);
    location.reload();
  }
}

/**
 * A card was scanned by a browser that somebody else uses.
 * @param {string} tournament
 */
export const takeOver = (tournament) =>
  html`<section class="card stack">
    <p>${t("hall.phone.use-card-help", { name: hallMe()?.name ?? "" })}</p>
    <button type="button" class="main" @click=${() => enter(tournament, scanned())}>${t("hall.phone.use-card")}</button>
  </section>`;

/** @param {string} tournament */
export const entry = (tournament) =>
  html`<form
    class="card stack"
    @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      enter(tournament, typed);
    }}
  >
    ${field(
      t("hall.phone.card"),
      html`<input
        type="text"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        required
        maxlength=${LONGEST_CODE}
        @input=${(/** @type {Event} */ event) => {
          typed = entered(event);
        }}
      />`,
    )}
    <small class="quiet">${t("hall.phone.card-help")}</small>
    <button class="main">${t("hall.phone.enter")}</button>
  </form>`;
