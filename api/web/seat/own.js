// The player's own score, wind and place: what is looked at most.

import { figure, t } from "../shared/words.js";
import { windSign } from "../shared/wind.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { SeatMatch, SeatSnapshot } from "../shared/types.js" */

/** @typedef {NonNullable<SeatMatch["own"]>} Own */

/** @param {SeatSnapshot} state */
export function own({ match, seat, wait }) {
  const player = match?.own;
  if (!match || !player) {
    return html`<h1 class="who">${t("seat.number", { n: seat + 1 })}</h1>
      <p class="gaps">${t(match ? "phone.empty-seat" : "felt.no-match")}</p>
      ${nextWall(wait)}`;
  }
  const deals = match.dealer === seat && match.phase !== "over" && match.phase !== "first-dealer";
  return html`<h1 class="who">
      ${player.wind ? windSign(player.wind) : nothing}<span>${player.name}</span>
      ${deals ? html`<span class="tag">${t("match.dealer")}</span>` : nothing}
    </h1>
    <p class="mine n ${player.score < 0 ? "minus" : ""}">${figure(player.score)}</p>
    <p class="gaps">
      <b>${t("felt.place", { n: player.place })}</b>${player.gap ? html`<span>${gapText(player.gap)}</span>` : nothing}
    </p>
    ${laid(match)} ${match.phase === "over" ? nothing : nextWall(wait)}`;
}

/** @param {NonNullable<Own["gap"]>} gap */
function gapText({ name, points }) {
  if (points === 0) return t("phone.level-with", { name });
  return t(points > 0 ? "phone.ahead-of" : "phone.behind", { name, points: Math.abs(points) });
}

/** What lies on the table before this player. @param {SeatMatch} match */
const laid = ({ declarations }) =>
  declarations
    .filter((each) => each.laid)
    .map(
      ({ declaration, stake }) =>
        html`<p class="laid">
          <span class="stick" aria-hidden="true"></span>${t("phone.on-table", {
            what: t(`declare.${declaration}`),
            points: stake,
          })}
        </p>`,
    );

/** @param {SeatSnapshot["wait"]} wait */
function nextWall({ state, seconds, progress }) {
  if (state === "none") return nothing;
  const text = seconds === null ? t(`phone.wall.${state}`) : t("phone.wall.seconds", { seconds });
  return html`<p class="wall">${text}${state === "building" ? progressBar(progress) : nothing}</p>`;
}

/** @param {number} progress */
const progressBar = (progress) => html`<progress value=${progress} aria-label=${t("phone.wall.building")}></progress>`;
