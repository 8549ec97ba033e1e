// The lines of a receipt, in words.

import { figure, t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { duration } from "../shared/times.js";

/** @import { ReceiptLine } from "../shared/types.js" */

/** What a line is for. @param {ReceiptLine} line */
export const lineName = ({ kind, text }) => text || t(`hall.receipt.kind.${kind}`);

/**
 * `before`: the lines as they were shown last; what has changed since is marked, with what it was.
 * @param {ReceiptLine[]} lines
 * @param {(amount: number) => string} money
 * @param {ReceiptLine[]} [before]
 */
export const receiptLines = (lines, money, before = lines) => {
  const { now, gone } = compared(lines, before);
  return html`<table class="flow receipt-lines">
    <tbody>
      ${now.map(
        ({ line, was, changed }) =>
          html`<tr data-changed=${String(changed)}>
            <td>${lineName(line)}${changed ? html`<small>${wasText(was, money)}</small>` : ""}</td>
            <td class="number quiet">${quantity(line, money)}</td>
            <td class="number">${money(line.amount)}</td>
          </tr>`,
      )}
      ${gone.map(
        (line) =>
          html`<tr data-changed="gone">
            <td>${lineName(line)}<small>${t("hall.receipt.line-gone")}</small></td>
            <td class="number quiet"><s>${quantity(line, money)}</s></td>
            <td class="number"><s>${money(line.amount)}</s></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
};

/**
 * Each line with the one that stood for the same thing before, and those that are no longer there.
 * @param {ReceiptLine[]} lines
 * @param {ReceiptLine[]} before
 */
function compared(lines, before) {
  const gone = [...before];
  const now = lines.map((line) => {
    const at = gone.findIndex((one) => sameThing(one, line));
    const [was = null] = at < 0 ? [] : gone.splice(at, 1);
    const same = was?.quantity === line.quantity && was.price === line.price && was.amount === line.amount;
    return { line, was, changed: !same };
  });
  return { now, gone };
}

/**
 * @param {ReceiptLine} one
 * @param {ReceiptLine} other
 */
const sameThing = (one, other) =>
  one.kind === other.kind && one.text === other.text && one.guest === other.guest && one.day === other.day;

/**
 * What a line was before it changed.
 * @param {ReceiptLine | null} was null for one that is new
 * @param {(amount: number) => string} money
 */
const wasText = (was, money) =>
  was === null
    ? t("hall.receipt.line-new")
    : t("hall.receipt.line-was", { value: [quantity(was, money), money(was.amount)].filter(Boolean).join(" = ") });

/**
 * How much of it at which price, where that says more than the amount.
 * @param {ReceiptLine} line
 * @param {(amount: number) => string} money
 */
function quantity({ kind, quantity: n, price }, money) {
  if (kind === "time") return `${duration(n)} × ${t("hall.receipt.hour", { amount: money(price) })}`;
  return n > 1 && (kind === "item" || kind === "game" || kind === "hand") ? `${figure(n)} × ${money(price)}` : "";
}
