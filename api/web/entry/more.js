// The rare things of an entry: declarations, a robbed kong, who is liable, other totals, what was special about a hand,
// and why the hand counts what it counts.

import { radios, tick } from "../shared/controls.js";
import { t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { needsFu } from "./amount.js";
import { declaredParts, liablePart } from "./afterwards.js";
import { explanation } from "./explain.js";
import { asksHere, flagsFor } from "./form.js";
import { pickSource } from "./people.js";
import { paymentLines } from "./preview.js";
import { fuKeys, limits, totalField, totalOf, valueOf } from "./pad.js";

/** @import { Asking } from "./ask.js" */
/** @import { About, WinEntry } from "./form.js" */

/** @param {Asking} asking */
export function morePanel(asking) {
  const { form, about, edit, view, answer, played } = asking;
  const win = form.wins[view.winner] ?? form.wins[0];
  return html`<div class="work more">
    ${declaredParts(form, asksHere(about), declarers(about), edit)}
    ${form.kind === "win" ? ofWin(asking, win) : nothing}
    ${(answer?.results ?? []).map((result) => explanation(result, played))}
    ${answer ? paymentLines(answer, about) : nothing}
  </div>`;
}

/** @param {About} about */
const declarers = ({ seats, own }) => seats.filter(({ seat }) => own === null || seat === own);

/**
 * @param {Asking} asking
 * @param {WinEntry} win
 */
function ofWin(asking, win) {
  const { form, about, edit } = asking;
  return html`
    ${sourcePart(asking, win)} ${form.full ? nothing : otherTotals(asking, win)}
    ${liablePart(win, about.asks, form.full, about.seats, edit)} ${form.full ? special(asking, win) : nothing}
  `;
}

/**
 * A tile of another player may come from a kong.
 * @param {Asking} asking
 * @param {WinEntry} win
 */
function sourcePart({ form, about, edit }, { source }) {
  const offered = about.asks.sources.filter((each) => each !== "self-draw");
  if (!source || source === "self-draw" || offered.length < 2) return nothing;
  const entries = /** @type {("discard" | "robbed-kong")[]} */ (offered).map((value) => ({
    value,
    text: t(`source.${value}`),
  }));
  return html`<div class="labelled">
    <h3>${t("result.source")}</h3>
    ${radios(t("result.source"), entries, source, (picked) => edit(() => pickSource(form, picked)))}
  </div>`;
}

/**
 * @param {Asking} asking
 * @param {WinEntry} win
 */
function otherTotals({ about, unit, edit }, win) {
  const multiples = limits(about.asks);
  const pick = (/** @type {string} */ value) => edit(() => Object.assign(win, totalOf(value, about.asks)));
  return html`
    ${
      multiples.length > 1
        ? html`<div class="labelled">
            <h3>${t("entry.multiples")}</h3>
            ${radios(t("entry.multiples"), multiples, valueOf(win), pick)}
          </div>`
        : nothing
    }
    ${totalField(win, about.asks, unit, edit)}
    ${
      needsFu(win, about.asks)
        ? html`<div class="labelled">
            <h3>${t("unit.fu")}</h3>
            ${fuKeys(win, about.asks.fu, false, edit, "row")}
          </div>`
        : nothing
    }
  `;
}

/**
 * @param {Asking} asking
 * @param {WinEntry} win
 */
function special({ about, edit }, win) {
  const { tiles } = win;
  const flags = flagsFor(win, about);
  if (!flags.length) return nothing;
  const set = (/** @type {string} */ flag, /** @type {boolean} */ on) =>
    edit(() => void (tiles.flags = on ? [...tiles.flags, flag] : tiles.flags.filter((each) => each !== flag)));
  return html`<div class="labelled" role="group" aria-label=${t("hand.special")}>
    <h3>${t("hand.special")}</h3>
    <div class="flags">
      ${flags.map((flag) => tick(wordOr(`flag.${flag}`, flag), tiles.flags.includes(flag), (on) => set(flag, on)))}
    </div>
  </div>`;
}
