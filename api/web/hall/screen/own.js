// What is a player's own in a tournament: seat now and next, games with their results, calls, protests, place.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { points } from "../shared/figures.js";
import { sayEqual } from "../shared/equal.js";
import { ask } from "../shared/form.js";
import { isSent, photoField } from "../shared/photo.js";
import { offence } from "../shared/tariff.js";
import { clockTime } from "../shared/times.js";
import { reached } from "../tournament/standingstable.js";
import { left, until } from "./clock.js";

/** @import { OwnGame, OwnSeat, PlayerView } from "../shared/types.js" */

const WINDS = ["E", "S", "W", "N"];
const LONGEST_WORDS = 500;

/** @typedef {(row: string, fields?: Record<string, unknown>) => unknown} GiveOwn */

/**
 * @param {PlayerView} view
 * @param {GiveOwn} give
 */
export const own = (view, give) =>
  html`${seatCard(view, give)} ${view.next ? nextCard(view.next) : nothing}
  ${[...view.games].reverse().map((game) => gameCard(view, game, give))} ${placeCard(view)} ${pastCard(view)}`;

/**
 * @param {PlayerView} view
 * @param {GiveOwn} give
 */
function seatCard(view, give) {
  const { seat } = view;
  if (!seat) {
    return html`<section class="card seat">
      <p>${PLAYED.includes(view.phase) && !view.status ? t("hall.phone.no-seat") : t(`hall.phase.${view.phase}`)}</p>
    </section>`;
  }
  const runs = seat.start && seat.gong && !seat.standing;
  return html`<section class="card seat">
    <p class="quiet">${t("hall.tournament.round-of", { n: seat.round, of: view.rounds })}</p>
    <p class="where"><span class="number">${seat.table}</span><span class="han">${wind(seat.seat)}</span></p>
    <p class="quiet">${t("hall.table.number", { n: seat.table })}</p>
    ${runs && seat.gong ? html`<p class="clock number">${left(until(seat.gong))}</p>` : nothing}
    ${seat.standing ? html`<p>${t("hall.clock.stands")}</p>` : nothing}
    <ul class="plain">
      ${seat.seats.map(
        (one, at) =>
          html`<li class=${at === seat.seat ? "me" : ""}><span class="han">${wind(at)}</span> ${one.name}</li>`,
      )}
    </ul>
    <div class="row acts">
      ${
        seat.start
          ? nothing
          : seat.sitting
            ? html`<p role="status">${t("hall.phone.sitting")}</p>`
            : html`<button type="button" class="main" @click=${() => give("take-own-seat")}>
                ${t("hall.phone.sit")}
              </button>`
      }
      ${
        view.call
          ? html`<p role="status">${t("hall.phone.called", { time: clockTime(view.call.time) })}</p>`
          : html`<button type="button" @click=${() => callReferee(give)}>${t("hall.phone.call")}</button>`
      }
    </div>
  </section>`;
}

/** Phases in which a round is seated and not locked. */
const PLAYED = ["seated", "running", "time-called", "results-in", "protest-window"];

/** @param {number} at */
const wind = (at) => t(`wind.${WINDS[at]}`);

/** @param {OwnSeat} next */
const nextCard = (next) =>
  html`<section class="card">
    <h2>${t("hall.phone.next")}</h2>
    <p>${t("hall.phone.next-seat", { n: next.round, table: next.table, wind: wind(next.seat) })}</p>
  </section>`;

/**
 * A game whose round is open, or was not locked long ago.
 * @param {PlayerView} view
 * @param {OwnGame} game
 * @param {GiveOwn} give
 */
function gameCard(view, game, give) {
  if (!game.open) return nothing;
  const ended = game.scores.length > 0 && game.state !== "playing";
  return html`<section class="card stack game" data-state=${game.state ?? "none"}>
    <div class="row apart">
      <h2>${t("hall.round.number", { n: game.round })}</h2>
      <span class="chip">${t(`hall.result.${game.state ?? "none"}`)}</span>
    </div>
    ${
      game.scores.length > 0
        ? html`<ul class="plain">
            ${game.seats.map(
              (one, at) =>
                html`<li class=${at === game.seat ? "me" : ""}>
                  ${one.name}<span class="number">${game.scores[at].toLocaleString()}</span>
                </li>`,
            )}
          </ul>`
        : nothing
    }
    ${agreement(game, give)}
    ${
      !game.board && game.state !== "confirmed" && game.state !== "locked"
        ? html`<button type="button" @click=${() => enterResult(view, game, give)}>
            ${t(ended ? "hall.result.correct" : "hall.result.enter")}
          </button>`
        : nothing
    }
    ${ended ? protesting(view, game, give) : nothing}
  </section>`;
}

/**
 * @param {OwnGame} game
 * @param {GiveOwn} give
 */
