// A receipt before it is written: for whom, what is on it beside the session, what it comes to, how it is paid.

import { choice, entered, field } from "../../shared/controls.js";
import { cancelButton, Dialog } from "../../shared/dialog.js";
import { post } from "../../shared/net.js";
import { forgetRefusals } from "../../shared/toast.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked, command } from "../shared/commands.js";
import { guestName } from "../shared/guests.js";
import { receiptLines } from "./receiptlines.js";

/** @import { ReceiptPreview, Session } from "../shared/types.js" */
/** @import { HallPage } from "../shared/page.js" */

const METHODS = ["cash", "card", "transfer", "voucher"];
const SEVERAL = "several";

/**
 * Opens the dialog. `stay`: of the one guest who pays; null: all who have not paid.
 * @param {HallPage} page
 * @param {Session | null} session null for what is sold at the desk
 * @param {number | null} [stay]
 */
export function receipt(page, session, stay = null) {
  new ReceiptDialog(page, session, stay).ask();
}

class ReceiptDialog {
  /**
   * @param {HallPage} page
   * @param {Session | null} session
   * @param {number | null} stay
   */
  constructor(page, session, stay) {
    this.page = page;
    this.session = session;
    this.state = {
      stay,
      method: "cash",
      /** @type {Record<string, number | null>} */
      paid: {},
      items: [{ text: "", count: 1, price: /** @type {number | null} */ (null) }],
      discount: "",
      percent: /** @type {number | null} */ (null),
      games: /** @type {number | null} */ (null),
      hands: /** @type {number | null} */ (null),
    };
    /** @type {ReceiptPreview | null} */
    this.preview = null;
    /** What was shown when the hall refused it because something had changed. @type {ReceiptPreview | null} */
    this.before = null;
    this.asking = 0;
    this.dialog = new Dialog({ title: t("hall.receipt.issue") });
  }

  ask() {
    this.dialog.open(
      () => this.body(),
      () =>
        html`${cancelButton(this.dialog)}
          <button type="button" class="main" ?disabled=${this.preview === null} @click=${() => this.issue()}>
            ${t("hall.receipt.issue")}
          </button>`,
    );
    this.count();
  }

  /** What the receipt is made of, as floor.issue-receipt has it. */
  fields() {
    const { stay, items, discount, percent } = this.state;
    return {
      session: this.session?.session ?? null,
      stay,
      items: items
        .filter(({ text }) => text.trim() !== "")
        .map(({ text, count, price }) => ({ text: text.trim(), count, price: this.page.coins(price ?? 0) })),
      discounts: percent ? [{ text: discount.trim() || t("hall.receipt.kind.discount"), percent }] : [],
      played: this.played(),
    };
  }

  /** Games and hands at a table that counts none: of the moment at which it was taken. */
  played() {
    const { games, hands } = this.state;
    if (!this.session || (games === null && hands === null)) return null;
    const at = { table: this.session.table, at: this.session.started + 1 };
    return { games: Array(games ?? 0).fill(at), hands: Array(hands ?? 0).fill(at) };
  }

  /** Asks the hall what it comes to. */
  async count() {
    const asking = ++this.asking;
    if (!this.session && this.fields().items.length === 0) {
      this.preview = null;
      this.dialog.draw();
      return;
    }
    const found = await asked(() => post("/receipts/preview", this.fields()));
    if (asking !== this.asking) return;
    this.preview = found;
    this.dialog.draw();
  }

  async issue() {
    const { method, paid } = this.state;
    forgetRefusals();
    const made = await command("floor.issue-receipt", {
      ...this.fields(),
      total: this.preview?.total ?? null,
      ...(method === SEVERAL
        ? {
            paid: METHODS.filter((one) => paid[one]).map((one) => ({
              method: one,
              amount: this.page.coins(paid[one] ?? 0),
            })),
          }
        : { method }),
    });
    if (made === null) {
      this.before = this.preview;
      this.count();
      return;
    }
    this.dialog.close();
    const issued = made.events.find(({ type }) => type === "floor.receipt-issued");
    if (issued) done(/** @type {any} */ (issued), this.page.money);
  }

