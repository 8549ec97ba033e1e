// Who sits in a session, in words.

import { listed, t } from "../../shared/words.js";

/** @import { Session } from "../shared/types.js" */

/**
 * Those who sit there; `all`: those who have left as well.
 * @param {Session} session
 */
export const guests = (session, all = false) =>
  listed(session.guests.filter(({ left }) => all || !left).map(({ name, label }) => name || label || t("hall.guest")));
