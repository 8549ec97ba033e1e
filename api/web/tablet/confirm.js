// Asks once more before something that cannot be taken back.

import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, closeUnless } from "../shared/latest.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { missingOf, whoAndWhy } from "./whowhy.js";

/** @import { Snapshot } from "../shared/types.js" */
/** @import { WhoWhy } from "./whowhy.js" */

/**
 * `action` answers true when the dialog may close; `wanted(state)`: whether it still makes sense; `signed`: the sheet
 * wants to know who decides and why; `why`: the label of the reason.
 * @param {{
 *   title: string, text: string, go: string, action: (form: WhoWhy) => Promise<boolean>,
 *   wanted: (state: Snapshot) => boolean, signed?: boolean, why?: string,
 * }} question
 */
export function confirmDialog({ title, text, go, action, wanted, signed = false, why = t("correct.why") }) {
  const dialog = new Dialog({ title, about: "hand", kind: "narrow" });
  const form = { who: "", why: "" };
  dialog.open(
    () => html`
      <p>${text}</p>
      ${signed ? whoAndWhy(form, why, () => dialog.draw()) : nothing}
    `,
    () => html`
      ${cancelButton(dialog)}
      <button
        type="button"
        class="grave"
        ?disabled=${signed && missingOf(form) !== null}
        @click=${() => attempt(dialog, () => action(form))}
      >
        ${go}
      </button>
    `,
  );
  closeUnless(dialog, wanted, () => toast(t("meanwhile.done")));
}
