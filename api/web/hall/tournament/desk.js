// The desk of a tournament: the next step as one button, and a tab for each part.

import { show } from "../../shared/draw.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { may, showCurrent } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { entrantsTab } from "./entrants.js";
import { offencesTab } from "./offences.js";
import { overviewTab } from "./overview.js";
import { roundTab } from "./round.js";
import { standingsTab } from "./standings.js";
import { stepsOf, undo } from "./steps.js";

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
const give = (name, fields = {}) => command(`tournament.${name}`, { tournament: id, ...fields }, nameOf);

/** @param {string} entrant */
const nameOf = (entrant) => page.view(`tournament/${id}`)?.entrants.find((one) => one.id === entrant)?.name ?? entrant;

/** The tournament as it is now, for dialogs that are open while others work on it. */
const now = () => /** @type {Tournament} */ (page.view(`tournament/${id}`));

const steps = stepsOf(id, give);
/** The step that is being carried out: making tables takes its time, and nothing else is begun meanwhile. */
let under = "";

/** @param {import("./steps.js").Step} step */
async function carryOut({ key, run }) {
  if (isHeld()) return;
  under = key;
  page.draw();
  try {
    await run();
  } finally {
    under = "";
    ownUntil = Date.now() + OWN_MS;
    page.draw();
  }
}

/** So long the buttons rest after a step of somebody else: a finger on its way would meet another one. */
const REST_MS = 800;
/** What changes so soon after a step of one's own comes from it. */
const OWN_MS = 3000;
let [restUntil, ownUntil, offered] = [0, 0, ""];

const isHeld = () => under !== "" || Date.now() < restUntil;

/** @param {import("./steps.js").Step[]} all that are offered now */
function noteOffered(all) {
  const keys = all.map(({ key }) => key).join();
  if (offered !== "" && keys !== offered && under === "" && Date.now() > ownUntil) {
    restUntil = Date.now() + REST_MS;
    setTimeout(() => page.draw(), REST_MS + 50);
  }
  offered = keys;
}

function draw() {
  const it = page.view(`tournament/${id}`);
  if (!it) {
    show("main", html`<p class="card empty">${t(page.gone.size > 0 ? "hall.tournament.gone" : "hall.loading")}</p>`);
    return;
  }
  const next = steps(it).filter(({ row }) => may(row));
  noteOffered(next);
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
              ? html`<button aria-disabled=${isHeld()} @click=${() => isHeld() || undo(it, give)}>
                  ${t("hall.step.undo-short")}
                </button>`
              : nothing
          }
          ${next
            .reverse()
            .map(
              (step, at, all) =>
                html`<button
                  class=${at === all.length - 1 ? "main" : ""}
                  aria-disabled=${isHeld()}
                  aria-busy=${under === step.key}
                  @click=${() => carryOut(step)}
                >
                  ${t(`hall.step.${step.key}`)}
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
      return entrantsTab(it, give, now);
    case "round":
      return roundTab(it, page.view("places")?.places ?? [], give, now, () => page.draw());
    case "offences":
      return offencesTab(it, give, now);
    case "standings":
      return standingsTab(it, page.view(`standings/${id}`), give, () => page.draw());
    default:
      return overviewTab(it, page.view("places")?.places ?? [], give, now);
  }
}
