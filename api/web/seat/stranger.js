// A phone without a seat: not paired yet, or no longer; and until when one that is paired stays so.

import { me } from "../shared/me.js";
import { currentLanguage, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { SeatPage } from "./seat.js" */

/** @param {SeatPage} page before anything was heard, or after the pairing ended */
export function stranger({ ended, state, connected }) {
  const known = me();
  if (!known || (!ended && known.permits["read.seat"])) {
    return html`<main class="me">
      <h1 class="who">${t("phone.title")}</h1>
      <p>${t(known || connected ? "phone.connecting" : "connection.lost")}</p>
    </main>`;
  }
  return html`<main class="me">
    <h1 class="who">${t(state ? "phone.ended" : "phone.not-paired")}</h1>
    <p>${t(state ? "phone.ended-help" : "phone.not-paired-help")}</p>
    <div class="two">
      <a class="button" href="/">${t("phone.to-display")}</a>
      <a class="button main" href="/pair">${t("access.pair-title")}</a>
    </div>
  </main>`;
}

/** Until when this phone stays paired. */
export function roleEnd() {
  const expires = me()?.expires;
  if (!expires) return nothing;
  const time = new Date(expires).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
  return html`<p class="quiet">${t("phone.paired-until", { time })}</p>`;
}
