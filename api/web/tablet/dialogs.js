// What opens only when somebody asks for it; loaded after the first picture of the table.

export { checkDialog } from "../entry/check.js";
import { sendLater } from "../entry/result.js";

export { agreementDialog } from "../entry/agree.js";
export { atOnceDialog } from "../entry/atonce.js";
export { resultDialog } from "../entry/result.js";
export { claimsDialog } from "./claims.js";
export { confirmDialog } from "./confirm.js";
export { piecesDialog } from "./pieces.js";
export { endedDialog } from "./ended.js";
export { furtherDialog } from "./further.js";
export { handsDialog } from "../hands/hands.js";
export { penaltyDialog } from "./penalty.js";
export { placesDialog } from "./places.js";
export { startDialog } from "../setup/start.js";
export { throwDialog, windsDialog } from "./throw.js";

sendLater(); // what a page before this one could not send
