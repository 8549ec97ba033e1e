// The four chairs, counted counter-clockwise from 0, and the winds.

/** @import { Wind } from "./types.js" */

export const SEATS = [0, 1, 2, 3];

/** @type {Wind[]} */
export const WINDS = ["E", "S", "W", "N"];

/** @type {Record<Wind, string>} */
export const HAN = { E: "東", S: "南", W: "西", N: "北" };

/**
 * The character of a wind; empty where none was given.
 * @param {Wind | null} wind
 */
export const hanOf = (wind) => (wind ? HAN[wind] : "");
