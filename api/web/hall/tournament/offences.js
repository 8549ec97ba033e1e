// Penalties by the tariff, and protests with their rulings.

import { t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { points } from "../shared/figures.js";
import { ask } from "../shared/form.js";
import { may, nameOf } from "../shared/frame.js";
import { offence } from "../shared/tariff.js";
import { moment } from "../shared/times.js";

/** @import { Give, Tournament } from "../shared/types.js" */

/**
 * @param {Tournament} it
 * @param {Give} give
 * @param {() => Tournament} now
 */
export function offencesTab(it, give, now) {
  const names = new Map(it.entrants.map(({ id, name }) => [id, name]));
  return html`<div class="columns">
    <section class="card stack">
      <div class="row apart">
        <h2>${t("hall.fines")}</h2>
        ${
          may("tournament.give-fine")
            ? html`<button class="main" @click=${() => fine(it, give, now)}>${t("hall.fine.give")}</button>`
            : nothing
        }
      </div>
      ${it.fines.length === 0 ? html`<p class="empty">${t("hall.fines.none")}</p>` : nothing}
      ${it.fines.map(
        (one) =>
          html`<div class=${one.cancelled ? "entry quiet struck" : "entry"}>
            <div class="row apart">
              <b>${names.get(one.entrant)}</b><span class="number">${points(one.points)}</span>
            </div>
            <p class="small">
              ${offence(one.kind)} · ${t("hall.round.number", { n: one.round })} · ${one.why} · ${nameOf(one.who)}
            </p>
            ${
              one.cancelled
                ? html`<p class="small">
                    ${t("hall.fine.cancelled", { why: one.cancelled, who: nameOf(one.cancelled_by) })}
                  </p>`
                : may("tournament.cancel-fine")
                  ? html`<button @click=${() => cancel(one.number, give, now)}>${t("hall.fine.cancel")}</button>`
                  : nothing
            }
          </div>`,
      )}
    </section>
    <section class="card stack">
      <div class="row apart">
        <h2>${t("hall.protests")}</h2>
        ${
          may("tournament.make-protest") && it.rounds.length > 0
            ? html`<button @click=${() => protest(it, give, now)}>${t("hall.protest.make")}</button>`
            : nothing
        }
      </div>
      ${it.protests.length === 0 ? html`<p class="empty">${t("hall.protests.none")}</p>` : nothing}
      ${it.protests.map(
        (one) =>
          html`<div class="entry">
            <div class="row apart">
              <b>${names.get(one.entrant)}</b>
              <span class="chip"> ${t(decision(one.upheld ?? null))} </span>
            </div>
            <p>${one.text}</p>
            <p class="small quiet">
              ${t("hall.round.number", { n: one.round })} · ${t("hall.table.number", { n: one.table })} ·
              ${moment(one.time)}
            </p>
            ${
              one.ruling
                ? html`<p class="small">${one.ruling} · ${one.referee}</p>`
                : may("tournament.decide-protest")
                  ? html`<button class="main" @click=${() => decide(one.number, give, now)}>
                      ${t("hall.protest.decide")}
                    </button>`
                  : nothing
            }
          </div>`,
      )}
    </section>
  </div>`;
}

/** @param {boolean | null} upheld */
const decision = (upheld) =>
  upheld === null ? "hall.protest.open" : upheld ? "hall.protest.upheld" : "hall.protest.rejected";

/**
 * @param {Tournament} it
 * @param {Give} give
 * @param {() => Tournament} now
 */
function fine(it, give, now) {
  ask({
    title: t("hall.fine.give"),
    fields: [
      { name: "entrant", label: t("hall.entrant.name"), options: it.entrants.map(({ id, name }) => [id, name]) },
      {
        name: "kind",
        label: t("hall.fine.kind"),
        options: it.tariff.map(({ kind }) => [kind, offence(kind)]),
      },
      { name: "points", label: t("hall.fine.points"), help: t("hall.fine.points-help") },
      { name: "why", label: t("hall.why") },
    ],
    values: { entrant: it.entrants[0]?.id, kind: it.tariff[0]?.kind, points: "", why: "" },
    button: t("hall.fine.give"),
    latest: () => ({ seq: now().seq }),
    send: ({ entrant, kind, points: given, why }, seq) => {
      const taken = given.trim() === "" ? null : given.trim().replace("−", "-");
      return give("give-fine", { entrant, kind, why, points: taken, expected_seq: seq });
    },
  });
}

/**
 * @param {number} number
 * @param {Give} give
 * @param {() => Tournament} now
 */
function cancel(number, give, now) {
  ask({
    title: t("hall.fine.cancel"),
    fields: [{ name: "why", label: t("hall.why") }],
    values: { why: "" },
    button: t("hall.fine.cancel"),
    latest: () => ({ seq: now().seq }),
    send: ({ why }, seq) => give("cancel-fine", { fine: number, why, expected_seq: seq }),
  });
}

/**
 * @param {Tournament} it
 * @param {Give} give
 * @param {() => Tournament} now
 */
function protest(it, give, now) {
  const round = it.rounds[it.rounds.length - 1];
  const seated = round.games.flatMap((game) => game.seats.map((id) => ({ id, table: game.table })));
  const names = new Map(it.entrants.map(({ id, name }) => [id, name]));
  const late = Boolean(round.locked || (round.protests_until && Date.parse(round.protests_until) < Date.now()));
  ask({
    title: t(late ? "hall.protest.late" : "hall.protest.make"),
    fields: [
      { name: "entrant", label: t("hall.entrant.name"), options: seated.map(({ id }) => [id, names.get(id) ?? id]) },
      { name: "text", label: t("hall.protest.text"), many: true, longest: 500 },
    ],
    values: { entrant: seated[0]?.id, text: "" },
    button: t("hall.protest.make"),
    note: late ? t("hall.protest.late-help") : "",
    latest: () => ({ seq: now().seq }),
    send: ({ entrant, text }, seq) =>
      give(late ? "admit-late-protest" : "make-protest", {
        round: round.number,
        table: seated.find(({ id }) => id === entrant)?.table ?? 1,
        entrant,
        text,
        expected_seq: seq,
      }),
  });
}

/**
 * @param {number} number
 * @param {Give} give
 * @param {() => Tournament} now
 */
function decide(number, give, now) {
  ask({
    title: t("hall.protest.decide"),
    fields: [
      {
        name: "upheld",
        label: t("hall.protest.decision"),
        options: [
          ["no", t("hall.protest.rejected")],
          ["yes", t("hall.protest.upheld")],
        ],
      },
      { name: "ruling", label: t("hall.protest.ruling"), many: true, longest: 500 },
      { name: "referee", label: t("hall.role.referee"), longest: 40 },
    ],
    values: { upheld: "no", ruling: "", referee: "" },
    button: t("hall.protest.decide"),
    latest: () => ({ seq: now().seq }),
    send: ({ upheld, ruling, referee }, seq) =>
      give("decide-protest", { protest: number, upheld: upheld === "yes", ruling, referee, expected_seq: seq }),
  });
}
