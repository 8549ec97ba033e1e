// What a player calls staff for.

import { WANTED, wantedText } from "../shared/calls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { Wanted } from "../shared/types.js" */

/** @param {(wanted: Wanted) => void} onCall */
export function callDialog(onCall) {
  const dialog = new Dialog({ title: t("calls.title"), kind: "narrow" });
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
