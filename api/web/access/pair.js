// Pairs this device: it asks, somebody holds a key at the table, and the code of the table's display is entered here.
// Whoever scanned that code comes with it in the address, behind the #, which no server sees.

import { field, radios, textField } from "../shared/controls.js";
import { show } from "../shared/draw.js";
import { loadMe, me } from "../shared/me.js";
import { get, post } from "../shared/net.js";
import { asProblem, showProblem } from "../shared/problem.js";
import { SEATS } from "../shared/seats.js";
import { toast } from "../shared/toast.js";
import { topBar } from "../shared/top.js";
import { loadWords, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { keyName, moment, roleText } from "./wording.js";

/** @import { Asked, PairingState } from "../shared/types.js" */

/** @typedef {"seat" | "table" | "staff" | "owner"} Wanted */

const LOOK_MS = 1000;
const LONGEST_NAME = 40;
const LONGEST_CODE = 64;
const LONGEST_PIN = 32;

class PairPage {
  constructor() {
    /** @type {Wanted} */
    this.role = "seat";
    /** @type {number | null} */
    this.seat = null;
    this.name = "";
    this.code = decodeURIComponent(location.hash.slice(1));
    this.scanned = this.code !== "";
    this.pin = "";
    this.wantsPin = false;
    /** @type {Asked | null} */
    this.asked = null;
    /** @type {PairingState | null} */
    this.state = null;
  }

  async start() {
    if (this.scanned) history.replaceState(null, "", location.pathname);
    await loadMe();
    this.draw();
    setInterval(() => this.look(), LOOK_MS);
  }

  // ------------------------------------------------------------ what is done

  async ask() {
    const seat = this.role === "seat" ? { seat: this.seat } : {};
    this.asked = await post("/pairings", { role: this.role, name: this.name.trim(), ...seat });
    this.state = this.asked;
    this.draw();
  }

  /** How far the key at the table is. A line that is down for a moment is no reason to stop looking. */
  async look() {
    if (!this.asked) return;
    const state = await get(`/pairings/${this.asked.id}`).catch(() => null);
    if (!state || !this.asked) return;
    const opened = state.state === "open" && this.state?.state !== "open";
    this.state = state;
    this.wantsPin = this.wantsPin || (state.state === "open" && state.pin);
    if (state.state === "over") {
      this.asked = null;
      toast(t("access.over"), t("access.over-help"), true);
    }
    this.draw();
    if (opened) focusOn("input.code");
  }

  async enter() {
    if (this.wantsPin && !this.pin) {
      focusOn("input[type=password]");
      return;
    }
    const name = this.name.trim();
    const pin = this.wantsPin && this.pin ? { pin: this.pin } : {};
    try {
      await post("/me/pair", { code: this.code.trim(), ...(name ? { name } : {}), ...pin });
    } catch (error) {
      const first = asProblem(error).problem.field === "pin" && !this.wantsPin;
      if (first) this.wantsPin = true;
      else showProblem(error);
      this.draw();
      if (first) focusOn("input[type=password]");
      return;
    }
    this.asked = this.state = null;
    this.code = this.pin = "";
    await loadMe();
    toast(t("access.paired"));
    this.draw();
    focusOn("#self a");
  }

  async leave() {
    await post("/me/leave", {});
    await loadMe();
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  draw() {
    topBar({
      title: t("access.pair-title"),
      links: [["/", t("plant.tablet")]],
      status: nothing,
      onLanguage: () => this.draw(),
    });
    const paired = Boolean(me()?.device);
    show("self", this.self());
    show("step", paired || this.scanned ? nothing : this.asked ? this.toDo() : this.wish());
    show("code", paired ? nothing : this.codeForm());
  }

  self() {
    const known = me();
    if (!known) return nothing;
    if (known.open) return html`<p>${t("access.open")}</p>`;
    if (known.device === null) return html`<p>${t(known.viewers ? "access.not-paired" : "access.closed")}</p>`;
    const role = roleText(known.role, known.seat);
    const until = known.expires ? t("access.until", { time: moment(known.expires) }) : nothing;
    return html`
      <p class="to-do">${t("access.is-paired", { name: known.name, role })}</p>
      <p class="quiet">${until}</p>
      <div class="row">
        ${
          known.role === "seat"
            ? html`<a class="button main" href="/seat">${t("access.to-seat")}</a>`
            : html`<a class="button" href="/">${t("access.to-table")}</a>`
        }
        ${
          known.role === "owner" ? html`<a class="button main" href="/service">${t("access.first-steps")}</a>` : nothing
        }
        <button type="button" @click=${() => this.leave().catch(showProblem)}>${t("access.leave")}</button>
      </div>
    `;
  }

  wish() {
    const ready = this.name.trim() && (this.role !== "seat" || this.seat !== null);
    return html`
      <h2>${t("access.ask-title")}</h2>
      ${radios(
        t("access.as"),
        WANTED.map((value) => ({ value, text: t(`access.role.${value}`) })),
        this.role,
        (role) => this.change({ role }),
      )}
      ${this.role === "seat" ? this.seats() : nothing} ${this.nameField()}
      <div class="row">
        <button type="button" class="main" ?disabled=${!ready} @click=${() => this.ask().catch(showProblem)}>
          ${t("access.ask")}
        </button>
      </div>
    `;
  }

  seats() {
    return html`<p>${t("access.which-seat")}</p>
      ${radios(
        t("access.which-seat"),
        SEATS.map((value) => ({ value, text: keyName(value) })),
        this.seat,
        (seat) => this.change({ seat }),
      )}`;
  }

  nameField() {
    const onEdit = (/** @type {string} */ name) => this.change({ name });
    return textField({ label: t("access.name"), value: this.name, longest: LONGEST_NAME, onEdit });
  }

  /** What has to be done at the table now. */
  toDo() {
    const open = this.state?.state === "open";
    return html`
      <p class="to-do">${open ? t("access.read-code") : this.holdText()}</p>
      <p class="quiet number">${t("access.seconds", { seconds: Math.ceil(this.state?.seconds ?? 0) })}</p>
      ${this.role === "table" && !open ? html`<p class="quiet">${t("access.or-staff")}</p>` : nothing}
      <div class="row">
        <button type="button" @click=${() => this.change({ asked: null })}>${t("cancel")}</button>
      </div>
    `;
  }

  holdText() {
    if (this.role === "seat") return t("access.hold-dice", { key: keyName(this.seat ?? 0) });
    if (this.role === "owner") return t("access.press-button");
    return t("access.hold-both", { open: t("sim.key.open"), raise: t("sim.key.raise") });
  }

  codeForm() {
    const edit = (/** @type {Event} */ event) =>
      this.change({ code: /** @type {HTMLInputElement} */ (event.target).value });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.enter().catch(showProblem);
    };
    return html`<form class="stack" @submit=${submit}>
      <h2>${t(this.scanned ? "access.scanned" : "access.have-code")}</h2>
      ${field(
        t("access.code"),
        html`<input
          type="text"
          class="code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          spellcheck="false"
          maxlength=${LONGEST_CODE}
          .value=${this.code}
          @input=${edit}
        />`,
      )}
      ${this.wantsPin ? this.pinField() : nothing} ${this.asked ? nothing : this.nameField()}
      <div class="row">
        <button type="submit" class="main" ?disabled=${!this.code.trim()}>${t("access.enter")}</button>
      </div>
    </form>`;
  }

  pinField() {
    const edit = (/** @type {Event} */ event) =>
      this.change({ pin: /** @type {HTMLInputElement} */ (event.target).value });
    return field(
      t("access.pin"),
      html`<input
        type="password"
        autocomplete="off"
        inputmode="numeric"
        maxlength=${LONGEST_PIN}
        .value=${this.pin}
        @input=${edit}
      />`,
    );
  }

  /** @param {Partial<PairPage>} values */
  change(values) {
    Object.assign(this, values);
    this.draw();
  }
}

/** What had the focus is gone, or it is somebody else's turn to be typed. @param {string} what */
const focusOn = (what) => /** @type {HTMLElement | null} */ (document.querySelector(what))?.focus();

/** @type {Wanted[]} */
const WANTED = ["seat", "table", "staff", "owner"];

loadWords()
  .then(() => new PairPage().start())
  .catch(showProblem);
