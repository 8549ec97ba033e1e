// A table over the picture of a video stream: the hand that is played, and each player's wind, name and score. There is
// nothing to touch, and nothing to see while no match is played.

import { show } from "../../shared/draw.js";
import { handName } from "../../shared/matchwords.js";
import { figure, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { HallPage } from "../shared/page.js";

/** @import { OverlayMatch } from "../shared/types.js" */

const table = location.pathname.split("/")[2] ?? "";
const page = new HallPage({ title: "hall.screen", topics: [`overlay/${table}`], draw });
page.start();

function draw() {
  const match = page.view(`overlay/${table}`)?.match;
  show("main", match ? drawMatch(match) : nothing);
}

/** @param {OverlayMatch} match */
const drawMatch = (match) => html`
  ${match.prevailing || match.asks.hands ? html`<p class="hand">${handName(match, match)}</p>` : nothing}
  ${match.seats.map(
    ({ seat, name, wind, score }) =>
      html`<p class="player" data-dealer=${String(seat === match.dealer)}>
        ${wind ? html`<span class="wind">${t(`wind.${wind}`)}</span>` : nothing}
        <span class="name">${name}</span>
        <span class="score">${figure(score)}</span>
      </p>`,
  )}
`;
