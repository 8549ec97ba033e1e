// Everybody whom the hall knows: search, register, rename; contact data for those who may see them.

import { entered, field } from "../../shared/controls.js";
import { Dialog } from "../../shared/dialog.js";
import { show } from "../../shared/draw.js";
import { get, post } from "../../shared/net.js";
import { listed, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked, command } from "../shared/commands.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";
import { day } from "../shared/times.js";

/** @import { Person } from "../shared/types.js" */

const CONTACT = ["full_name", "email", "phone", "address", "country", "club", "note"];
const MOST_SHOWN = 200;
let search = "";
let fresh = "";

const page = new HallPage({ title: "hall.page.people", topics: ["people", "alarms"], draw });
page.start();

/** @param {Event} event */
async function register(event) {
  event.preventDefault();
  if (fresh.trim() === "" || (await command("person.register", { name: fresh.trim() })) === null) return;
  fresh = "";
  page.draw();
}

function draw() {
  const persons = page.view("people")?.persons;
  const wanted = search.trim().toLocaleLowerCase();
  const found = (persons ?? []).filter(
    ({ name, person }) => wanted === "" || name.toLocaleLowerCase().includes(wanted) || person.includes(wanted),
  );
  show(
    "main",
    html`<div class="head">
        <h1>${t("hall.page.people")}</h1>
        <input
          type="search"
          aria-label=${t("hall.search")}
          placeholder=${t("hall.search")}
          .value=${search}
          @input=${(/** @type {Event} */ event) => {
            search = entered(event);
            page.draw();
          }}
        />
      </div>
      ${
        may("person.register")
          ? html`<form class="card row" @submit=${register}>
              ${field(
                t("hall.person.new"),
                html`<input
                  type="text"
                  maxlength="40"
                  .value=${fresh}
                  @input=${(/** @type {Event} */ event) => {
                    fresh = entered(event);
                  }}
                />`,
              )}
              <button class="main">${t("hall.person.register")}</button>
            </form>`
          : nothing
      }
      <section class="card wide">
        ${
          persons && found.length === 0
            ? html`<p class="empty">${t(persons.length === 0 ? "hall.people.none" : "hall.people.not-found")}</p>`
            : html`<table class="flow">
                <thead>
                  <tr>
                    <th>${t("hall.person.name")}</th>
                    <th>${t("hall.person.since")}</th>
                    <th>${t("hall.person.contact")}</th>
                    <th><span class="unseen">${t("hall.actions")}</span></th>
                  </tr>
                </thead>
                <tbody>
                  ${found.slice(0, MOST_SHOWN).map(row)}
                </tbody>
              </table>`
        }
      </section>
      ${found.length > MOST_SHOWN ? html`<p>${t("hall.people.more", { n: found.length })}</p>` : nothing}`,
  );
}

/** @param {Person} person */
const row = (person) =>
  html`<tr>
    <td>${person.erased ? html`<i class="quiet">${t("hall.person.erased")}</i>` : person.name}</td>
    <td class="when quiet">${day(person.since)}</td>
    <td class="quiet">${listed(person.contact.map((name) => t(`hall.contact.${name}`)))}</td>
    <td class="number">
      ${
        person.erased || !may("person.rename")
          ? nothing
          : html`<button @click=${() => open(person)}>${t("hall.person.open")}</button>`
      }
    </td>
  </tr>`;

/** @param {Person} person */
async function open(person) {
  const sees = may("read.contacts");
  const kept = sees && person.contact.length > 0 ? await asked(() => get(`/persons/${person.person}/contact`)) : null;
  /** @type {Record<string, string>} */
  const contact = { ...kept?.contact };
  const state = { name: person.name, why: "" };
  const seq = page.seq("people");
  const dialog = new Dialog({ title: person.name });
  const close = () => dialog.close();

  async function save() {
    const renamed = state.name.trim() !== person.name;
    const naming = { person: person.person, name: state.name.trim(), expected_seq: seq };
    if (renamed && (await command("person.rename", naming)) === null) return;
    const fields = Object.fromEntries(Object.entries(contact).filter(([, text]) => text.trim() !== ""));
    const changed = JSON.stringify(fields) !== JSON.stringify(kept?.contact ?? {});
    const keep = sees && changed && Object.keys(fields).length > 0;
    if (keep && (await asked(() => post(`/persons/${person.person}/contact`, { fields }))) === null) return;
    close();
  }

  /** @param {"erase" | "contact/delete"} what */
  async function remove(what) {
    if ((await asked(() => post(`/persons/${person.person}/${what}`, { why: state.why }))) !== null) close();
  }

  async function hand() {
    const found = await asked(() => post(`/persons/${person.person}/export`, {}));
    if (found === null) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(found, null, 1)], { type: "application/json" }));
    link.download = `${person.person}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /**
   * @param {string} label
   * @param {string} value
   * @param {(text: string) => void} onEdit
   */
  const line = (label, value, onEdit) =>
    field(
      label,
      html`<input
        type="text"
        maxlength="300"
        .value=${value}
        @input=${(/** @type {Event} */ event) => onEdit(entered(event))}
      />`,
    );

  dialog.open(
    () =>
      html`<div class="stack">
        ${line(t("hall.person.name"), state.name, (text) => {
          state.name = text;
        })}
        ${
          sees
            ? CONTACT.map((name) =>
                line(t(`hall.contact.${name}`), contact[name] ?? "", (text) => {
                  contact[name] = text;
                }),
              )
            : nothing
        }
        ${may("person.export") ? html`<button @click=${hand}>${t("hall.person.export")}</button>` : nothing}
        ${
          may("person.delete-contact")
            ? html`<details>
                <summary>${t("hall.person.delete")}</summary>
                <div class="stack">
                  ${line(t("hall.why"), state.why, (text) => {
                    state.why = text;
                  })}
                  ${
                    person.contact.length > 0
                      ? html`<button @click=${() => remove("contact/delete")}>
                          ${t("hall.person.delete-contact")}
                        </button>`
                      : nothing
                  }
                  ${
                    may("person.erase")
                      ? html`<button class="grave" @click=${() => remove("erase")}>${t("hall.person.erase")}</button>`
                      : nothing
                  }
                </div>
              </details>`
            : nothing
        }
      </div>`,
    () =>
      html`<button @click=${close}>${t("cancel")}</button
        ><button class="main" @click=${save}>${t("hall.save")}</button>`,
  );
}
