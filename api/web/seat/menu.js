// What else the page offers: language, brightness, the dice, and how long this phone is paired.

import { radios } from "../shared/controls.js";
import { Dialog } from "../shared/dialog.js";
import { THEMES, chosenTheme, setTheme } from "../shared/theme.js";
import { languageChoice } from "../shared/top.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { openVerifier } from "./dicelog.js";
import { roleEnd } from "./stranger.js";

/** @import { SeatPage } from "./seat.js" */

/** @param {SeatPage} page */
export function menuDialog(page) {
  const dialog = new Dialog({ title: t("bar.more"), about: "phone", kind: "narrow" });
  const redraw = () => {
    dialog.title = t("bar.more");
    dialog.draw();
    page.draw();
  };
  const themes = THEMES.map((theme) => ({ value: theme, text: t(`theme.${theme}`) }));
  const pick = (/** @type {import("../shared/theme.js").Theme} */ theme) => {
    setTheme(theme);
    dialog.draw();
  };
  dialog.open(
    () => html`
      <div class="menu">
        <button type="button" @click=${openVerifier}>${t("fair.title")}</button>
        <a class="button" href="/pair">${t("phone.pairing")}</a>
      </div>
      <div class="row">${languageChoice(redraw)}</div>
      ${radios(t("theme.title"), themes, chosenTheme(), pick)} ${roleEnd()}
    `,
    () => html`<button type="button" @click=${dialog.close}>${t("close")}</button>`,
  );
}
