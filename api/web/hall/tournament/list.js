// The tournaments of the hall, and a new one.

import { show } from "../../shared/draw.js";
import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { presetName } from "../shared/presets.js";
import { presetsCard } from "./presets.js";

/** @import { ListedTournament } from "../shared/types.js" */

const page = new HallPage({ title: "hall.page.tournaments", topics: ["tournaments", "alarms"], draw });
page.start();

function create() {
  const presets = page.view("tournaments")?.presets ?? [];
  ask({
    title: t("hall.tournament.new"),
    fields: [
      { name: "name", label: t("hall.tournament.name"), longest: 80 },
      { name: "preset", label: t("hall.tournament.rules"), options: presets.map((one) => [one.id, presetName(one)]) },
      { name: "rounds", label: t("hall.tournament.rounds"), kind: "number" },
      { name: "city", label: t("hall.tournament.city"), longest: 60 },
      { name: "first_day", label: t("hall.tournament.first-day"), kind: "date" },
      { name: "last_day", label: t("hall.tournament.last-day"), kind: "date" },
    ],
    values: { name: "", preset: presets[0]?.id, rounds: 4, city: "", first_day: "", last_day: "" },
    button: t("hall.tournament.create"),
    send: async ({ name, preset, rounds, ...settings }) => {
      const given = Object.fromEntries(Object.entries(settings).filter(([, text]) => text !== ""));
      const done = await command("tournament.create", { name, preset, rounds, settings: given });
      const made = done?.events.find(({ type }) => type === "tournament.created");
      if (made) location.assign(`/tournament/${made.tournament}`);
      return done;
    },
  });
}

function draw() {
  const listed = page.view("tournaments")?.tournaments;
  show(
    "main",
    html`<div class="head">
        <h1>${t("hall.page.tournaments")}</h1>
        ${
          listed && may("tournament.create")
            ? html`<button class="main" @click=${create}>${t("hall.tournament.new")}</button>`
            : nothing
        }
      </div>
      ${listed?.length === 0 ? html`<p class="card empty">${t("hall.tournaments.none")}</p>` : nothing}
      <div class="tiles">${listed?.map(card)}</div>
      ${listed ? presetsCard(page.view("tournaments")?.presets ?? []) : nothing}`,
  );
}

/** @param {ListedTournament} one */
const card = (one) =>
  html`<a
    class="card tournament-card"
    href=${may("read.tournaments") ? `/tournament/${one.tournament}` : `/standings/${one.tournament}`}
  >
    <h2>${one.name}</h2>
    <p class="quiet">${[one.city, one.first_day].filter(Boolean).join(" · ")}</p>
    <p class="row apart">
      <span class="chip">${t(`hall.phase.${one.abandoned ? "abandoned" : one.phase}`)}</span>
      <span>${t("hall.tournament.round-of", { n: one.round, of: one.rounds })}</span>
      <span>${t("hall.tournament.entrants", { n: one.entrants })}</span>
    </p>
  </a>`;
