// The contract of the service as a page, drawn from what the service itself serves: nothing is loaded from elsewhere.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { show } from "../shared/draw.js";
import { loadWords, t } from "../shared/words.js";
import { members, typeOf } from "./schema.js";

/** @import { Schema } from "./schema.js" */
/**
 * @typedef {Record<string, { schema?: Schema }>} Content
 * @typedef {{ name: string; in: string; required?: boolean; description?: string; schema?: Schema }} Parameter
 * @typedef {{
 *   summary?: string; description?: string; tags?: string[]; parameters?: Parameter[];
 *   requestBody?: { content: Content }; responses: Record<string, { description?: string; content?: Content }>;
 * }} Operation
 * @typedef {{ method: string; path: string; operation: Operation }} Entry
 * @typedef {{
 *   info: { title: string; version: string; summary?: string };
 *   paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> };
 * }} Contract
 */

const CONTRACT = "/api/v1/openapi.json";
const METHODS = ["get", "post", "put", "patch", "delete"];

/** @param {Contract} contract */
function entriesOf(contract) {
  const all = Object.entries(contract.paths).flatMap(([path, operations]) =>
    METHODS.filter((method) => operations[method]).map((method) => ({ method, path, operation: operations[method] })),
  );
  const groups = /** @type {Map<string, Entry[]>} */ (new Map());
  for (const entry of all) {
    const tag = entry.operation.tags?.[0] ?? "";
    groups.set(tag, [...(groups.get(tag) ?? []), entry]);
  }
  return groups;
}

/**
 * @param {string} text what a person looks for, in small letters
 * @param {unknown} thing
 */
const has = (text, thing) => JSON.stringify(thing).toLowerCase().includes(text);

/** @param {Entry} entry */
function operationPart({ method, path, operation }) {
  const body = operation.requestBody?.content ?? {};
  return html`<details id=${`${method}:${path}`}>
    <summary>
      <b>${method.toUpperCase()}</b><code>${path}</code>
      <div>${operation.summary}</div>
    </summary>
    <div>
      ${operation.description ? html`<p>${operation.description}</p>` : nothing}
      ${operation.parameters?.length ? parameters(operation.parameters) : nothing}
      ${Object.entries(body).map(([media, { schema }]) => part(t("reference.body"), media, schema))}
      <h3>${t("reference.answers")}</h3>
      <dl>${Object.entries(operation.responses).map(([status, each]) => answer(status, each))}</dl>
    </div>
  </details>`;
}

/** @param {Parameter[]} all */
function parameters(all) {
  return html`<h3>${t("reference.parameters")}</h3>
    <dl>
      ${all.map(
        (each) => html`
          <dt>
            <code>${each.name}</code> (${each.in})${each.required ? ` ${t("reference.required")}` : ""}:
            ${typeOf(each.schema)}
          </dt>
          ${each.description ? html`<dd class="quiet">${each.description}</dd>` : nothing}
        `,
      )}
    </dl>`;
}

/**
 * @param {string} title
 * @param {string} media
 * @param {Schema | undefined} schema
 */
const part = (title, media, schema) =>
  html`<h3>${title}</h3>
    <p>${typeOf(schema)} <span class="quiet">${media}</span></p>`;

/**
 * @param {string} status
 * @param {{ description?: string; content?: Content }} response
 */
function answer(status, { description, content = {} }) {
  return html`<dt><b>${status}</b> ${description}</dt>
    ${Object.entries(content).map(
      ([media, { schema }]) => html`<dd>${typeOf(schema)} <span class="quiet">${media}</span></dd>`,
    )}`;
}

/**
 * @param {string} name
 * @param {Schema} schema
 */
function schemaPart(name, schema) {
  return html`<details id=${name}>
    <summary>${name}</summary>
    <div>${schema.description ? html`<p>${schema.description}</p>` : nothing} ${members(schema)}</div>
  </details>`;
}

/**
 * @param {Contract} contract
 * @param {string} text
 */
function draw(contract, text) {
  const sections = [...entriesOf(contract)].map(([tag, entries]) => {
    const found = entries.filter((entry) => has(text, entry));
    return found.length
      ? html`<h2>${tag}</h2>
          ${found.map(operationPart)}`
      : nothing;
  });
  const schemas = Object.entries(contract.components.schemas).filter((each) => has(text, each));
  const search = (/** @type {Event} */ event) =>
    draw(contract, /** @type {HTMLInputElement} */ (event.target).value.trim().toLowerCase());
  show(
    "reference",
    html`<h1>${contract.info.title} API ${contract.info.version}</h1>
      <p>${contract.info.summary}</p>
      <p><a href=${CONTRACT}>OpenAPI</a></p>
      <input type="search" placeholder=${t("reference.search")} aria-label=${t("reference.search")} @input=${search} />
      ${sections} ${schemas.length ? html`<h2>${t("reference.schemas")}</h2>` : nothing}
      ${schemas.map(([name, schema]) => schemaPart(name, schema))}`,
  );
}

/** Opens what the address names, also when it is folded away. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}

await loadWords();
document.title = t("reference.title");
const contract = await fetch(CONTRACT).then((found) => found.json());
draw(contract, "");
addEventListener("hashchange", openNamed);
openNamed();
