// A round at the desk: its clock, its tables, and results that come from tables or are entered here.

import { labelled, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { refusalText } from "../shared/alarm.js";
import { sayEqual } from "../shared/equal.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { addressOfPhoto, isSent, photoField } from "../shared/photo.js";
import { clockTime } from "../shared/times.js";
import { handsDialog, knowsGame } from "./hands.js";

/** @import { Game, Give, Place, Round, Tournament } from "../shared/types.js" */

const WINDS = ["E", "S", "W", "N"];
let chosen = 0;

/**
 * @param {Tournament} it
 * @param {Place[]} places the tables of the hall
 * @param {Give} give
 * @param {() => Tournament} now
 * @param {() => void} redraw
 */
export function roundTab(it, places, give, now, redraw) {
  const round = it.rounds[chosen - 1] ?? it.rounds.at(-1);
  if (!round) return html`<p class="card empty">${t("hall.round.none")}</p>`;
  const names = new Map(it.entrants.map(({ id, name }) => [id, name]));
  return html`<div class="row apart">
      <div class="row" role="group" aria-label=${t("hall.tab.round")}>
        ${it.rounds.map(
          ({ number }) =>
            html`<button
              aria-pressed=${String(number === round.number)}
              @click=${() => {
                chosen = number;
                redraw();
              }}
            >
              ${t("hall.round.number", { n: number })}
            </button>`,
        )}
      </div>
      ${clock(it, round, give)}
      <span class="row">
        ${
          may("tournament.extend-clock") && !round.called && isPlayed(it, round)
            ? html`<button @click=${() => extend(0, give)}>${t("hall.clock.extend-all")}</button>`
            : nothing
        }
        ${
          may("tournament.exchange-seats") && !round.locked && !it.abandoned
            ? html`<button @click=${() => exchange(it, round, names, give, now)}>${t("hall.seat.exchange")}</button>`
            : nothing
        }
        <button @click=${() => print()}>${t("hall.print")}</button>
      </span>
    </div>
    ${it.calls.map((call) => calls(call, names, give))}
    <div class="tiles">${round.games.map((game) => table(it, round, game, names, places, give, now))}</div>`;
}

/**
 * A player wants a referee.
 * @param {Tournament["calls"][number]} call
 * @param {Map<string, string>} names
 * @param {Give} give
 */
const calls = (call, names, give) =>
  html`<section class="card row apart call" role="alert">
    <span>
      <b>${t("hall.call.who", { name: names.get(call.entrant) ?? call.entrant, n: call.table })}</b>
      · ${clockTime(call.time)} ${call.text}
    </span>
    ${
      may("tournament.answer-call")
        ? html`<button class="main" @click=${() => give("answer-call", { call: call.number })}>
            ${t("hall.call.answer")}
          </button>`
        : nothing
    }
  </section>`;

/**
 * Whether games of the round are played now.
 * @param {Tournament} it
 * @param {Round} round
 */
const isPlayed = (it, round) =>
  !it.abandoned && round.number === it.rounds.length && (it.phase === "running" || it.phase === "time-called");

/**
 * @param {Tournament} it
 * @param {Round} round
 * @param {Give} give
 */
function clock(it, round, give) {
  if (!round.start) return nothing;
  const gong = round.games.find((game) => game.gong)?.gong;
  return html`<div class="row">
    <span>${t("hall.round.started", { time: clockTime(round.start) })}</span>
    ${gong ? html`<b>${t("hall.round.gong", { time: clockTime(gong) })}</b>` : nothing}
    ${
      may("tournament.switch-clock") && !round.called && isPlayed(it, round)
        ? html`<button @click=${() => give("switch-clock", { runs: round.standing })}>
            ${t(round.standing ? "hall.clock.go-on" : "hall.clock.stop")}
          </button>`
        : nothing
    }
  </div>`;
}

/**
 * @param {Tournament} it
 * @param {Round} round
 * @param {Game} game
 * @param {Map<string, string>} names
 * @param {Place[]} places
 * @param {Give} give
 * @param {() => Tournament} now
 */
const table = (it, round, game, names, places, give, now) =>
  html`<section class="card game" data-state=${game.state ?? "none"}>
    <div class="row apart">
      <h2>
        ${t("hall.table.number", { n: game.table })}
        <small class="quiet">${placeOf(game, places)}</small>
      </h2>
      <span class="chip">
        ${
          game.sitting.length > 0 && !round.start
            ? t("hall.round.sitting", { n: game.sitting.length, of: game.seats.length })
            : t(`hall.result.${game.state ?? "none"}`)
        }
      </span>
    </div>
    <table>
      <tbody>
        ${game.seats.map(
          (id, seat) =>
            html`<tr>
              <td class="wind">${t(`wind.${WINDS[seat]}`)}</td>
              <td>
                ${names.get(id) ?? id}
                ${
                  game.sitting.includes(id) && !round.start
                    ? html`<span role="img" aria-label=${t("hall.round.sits")} title=${t("hall.round.sits")}>✓</span>`
                    : nothing
                }
              </td>
              <td class="number">${game.result ? game.result.scores[seat].toLocaleString() : ""}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${game.start && !round.locked ? unstarted(round, game, give) : nothing}
    ${
      game.result?.sheet && may("read.sheets")
        ? html`<a
            class="unprinted"
            href=${addressOfPhoto(it.tournament, game.result.sheet)}
            target="_blank"
            rel="noopener"
            >${t("hall.result.photo-show")}</a
          >`
        : nothing
    }
    <div class="row">
      ${
        may("tournament.enter-result") && !round.locked
          ? html`<button @click=${() => enter(it, round, game, names, give, now)}>
              ${t(isOver(game) ? "hall.result.correct" : "hall.result.enter")}
            </button>`
          : nothing
      }
      ${
        may("tournament.enter-result") && !round.locked && !game.place && round.start && knowsGame(it)
          ? html`<button @click=${() => handsDialog(it, round, game, names, give, now, entryOf(it, round, game))}>
              ${t(game.result?.hands.length ? "hall.hands.correct" : "hall.hands.enter")}
            </button>`
          : nothing
      }
      ${
        may("tournament.confirm-result") && game.state === "proposed" && entryOf(it, round, game)
          ? html`<button
              @click=${() => give("confirm-result", { entry: entryOf(it, round, game), seats: [0, 1, 2, 3] })}
            >
              ${t("hall.result.confirm")}
            </button>`
          : nothing
      }
      ${
        may("tournament.move-table") && !round.locked
          ? html`<button @click=${() => move(round, game, places, give, now)}>${t("hall.table.move")}</button>`
          : nothing
      }
      ${
        may("tournament.rule-result") && game.result
          ? html`<button @click=${() => rule(it, round, game, names, give, now)}>${t("hall.result.rule")}</button>`
          : nothing
      }
      ${
        may("tournament.extend-clock") && isPlayed(it, round)
          ? html`<button @click=${() => extend(game.table, give)}>${t("hall.clock.extend")}</button>`
          : nothing
      }
      ${
        may("tournament.withdraw-result") && !round.locked && entryOf(it, round, game)
          ? html`<button @click=${() => withdraw(entryOf(it, round, game), give)}>${t("hall.result.withdraw")}</button>`
          : nothing
      }
    </div>
  </section>`;

/**
 * What the table said when it was to start, and what can be done.
 * @param {Round} round
 * @param {Game} game
 * @param {Give} give
 */
function unstarted(round, game, give) {
  const { since, code } = /** @type {NonNullable<Game["start"]>} */ (game.start);
  if (!code) return html`<p class="quiet unstarted">${t("hall.start.waits", { time: clockTime(since) })}</p>`;
  return html`<div class="unstarted refused" role="alert">
    <p>
      <b>${t("hall.start.refused", { time: clockTime(since) })}</b> <span class="chip bad">${refusalText(code)}</span>
    </p>
    <p class="small">${t("hall.start.what-to-do")}</p>
    ${
      may("tournament.repeat-start")
        ? html`<button class="main" @click=${() => give("repeat-start", { round: round.number, table: game.table })}>
            ${t("hall.start.again")}
          </button>`
        : nothing
    }
  </div>`;
}

/**
 * Where it is played, by the number and name on the floor.
 * @param {Game} game
 * @param {Place[]} places
 */
const placeOf = (game, places) =>
  game.place ? (places.find(({ table }) => table === game.place)?.name ?? game.place) : t("hall.table.no-board");

/**
 * Nothing more is played there.
 * @param {Game} game
 */
const isOver = (game) => game.result !== null && game.state !== "playing";

/**
 * The number of the entry that counts at a table; undefined where the result is the table's own.
 * @param {Tournament} it
 * @param {Round} round
 * @param {Game} game
 */
const entryOf = (it, round, game) =>
  game.result?.source === "table"
    ? undefined
    : it.entries.findLast((one) => one.round === round.number && one.table === game.table && !one.withdrawn)?.number;

/**
 * The game goes on at another table of the hall, or at one without a board.
 * @param {Round} round
 * @param {Game} game
 * @param {Place[]} places
 * @param {Give} give
 * @param {() => Tournament} now
 */
function move(round, game, places, give, now) {
  const used = new Set(round.games.map(({ place }) => place));
  const free = places.filter(({ table }) => !used.has(table));
  ask({
    title: t("hall.table.move"),
    fields: [
      {
        name: "place",
        label: t("hall.table.move-to"),
        options: [
          ...free.map(({ table, name }) => /** @type {[string, string]} */ ([table, name])),
          ["", t("hall.table.no-board")],
        ],
      },
      { name: "why", label: t("hall.why") },
    ],
    values: { place: free[0]?.table ?? "", why: "" },
    button: t("hall.table.move"),
    note: t(game.state === "playing" ? "hall.table.move-begun" : "hall.table.move-help"),
    latest: () => ({ seq: now().seq }),
    send: ({ place, why }, seq) =>
      give("move-table", { round: round.number, table: game.table, place, why, expected_seq: seq }),
  });
}

/**
 * Four scores, the sticks that were left, and the sheet.
 * @param {Tournament} it
 * @param {Game} game
 * @param {Map<string, string>} names
 * @returns {import("../shared/form.js").Field[]}
 */
const scoreFields = (it, game, names) => [
  ...game.seats.map((id, seat) => ({
    name: `score${seat}`,
    label: `${t(`wind.${WINDS[seat]}`)} ${names.get(id) ?? id}`,
    kind: /** @type {const} */ ("number"),
  })),
  { name: "sticks", label: t("hall.result.sticks"), kind: /** @type {const} */ ("number") },
  photoField(it.tournament),
];

/** @param {Game} game */
const present = (game) => ({
  ...Object.fromEntries((game.result?.scores ?? []).map((score, seat) => [`score${seat}`, score])),
  sticks: game.result?.sticks ?? 0,
  sheet: game.result?.sheet ?? "",
});

/**
 * The same game as it is now.
 * @param {Tournament} it
 * @param {Round} round
 * @param {Game} game
 */
const gameIn = (it, round, game) => it.rounds[round.number - 1]?.games[game.table - 1] ?? game;

/** @param {Record<string, any>} values */
const scoresOf = (values) => [0, 1, 2, 3].map((seat) => values[`score${seat}`] ?? 0);

/**
 * @param {Tournament} it
 * @param {Round} round
 * @param {Game} game
 * @param {Map<string, string>} names
 * @param {Give} give
 * @param {() => Tournament} now
 */
function enter(it, round, game, names, give, now) {
  ask({
    title: t("hall.table.number", { n: game.table }),
    fields: scoreFields(it, game, names),
    values: present(game),
    button: t("hall.save"),
    latest: () => ({ seq: now().seq, values: present(gameIn(now(), round, game)) }),
    send: async (values, seq) => {
      if (!isSent(values.sheet)) return null;
      const scores = scoresOf(values);
      const { sticks, sheet } = values;
      const table = { round: round.number, table: game.table };
      const done = await give("enter-result", { ...table, scores, sticks: sticks ?? 0, sheet, expected_seq: seq });
      if (done)
        sayEqual(
          scores,
          game.seats.map((id) => names.get(id) ?? id),
        );
      return done;
    },
  });
}

/**
 * @param {Tournament} it
 * @param {Round} round
 * @param {Game} game
 * @param {Map<string, string>} names
 * @param {Give} give
 * @param {() => Tournament} now
 */
function rule(it, round, game, names, give, now) {
  const head = round.locked !== null;
  ask({
    title: labelled(t("hall.table.number", { n: game.table }), t("hall.result.rule")),
    fields: [...scoreFields(it, game, names), { name: "why", label: t("hall.why") }],
    values: { ...present(game), why: "" },
    button: t("hall.result.rule"),
    latest: () => ({ seq: now().seq, values: present(gameIn(now(), round, game)) }),
    send: async (values, seq) =>
      isSent(values.sheet)
        ? give(head ? "head-rule-result" : "rule-result", {
            round: round.number,
            table: game.table,
            why: values.why,
            scores: scoresOf(values),
            sticks: values.sticks ?? 0,
            sheet: values.sheet,
            expected_seq: seq,
          })
        : null,
  });
}

/**
 * @param {number} table 0: all
 * @param {Give} give
 */
function extend(table, give) {
  ask({
    title: table ? labelled(t("hall.table.number", { n: table }), t("hall.clock.extend")) : t("hall.clock.extend-all"),
    fields: [
      { name: "minutes", label: t("hall.clock.minutes"), kind: "number" },
      { name: "why", label: t("hall.why") },
    ],
    values: { minutes: 5, why: "" },
    button: t("hall.save"),
    send: ({ minutes, why }) => give("extend-clock", { table, minutes, why }),
  });
}

/**
 * What was entered does not count any more; what stood before it does.
 * @param {number | undefined} entry
 * @param {Give} give
 */
const withdraw = (entry, give) =>
  ask({
    title: t("hall.result.withdraw"),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.result.withdraw"),
    note: t("hall.result.withdraw-help"),
    send: ({ why }) => give("withdraw-result", { entry, why }),
  });

/**
 * Two sit at each other's tables; or one of them, in the place of another who plays.
 * @param {Tournament} it
 * @param {Round} round
 * @param {Map<string, string>} names
 * @param {Give} give
 * @param {() => Tournament} now
 */
function exchange(it, round, names, give, now) {
  const seated = round.games.flatMap((game) =>
    game.seats.map(
      (id, seat) =>
        /** @type {[string, string]} */ ([
          id,
          `${names.get(id) ?? id} (${t("hall.table.number", { n: game.table })}, ${t(`wind.${WINDS[seat]}`)})`,
        ]),
    ),
  );
  const sit = new Set(seated.map(([id]) => id));
  const resting = it.entrants
    .filter(({ id, status }) => !sit.has(id) && !status)
    .map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
  ask({
    title: t("hall.seat.exchange"),
    fields: [
      { name: "one", label: t("hall.entrant.name"), options: seated },
      { name: "other", label: t("hall.seat.with"), options: [...seated, ...resting] },
      { name: "why", label: t("hall.why") },
    ],
    values: { one: seated[0]?.[0], other: seated[4]?.[0] ?? seated[1]?.[0], why: "" },
    button: t("hall.seat.exchange"),
    note: t("hall.seat.exchange-help"),
    latest: () => ({ seq: now().seq }),
    send: ({ one, other, why }, seq) =>
      give("exchange-seats", { round: round.number, one, other, why, expected_seq: seq }),
  });
}
