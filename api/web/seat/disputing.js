// A player does not agree: the sentences that say what is wrong, and a line for what no sentence says.

import { radios, textField } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

const SENTENCES = ["winner", "discarder", "points", "declared", "other"];
const LONGEST = 200;

/** @param {(text: string) => void} onSend */
export function disputeDialog(onSend) {
  const dialog = new Dialog({ title: t("phone.dispute-title"), about: "phone", kind: "narrow" });
  /** @type {{ sentence: string | null, text: string }} */
  const form = { sentence: null, text: "" };
  const change = (/** @type {Partial<typeof form>} */ values) => {
    Object.assign(form, values);
    dialog.draw();
  };
  const said = () =>
    form.sentence === "other" ? form.text.trim() : form.sentence && t(`phone.wrong.${form.sentence}`);
  const send = () => {
    dialog.close();
    onSend(said() || "");
  };
  dialog.open(
    () => html`
      ${radios(
        dialog.title,
        SENTENCES.map((value) => ({ value, text: t(`phone.wrong.${value}`) })),
        form.sentence,
        (sentence) => change({ sentence }),
        "column",
      )}
      ${
        form.sentence === "other"
          ? textField({
              label: t("agree.text"),
              value: form.text,
              longest: LONGEST,
              onEdit: (text) => change({ text }),
            })
          : nothing
      }
    `,
    () =>
      html`${cancelButton(dialog)}<button type="button" class="main" ?disabled=${!said()} @click=${send}>
          ${t("agree.send")}
        </button>`,
  );
}
