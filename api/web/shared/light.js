// The state light of the table: one of five, by colour, shape and word. The service says which (`light` of the
// snapshot); a page that has lost the service says so by itself.

import { svg, html } from "../vendor/lit-html/lit-html.js";
import { t } from "./words.js";

/** @import { Snapshot } from "./types.js" */

/** @typedef {Snapshot["light"]["kind"]} LightKind */

/** @type {Record<LightKind, unknown>} in 40 x 40 units; `cut` is drawn in the colour of the light */
const SHAPES = {
  ready: svg`<circle cx="20" cy="20" r="18" fill="currentColor" /><path d="M11 21l6 6 12-14" class="cut bright" />`,
  working: svg`<circle cx="20" cy="20" r="15.5" fill="none" stroke="currentColor" stroke-width="5" opacity="0.35" />
    <path d="M20 4.5a15.5 15.5 0 0 1 15.5 15.5" fill="none" stroke="currentColor" stroke-width="5.5" class="turning" />
    <path d="M14 12v16l14-8z" fill="currentColor" />`,
  hand: svg`<path d="M20 2L39 36H1z" fill="currentColor" /><path d="M20 14v10m0 4.5v1" class="cut" />`,
  stopped: svg`<path d="M12.5 1.5h15l11 11v15l-11 11h-15l-11-11v-15z" fill="currentColor" />
    <path d="M11 20h18" class="cut thick" />`,
  off: svg`<circle cx="20" cy="20" r="16" fill="none" stroke="currentColor" stroke-width="4" />
    <path d="M9 31L31 9" stroke="currentColor" stroke-width="4" />`,
};

/**
 * Which light a page shows; without the service nothing is known.
 * @param {boolean} connected
 * @param {Snapshot["light"] | undefined} light
 * @returns {LightKind}
 */
export const lightKind = (connected, light) => (connected && light ? light.kind : "off");

/** @param {LightKind} kind */
export const lamp = (kind) => html`<svg viewBox="0 0 40 40" class="lamp" aria-hidden="true">${SHAPES[kind]}</svg>`;

/** @param {LightKind} kind */
export const lightWord = (kind) => t(`light.${kind}`);
