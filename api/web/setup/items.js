// What the items of a game are worth in this house, which of them do not count, and items of its own.

import { choice, field, textField, tick } from "../shared/controls.js";
import { named, t, wordOr, writtenLanguage } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { furtherNames } from "./names.js";

/** @import { Sheet } from "../shared/types.js" */
/** @import { Rules, Use } from "./options.js" */

/** The value, or that of a concealed hand and that with claimed sets. @typedef {number | [number, number]} Worth */

/**
 * @typedef {{ id: string, group: string, value?: number, "open-value"?: number, names: Record<string, string>,
 *   pattern: unknown }} OwnItem
 */

/** @typedef {{ values?: Record<string, Worth>, off?: string[], items?: OwnItem[] }} Changes */

const MOST_VALUE = 1000000;
const LONGEST_NAME = 60;

/** @param {Rules} rules */
const changesOf = (rules) => /** @type {Changes} */ (rules.options.changes ?? {});

/**
 * Puts changes in place of those that were there; what is empty is left out.
 * @param {Rules} rules
 * @param {Changes} changed
 */
function change(rules, changed) {
  const all = { ...changesOf(rules), ...changed };
  const kept = Object.entries(all).filter(([, part]) => part && Object.keys(part).length);
  const { changes: _before, ...options } = rules.options;
  rules.options = kept.length ? { ...options, changes: Object.fromEntries(kept) } : options;
}

/**
 * @param {Rules} rules
 * @param {Use} use
 */
export function itemForm(rules, use) {
  const own = rules.sheet.own_items;
  if (!own) return nothing;
  return html`
    <details class="house-items">
      <summary class="button">${t("setup.items")}</summary>
      <div class="stack">${own.groups.map(({ id }) => groupPart(rules, id, use))} ${ownPart(rules, own, use)}</div>
    </details>
  `;
}

/**
 * @param {Rules} rules
 * @param {string} group
 * @param {Use} use
 */
function groupPart(rules, group, use) {
  const ids = new Set(rules.sheet.items.filter((item) => item.group === group).map(({ id }) => id));
  return html`<section class="items">
    <h4>${t(`sheet.group.${group}`)}</h4>
    ${[...ids].map((id) => itemRow(rules, id, use))}
  </section>`;
}

/**
 * @param {Rules} rules
 * @param {string} id
 * @param {Use} use
 */
function itemRow(rules, id, use) {
  const { off = [] } = changesOf(rules);
  const [item, out] = [use.nameOf(id), off.includes(id)];
  const count = (/** @type {boolean} */ on) => {
    const { [id]: _gone, ...values } = changesOf(rules).values ?? {};
    change(rules, on ? { off: off.filter((each) => each !== id) } : { off: [...off, id], values });
    use.onEdit();
  };
  return html`<div class="item-row">
    ${tick(html`<span aria-label=${t("setup.item-counts", { item })}>${item}</span>`, !out, count)}
    ${out ? nothing : worthFields(rules, id, item, use)}
  </div>`;
}

/**
 * @param {Rules} rules
 * @param {string} id
 * @param {string} item
 * @param {Use} use
 */
function worthFields(rules, id, item, use) {
  const [first, ...others] = use.rowsOf(id);
  const usually = rules.sheet.items.find((each) => each.id === id);
  const row = [first, ...others.filter((each) => each === usually)].find((each) => typeof each?.value === "number");
  if (typeof row?.value !== "number") return nothing; // an option gives its value
  /** @type {Worth} */
  const usual = row.open_value === undefined || row.open_value === null ? row.value : [row.value, row.open_value];
  const worth = changesOf(rules).values?.[id] ?? usual;
  const set = (/** @type {Worth} */ value) => {
    const { [id]: _before, ...values } = changesOf(rules).values ?? {};
    change(rules, { values: String(value) === String(usual) ? values : { ...values, [id]: value } });
    use.onEdit();
  };
  if (!Array.isArray(worth)) return number(t("setup.item-worth", { item }), worth, 1, set);
  const [closed, open] = worth;
  return html`
    ${number(t("setup.item-worth", { item }), closed, 1, (value) => set([value, open]))}
    ${number(t("setup.item-worth-open", { item }), open, 0, (value) => set([closed, value]))}
  `;
}

/**
 * @param {string} label
 * @param {number} value
 * @param {number} least
 * @param {(value: number) => void} onSet gets what was typed, also what the table then refuses by name
 */
