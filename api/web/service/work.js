// Records work on a part. One touch records nothing: what was done starts the count of a part anew, and the journal
// keeps who did it.

import { choice, field, textField } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt } from "../shared/latest.js";
import { newId, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { isCare, partName } from "../shared/machinewords.js";

const KEPT_WHO = "jantaku.service-who";

/** @typedef {{ part: string, work: string, who: string }} Work */

/**
 * @param {string} part
 * @param {() => void} onRecorded
 */
export function workDialog(part, onRecorded) {
  /** @type {Work} */
  const form = { part, work: "cleaned", who: localStorage.getItem(KEPT_WHO) ?? "" };
  const dialog = new Dialog({ title: partName(part), about: "service", kind: "narrow" });
  const set = (/** @type {Partial<Work>} */ edit) => {
    Object.assign(form, edit);
    dialog.draw();
  };
  dialog.open(
    () => html`
      ${isCare(part) ? html`<p>${t("service.care-done")}</p>` : workChoice(form, (work) => set({ work }))}
      ${textField({ label: t("service.who"), value: form.who, longest: 60, onEdit: (who) => set({ who }) })}
    `,
    () => html`
      ${cancelButton(dialog)}
      <button
        type="button"
        class="main"
        ?disabled=${!form.who.trim()}
        @click=${() => attempt(dialog, () => record(form, onRecorded))}
      >
        ${t("service.record")}
      </button>
    `,
  );
}

/**
 * @param {Work} form
 * @param {(work: string) => void} onPick
 */
function workChoice({ work }, onPick) {
  /** @type {[string, string][]} */
  const works = ["cleaned", "adjusted", "replaced"].map((each) => [each, t(`service.work.${each}`)]);
  return html`<div class="stack">
    ${field(t("service.what"), choice(works, work, onPick))}
    <p class="quiet">${t("service.replaced-help")}</p>
  </div>`;
}

/**
 * Whether it is recorded.
 * @param {Work} form
 * @param {() => void} onRecorded
 */
async function record({ part, work, who }, onRecorded) {
  try {
    await post("/service", { part, work, who: who.trim(), id: newId() });
  } catch (error) {
    showProblem(error);
    return false;
  }
  localStorage.setItem(KEPT_WHO, who.trim());
  toast(t("service.recorded", { part: partName(part) }));
  onRecorded();
  return true;
}
