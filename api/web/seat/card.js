// What there is to do now for this player: dice that want something, a result to confirm, a stick to lay. One thing at
// a time, the most urgent first.

import { t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { diceCard, diceNote } from "./dicecard.js";
import { handName, netFigure } from "../shared/matchwords.js";
import { resultText } from "./resulttext.js";
import { roleEnd } from "./stranger.js";
import { mayBePaid, mayWin } from "./winning.js";

/** @import { SeatHand, SeatMatch, SeatSnapshot } from "../shared/types.js" */
/** @import { SeatPage } from "./seat.js" */

/**
 * @param {SeatPage} page
 * @param {SeatSnapshot} state
 */
export function card(page, state) {
  const { match } = state;
  const dice = diceCard(page, state);
  if (dice) return dice;
  if (!match?.own) return html`<p>${t("phone.nothing-to-do")}</p>`;
  if (match.phase === "play") {
    return html`${playCard(page, match)} ${diceNote(page, state)}
    ${match.last ? earlier(page, match, match.last) : nothing}`;
  }
  if (match.last) return resultCard(page, match, match.last);
  if (match.phase === "over") return overCard(match);
  return html`${playCard(page, match)} ${diceNote(page, state)}`;
}

/**
 * The result before the hand that is being played, while it still wants this player's word. Play does not wait for it.
 * @param {SeatPage} page
 * @param {SeatMatch} match
 * @param {SeatHand} hand
 */
function earlier(page, match, hand) {
  const open = match.confirmation === "phones" && hand.standing === "open" && !confirmedBy(hand, match.own?.seat);
  if (!open && hand.own_dispute === null) return nothing;
  const word = t(open ? "phone.earlier-open" : "phone.earlier-disputed", { hand: handName(hand, match) });
  return html`<details class="given">
    <summary>${word}</summary>
    ${resultCard(page, match, hand)}
  </details>`;
}

/**
 * @param {SeatHand} hand
 * @param {number | undefined} seat
 */
const confirmedBy = (hand, seat) => hand.players.some((each) => each.seat === seat && each.confirmed);

// ------------------------------------------------------------ a result

/**
 * @param {SeatPage} page
 * @param {SeatMatch} match
 * @param {SeatHand} hand
 */
function resultCard(page, match, hand) {
  return html`<h2>${resultText(match, hand)}</h2>
    <p class="pay">${t(payWord(hand.net))}${netFigure(hand.net)}</p>
    ${match.confirmation === "phones" ? marks(hand) : nothing} ${agreement(page, match, hand)}
    ${match.phase === "over" ? overCard(match) : nothing}`;
}

/** @param {number} net */
const payWord = (net) => (net > 0 ? "phone.you-get" : net < 0 ? "phone.you-pay" : "phone.nothing-for-you");

/** Who has confirmed, and who does not agree. @param {SeatHand} hand */
const marks = ({ players, disputed }) =>
  html`<ul class="marks">
    ${players.map(({ seat, name, confirmed }) => {
      const [kind, sign, word] = disputed.includes(seat)
        ? ["no", "✗", t("phone.disputes")]
        : confirmed
          ? ["yes", "✓", t("phone.has-confirmed")]
          : ["", "", t("phone.has-not-confirmed")];
      return html`<li class=${kind}>${sign} ${name}<span class="unseen"> ${word}</span></li>`;
    })}
  </ul>`;

/**
 * @param {SeatPage} page
 * @param {SeatMatch} match
 * @param {SeatHand} hand
 */
function agreement(page, match, hand) {
  if (hand.standing === "locked") return html`<p>${t("phone.final")}</p>`;
  if (page.waiting.find("/matches/current/confirmations", hand.hand)) return html`<p>${t("phone.kept")}</p>`;
  if (page.waiting.find("/matches/current/disputes", hand.hand)) return html`<p>${t("phone.dispute-kept")}</p>`;
  const mine = confirmedBy(hand, match.own?.seat);
  const asked = match.confirmation === "phones" && (!mine || hand.own_dispute !== null);
  const confirm = asked
    ? html`<button type="button" class="main" @click=${() => page.confirm(hand)}>
        ${t(hand.own_dispute === null ? "phone.confirm" : "phone.confirm-after-all")}
      </button>`
    : nothing;
  const dispute =
    hand.own_dispute === null
      ? html`<button type="button" @click=${() => page.dispute(hand)}>${t("phone.dispute")}</button>`
      : nothing;
  return html`${standing(match, hand, mine)}
    <div class="two">${dispute}${confirm}</div>`;
}

/**
 * @param {SeatMatch} match
 * @param {SeatHand} hand
 * @param {boolean} mine whether this player has confirmed it
 */
function standing(match, hand, mine) {
  if (hand.own_dispute !== null) return html`<p>${t("phone.you-dispute", { text: hand.own_dispute })}</p>`;
  if (hand.standing === "disputed") return html`<p>${t("phone.disputed")}</p>`;
  if (hand.standing === "confirmed") return html`<p>${t("agree.all")}</p>`;
  if (match.confirmation === "tablet" && hand.standing === "open") return html`<p>${t("phone.on-tablet")}</p>`;
  return mine && match.confirmation === "phones" ? html`<p>${t("phone.you-confirmed")}</p>` : nothing;
}

// ------------------------------------------------------------ the rest

/**
 * @param {SeatPage} page
 * @param {SeatMatch} match
 */
function playCard(page, match) {
  if (match.phase !== "play") return html`<p>${t(match.next.key, match.next.args)}</p>`;
  if (page.waiting.find("/matches/current/hands/current/declarations", match.index))
    return html`<p>${t("phone.kept")}</p>`;
  if (page.winWaits(match.index) || page.paidWaits(match.index)) return html`<p>${t("phone.kept")}</p>`;
  const win = mayWin(match)
    ? html`<button type="button" class="win" @click=${() => page.enterWin()}>${t("phone.enter-win")}</button>`
    : nothing;
  const paid = mayBePaid(match)
    ? html`<button type="button" class="paid" @click=${() => page.enterPaid()}>${t("at-once.open")}</button>`
    : nothing;
  return html`${match.declarations.length ? stakes(page, match) : html`<p>${t("phone.play")}</p>`} ${paidBefore(match)}
  ${paid}${win}`;
}

/** What this player was paid at once in this hand. @param {SeatMatch} match */
const paidBefore = ({ paid }) =>
  paid.map(({ instant, net }) => html`<p class="pay">${wordOr(`instant.${instant}`, instant)}${netFigure(net)}</p>`);

/**
 * @param {SeatPage} page
 * @param {SeatMatch} match
 */
const stakes = (page, match) =>
  match.declarations.map(({ declaration, stake, laid }) => {
    const what = wordOr(`declare.${declaration}`, declaration);
    const press = () => page.declare(declaration, laid);
    return laid
      ? html`<button type="button" class="stake" @click=${press}>${t("phone.take-back", { what })}</button>`
      : html`<button type="button" class="stake main" @click=${press}>
          <span class="stick" aria-hidden="true"></span>${t("phone.lay", { what, points: stake })}
        </button>`;
  });

/** @param {SeatMatch} match */
const overCard = ({ final }) =>
  html`<h2>${final ? t("phone.over-place", { place: final.place }) : t("phone.over")}</h2>
    ${roleEnd()}`;
