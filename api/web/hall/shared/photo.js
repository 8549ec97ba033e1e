// The photograph of a score sheet: made small on the device, sent at once, named by the result.

import { post } from "../../shared/net.js";
import { toast } from "../../shared/toast.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "./commands.js";

/** @import { Field } from "./form.js" */

const SIDE = 2000; // pixels: what the hall keeps of it
const SENDING = "…";

/**
 * @param {string} tournament
 * @param {string} sheet
 */
export const addressOfPhoto = (tournament, sheet) => `/api/v1/sheets/${tournament}/${sheet}`;

/**
 * A field whose value is the digest of the photograph; empty without one.
 * @param {string} tournament
 * @returns {Field}
 */
export const photoField = (tournament) => ({
  name: "sheet",
  label: t("hall.result.photo"),
  control: (label, value, set) =>
    html`<label class="field">
        ${label}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          @change=${(/** @type {Event} */ event) => {
            const before = value;
            const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
            if (!file) return;
            set(SENDING);
            keep(tournament, file).then((sheet) => set(sheet ?? before ?? ""));
          }}
        />
      </label>
      ${
        value
          ? html`<p class="small" role="status">
              ${t(value === SENDING ? "hall.result.photo-sending" : "hall.result.photo-kept")}
            </p>`
          : nothing
      }`,
});

/**
 * Whether the field holds what can go into a result; while its photograph is on the way the page says so.
 * @param {unknown} value
 */
export function isSent(value) {
  if (value === SENDING) toast(t("hall.result.photo-sending"), "", false);
  return value !== SENDING;
}

/**
 * @param {string} tournament
 * @param {File} file
 * @returns {Promise<string | null>} null: it was refused, which the page has then said
 */
async function keep(tournament, file) {
  const photo = await small(file).catch(() => null);
  if (photo === null) {
    toast(t("hall.result.photo-unreadable"), "", true);
    return null;
  }
  const kept = await asked(() => post(`/sheets/${tournament}`, { photo }));
  return kept?.sheet ?? null;
}

/**
 * As JPEG in base64. Rejects what is not a picture.
 * @param {File} file
 * @returns {Promise<string>}
 */
async function small(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.8).split(",")[1];
}
