// The course of the match for onlookers: every hand's scores and the last hands. Asked for when a hand has ended.

import { get } from "../shared/net.js";
import { allowed } from "../shared/me.js";
import { handName, seatName } from "../shared/matchwords.js";
import { listed, signed, t } from "../shared/words.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Hand, MatchSeat, PlayedMatch, Snapshot } from "../shared/types.js" */

const LAST_HANDS = 3;
const WIDTH = 160;
const HEIGHT = 52;
const EDGE = 6; // room for the point at the end

export class Course {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {PlayedMatch | null} */
    this.played = null;
    this.of = "";
  }

  /**
   * Asks for what has been played when it has changed; a device that may not read it goes without.
   * @param {Snapshot} state
   */
  follow({ match }) {
    const of = match ? [match.id, match.last?.hand, match.last?.revision, match.phase === "over"].join(" ") : "";
    if (of === this.of || !allowed("read.matches")) return;
    this.of = of;
    this.played = this.played?.id === match?.id ? this.played : null;
    if (match) this.ask(of).catch(() => (this.of = ""));
  }

  /** @param {string} of */
  async ask(of) {
    const played = await get("/matches/current");
    if (of !== this.of) return;
    this.played = played;
    this.redraw();
  }
}

/**
 * A player's score from hand to hand; the dashed line is what everybody began with.
 * @param {PlayedMatch | null} played
 * @param {MatchSeat} player
 */
export function scoreLine(played, { name }) {
  const place = played?.course.players.indexOf(name) ?? -1;
  if (!played || place < 0) return html`<span></span>`;
  const { rows, start_points: start } = played.course;
  const scored = rows.filter(({ kind }) => kind !== "ruling");
  const all = scored.flatMap(({ scores }) => scores);
  const [low, high] = [Math.min(start, ...all), Math.max(start, ...all)];
  const y = (/** @type {number} */ score) => EDGE + ((high - score) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
  const points = [start, ...scored.map(({ scores }) => scores[place])];
  const x = (/** @type {number} */ n) => EDGE + (n * (WIDTH - 2 * EDGE)) / Math.max(1, points.length - 1);
  const last = points.length - 1;
  return html`<svg class="score-line" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
    ${svg`<line x1=${EDGE} x2=${WIDTH - EDGE} y1=${y(start)} y2=${y(start)} />
    <polyline points=${points.map((score, n) => `${x(n)},${y(score)}`).join(" ")} />
    <circle cx=${x(last)} cy=${y(points[last])} r="5" />`}
  </svg>`;
}

/**
 * The newest hands, the last one first; while nothing more is known, that one alone.
 * @param {PlayedMatch | null} played
 * @param {NonNullable<Snapshot["match"]>} match
 */
export function lastHands(played, match) {
  const known = played?.id === match.id ? played.hands : [];
  const hands = known.length ? known.slice(-LAST_HANDS).reverse() : match.last ? [match.last] : [];
  if (!hands.length) return nothing;
  return html`<div class="last-hand">
    <b>${t(hands.length > 1 ? "wall.last-hands" : "match.last")}</b>
    ${hands.map(
      (hand) =>
        html`<div>
          <span>${handName(hand, match)}</span><b>${endOf(hand)}</b
          ><span class="n">${signed(Math.max(0, ...(hand.net ?? [])))}</span>
        </div>`,
    )}
  </div>`;
}

/** @param {Hand} hand */
function endOf(hand) {
  if (hand.kind !== "win") return t(`hands.${hand.kind}`);
  return listed(hand.winners.map((winner) => winner.name || seatName(hand, winner.seat)));
}
