// The table seen from above: four mitred rails, each turned to its player, round a felt; below them the bar.
//
// What the felt shows is a scene: a module in felt/ is a pure function of the snapshot and a context that answers with
// the parts below, and felt/scenes.js chooses which. The frame draws any scene at any size.

import { SEATS } from "../shared/seats.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { rail } from "./rail.js";

/** @import { MatchSeat, Snapshot } from "../shared/types.js" */

/**
 * What a scene may ask of a rail, by seat: a word beside the name, a net, what stands in place of the score; `lit`:
 * brass, `hatched`: something is wrong at this side.
 * @typedef {{ note?: string, net?: number, instead?: unknown, lit?: boolean, hatched?: boolean }} RailNote
 */

/**
 * What the felt shows. `kind`: a class of the frame (`deal`: rails step back to show a large wall). `left` is what was
 * thrown, `right` what lies on the table; `over`: a drawing over the whole felt. An empty place stays empty.
 * @typedef {{
 *   kind: string, left?: unknown, disc?: unknown, right?: unknown, over?: unknown, rails?: Record<number, RailNote>,
 * }} Scene
 */

/**
 * What a scene may know beside the snapshot. `view`: the seat at the bottom; `touched`: the panel that was touched;
 * `points`: the score to show of a player, while it counts to its new value; `later`: the picture of the break has been
 * seen and gives way.
 * @typedef {{
 *   view: number, connected: boolean, touched: number | null, points: (player: MatchSeat) => number, later: boolean,
 * }} Context
 */

/**
 * @param {Snapshot} state
 * @param {Scene} scene
 * @param {Context} context
 * @param {(seat: number) => void} onTouch
 */
export function frame(state, scene, context, onTouch) {
  // Read from the far side to the near one, as on a phone, where the rails lie one below the other.
  const sides = [2, 3, 1, 0];
  return html`<div class="frame ${scene.kind}">
    ${sides.map((side) => rail(state, (side + context.view) % SEATS.length, side, scene, context, onTouch))}
    <section class="felt">
      ${scene.over ?? nothing}
      <div class="mid">
        <div class="lay">${scene.left ?? nothing}</div>
        ${scene.disc ?? nothing}
        <div class="lay">${scene.right ?? nothing}</div>
      </div>
    </section>
  </div>`;
}
