// Who sits in a session, in words; and a field in which guests are entered, by the list of people or by a label.

import { entered, field } from "../../shared/controls.js";
import { toast } from "../../shared/toast.js";
import { listed, t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";

/** @import { Person, Session } from "./types.js" */
/** @import { Field } from "./form.js" */

const MOST_OFFERED = 500;
const LONGEST = 60;

/** @param {Session["guests"][number]} guest */
export const guestName = ({ name, label }) => name || label || t("hall.guest");

/**
 * Those who sit there; `all`: those who have left as well.
 * @param {Session} session
 */
export const guests = (session, all = false) =>
  listed(session.guests.filter(({ left }) => all || !left).map(guestName));

/**
 * What each person is entered as: the name, and a part of the id where two share it.
 * @param {Person[]} persons
 * @returns {Map<string, string>} ids by what is entered
 */
function offered(persons) {
  const there = persons.filter(({ erased }) => !erased);
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const { name } of there) count.set(name, (count.get(name) ?? 0) + 1);
  const entry = (/** @type {Person} */ { person, name }) =>
    count.get(name) === 1 ? name : `${name} (${person.slice(-4)})`;
  return new Map(there.map((one) => [entry(one), one.person]));
}

/**
 * A field of a form for a person, with those whom the hall knows as proposals.
 * @param {string} name
 * @param {string} label
 * @param {Person[]} persons
 * @returns {Field}
 */
export const personField = (name, label, persons) => ({
  name,
  label,
  control: (shown, value, set) =>
    html`${field(
        shown,
        html`<input
          type="text"
          maxlength=${LONGEST}
          autocomplete="off"
          list="people-of-hall"
          .value=${value ?? ""}
          @input=${(/** @type {Event} */ event) => set(entered(event))}
        />`,
      )}
      <datalist id="people-of-hall">
        ${[...offered(persons).keys()].slice(0, MOST_OFFERED).map((one) => html`<option value=${one}></option>`)}
      </datalist>`,
});

/** @typedef {{ person: string | null, label: string, seat: null }} Guest */

/**
 * The guests whom somebody has entered: persons of the list, or labels; empty fields are left out. Null, with a note,
 * for a name that several persons have: it says not which.
 * @param {unknown[]} texts
 * @param {Person[]} persons
 * @returns {Guest[] | null}
 */
export function guestsOf(texts, persons) {
  const ids = offered(persons);
  const words = texts.map((text) => String(text ?? "").trim()).filter(Boolean);
  const unclear = words.find((one) => !ids.has(one) && persons.some(({ name, erased }) => !erased && name === one));
  if (unclear !== undefined) {
    toast(t("hall.guest.which", { name: unclear }), t("hall.guest.which-help"), true);
    return null;
  }
  return words.map((one) => ({ person: ids.get(one) ?? null, label: ids.has(one) ? "" : one, seat: null }));
}
