// Another match of the same game and players: whether they keep their seats.

import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, closeUnless } from "../shared/latest.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/** @import { Snapshot } from "../shared/types.js" */

/**
 * `further` answers true when the match has begun.
 * @param {string} id of the match that is over
 * @param {(seats: "kept" | "drawn") => Promise<boolean>} further
 */
export function furtherDialog(id, further) {
  const dialog = new Dialog({ title: t("further.title"), about: "start", kind: "narrow" });
  /** @param {"kept" | "drawn"} seats */
  const button = (seats) =>
    html`<button type="button" class="main" @click=${() => attempt(dialog, () => further(seats))}>
      ${t(`further.${seats}`)}
    </button>`;
  dialog.open(
    () => html`<p>${t("further.text")}</p>`,
    () => html`${cancelButton(dialog)}${button("drawn")}${button("kept")}`,
  );
  const wanted = (/** @type {Snapshot} */ { match }) => match?.id === id && match.may_play_on;
  closeUnless(dialog, wanted, () => toast(t("meanwhile.done")));
}
