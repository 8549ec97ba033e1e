// What a result pays, beside Confirm: the hand in a few words, all four with their nets, and who deals next.

import { handName, potText, seatName } from "../shared/matchwords.js";
import { hanOf } from "../shared/seats.js";
import { figure, listed, signed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { worthText } from "./amount.js";
import { itemName } from "./explain.js";
import { stickLines } from "./preview.js";

/** @import { Asks, PreviewAnswer, Wind } from "../shared/types.js" */
/** @import { WithSeats } from "../shared/matchwords.js" */
/** @import { Played } from "./explain.js" */
/** @import { About } from "./form.js" */

/**
 * `title`: what is entered in a few words; `scores`: those of now by seat, null where a net would not lead to a score.
 * @typedef {{
 *   about: About, answer: PreviewAnswer | null, title: string, played: Played, unit: string,
 *   scores: Map<number, number> | null,
 * }} Ledger
 */

/**
 * The coming hand as the journal keeps it.
 * @typedef {{ prevailing: Wind, number: number, round: number, extra: number, carry: number }} Coming
 */

/** @param {Ledger} ledger */
export function ledgerPart(ledger) {
  const { about, answer, title } = ledger;
  return html`<section class="ledger" aria-label=${t("result.preview")} aria-live="polite">
    <header>
      <b>${answer?.wins.length ? worths(ledger, answer) : title}</b>
      <span>${answer ? details(ledger, answer) : t("entry.nothing-paid")}</span>
    </header>
    ${about.seats.map(({ seat, name, wind }) => line(ledger, seat, name, hanOf(wind ?? null), wind === "E"))}
    <footer>${answer ? nextText(answer, about) : t("entry.next-unknown")}</footer>
  </section>`;
}

/**
 * @param {Ledger} ledger
 * @param {number} seat
 * @param {string} name
 * @param {string} wind
 * @param {boolean} dealer
 */
function line({ answer, scores }, seat, name, wind, dealer) {
  const net = answer?.net[seat];
  const before = scores?.get(seat);
  const after =
    before === undefined ? "" : net === undefined ? figure(before) : `${figure(before)} → ${figure(before + net)}`;
  const kind = net === undefined ? "none" : net > 0 ? "plus" : net < 0 ? "minus" : "none";
  return html`<div class="line seat-${seat}">
    <span class="wind han ${dealer ? "east" : ""}" lang="zh-Hant">${wind}</span><b class="name">${name}</b
    ><span class="after n thin">${after}</span
    ><span class="net n ${kind}">${net === undefined ? "–" : signed(net)}</span>
  </div>`;
}

/**
 * @param {Ledger} ledger
 * @param {PreviewAnswer} answer
 */
function worths({ unit }, { wins }) {
  return wins.map((win) => worthText(win, unit)).join(" / ");
}

/**
 * @param {Ledger} ledger
 * @param {PreviewAnswer} answer
 */
function details({ about, played }, answer) {
  const items = answer.results.flatMap(({ items: found }) =>
    Object.entries(found).map(([id, value]) => `${itemName(id, played)} ${value}`),
  );
  const passed = answer.passed_over.map((seat) => seatName(about, seat));
  return listed([
    ...items,
    ...(passed.length ? [t("result.passed-over", { names: listed(passed) })] : []),
    ...stickLines(answer, about),
  ]);
}

/**
 * The hand that comes. People may change their seats before it.
 * @param {PreviewAnswer} answer
 * @param {{ asks: Asks } & WithSeats} about
 */
function nextText({ next, ends_match: over }, about) {
  if (over) return html`<b>${t("result.ends-match")}</b>`;
  if (!next) return nothing;
  const { prevailing, number, round, extra, carry } = /** @type {Coming} */ (/** @type {unknown} */ (next));
  const hand = handName({ prevailing, in_round: number - round * about.seats.length, extra, carry }, about);
  const dealer = t("result.next-dealer", { name: next.dealer_name ?? seatName(about, next.dealer) });
  const pot = next.carry || next.deposits ? potText(about.asks, next) : "";
  const jackpot = next.jackpot ? t("match.jackpot", { points: next.jackpot }) : "";
  return [hand, dealer, pot, jackpot].filter(Boolean).join(" · ");
}
