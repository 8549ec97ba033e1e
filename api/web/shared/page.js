// The places of a page that the parts are drawn into.

import { render } from "../vendor/lit-html/lit-html.js";

/**
 * Draws `content` into the element with this id.
 * @param {string} id
 * @param {unknown} content
 */
export const show = (id, content) => void render(content, /** @type {HTMLElement} */ (document.getElementById(id)));
