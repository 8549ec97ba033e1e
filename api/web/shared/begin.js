// What every page wants before it draws: its words, and what this device may do.

import { loadMe } from "./me.js";
import { loadWords } from "./words.js";

/** While the service does not answer, the device may do nothing. */
export const begin = () => Promise.all([loadWords(), loadMe().catch(() => null)]);
