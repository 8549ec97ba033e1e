// The steps of a tournament: which can follow, what each asks for, and the way back.

import { post } from "../../shared/net.js";
import { t } from "../../shared/words.js";
import { asked } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { cut } from "./cut.js";

/** @import { Give, Tournament } from "../shared/types.js" */

/**
 * `row`: of the permits. `run`: null when it was refused, or asks for something first.
 * @typedef {{ key: string, row: string, run: () => Promise<unknown> }} Step
 */

const asksFirst = Promise.resolve(null);

/**
 * The steps that can follow, the expected one first.
 * @param {string} id
 * @param {Give} give
 * @returns {(it: Tournament) => Step[]}
 */
export function stepsOf(id, give) {
  /** @param {string} path @param {Record<string, unknown>} [fields] */
  const request = (path, fields = {}) => asked(() => post(`/tournaments/${id}/${path}`, fields));
  /** @param {string} key @param {Record<string, unknown>} [fields] @returns {Step} */
  const plain = (key, fields) => ({ key, row: `tournament.${key}`, run: () => give(key, fields) });

  /** @param {Tournament} it @returns {Step[]} */
  const drawing = (it) => {
    const asked = it.dice_asked;
    if (asked) return asked.thrown ? [plain("draw-by-table")] : [];
    const promise = () => request("promise-draw");
    const draw = async () => (await promise()) && request("draw");
    return [
      { key: "draw", row: "tournament.draw", run: () => (it.promised ? drawWithWords(request) : draw()) },
      ...(it.promised ? [] : [{ key: "promise-draw", row: "tournament.promise-draw", run: promise }]),
    ];
  };

  return (it) => {
    const seat = { key: "seat-round", row: "tournament.seat-round", run: () => seatNext(it, give) };
    const seats = it.planned > it.rounds.length ? [seat, plain("make-schedule")] : [seat];
    switch (it.abandoned ? "abandoned" : it.phase) {
      case "draft":
        return [plain("open-registration")];
      case "registration":
        return drawing(it);
      case "drawn":
      case "cut":
        return seats;
      case "seated":
        return [plain("start-round")];
      case "running":
        return [plain("complete-results"), plain("call-time", { table: 0 })];
      case "time-called":
        return [plain("complete-results")];
      case "results-in":
        return [plain("publish-results")];
      case "protest-window":
        return [{ key: "lock-round", row: "tournament.lock-round", run: () => lock(it, give) }];
      case "locked":
        return it.rounds.length < it.settings.rounds
          ? [...seats, { key: "cut-field", row: "tournament.cut-field", run: () => (cut(it, give), asksFirst) }]
          : [plain("publish-final")];
      case "final":
        return [plain("close")];
      default:
        return [];
    }
  };
}

/**
 * The promise is public; what was said aloud since goes into the draw.
 * @param {(path: string, fields: Record<string, unknown>) => Promise<unknown>} request
 */
function drawWithWords(request) {
  ask({
    title: t("hall.step.draw"),
    fields: [{ name: "words", label: t("hall.draw.words"), help: t("hall.draw.words-help") }],
    values: { words: "" },
    button: t("hall.step.draw"),
    send: ({ words }) => request("draw", { words: words.trim() }),
  });
  return asksFirst;
}

/**
 * By the schedule, which is made where there is none; or as it is typed in.
 * @param {Tournament} it
 * @param {Give} give
 */
async function seatNext(it, give) {
  const { method } = it.settings;
  const planned = it.planned > it.rounds.length;
  if (method === "by-hand") return seatTyped(it, give);
  if (method === "fixed" && it.cuts.length > 0 && !planned) return seatByPlaces(give);
  const made = planned ? {} : await give("make-schedule");
  return made && give("seat-round");
}

/** A line for each table, with four numbers. */
const LINES = /** @type {const} */ ({ name: "lines", many: true, longest: 4000 });

/** @param {string} text */
const tablesOf = (text) =>
  text
    .split("\n")
    .map((line) => (line.match(/\d+/g) ?? []).map(Number))
    .filter((line) => line.length > 0);

/**
 * @param {Tournament} it
 * @param {Give} give
 */
function seatTyped(it, give) {
  const numbers = it.draw?.numbers ?? [];
  ask({
    title: t("hall.step.seat-round"),
    fields: [{ ...LINES, label: t("hall.seat.numbers"), help: t("hall.seat.lines-help") }],
    values: { lines: "" },
    button: t("hall.step.seat-round"),
    send: ({ lines }) =>
      give("seat-round", { tables: tablesOf(lines).map((line) => line.map((one) => numbers[one - 1] ?? `${one}`)) }),
  });
  return asksFirst;
}

/** @param {Give} give */
function seatByPlaces(give) {
  ask({
    title: t("hall.step.seat-round"),
    fields: [{ ...LINES, label: t("hall.seat.places"), help: t("hall.seat.lines-help") }],
    values: { lines: "1 2 7 8\n3 4 5 6" },
    button: t("hall.step.seat-round"),
    send: async ({ lines }) => {
      const made = await give("make-schedule", { ask: { fixed: [tablesOf(lines)] } });
      return made && give("seat-round");
    },
  });
  return asksFirst;
}

/**
 * @param {Tournament} it
 * @param {Give} give
 */
function lock(it, give) {
  const until = it.rounds.at(-1)?.protests_until;
  if (!until || Date.parse(until) <= Date.now()) return give("lock-round");
  ask({
    title: t("hall.step.lock-round"),
    fields: [{ name: "early", label: t("hall.round.lock-early"), kind: "tick" }],
    values: { early: false },
    button: t("hall.step.lock-round"),
    send: ({ early }) => give("lock-round", { early }),
  });
  return asksFirst;
}

/**
 * @param {Tournament} it
 * @param {Give} give
 */
export function undo(it, give) {
  const last = it.steps.at(-1);
  if (!last) return;
  ask({
    title: t("hall.step.undo", { step: t(`hall.phase.${last.kind}`) }),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.step.undo-now"),
    grave: true,
    send: ({ why }) => give("undo-step", { step: last.number, why }),
  });
}
