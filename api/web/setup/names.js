// What something of the house is called in further languages, to be opened where a house wants them.

import { textField } from "../shared/controls.js";
import { t, writtenLanguages } from "../shared/words.js";
import { html } from "../vendor/lit-html/lit-html.js";

/**
 * `names`: by language; `but`: the language of the name that is asked for apart from these. `onEdit` gets all names
 * that are not empty.
 * @param {{ names: Record<string, string>, but: string, longest: number,
 *   onEdit: (names: Record<string, string>) => void }} part
 */
export function furtherNames({ names, but, longest, onEdit }) {
  const asked = writtenLanguages().filter((language) => language !== but);
  const set = (/** @type {string} */ language, /** @type {string} */ text) => {
    const { [language]: _before, ...others } = names;
    onEdit(text.trim() ? { ...others, [language]: text } : others);
  };
  return html`<details class="further-names">
    <summary class="button">${t("setup.names")}</summary>
    <div role="group" aria-label=${t("setup.names")}>
      ${asked.map((language) =>
        textField({
          label: html`<span lang=${language}>${t(`language.${language}`)}</span>`,
          value: names[language] ?? "",
          longest,
          onEdit: (text) => set(language, text),
        }),
      )}
    </div>
  </details>`;
}