function number(label, value, least, onSet) {
  const set = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.value) onSet(Number(input.value));
    else input.value = String(value);
  };
  return html`<input
    type="number"
    inputmode="numeric"
    class="number"
    aria-label=${label}
    min=${least}
    max=${MOST_VALUE}
    .value=${String(value)}
    @change=${set}
  />`;
}

// ---------------------------------------------------------------- items of the house

/**
 * @param {Rules} rules
 * @param {NonNullable<Sheet["own_items"]>} own
 * @param {Use} use
 */
function ownPart(rules, own, use) {
  const { items = [] } = changesOf(rules);
  const replace = (/** @type {OwnItem[]} */ now) => {
    change(rules, { items: now });
    use.onEdit();
  };
  const add = () => replace([...items, newItem(rules, own, items)]);
  return html`<section class="items">
    <h4>${t("setup.own-items")}</h4>
    ${items.map((item, at) =>
      ownRow(
        own,
        item,
        (now) => replace(items.map((each, place) => (place === at ? now : each))),
        () => replace(items.filter((_, place) => place !== at)),
      ),
    )}
    <button type="button" @click=${add}>${t("setup.own-add")}</button>
  </section>`;
}

/**
 * An item with a name and an id that no other has.
 * @param {Rules} rules
 * @param {NonNullable<Sheet["own_items"]>} own
 * @param {OwnItem[]} items
 * @returns {OwnItem}
 */
function newItem({ sheet }, { groups }, items) {
  const group = groups.find(({ option }) => option === null) ?? groups[0];
  const taken = new Set(items.map(({ id }) => id));
  let n = 1;
  while (taken.has(`own-${n}`)) n += 1;
  const value = sheet.items.find((item) => item.group === group.id)?.value ?? 1;
  return {
    id: `own-${n}`,
    group: group.id,
    ...(group.option === null ? { value } : {}),
    names: { [writtenLanguage()]: `${t("setup.own-add")} ${n}` },
    pattern: group.patterns[0],
  };
}

/**
 * @param {NonNullable<Sheet["own_items"]>} own
 * @param {OwnItem} item
 * @param {(now: OwnItem) => void} onChange
 * @param {() => void} onRemove
 */
function ownRow(own, item, onChange, onRemove) {
  const name = named(item.names, item.id);
  const group = own.groups.find(({ id }) => id === item.group) ?? own.groups[0];
  /** @type {[string, string][]} */
  const groups = own.groups.map(({ id }) => [id, t(`sheet.group.${id}`)]);
  /** @type {[unknown, string][]} */
  const patterns = group.patterns.map((id) => [id, t(`pattern.${id}`)]);
  if (!group.patterns.includes(/** @type {string} */ (item.pattern)))
    patterns.push([item.pattern, t("setup.own-by-file")]);
  const language = writtenLanguage();
  return html`<div class="own-item">
    ${textField({
      label: t("setup.own-name"),
      value: name,
      longest: LONGEST_NAME,
      onEdit: (text) => onChange({ ...item, names: { ...item.names, [language]: text } }),
    })}
    ${field(
      t("setup.own-group"),
      choice(groups, item.group, (id) => onChange(moved(item, own, id))),
    )}
    ${
      item.value === undefined
        ? nothing
        : field(
            t("setup.own-worth"),
            number(wordOr("setup.own-worth", ""), item.value, 1, (value) => onChange({ ...item, value })),
          )
    }
    ${field(
      t("setup.own-pattern"),
      choice(patterns, item.pattern, (pattern) => onChange({ ...item, pattern })),
    )}
    ${furtherNames({
      names: item.names,
      but: language,
      longest: LONGEST_NAME,
      onEdit: (names) => onChange({ ...item, names }),
    })}
    <button type="button" class="plain" @click=${onRemove}>${t("setup.own-remove", { item: name })}</button>
  </div>`;
}

/**
 * The item in another group: with a value where the items of that group have their own, and a pattern that it may have.
 * @param {OwnItem} item
 * @param {NonNullable<Sheet["own_items"]>} own
 * @param {string} id
 * @returns {OwnItem}
 */
function moved({ value, ...item }, { groups }, id) {
  const group = groups.find((each) => each.id === id) ?? groups[0];
  const pattern =
    typeof item.pattern === "string" && !group.patterns.includes(item.pattern) ? group.patterns[0] : item.pattern;
  return { ...item, group: id, pattern, ...(group.option === null ? { value: value ?? 1 } : {}) };
}
