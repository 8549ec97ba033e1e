// A page of a hall that shows views of the live stream: it keeps the last of each and draws again when one has changed.

import { begin } from "../../shared/begin.js";
import { show } from "../../shared/draw.js";
import { hasEnded, loadAnew } from "../../shared/ended.js";
import { loadMe } from "../../shared/me.js";
import { Live, refusals } from "../../shared/net.js";
import { ring } from "../../shared/sound.js";
import { currentLanguage, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { redrawDialogs } from "./form.js";
import { frame, hallMe, may } from "./frame.js";

/** @import { Alarm, HallMe, ViewOf } from "./types.js" */

/** The row of hall.permits that lets somebody see a topic, by the name of the topic; others are open to all. */
const ROWS = /** @type {Record<string, string>} */ ({
  floor: "read.floor",
  queue: "read.floor",
  alarms: "read.floor",
  table: "read.floor",
  machines: "read.machines",
  till: "read.money",
  prices: "read.money",
  receipt: "read.money",
  people: "read.people",
  accounts: "read.accounts",
  webhooks: "read.webhooks",
  releases: "read.releases",
  backups: "read.backups",
  tournament: "read.tournaments",
  places: "read.tournaments",
});

/** @param {string} topic */
const nameOf = (topic) => topic.split("/")[0];

/** @param {string} topic */
const maySee = (topic) => !(nameOf(topic) in ROWS) || may(ROWS[nameOf(topic)]);

/**
 * What makes somebody another to the hall.
 * @param {HallMe | null} who
 */
const identity = (who) => JSON.stringify(who && [who.role, who.sign_in, who.permits]);

export class HallPage {
  /**
   * `title`: a key. `topics`: what the page shows, or a function of it, asked once the page knows who asks; the first
   * is what the page is about, and who may not see it is told so, others are left out for whom they are not. `draw`:
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
    /** Whether the page is not for whoever asks. */
    this.closed = false;
    /** Whether it was until the sign-in ended. */
    this.ended = false;
    /** @type {Map<string, ViewOf<any>>} by topic, without the id in it */
    this.views = new Map();
    /** Topics that are not there. */
    this.gone = new Set();
  }

  async start() {
    await begin();
    this.ended = hasEnded();
    refusals.addEventListener("refused", () => this.checkRights());
    document.addEventListener("visibilitychange", () => document.hidden || this.checkRights());
    this.topics = this.topicsOf();
    this.closed = hallMe() !== null && this.topics.length > 0 && !maySee(this.topics[0]);
    this.draw();
    if (this.topics.length === 0 || this.closed) return this;
    const topics = hallMe() === null ? this.topics.slice(0, 1) : this.topics.filter(maySee);
    const query = topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join("&");
    const live = new Live(
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
        ended: () => {
          live.close();
          this.clear(hallMe());
        },
      },
      (connected) => {
        this.onLine(connected);
        if (!connected || hallMe() === null) this.checkRights();
        if (connected === this.connected) return;
        this.connected = connected;
        this.draw();
      },
    );
    return this;
  }

  /**
   * Begins anew where this device is somebody else to the hall than when the page was opened: a sign-in has ended, a
   * role was changed, or the hall did not answer at first. Pages that are open to all do not mind the last.
   */
  async checkRights() {
    const before = hallMe();
    if (before === null && !(nameOf(this.topics[0] ?? "") in ROWS)) return;
    await loadMe().catch(() => null);
    if (identity(hallMe()) !== identity(before)) this.clear(before);
  }

  /**
   * Shows nothing any more, and loads the page as whoever this device is now.
   * @param {HallMe | null} before
   */
  clear(before) {
    for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
    this.views.clear();
    show("main", nothing);
    loadAnew(Boolean(before?.sign_in));
  }

  /**
   * A soft tone for an alarm that is new and that nobody has taken, where this device was asked for tones. One that
   * came back at once is not new.
   * @param {Alarm[]} alarms
   */
  ring(alarms) {
    const before = this.view("alarms")?.alarms;
    const known = new Set(before?.map(({ id }) => id));
    if (before && alarms.some(({ id, taken_by, returned }) => !taken_by && !returned && !known.has(id)))
      ring("attention");
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
   * The last event of the hall that is in what a topic shows.
   * @param {string} topic
   */
  seq = (topic) => /** @type {{ seq: number } | undefined} */ (this.views.get(topic))?.seq ?? 0;

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
      connected: this.closed ? null : this.connected || this.topics.length === 0,
      alarms: this.view("alarms")?.alarms,
      onLanguage: () => this.draw(),
    });
    if (this.closed) show("main", notForYou(this.ended));
    else this.onDraw(this);
    redrawDialogs();
  }
}

/**
 * What stands in place of a page that whoever asks may not see.
 * @param {boolean} ended whether it could be seen before
 */
function notForYou(ended) {
  const role = hallMe()?.role;
  if (role !== "viewer")
    return html`<p class="card empty">${t("hall.closed.role", { role: t(`hall.role.${role}`) })}</p>`;
  const back = encodeURIComponent(location.pathname + location.search);
  return html`<section class="card empty stack">
    <p>${t(ended ? "hall.closed.ended" : "hall.closed")}</p>
    <p class="row"><a class="button main" href=${`/sign-in?then=${back}`}>${t("hall.sign-in")}</a></p>
  </section>`;
}
