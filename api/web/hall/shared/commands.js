// Commands of a hall: each with an id of its own, so that sent again it is carried out once; a refusal becomes a note.

import { newId, post } from "../../shared/net.js";
import { showProblem } from "../../shared/problem.js";

/** @import { Accepted } from "./types.js" */

/**
 * Gives a command; null when it was refused, which the page has then said.
 * @param {string} row of hall.permits, by which the command is called
 * @param {Record<string, unknown>} fields
 * @returns {Promise<Accepted | null>}
 */
export async function command(row, fields) {
  try {
    return await post(`/commands/${row}`, { id: newId(), ...fields });
  } catch (error) {
    showProblem(error);
    return null;
  }
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
