// A receipt for a session: what it comes to, how it is paid.

import { t } from "../../shared/words.js";
import { command } from "../shared/commands.js";
import { ask } from "../shared/form.js";

/** @import { Session } from "../shared/types.js" */

const METHODS = ["cash", "card", "transfer", "voucher"];

/**
 * @param {Session} session
 * @param {(amount: number) => string} money
 */
export function receipt(session, money) {
  ask({
    title: t("hall.receipt.issue"),
    fields: [
      {
        name: "method",
        label: t("hall.receipt.paid-by"),
        options: METHODS.map((method) => [method, t(`hall.method.${method}`)]),
        help: session.fee === null ? undefined : t("hall.receipt.total", { amount: money(session.fee) }),
      },
    ],
    values: { method: "cash" },
    button: t("hall.receipt.issue"),
    send: ({ method }) => command("floor.issue-receipt", { session: session.session, method, total: session.fee }),
  });
}
