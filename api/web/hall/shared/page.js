// A page of a hall that shows views of the live stream: it keeps the last of each and draws again when one has changed.

import { begin } from "../../shared/begin.js";
import { Live } from "../../shared/net.js";
import { ring } from "../../shared/sound.js";
import { currentLanguage } from "../../shared/words.js";
import { frame, hallMe, may } from "./frame.js";

/** @import { Alarm, ViewOf } from "./types.js" */

export class HallPage {
  /**
   * `title`: a key. `topics`: what the page shows, or a function of it, asked once the page knows who asks. `draw`:
   * called after every change, with the page. `onLine`: called when the line comes and goes, and with all that comes.
   * @param {{
   *   title: string, topics: string[] | (() => string[]), draw: (page: HallPage) => void,
   *   onLine?: (connected: boolean) => void,
   * }} parts
   */
  constructor({ title, topics, draw, onLine = () => {} }) {
    this.title = title;
    this.topicsOf = typeof topics === "function" ? topics : () => topics;
    /** @type {string[]} */
    this.topics = [];
    this.onDraw = draw;
    this.onLine = onLine;
    this.connected = false;
    /** @type {Map<string, ViewOf<any>>} by topic, without the id in it */
    this.views = new Map();
    /** Topics that are not there. */
    this.gone = new Set();
  }

  async start() {
    await begin();
    this.topics = this.topicsOf();
    this.draw();
    if (this.topics.length === 0) return this;
    // The badge of the alarms is for those who may see them; others have no such topic.
    const topics = this.topics.filter((topic) => topic !== "alarms" || may("read.floor"));
    const query = topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&");
    new Live(
      `/live?${query}`,
      {
        view: (view) => {
          if (view.topic === "alarms") this.ring(view.alarms);
          this.views.set(view.topic, view);
          this.draw();
        },
        gone: ({ topic }) => {
          this.gone.add(topic);
          this.draw();
        },
      },
      (connected) => {
        this.onLine(connected);
        if (connected === this.connected) return;
        this.connected = connected;
        this.draw();
      },
    );
    return this;
  }

  /**
   * A soft tone for an alarm that is new and that nobody has taken, where this device was asked for tones.
   * @param {Alarm[]} alarms
   */
  ring(alarms) {
    const before = this.view("alarms")?.alarms;
    const known = new Set(before?.map(({ id }) => id));
    if (before && alarms.some(({ id, taken_by }) => !taken_by && !known.has(id))) ring("attention");
  }

  /**
   * What a topic shows; undefined until it has come.
   * @template {string} K
   * @param {K} topic
   * @returns {ViewOf<K> | undefined}
   */
  view(topic) {
    return this.views.get(topic);
  }

  /**
   * An amount of the smallest coin, in the currency of the hall.
   * @param {number} amount
   */
  money = (amount) => {
    const { currency = "EUR", digits = 2 } = hallMe() ?? {};
    const figures = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return (amount / 10 ** digits).toLocaleString(currentLanguage(), { style: "currency", currency, ...figures });
  };

  /**
   * The smallest coins of an amount that was typed in.
   * @param {number} amount
   */
  coins = (amount) => Math.round(amount * 10 ** (hallMe()?.digits ?? 2));

  draw() {
    frame({
      title: this.title,
      connected: this.connected || this.topics.length === 0,
      alarms: this.view("alarms")?.alarms,
      onLanguage: () => this.draw(),
    });
    this.onDraw(this);
  }
}
