// The filled part of a bar.

import { html } from "../vendor/lit-html/lit-html.js";

/**
 * `share`: 0 to 1, what is beyond shows as full. A property, because the page's security policy allows no style
 * attributes.
 * @param {number} share
 */
export const filled = (share) => html`<i .style=${`width: ${Math.min(100, Math.round(100 * share))}%`}></i>`;
