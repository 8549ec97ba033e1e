// The dialog in which somebody at the table says what staff are called for.

import { WANTED, wantedText } from "./calls.js";
import { Dialog, cancelButton } from "./dialog.js";
import { t } from "./words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { Wanted } from "./types.js" */

/** @param {(wanted: Wanted) => void} onCall */
export function callDialog(onCall) {
  const dialog = new Dialog({ title: t("calls.title"), about: "trouble", kind: "narrow" });
  const choose = (/** @type {Wanted} */ wanted) => {
    dialog.close();
    onCall(wanted);
  };
  dialog.open(
    () => html`
      <div class="menu">
        ${WANTED.map(
          (wanted) => html`<button type="button" @click=${() => choose(wanted)}>${wantedText(wanted)}</button>`,
        )}
      </div>
    `,
    () => cancelButton(dialog),
  );
}
