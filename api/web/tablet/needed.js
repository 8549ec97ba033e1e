// Which tiles the match is played with, while others lie on the table or wait below: asked for once for each match.

import { post } from "../shared/net.js";
import { tilesSentence } from "../setup/needs.js";

/** @import { Match, Snapshot, TilesNeeded } from "../shared/types.js" */

const OTHER_TILES = "W03"; // a wall was built for another number of tiles than the match asks for

export class Needed {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {TilesNeeded | null} */
    this.tiles = null;
    this.of = "";
  }

  /** Asks when the table begins to want other tiles than it has. @param {Snapshot} state */
  follow({ match, prompt, faults }) {
    const wanted = "tiles" in prompt.args || faults.some(({ code }) => code === OTHER_TILES);
    const of = match && match.phase !== "over" && wanted ? match.id : "";
    if (of === this.of) return;
    this.of = of;
    this.tiles = null;
    if (match && of) this.ask(match).catch(() => (this.of = ""));
  }

  /** @param {Match} match */
  async ask({ id, ruleset, options }) {
    const { tiles } = await post(`/rulesets/${ruleset}/setup`, { options });
    if (id !== this.of) return;
    this.tiles = tiles;
    this.redraw();
  }

  /** In words; empty while nothing has to be changed or is known of it. */
  get text() {
    return this.tiles ? tilesSentence(this.tiles) : "";
  }
}
