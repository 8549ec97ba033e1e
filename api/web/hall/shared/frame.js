// The frame of every page of a hall: its name, the pages that this role may open, who is signed in, the language.

import { show } from "../../shared/draw.js";
import { me } from "../../shared/me.js";
import { languageChoice } from "../../shared/top.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @import { Alarm, HallMe } from "./types.js" */

/** Address, word, and the row of hall.permits of which one must allow it. */
const PLACES = /** @type {const} */ ([
  ["/", "hall.page.floor", "read.floor"],
  ["/queue", "hall.page.queue", "read.floor"],
  ["/alarms", "hall.page.alarms", "read.floor"],
  ["/tournaments", "hall.page.tournaments", "read.public"],
  ["/today", "hall.page.today", "read.money"],
  ["/machines", "hall.page.machines", "read.machines"],
  ["/people", "hall.page.people", "read.people"],
  ["/accounts", "hall.page.accounts", "read.accounts"],
  ["/webhooks", "hall.page.webhooks", "read.webhooks"],
  ["/releases", "hall.page.releases", "read.releases"],
]);

/** Whether the count of the alarms, which moves what stands after it, was there when the frame was drawn last. */
let badged = false;

/** Who asks, as the hall says. */
export const hallMe = () => /** @type {HallMe | null} */ (/** @type {unknown} */ (me()));

/** @param {string} row of hall.permits */
export const may = (row) => hallMe()?.permits[row] === "yes";

/**
 * Who did something, as people say it: this computer has no name of its own where nobody signs in.
 * @param {string} who
 */
export const nameOf = (who) => (who === "local" ? t("hall.this-computer") : who);

/**
 * `title`: a key. `connected`: whether the stream is alive; null where there is none. `alarms`: those that are open,
 * where the page follows them. `onLanguage` is called after the words were changed.
 * @param {{ title: string, connected: boolean | null, alarms?: Alarm[], onLanguage: () => void }} parts
 */
export function frame({ title, connected, alarms = [], onLanguage }) {
  const who = hallMe();
  document.title = [t(title), who?.hall, "雀卓"].filter(Boolean).join(" · ");
  const first = document.getElementById("top")?.childElementCount === 0;
  show(
    "top",
    html`
      <a class="home" href="/"><span class="han" lang="zh-Hant">雀卓</span>${who?.hall ?? ""}</a>
      <nav aria-label=${t("hall.pages")}>
        ${PLACES.filter(([, , row]) => may(row)).map(
          ([path, key]) =>
            html`<a href=${path} aria-current=${here(path) ? "page" : nothing}
              >${t(key)}${path === "/alarms" ? badge(alarms) : nothing}</a
            >`,
        )}
      </nav>
      ${
        connected === null
          ? nothing
          : html`<span class="line" data-on=${String(connected)} role="status">
              ${t(connected ? "hall.line.on" : "hall.line.off")}
            </span>`
      }
      ${languageChoice(onLanguage)}${signedIn(who)}
    `,
  );
  if (first || (alarms.length > 0 && !badged)) showCurrent("#top nav");
  badged = alarms.length > 0;
}

/**
 * How many need somebody; it stands out while nobody goes to one of them.
 * @param {Alarm[]} alarms
 */
const badge = (alarms) =>
  alarms.length === 0
    ? nothing
    : html`<span class="badge number" data-open=${String(alarms.some(({ taken_by }) => !taken_by))}
        >${alarms.length}</span
      >`;

/**
 * Scrolls a row of links, which may be wider than a phone, to the one that is open.
 * @param {string} row
 */
export function showCurrent(row) {
  document.querySelector(`${row} [aria-current]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Pages of one tournament: they belong to the list of all. */
const OF_TOURNAMENT = /^\/(tournament|standings|play)\//;

/** @param {string} path */
const here = (path) =>
  location.pathname === path ||
  (path === "/tournaments" && OF_TOURNAMENT.test(location.pathname)) ||
  (path === "/" && location.pathname.startsWith("/table/")) ||
  (path === "/today" && location.pathname === "/prices");

/** @param {HallMe | null} who */
function signedIn(who) {
  if (!who || who.open) return nothing;
  if (who.role === "viewer") return html`<a class="button" href="/sign-in">${t("hall.sign-in")}</a>`;
  return html`<a class="button" href="/account">${who.name}</a>`;
}
