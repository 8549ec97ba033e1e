// The page of dice statistics: what all recorded rolls show beside what fair dice would, and what can be checked.

import { beginGuarded } from "../shared/guarded.js";
import { show } from "../shared/draw.js";
import { Live, get } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { lineState, topBar } from "../shared/top.js";
import { figure, labelled, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { testCard } from "./outcomes.js";
import { records } from "./records.js";

/** @import { DiceOfOneKind, DiceStatistics, Snapshot } from "../shared/types.js" */

const COUNTED = new Set(["dice.rolled", "dice.voided", "dice.misshown"]);
const GATHER_MS = 1000; // rolls that come within it are shown by one answer

class StatisticsPage {
  constructor() {
    /** @type {DiceStatistics | null} */
    this.statistics = null;
    /** @type {Snapshot | null} */
    this.state = null;
    this.connected = false;
    this.waiting = false;
  }

  start() {
    this.drawTop();
    this.live = new Live(
      "/live",
      {
        snapshot: (/** @type {Snapshot} */ state) => {
          this.state = state;
          this.draw();
        },
        event: ({ type }) => {
          if (COUNTED.has(type)) this.load(GATHER_MS);
        },
      },
      (connected) => this.line(connected),
    );
  }

  /** @param {boolean} connected */
  line(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    document.body.classList.toggle("stale", !connected);
    this.drawTop();
    if (connected) this.load(0);
  }

  /**
   * Asks once for all that happens in the meantime.
   * @param {number} wait milliseconds
   */
  load(wait) {
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => this.ask().catch(showProblem), wait);
  }

  async ask() {
    this.waiting = false; // a roll from here on may not be in the answer
    this.statistics = await get("/dice/statistics");
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  drawTop() {
    topBar({
      title: t("statistics.title"),
      status: lineState(this.connected, this.state?.light),
      links: [
        ["/", t("plant.tablet")],
        ["/service", t("service.title")],
      ],
      onLanguage: () => this.draw(),
    });
  }

  draw() {
    this.drawTop();
    const { statistics, state } = this;
    if (!statistics) return;
    show("records", records(statistics, state));
    show("rolled", kind(t("statistics.by-table"), statistics.table, statistics));
    show("thrown", kind(t("statistics.by-hand"), statistics.by_hand, statistics));
  }
}

/**
 * @param {string} title
 * @param {DiceOfOneKind} found
 * @param {DiceStatistics} statistics
 */
function kind(title, { rolls, tests }, statistics) {
  const seen = tests.filter(({ observed }) => observed.some((times) => times > 0));
  return html`<h2>${labelled(title, figure(rolls))}</h2>
    ${rolls ? nothing : html`<p class="quiet">${t("statistics.none")}</p>`}
    <div class="tests">${seen.map((test) => testCard(test, statistics))}</div>`;
}

await beginGuarded();
new StatisticsPage().start();
