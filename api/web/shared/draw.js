// Where and how the parts of a page are drawn.

import { html, render } from "../vendor/lit-html/lit-html.js";

/**
 * Draws `content` into the element with this id; the first time in place of what the page itself has there.
 * @param {string} id
 * @param {unknown} content
 */
export function show(id, content) {
  const place = /** @type {HTMLElement} */ (document.getElementById(id));
  if (!drawn.has(place)) place.replaceChildren();
  drawn.add(place);
  render(content, place);
}

const drawn = new WeakSet();

/**
 * The filled part of a bar. `share`: 0 to 1, what is beyond shows as full. A property, because the page's security
 * policy allows no style attributes.
 * @param {number} share
 */
export const filled = (share) => html`<i .style=${`width: ${Math.min(100, Math.round(100 * share))}%`}></i>`;
