// Commands of a hall: each with an id of its own, so that sent again it is carried out once; a refusal becomes a note.

import { newId, post } from "../../shared/net.js";
import { asProblem, showProblem } from "../../shared/problem.js";
import { listed, t, wordOr } from "../../shared/words.js";
import { nameOf as whoIs } from "./frame.js";
import { clockTime } from "./times.js";

/** @import { Accepted } from "./types.js" */

/** A small computer works half a minute on the seating of a large tournament. */
const COMMAND_MS = 60_000;

/**
 * Gives a command; null when it was refused, which the page has then said.
 * @param {string} row of hall.permits, by which the command is called
 * @param {Record<string, unknown>} fields
 * @param {(id: string) => string} [nameOf] of the players that a refusal is about
 * @returns {Promise<Accepted | null>}
 */
export async function command(row, fields, nameOf = String) {
  try {
    return await post(`/commands/${row}`, { id: newId(), ...fields }, COMMAND_MS);
  } catch (error) {
    const { players, tables, changes } = asProblem(error).problem;
    const all = (/** @type {unknown} */ one) => (Array.isArray(one) ? one : []);
    const about = [
      ...all(players).map(nameOf),
      ...all(tables).map((n) => t("hall.table.number", { n })),
      ...all(changes).map(changed),
    ];
    showProblem(error, listed(about));
    return null;
  }
}

/**
 * What somebody else has changed meanwhile, when, and who it was where the hall says so.
 * @param {{ type: string, time: string, who: string }} change
 */
function changed({ type, time, who }) {
  const what = wordOr(`hall.changed.${type}`, t("hall.changed"));
  const by = [who ? whoIs(who) : "", clockTime(time)].filter(Boolean);
  return t("hall.changed.by", { what, by: listed(by) });
}

/**
 * A request that is no command; null when it was refused.
 * @template T
 * @param {() => Promise<T>} request
 * @returns {Promise<T | null>}
 */
export async function asked(request) {
  try {
    return await request();
  } catch (error) {
    showProblem(error);
    return null;
  }
}
