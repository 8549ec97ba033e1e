// The desk of a tournament: the next step as one button, and a tab for each part.

import { show } from "../../shared/draw.js";
import { post } from "../../shared/net.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked, command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may, showCurrent } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { entrantsTab } from "./entrants.js";
import { offencesTab } from "./offences.js";
import { overviewTab } from "./overview.js";
import { roundTab } from "./round.js";
import { standingsTable } from "./standingstable.js";

/** @import { Tournament } from "../shared/types.js" */

const id = location.pathname.split("/")[2] ?? "";
const TABS = ["overview", "entrants", "round", "standings", "offences"];
const page = new HallPage({
  title: "hall.page.tournaments",
  topics: [`tournament/${id}`, `standings/${id}`, "places", "alarms"],
  draw,
});
page.start();
addEventListener("hashchange", () => {
  page.draw();
  showCurrent("nav.tabs");
});

const tab = () => (TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "overview");

/**
 * A command of this tournament.
 * @param {string} name without "tournament."
 * @param {Record<string, unknown>} [fields]
 */
export const give = (name, fields = {}) => command(`tournament.${name}`, { tournament: id, ...fields });

/** @param {string} path */
const request = (path) => asked(() => post(`/tournaments/${id}/${path}`, {}));

/**
 * The steps that can follow, the expected one first.
 * @param {Tournament} it
 * @returns {[key: string, row: string, run: () => Promise<unknown>][]}
 */
function steps(it) {
  const seat = /** @type {[string, string, () => Promise<unknown>]} */ ([
    "seat-round",
    "tournament.seat-round",
    () =>
      (it.planned > it.rounds.length ? Promise.resolve({}) : give("make-schedule")).then(
        (done) => done && give("seat-round"),
      ),
  ]);
  const more = it.rounds.length < it.settings.rounds;
  switch (it.phase) {
    case "draft":
      return [["open-registration", "tournament.open-registration", () => give("open-registration")]];
    case "registration":
      return [
        [
          "draw",
          "tournament.draw",
          async () => {
            const promised = it.commitments.length > 0 || (await request("promise-draw"));
            return promised && request("draw");
          },
        ],
      ];
    case "drawn":
    case "cut":
      return [seat];
    case "seated":
      return [["start-round", "tournament.start-round", () => give("start-round")]];
    case "running":
      return [
        ["complete-results", "tournament.complete-results", () => give("complete-results")],
        ["call-time", "tournament.call-time", () => give("call-time", { table: 0 })],
      ];
    case "time-called":
      return [["complete-results", "tournament.complete-results", () => give("complete-results")]];
    case "results-in":
      return [["publish-results", "tournament.publish-results", () => give("publish-results")]];
    case "protest-window":
      return [["lock-round", "tournament.lock-round", () => lock(it)]];
    case "locked":
      return more
        ? [seat, ["cut-field", "tournament.cut-field", () => cut()]]
        : [["publish-final", "tournament.publish-final", () => give("publish-final")]];
    case "final":
      return [["close", "tournament.close", () => give("close")]];
    default:
      return [];
  }
}

/** @param {Tournament} it */
async function lock(it) {
  const until = it.rounds.at(-1)?.protests_until;
  if (!until || Date.parse(until) <= Date.now()) return give("lock-round");
  ask({
    title: t("hall.step.lock-round"),
    fields: [{ name: "early", label: t("hall.round.lock-early"), kind: "tick" }],
    values: { early: false },
    button: t("hall.step.lock-round"),
    send: ({ early }) => give("lock-round", { early }),
  });
  return null;
}

function cut() {
  ask({
    title: t("hall.step.cut-field"),
    fields: [
      { name: "size", label: t("hall.cut.size"), kind: "number" },
      { name: "factor", label: t("hall.cut.factor"), options: ["1", "1/2", "1/4", "0"].map((one) => [one, one]) },
    ],
    values: { size: 8, factor: "1" },
    button: t("hall.step.cut-field"),
    send: ({ size, factor }) => give("cut-field", { groups: [{ size, factor }, { factor: "1" }] }),
  });
  return Promise.resolve(null);
}

/** @param {Tournament} it */
function undo(it) {
  const last = it.steps.at(-1);
  if (!last) return;
  ask({
    title: t("hall.step.undo", { step: t(`hall.phase.${last.kind}`) }),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.step.undo-now"),
    grave: true,
    send: ({ why }) => give("undo-step", { step: last.number, why }),
  });
}

function draw() {
  const it = page.view(`tournament/${id}`);
  if (!it) {
    show("main", html`<p class="card empty">${t(page.gone.size > 0 ? "hall.tournament.gone" : "hall.loading")}</p>`);
    return;
  }
  document.title = `${it.settings.name} · 雀卓`;
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${it.settings.name}</h1>
          <p class="quiet">
            ${t(`hall.phase.${it.abandoned ? "abandoned" : it.phase}`)} ·
            ${t("hall.tournament.round-of", { n: it.rounds.length, of: it.settings.rounds })}
          </p>
        </div>
        <div class="row">
          ${
            it.steps.length > 0 && may("tournament.undo-step")
              ? html`<button @click=${() => undo(it)}>${t("hall.step.undo-short")}</button>`
              : nothing
          }
          ${steps(it)
            .filter(([, row]) => may(row))
            .reverse()
            .map(
              ([key, , run], at, all) =>
                html`<button class=${at === all.length - 1 ? "main" : ""} @click=${run}>
                  ${t(`hall.step.${key}`)}
                </button>`,
            )}
        </div>
      </div>
      <nav class="tabs" aria-label=${t("hall.tournament.parts")}>
        ${TABS.map(
          (one) => html`<a href="#${one}" aria-current=${one === tab() ? "page" : nothing}>${t(`hall.tab.${one}`)}</a>`,
        )}
        <span class="spring"></span>
        <a href="/screen/${id}">${t("hall.screen")}</a><a href="/play/${id}">${t("hall.phone")}</a>
      </nav>
      ${content(it)}`,
  );
}

/** @param {Tournament} it */
function content(it) {
  switch (tab()) {
    case "entrants":
      return entrantsTab(it, give, () => page.draw());
    case "round":
      return roundTab(it, page.view("places")?.places ?? [], give, () => page.draw());
    case "offences":
      return offencesTab(it, give);
    case "standings": {
      const view = page.view(`standings/${id}`);
      return view ? html`<section class="card wide">${standingsTable(view)}</section>` : nothing;
    }
    default:
      return overviewTab(it, page.view("places")?.places ?? [], give);
  }
}
