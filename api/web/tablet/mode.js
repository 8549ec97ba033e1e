// How the page is used: on the table itself, on a wall for onlookers, or as an overlay of a stream.

const WALL_PX = 1920;

/** @typedef {"table" | "wall" | "stream"} Mode */

/**
 * As the address asks (`?mode=wall`, `?mode=stream`, `?mode=table`), else by the screen: a large one that nobody can
 * touch hangs on a wall.
 * @param {string} search of the address
 * @returns {Mode}
 */
export function modeOf(search) {
  const asked = new URLSearchParams(search).get("mode");
  if (asked === "wall" || asked === "stream" || asked === "table") return asked;
  return innerWidth >= WALL_PX && !matchMedia("(any-pointer: coarse), (any-pointer: fine)").matches ? "wall" : "table";
}
