// Modal dialogs: drawn anew as a whole after every edit, so that focus, scroll and what is being typed stay.

import { html, render } from "../vendor/lit-html/lit-html.js";
import { helpMark } from "./help.js";
import { keepToasts } from "./toast.js";
import { t } from "./words.js";

export class Dialog {
  /**
   * `bare`: the body is the whole dialog, with no title and no foot of its own. `about`: what the manual says of it.
   * @param {{ title: string, kind?: string, bare?: boolean, about?: string }} parts
   */
  constructor({ title, kind = "", bare = false, about = "" }) {
    this.title = title;
    this.about = about;
    this.bare = bare;
    /** Whether what the dialog is for is under way. */
    this.busy = false;
    this.element = document.createElement("dialog");
    this.element.className = kind;
    this.element.setAttribute("aria-label", title);
    this.close = () => this.element.close();
  }

  /**
   * Shows it with what these functions draw. It removes itself when it closes.
   * @param {() => unknown} body
   * @param {() => unknown} footer
   */
  open(body, footer) {
    Object.assign(this, { body, footer });
    this.element.addEventListener("close", () => {
      keepToasts(this.element);
      this.element.remove();
      keepFocus();
    });
    document.body.append(this.element);
    this.draw();
    this.element.showModal();
  }

  /** @type {() => unknown} */
  body() {
    return "";
  }

  /** @type {() => unknown} */
  footer() {
    return "";
  }

  draw() {
    const inside = this.element.contains(document.activeElement);
    this.render();
    if (inside) keepFocus();
  }

  render() {
    if (this.bare) {
      render(this.body(), this.element);
      return;
    }
    render(
      html`
        <header>
          <h2>${this.title}</h2>
          ${helpMark(this.about, this.title)}
          <button type="button" class="plain" aria-label=${t("close")} autofocus @click=${this.close}>✕</button>
        </header>
        <div class="body">${this.body()}</div>
        <footer>${this.footer()}</footer>
      `,
      this.element,
    );
  }
}

/** What had the focus is gone: the dialog in front has it again, for whoever uses the keyboard. */
function keepFocus() {
  if (document.activeElement !== document.body) return;
  const front = [...document.querySelectorAll("dialog[open]")].at(-1);
  /** @type {HTMLElement | null | undefined} */ (front?.querySelector("button"))?.focus();
}

/** @param {Dialog} dialog */
export const cancelButton = (dialog) => html`<button type="button" @click=${dialog.close}>${t("cancel")}</button>`;