function agreement(game, give) {
  if (game.state === null || game.state === "playing" || game.state === "locked") return nothing;
  if (game.entry === null) return game.state === "proposed" ? html`<p>${t("hall.phone.at-table")}</p>` : nothing;
  if (game.disputed) return html`<p role="status">${t("hall.phone.disputed")}</p>`;
  const wrong = html`<button type="button" @click=${() => dispute(game, give)}>${t("hall.phone.dispute")}</button>`;
  if (game.confirmed)
    return html`<p role="status">${t("hall.phone.confirmed")}</p>
      ${wrong}`;
  return html`<div class="row">
    <button type="button" class="main" @click=${() => give("confirm-own-result", { entry: game.entry })}>
      ${t("hall.phone.confirm")}
    </button>
    ${wrong}
  </div>`;
}

/**
 * @param {PlayerView} view
 * @param {OwnGame} game
 * @param {GiveOwn} give
 */
function protesting(view, game, give) {
  const ends = game.protests_until;
  if (ends && until(ends) <= 0) return nothing;
  void view;
  return html`<div class="row apart">
    <button type="button" @click=${() => protest(game, give)}>${t("hall.phone.protest")}</button>
    ${ends ? html`<small class="quiet">${t("hall.phone.protest-until", { time: clockTime(ends) })}</small>` : nothing}
  </div>`;
}

/** @param {PlayerView} view */
function placeCard(view) {
  const row = view.standing;
  if (!row || view.reach.round === 0) return nothing;
  return html`<section class="card">
    <h2>${reached(view.reach)}</h2>
    <p class="where">
      <span class="number"><small class="quiet">${t("hall.standings.place")}</small>${row.place ?? "–"}</span>
      <span class="number"><small class="quiet">${t("hall.standings.points")}</small>${points(row.points)}</span>
    </p>
    <ul class="plain">
      ${view.games.map(
        (game) =>
          html`<li>
            ${t("hall.round.number", { n: game.round })} · ${t("hall.table.number", { n: game.table })}
            <span class="number">${game.points === null ? "·" : points(game.points, true)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {PlayerView} view */
function pastCard(view) {
  if (view.protests.length === 0 && view.fines.length === 0) return nothing;
  return html`<section class="card stack">
    <h2>${t("hall.tab.offences")}</h2>
    ${view.protests.map(
      (one) =>
        html`<div class="entry">
          <div class="row apart">
            <span>${t("hall.round.number", { n: one.round })}</span>
            <span class="chip">${t(decision(one.upheld ?? null))}</span>
          </div>
          <p>${one.text}</p>
          ${one.ruling ? html`<p class="small">${one.ruling} · ${one.referee}</p>` : nothing}
        </div>`,
    )}
    ${view.fines.map((one) => html`<p class="small">${points(one.points)} · ${offence(one.kind)} · ${one.why}</p>`)}
  </section>`;
}

/** @param {boolean | null} upheld */
const decision = (upheld) =>
  upheld === null ? "hall.protest.open" : upheld ? "hall.protest.upheld" : "hall.protest.rejected";

// ---------------------------------------------------------------- dialogs

/** @param {GiveOwn} give */
const callReferee = (give) =>
  ask({
    title: t("hall.phone.call"),
    fields: [{ name: "text", label: t("hall.phone.call-why"), longest: LONGEST_WORDS }],
    values: { text: "" },
    button: t("hall.phone.call"),
    send: async ({ text }) => give("call-referee", { text }),
  });

/**
 * @param {OwnGame} game
 * @param {GiveOwn} give
 */
const dispute = (game, give) =>
  ask({
    title: t("hall.phone.dispute"),
    fields: [{ name: "text", label: t("hall.phone.dispute-why"), longest: LONGEST_WORDS }],
    values: { text: "" },
    button: t("hall.phone.dispute"),
    send: async ({ text }) => give("dispute-own-result", { entry: game.entry, text }),
  });

/**
 * @param {OwnGame} game
 * @param {GiveOwn} give
 */
const protest = (game, give) =>
  ask({
    title: t("hall.phone.protest"),
    fields: [{ name: "text", label: t("hall.protest.text"), many: true, longest: LONGEST_WORDS }],
    values: { text: "" },
    button: t("hall.phone.protest"),
    send: async ({ text }) => give("make-own-protest", { round: game.round, text }),
  });

/**
 * @param {PlayerView} view
 * @param {OwnGame} game
 * @param {GiveOwn} give
 */
const enterResult = (view, game, give) =>
  ask({
    title: t("hall.table.number", { n: game.table }),
    fields: [
      ...game.seats.map((one, at) => ({
        name: `score${at}`,
        label: `${wind(at)} ${one.name}`,
        kind: /** @type {const} */ ("number"),
      })),
      { name: "sticks", label: t("hall.result.sticks"), kind: /** @type {const} */ ("number") },
      photoField(view.tournament),
    ],
    values: { ...Object.fromEntries(game.scores.map((score, at) => [`score${at}`, score])), sticks: game.sticks },
    button: t("hall.save"),
    send: async (values) => {
      if (!isSent(values.sheet)) return null;
      const scores = [0, 1, 2, 3].map((at) => values[`score${at}`] ?? 0);
      const { sticks, sheet } = values;
      const table = { round: game.round, table: game.table };
      const done = await give("enter-own-result", { ...table, scores, sticks: sticks ?? 0, sheet: sheet ?? "" });
      if (done)
        sayEqual(
          scores,
          game.seats.map(({ name }) => name),
        );
      return done;
    },
  });
