// What opens only when the player asks for it; loaded after the first picture of the page.

export { ownAtOnceDialog } from "../entry/atonce.js";
export { ownWinDialog } from "../entry/result.js";
