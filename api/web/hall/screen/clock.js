// The clock of a round by the clock of the hall: the page keeps how far its own is away from it.

/** Milliseconds that the hall is ahead of this device. */
let ahead = 0;

/** @param {string} now the hall's, ISO 8601, when a view was made that has just come */
export const follow = (now) => {
  const away = Date.parse(now) - Date.now();
  // A view can be some time old when a page is opened; what looks newest is nearest to the truth.
  if (ahead === 0 || away > ahead || ahead - away > 60_000) ahead = away;
};

/**
 * Milliseconds until a moment of the hall; negative once it is over.
 * @param {string} iso
 */
export const until = (iso) => Date.parse(iso) - Date.now() - ahead;

/**
 * Minutes and seconds, such as 74:05.
 * @param {number} ms
 */
export function left(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
