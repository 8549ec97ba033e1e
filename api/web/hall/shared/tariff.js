// Offences of a tariff by their names; a house has some of its own.

import { known, t } from "../../shared/words.js";

/** @param {string} kind */
export const offence = (kind) => (known(`hall.tariff.${kind}`) ? t(`hall.tariff.${kind}`) : kind);