  body() {
    const { session, state } = this;
    const unpaid = (session?.guests ?? []).filter(({ paid }) => !paid);
    /** @type {[number | null, string][]} */
    const payers = [
      [null, t("hall.receipt.all")],
      ...unpaid.map((guest) => /** @type {[number, string]} */ ([guest.stay, guestName(guest)])),
    ];
    const hasBoard = this.page.view("floor")?.tables.find(({ table }) => table === session?.table)?.live;
    return html`<div class="stack">
      ${
        unpaid.length > 0
          ? field(
              t("hall.receipt.for"),
              choice(payers, state.stay, (stay) => this.set({ stay })),
            )
          : nothing
      }
      ${
        session && !hasBoard
          ? html`<div class="row">
              ${this.number(t("hall.receipt.games"), state.games, (games) => this.set({ games }))}
              ${this.number(t("hall.receipt.hands"), state.hands, (hands) => this.set({ hands }))}
            </div>`
          : nothing
      }
      ${state.items.map((item, at) => this.item(item, at))}
      <div class="row">
        ${this.text(t("hall.receipt.discount"), state.discount, (discount) => this.set({ discount }))}
        ${this.number(t("hall.receipt.percent"), state.percent, (percent) => this.set({ percent }))}
      </div>
      ${this.preview ? receiptLines(this.preview.lines, this.page.money, this.before?.lines) : nothing}
      <p class="row apart total" role="status">
        <span>${t("hall.receipt.sum")}</span>
        <b class="fee number">${this.preview ? this.page.money(this.preview.total) : "–"}</b>
      </p>
      ${field(
        t("hall.receipt.paid-by"),
        choice(
          [...METHODS, SEVERAL].map((one) => /** @type {[string, string]} */ ([one, t(`hall.method.${one}`)])),
          state.method,
          (method) => {
            state.method = method;
            this.dialog.draw();
          },
        ),
      )}
      ${
        state.method === SEVERAL
          ? html`<div class="row">
              ${METHODS.map((one) =>
                this.number(t(`hall.method.${one}`), state.paid[one] ?? null, (amount) => {
                  state.paid[one] = amount;
                }),
              )}
            </div>`
          : nothing
      }
    </div>`;
  }

  /**
   * A line for a drink or the like. The last one is empty: whoever fills it has another.
   * @param {{ text: string, count: number, price: number | null }} item
   * @param {number} at
   */
  item(item, at) {
    const { items } = this.state;
    const set = (/** @type {object} */ values) => {
      Object.assign(item, values);
      if (at === items.length - 1 && item.text !== "") items.push({ text: "", count: 1, price: null });
      this.set({});
    };
    return html`<div class="row">
      ${this.text(t("hall.receipt.item"), item.text, (text) => set({ text }))}
      ${this.number(t("hall.receipt.count"), item.count, (count) => set({ count: count ?? 1 }))}
      ${this.number(t("hall.receipt.price"), item.price, (price) => set({ price }))}
    </div>`;
  }

  /** @param {Partial<ReceiptDialog["state"]>} values */
  set(values) {
    Object.assign(this.state, values);
    this.before = null;
    this.count();
    this.dialog.draw();
  }

  /**
   * @param {string} label
   * @param {string} value
   * @param {(text: string) => void} set
   */
  text = (label, value, set) =>
    field(
      label,
      html`<input
        type="text"
        maxlength="40"
        .value=${value}
        @change=${(/** @type {Event} */ event) => set(entered(event))}
      />`,
    );

  /**
   * @param {string} label
   * @param {number | null} value
   * @param {(value: number | null) => void} set
   */
  number = (label, value, set) =>
    field(
      label,
      html`<input
        type="number"
        min="0"
        step="any"
        .value=${value === null ? "" : String(value)}
        @change=${(/** @type {Event} */ event) => set(entered(event) === "" ? null : Number(entered(event)))}
      />`,
    );
}

/**
 * Says that it is written, and leads to its print.
 * @param {{ receipt: string, number: number, total: number }} issued
 * @param {(amount: number) => string} money
 */
function done({ receipt: id, number, total }, money) {
  const dialog = new Dialog({ title: t("hall.receipt.number", { n: number }), kind: "narrow" });
  dialog.open(
    () => html`<p class="fee number">${money(total)}</p>`,
    () =>
      html`<a class="button" href=${`/receipt/${id}`}>${t("hall.receipt.print")}</a>
        <button type="button" class="main" @click=${() => dialog.close()}>${t("hall.done")}</button>`,
  );
}
