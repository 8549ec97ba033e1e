// Who takes part: one by one, or a list that is looked at before anything of it is kept.

import { Dialog } from "../../shared/dialog.js";
import { entered, field } from "../../shared/controls.js";
import { post } from "../../shared/net.js";
import { listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";

/** @import { Entrant, Give, Preview, Tournament } from "../shared/types.js" */

/** What is known of a player beside the name; a column that nobody fills is left out. */
const DETAILS = /** @type {const} */ (["club", "team", "country", "ema"]);

/**
 * @param {Tournament} it
 * @param {Give} give
 * @param {() => Tournament} now
 */
export function entrantsTab(it, give, now) {
  const numbers = new Map(it.draw?.numbers.map((id, at) => [id, at + 1]));
  const waiting = new Set(it.waiting);
  const rows = [...it.entrants].sort((a, b) => (numbers.get(a.id) ?? 1e6) - (numbers.get(b.id) ?? 1e6));
  const columns = DETAILS.filter((name) => rows.some((one) => one[name]));
  return html`<section class="card stack">
    <div class="row apart">
      <h2>${t("hall.tournament.entrants", { n: it.entrants.length })}</h2>
      ${
        may("tournament.add-entrant")
          ? html`<span class="row">
              ${
                may("read.cards") && rows.length > 0
                  ? html`<a class="button" href="/cards/${it.tournament}">${t("hall.cards")}</a>`
                  : nothing
              }
              <button @click=${() => importList(it, give)}>${t("hall.entrant.import")}</button>
              <button class="main" @click=${() => add(give)}>${t("hall.entrant.add")}</button>
            </span>`
          : nothing
      }
    </div>
    ${
      rows.length === 0
        ? html`<p class="empty">${t("hall.entrants.none")}</p>`
        : html`<div class="wide">
            <table class="flow">
              <thead>
                <tr>
                  <th class="number">${t("hall.entrant.number")}</th>
                  <th>${t("hall.entrant.name")}</th>
                  ${columns.map((name) => html`<th>${labelOf(name)}</th>`)}
                  <th>${t("hall.entrant.state")}</th>
                  <th><span class="unseen">${t("hall.actions")}</span></th>
                </tr>
              </thead>
              <tbody>
                ${rows.map((one) => row(one, columns, numbers.get(one.id), waiting.has(one.id), it, give, now))}
              </tbody>
            </table>
          </div>`
    }
  </section>`;
}

/** @param {string} name */
const labelOf = (name) => (name === "ema" ? "EMA" : t(`hall.entrant.${name}`));

/**
 * @param {Entrant} one
 * @param {readonly (typeof DETAILS)[number][]} columns
 * @param {number | undefined} number
 * @param {boolean} waits
 * @param {Tournament} it
 * @param {Give} give
 * @param {() => Tournament} now
 */
function row(one, columns, number, waits, it, give, now) {
  const state = one.status || (one.substitute ? "substitute" : waits ? "waiting" : "");
  const drawn = it.draw !== null;
  return html`<tr>
    <td class="number">${number ?? ""}</td>
    <td>${one.name}</td>
    ${columns.map((name) => html`<td>${one[name]}</td>`)}
    <td>${state ? html`<span class="chip">${t(`hall.status.${state}`)}</span>` : nothing}</td>
    <td class="number">
      ${
        may("tournament.change-entrant")
          ? html`<button @click=${() => change(one, give, now)}>${t("hall.entrant.change")}</button>`
          : nothing
      }
      ${
        may("tournament.set-status") && drawn
          ? html`<button @click=${() => leave(one, give, now)}>${t("hall.entrant.status")}</button>`
          : nothing
      }
      ${
        may("tournament.name-substitute") && drawn && !one.substitute && it.entrants.some((each) => each.substitute)
          ? html`<button @click=${() => substitute(one, it, give, now)}>${t("hall.entrant.substitute")}</button>`
          : nothing
      }
      ${
        may("tournament.remove-entrant") && !drawn
          ? html`<button @click=${() => give("remove-entrant", { entrant: one.id })}>
              ${t("hall.entrant.remove")}
            </button>`
          : nothing
      }
    </td>
  </tr>`;
}

/**
 * @param {Entrant} one
 * @param {Tournament} it
 */
const found = (one, it) => it.entrants.find(({ id }) => id === one.id) ?? one;

/**
 * @param {Entrant} one
 * @param {Give} give
 * @param {() => Tournament} now
 */
function leave(one, give, now) {
  ask({
    title: one.name,
    fields: [
      {
        name: "status",
        label: t("hall.entrant.state"),
        options: ["", "WD", "DNF", "DQ"].map((key) => [key, t(`hall.status.${key || "plays"}`)]),
      },
      { name: "why", label: t("hall.why") },
    ],
    values: { status: one.status, why: "" },
    button: t("hall.save"),
    latest: () => ({ seq: now().seq, values: { status: found(one, now()).status } }),
    send: ({ status, why }, seq) => give("set-status", { entrant: one.id, status, why, expected_seq: seq }),
  });
}

/**
 * Somebody plays in the place of another, from the round on that is seated or comes next.
 * @param {Entrant} one
 * @param {Tournament} it
 * @param {Give} give
 * @param {() => Tournament} now
 */
function substitute(one, it, give, now) {
  const last = it.rounds.at(-1);
  const first = last && !last.locked ? last.number : it.rounds.length + 1;
  const who = it.entrants.filter((each) => each.substitute);
  ask({
    title: one.name,
    fields: [
      { name: "by", label: t("hall.entrant.substitute-by"), options: who.map(({ id, name }) => [id, name]) },
      { name: "first", label: t("hall.entrant.first"), kind: "number" },
      { name: "last", label: t("hall.entrant.last"), kind: "number" },
    ],
    values: { by: who[0]?.id, first, last: null },
    button: t("hall.entrant.substitute"),
    latest: () => ({ seq: now().seq }),
    send: ({ by, first, last }, seq) =>
      give("name-substitute", { absent: one.id, by, first, last: last ?? null, expected_seq: seq }),
  });
}

/** @returns {import("../shared/form.js").Field[]} */
const details = () =>
  ["name", ...DETAILS].map((name) => ({
    name,
    label: labelOf(name),
    longest: 60,
    help: name === "country" ? t("hall.entrant.country-help") : undefined,
  }));

/**
 * What is known of somebody who is entered: a name with a slip of the pen, the club that was left out.
 * @param {Entrant} one
 * @param {Give} give
 * @param {() => Tournament} now
 */
function change(one, give, now) {
  const names = /** @type {const} */ (["name", ...DETAILS]);
  const values = (/** @type {Entrant} */ each) => Object.fromEntries(names.map((name) => [name, each[name]]));
  ask({
    title: one.name,
    fields: details(),
    values: values(one),
    button: t("hall.save"),
    latest: () => ({ seq: now().seq, values: values(found(one, now())) }),
    send: (given, seq) => {
      const there = found(one, now());
      const changed = names.filter((name) => given[name].trim() !== there[name]);
      if (changed.length === 0) return Promise.resolve({});
      const changes = Object.fromEntries(changed.map((name) => [name, given[name].trim()]));
      return give("change-entrant", { entrant: one.id, changes, expected_seq: seq });
    },
  });
}

/** @param {Give} give */
function add(give) {
  ask({
    title: t("hall.entrant.add"),
    fields: [
      ...details(),
      { name: "substitute", label: t("hall.entrant.is-substitute"), kind: /** @type {const} */ ("tick") },
    ],
    button: t("hall.entrant.add"),
    send: (values) => give("add-entrant", { entrant: filled(values) }),
  });
}

/** @param {Record<string, any>} values */
const filled = (values) =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== false && String(text).trim() !== ""));

