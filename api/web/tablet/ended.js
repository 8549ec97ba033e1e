// A tablet that may nothing any more, because somebody ended its pairing: it says so, for its buttons are gone.

import { Dialog } from "../shared/dialog.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** What was being decided on this tablet is decided by nobody: its dialogs close. */
export function endedDialog() {
  for (const open of document.querySelectorAll("dialog")) open.close();
  const dialog = new Dialog({ title: t("access.ended"), kind: "narrow", about: "pairing" });
  dialog.open(
    () => html`<p>${t("access.ended-help")}</p>`,
    () => html`
      <button type="button" @click=${dialog.close}>${t("close")}</button>
      <a class="button main" href="/pair">${t("access.pair-title")}</a>
    `,
  );
}
