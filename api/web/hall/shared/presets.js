// Scoring rules by their names: those of the program in the reader's language, those of a house as it wrote them.

import { known, t } from "../../shared/words.js";

/** @param {{ id?: unknown, edition?: unknown }} preset */
export const presetName = ({ id, edition }) =>
  known(`hall.preset.edition.${id}`) ? t(`hall.preset.edition.${id}`) : String(edition ?? "");
