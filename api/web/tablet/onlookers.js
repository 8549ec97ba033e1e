// For people who only look: everything upright, ordered by rank, nothing to touch. The same for a wall and a stream.

import { lamp, lightKind, lightWord } from "../shared/light.js";
import { handName, wonAlready } from "../shared/matchwords.js";
import { HAN } from "../shared/seats.js";
import { clock, figure, known, listed, signed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { sentenceOf } from "./bar.js";
import { lastHands, scoreLine } from "./course.js";
import { big, handSign, ring } from "./felt/parts.js";
import { pot } from "./felt/playing.js";
import { dealerTag, dealsNow, riichiSeats } from "./rail.js";

/** @import { Match, MatchSeat, PlayedMatch, Snapshot } from "../shared/types.js" */

/**
 * @param {Snapshot} state
 * @param {boolean} connected
 * @param {Date} now
 * @param {PlayedMatch | null} played hand by hand; null where that is not known
 */
export function onlookers(state, connected, now, played) {
  const { match, name } = state;
  const kind = lightKind(connected, state.light);
  const game = match && known(`ruleset.${match.ruleset}`) ? t(`ruleset.${match.ruleset}`) : "";
  return html`<main class="board" aria-label=${name || t("page.title")}>
      <header>
        <b>${name || "雀卓"}</b><span>${game}</span><span class="n thin">${clock(now.toISOString())}</span>
      </header>
      <ol class="places">
        ${match ? ranked(match).map((row) => placeRow(match, row, played)) : nothing}
      </ol>
    </main>
    <aside class="side-felt">
      <div class="disc">${ring(0)} ${match?.prevailing ? handOf(match) : big(t("felt.no-match"))}</div>
      ${match ? html`<div class="lay">${pot(match)}</div>` : nothing} ${match ? lastHands(played, match) : nothing}
    </aside>
    <footer class="foot">
      <div class="lit" role="status">${lamp(kind)}<span>${lightWord(kind)}</span></div>
      <div class="say">
        <h1 class="sentence" aria-live="polite">${aboutHand(state, connected) ?? sentenceOf(state, connected)}</h1>
      </div>
    </footer>`;
}

/**
 * While a hand is played, onlookers are not told what to enter, but which hand it is and who is in riichi.
 * @param {Snapshot} state
 * @param {boolean} connected
 */
function aboutHand({ match, sentence }, connected) {
  if (!connected || match?.phase !== "play" || sentence.key !== "match.next-result") return undefined;
  const hand = handName(match, match);
  const names = match.seats.filter(({ seat }) => riichiSeats(match).includes(seat)).map(({ name }) => name);
  return names.length ? t("wall.in-riichi", { hand, names: listed(names) }) : t("wall.playing", { hand });
}

/** @param {Match} match */
const handOf = (match) => html`${handSign(match)} ${big(handName(match, match))}`;

/**
 * The players by score; who has as much as another has the same place.
 * @param {Match} match
 * @returns {{ player: MatchSeat, place: number, gap: number }[]}
 */
export function ranked({ seats }) {
  const sorted = [...seats].sort((a, b) => b.score - a.score);
  return sorted.map((player) => ({
    player,
    place: 1 + seats.filter(({ score }) => score > player.score).length,
    gap: player.score - sorted[0].score,
  }));
}

/**
 * @param {Match} match
 * @param {{ player: MatchSeat, place: number, gap: number }} row
 * @param {PlayedMatch | null} played
 */
function placeRow(match, { player, place, gap }, played) {
  const { seat, name, wind, score } = player;
  const dealer = dealsNow(match, seat);
  return html`<li class="place-row seat-${seat} ${dealer ? "dealer" : ""}">
    <span class="n place-no">${place}</span>
    ${
      wind
        ? html`<span
            class="wind han ${wind === "E" ? "east" : ""}"
            lang="zh-Hant"
            role="img"
            aria-label=${t(`wind.${wind}`)}
            >${HAN[wind]}</span
          >`
        : html`<span></span>`
    }
    <div class="who">
      <b>${name}</b>
      <span>
        ${dealer ? dealerTag(match) : nothing}
        ${riichiSeats(match).includes(seat) ? html`<span class="tag riichi">${t("rail.riichi")}</span>` : nothing}
        ${wonAlready(match).includes(seat) ? html`<span class="tag note">${t("rail.won")}</span>` : nothing}
        ${behind(gap)}
      </span>
    </div>
    ${scoreLine(played, player)}
    <span class="score n ${score < 0 ? "minus" : ""}">${figure(score)}</span>
  </li>`;
}

/** How far behind the first. @param {number} gap */
const behind = (gap) =>
  gap ? html`<span class="gap n thin">${signed(gap)}</span>` : html`<span class="gap">${t("wall.leads")}</span>`;
