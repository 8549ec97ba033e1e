// Keeps rules by a name: as new house rules, or as a new version of some.

import { textField } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt } from "../shared/latest.js";
import { get, newId, post } from "../shared/net.js";
import { asProblem, problemText } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { blamed } from "./options.js";

/** @import { HouseRules } from "../shared/types.js" */
/** @import { Rules } from "./options.js" */

const LONGEST = 60;

/**
 * @param {Rules} rules
 * @param {HouseRules | null} before the house rules from which they were changed
 * @param {(houseRules: HouseRules[]) => void} onKept gets the whole list
 */
export function keepRulesDialog(rules, before, onKept) {
  const dialog = new Dialog({ title: t("setup.keep"), about: "start", kind: "narrow" });
  let name = before?.name ?? "";
  /** @type {unknown} */
  let notice = nothing;
  const keep = (/** @type {HouseRules | null} */ house) => attempt(dialog, () => send(house));
  const send = async (/** @type {HouseRules | null} */ house) => {
    const { ruleset, profile, options } = rules;
    const changed = house ? { rules: house.id, revision: house.revision } : {};
    const document = { name, ruleset, profile, options, ...changed };
    try {
      await post("/house-rules", { id: newId(), ...document });
      onKept((await get("/house-rules")).house_rules);
    } catch (error) {
      const { text } = blamed(rules, asProblem(error).problem);
      notice = html`<p class="notice bad">${text || problemText(error).text}</p>`;
      dialog.draw();
      return false;
    }
    toast(t("setup.kept", { name }));
    return true;
  };
  dialog.open(
    () => html`
      <div role="alert">${notice}</div>
      ${textField({
        label: t("setup.rules-name"),
        value: name,
        longest: LONGEST,
        onEdit: (text) => {
          name = text;
          dialog.draw();
        },
      })}
    `,
    () => html`
      ${cancelButton(dialog)}
      ${
        before
          ? html`<button type="button" ?disabled=${!name.trim()} @click=${() => keep(before)}>
              ${t("setup.keep-changed", { name: before.name })}
            </button>`
          : nothing
      }
      <button
        type="button"
        class="main"
        ?disabled=${!name.trim() || name.trim() === before?.name}
        @click=${() => keep(null)}
      >
        ${t("setup.keep-new")}
      </button>
    `,
  );
}