/**
 * @param {Tournament} it
 * @param {Give} give
 */
function importList(it, give) {
  /** @type {{ text: string, found: Preview | null }} */
  const state = { text: "", found: null };
  const dialog = new Dialog({ title: t("hall.entrant.import") });
  const look = async () => {
    state.found = await asked(() => post(`/tournaments/${it.tournament}/entrants/preview`, { text: state.text }));
    dialog.draw();
  };
  const keep = async () => {
    if ((await give("import-entrants", { text: state.text })) !== null) dialog.close();
  };
  const good = () => state.found !== null && state.found.faults.length === 0 && state.found.rows.length > 0;
  dialog.open(
    () =>
      html`<div class="stack">
        <p>${t("hall.entrant.import-help")}</p>
        ${field(
          t("hall.entrant.list"),
          html`<textarea
            rows="9"
            .value=${state.text}
            @input=${(/** @type {Event} */ event) => {
              Object.assign(state, { text: entered(event), found: null });
              dialog.draw();
            }}
          ></textarea>`,
        )}
        <input type="file" accept=".csv,.txt,text/csv" aria-label=${t("hall.entrant.file")} @change=${load} />
        ${state.found ? preview(state.found) : nothing}
      </div>`,
    () =>
      html`<button @click=${() => dialog.close()}>${t("cancel")}</button>
        <button @click=${look}>${t("hall.entrant.look")}</button>
        <button class="main" ?disabled=${!good()} @click=${keep}>${t("hall.entrant.keep")}</button>`,
  );

  /** @param {Event} event */
  async function load(event) {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    state.text = await file.text();
    await look();
  }
}

/** @param {Preview} found */
const preview = (found) =>
  html`<p><b>${t("hall.entrant.readable", { n: found.rows.length })}</b></p>
    ${
      found.faults.length > 0
        ? html`<ul class="faults">
            ${found.faults.map(
              (fault) =>
                html`<li>
                  ${t("hall.import.place", { row: fault.row, column: fault.column })}
                  ${t(`hall.import.${fault.reason}`, { value: fault.value, other: fault.other })}
                </li>`,
            )}
          </ul>`
        : nothing
    }
    ${
      found.unknown.length > 0
        ? html`<p class="quiet">${t("hall.import.unknown", { columns: listed(found.unknown) })}</p>`
        : nothing
    }`;
