// Standings at the desk, also while they are hidden from everybody.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { may } from "../shared/frame.js";
import { allStandings, reached } from "./standingstable.js";

/** @import { Give, StandingsView, Tournament } from "../shared/types.js" */

/**
 * @param {Tournament} it
 * @param {StandingsView | null | undefined} view
 * @param {Give} give
 * @param {() => void} redraw
 */
export function standingsTab(it, view, give, redraw) {
  if (!view) return nothing;
  const round = it.rounds.findLast(({ locked }) => locked)?.number ?? 0;
  return html`<div class="row apart">
      <p class="quiet">${reached(view.reach)}</p>
      <span class="row">
        ${
          view.reach.hidden && round > view.reach.round && may("tournament.publish-standings")
            ? html`<button @click=${() => give("publish-standings", { round })}>
                ${t("hall.standings.publish", { n: round })}
              </button>`
            : nothing
        }
        <a class="button" href="/standings/${it.tournament}">${t("hall.standings.public")}</a>
      </span>
    </div>
    ${allStandings(it.tournament, view, redraw)}`;
}
