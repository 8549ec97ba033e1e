// A JSON Schema of the contract in words that fit on a line: type, bounds, and links to the schemas it is made of.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { t } from "../shared/words.js";

/**
 * As far as the contract uses JSON Schema.
 * @typedef {{
 *   $ref?: string; type?: string; format?: string; enum?: unknown[]; const?: unknown; pattern?: string;
 *   default?: unknown;
 *   anyOf?: Schema[]; oneOf?: Schema[]; allOf?: Schema[]; items?: Schema; prefixItems?: Schema[];
 *   properties?: Record<string, Schema>; required?: string[]; additionalProperties?: boolean | Schema;
 *   description?: string; deprecated?: boolean;
 *   minimum?: number; maximum?: number; exclusiveMinimum?: number; exclusiveMaximum?: number;
 *   minLength?: number; maxLength?: number; minItems?: number; maxItems?: number;
 * }} Schema
 */

const REF = "#/components/schemas/";
/** @type {[keyof Schema & string, string][]} */
const BOUNDS = [
  ["minimum", "≥ "],
  ["exclusiveMinimum", "> "],
  ["maximum", "≤ "],
  ["exclusiveMaximum", "< "],
  ["minLength", "length ≥ "],
  ["maxLength", "length ≤ "],
  ["minItems", "items ≥ "],
  ["maxItems", "items ≤ "],
  ["pattern", "pattern "],
];

/** @param {Schema | undefined} schema */
export function typeOf(schema) {
  if (!schema) return nothing;
  return html`${kindOf(schema)}${bounds(schema)}`;
}

/**
 * @param {Schema} schema
 * @returns {unknown}
 */
function kindOf(schema) {
  if (schema.$ref) return reference(schema.$ref.replace(REF, ""));
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map((value, n) => html`${n ? " | " : ""}${code(value)}`);
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (several) return several.map((each, n) => html`${n ? " | " : ""}${typeOf(each)}`);
  if (schema.prefixItems) return html`[${schema.prefixItems.map((each, n) => html`${n ? ", " : ""}${typeOf(each)}`)}]`;
  if (schema.items) return html`array of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === "object") return html`map to ${typeOf(schema.additionalProperties)}`;
  return [schema.type ?? "any", schema.format].filter(Boolean).join(", ");
}

/** @param {Schema} schema */
function bounds(schema) {
  const found = BOUNDS.filter(([key]) => schema[key] !== undefined).map(([key, sign]) => `${sign}${schema[key]}`);
  return found.length ? html` <span class="quiet">(${found.join(", ")})</span>` : nothing;
}

/** @param {string} name */
const reference = (name) => html`<a href=${`#${name}`}>${name}</a>`;

/** @param {unknown} value */
const code = (value) => html`<code>${JSON.stringify(value)}</code>`;

/**
 * The members of an object, with what each is for.
 * @param {Schema} schema
 */
export function members(schema) {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => html`
      <dt><code>${name}</code>${required.has(name) ? ` ${t("reference.required")}` : ""}: ${typeOf(each)}</dt>
      ${
        each.description || each.default !== undefined
          ? html`<dd class="quiet">
              ${each.description}
              ${each.default === undefined ? nothing : html`${t("reference.default")} ${code(each.default)}`}
            </dd>`
          : nothing
      }
    `,
  );
  return rows.length ? html`<dl>${rows}</dl>` : html`<p>${typeOf(schema)}</p>`;
}
