// The lines of a receipt, in words.

import { figure, t } from "../../shared/words.js";
import { html } from "../../vendor/lit-html/lit-html.js";
import { duration } from "../shared/times.js";

/** @import { ReceiptLine } from "../shared/types.js" */

/** What a line is for. @param {ReceiptLine} line */
export const lineName = ({ kind, text }) => text || t(`hall.receipt.kind.${kind}`);

/**
 * @param {ReceiptLine[]} lines
 * @param {(amount: number) => string} money
 */
export const receiptLines = (lines, money) =>
  html`<table class="flow receipt-lines">
    <tbody>
      ${lines.map(
        (line) =>
          html`<tr>
            <td>${lineName(line)}</td>
            <td class="number quiet">${quantity(line, money)}</td>
            <td class="number">${money(line.amount)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/**
 * How much of it at which price, where that says more than the amount.
 * @param {ReceiptLine} line
 * @param {(amount: number) => string} money
 */
function quantity({ kind, quantity: n, price }, money) {
  if (kind === "time") return `${duration(n)} × ${t("hall.receipt.hour", { amount: money(price) })}`;
  return n > 1 && (kind === "item" || kind === "game" || kind === "hand") ? `${figure(n)} × ${money(price)}` : "";
}
