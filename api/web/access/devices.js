// Devices: who waits, who is paired (revoked in one touch), codes to give away, and the PIN of the staff.

import { choice, field, textField } from "../shared/controls.js";
import { show } from "../shared/draw.js";
import { beginGuarded } from "../shared/guarded.js";
import { allowed, me } from "../shared/me.js";
import { get, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { topBar } from "../shared/top.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { moment, roleText, voucher } from "./wording.js";

/** @import { Device, DeviceList, Grant, NewGrant, Pairing, WaitingDevice } from "../shared/types.js" */

const LOOK_MS = 3000;
const LONGEST_NAME = 40;
const SHORTEST_PIN = 4;
const LONGEST_PIN = 32;
const GRANTED = ["staff", "referee", "technician", "table", "owner"];
const HOURS = [1, 24, 7 * 24];

class DevicesPage {
  constructor() {
    /** @type {DeviceList | null} */
    this.list = null;
    /** @type {WaitingDevice[]} */
    this.waiting = [];
    /** @type {Pairing | null} */
    this.opened = null;
    /** @type {Grant[]} */
    this.grants = [];
    /** @type {NewGrant | null} */
    this.made = null;
    this.role = "staff";
    this.name = "";
    this.hours = 24;
    this.pin = "";
  }

  async start() {
    await this.load();
    setInterval(() => this.load().catch(() => {}), LOOK_MS); // the next look shows whether the line is back
  }

  async load() {
    if (allowed("read.pairings")) {
      const { waiting, opened } = await get("/pairings");
      Object.assign(this, { waiting, opened });
    }
    if (allowed("read.devices")) this.list = await get("/devices");
    if (allowed("read.grants")) this.grants = (await get("/grants")).grants;
    if (!this.grants.some(({ id }) => id === this.made?.id)) this.made = null; // used, taken back or too old
    this.draw();
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {string} done what is said when it is
   */
  async send(path, body, done) {
    try {
      const answer = await post(path, body);
      if (done) toast(done);
      await this.load();
      return answer;
    } catch (error) {
      showProblem(error);
      return null;
    }
  }

  async grant() {
    const body = { role: this.role, name: this.name.trim(), hours: this.hours };
    const made = await this.send("/grants", body, "");
    if (made) Object.assign(this, { made, name: "" });
    this.draw();
  }

  async setPin() {
    if (await this.send("/staff-pin", { pin: this.pin }, t("access.pin-set"))) this.pin = "";
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  draw() {
    topBar({
      title: t("access.devices-title"),
      links: [
        ["/pair", t("access.pair-title")],
        ["/", t("plant.tablet")],
      ],
      status: nothing,
      onLanguage: () => this.draw(),
    });
    show("waiting", allowed("read.pairings") ? this.waitingPart() : nothing);
    show("devices", allowed("read.devices") ? this.devicesPart() : nothing);
    show("grants", allowed("grant.make") ? this.grantsPart() : nothing);
    show("pin", allowed("staff-pin.change") ? this.pinPart() : nothing);
  }

  waitingPart() {
    const rows = this.waiting.map((one) => this.waitingRow(one));
    return html`<h2>${t("access.waiting")}</h2>
      ${rows.length ? rows : html`<p>${t("access.nobody-waits")}</p>`} ${this.openedPart()}`;
  }

  /** Where the first tablet of a table is paired, no other display shows its digits. */
  openedPart() {
    if (!this.opened?.digits) return nothing;
    const { name, role, seat, digits } = this.opened;
    return html`<p aria-live="polite">${t("access.digits-for", { name: name ?? roleText(role, seat) })}</p>
      <p class="given number">${digits}</p>`;
  }

  /** @param {WaitingDevice} one */
  waitingRow(one) {
    const vouch = () => this.send(`/pairings/${one.id}/open`, {}, t("access.allowed", { name: one.name }));
    return html`<div class="device">
      <p><b>${one.name}</b> · ${roleText(one.role, one.seat)} <span class="quiet">${one.client}</span></p>
      ${
        one.role === "table" && allowed("pairing.open")
          ? html`<button type="button" @click=${vouch}>${t("access.let-in")}</button>`
          : html`<span class="quiet small">${t("access.waits-for-key")}</span>`
      }
    </div>`;
  }

  devicesPart() {
    const { list } = this;
    if (!list) return nothing;
    const rows = list.devices.map((one) => this.deviceRow(one));
    const open = me()?.open ? html`<p>${t("access.open")}</p>` : nothing;
    return html`<h2>${t("access.devices")}</h2>
      ${open} ${rows.length ? rows : html`<p>${t("access.no-devices")}</p>`}`;
  }

  /** @param {Device} one */
  deviceRow(one) {
    const revoke = () => this.send(`/devices/${one.id}/revoke`, {}, t("access.revoked", { name: one.name }));
    return html`<div class="device">
      <div>
        <p>
          <b>${one.name}</b> · ${roleText(one.role, one.seat)}
          ${one.this ? html`<span class="chip">${t("access.this")}</span>` : nothing}
        </p>
        <p class="quiet small">
          ${t("access.seen", { seen: moment(one.last_seen), by: voucher(one.paired_by), until: moment(one.expires) })}
        </p>
      </div>
      <button type="button" class="grave" aria-label=${t("access.revoke-one", { name: one.name })} @click=${revoke}>
        ${t("access.revoke")}
      </button>
    </div>`;
  }

  grantsPart() {
    return html`<h2>${t("access.grants")}</h2>
      <p class="quiet">${t("access.grants-help")}</p>
      ${this.made ? this.madePart(this.made) : nothing}
      ${field(
        t("access.as"),
        choice(
          GRANTED.map((role) => [role, t(`access.role.${role}`)]),
          this.role,
          (role) => this.change({ role }),
        ),
      )}
      ${textField({
        label: t("access.for-whom"),
        value: this.name,
        longest: LONGEST_NAME,
        onEdit: (name) => this.change({ name }),
      })}
      ${field(
        t("access.hours"),
        choice(
          HOURS.map((hours) => [hours, t(`access.hours-${hours}`)]),
          this.hours,
          (hours) => this.change({ hours }),
        ),
      )}
      <div class="row">
        <button type="button" class="main" ?disabled=${!this.name.trim()} @click=${() => this.grant()}>
          ${t("access.make-code")}
        </button>
      </div>
      ${this.grants.map((one) => this.grantRow(one))}`;
  }

  /** @param {NewGrant} made */
  madePart(made) {
    return html`<p>${t("access.code-once", { name: made.name })}</p>
      <p class="given">${made.code}</p>
      <p class="given small">${made.url}</p>`;
  }

  /** @param {Grant} one */
  grantRow(one) {
    const revoke = () => this.send(`/grants/${one.id}/revoke`, {}, t("access.taken-back"));
    return html`<div class="device">
      <p>
        <b>${one.name}</b> · ${roleText(one.role, null)}
        <span class="quiet small">${t("access.until", { time: moment(one.expires) })}</span>
      </p>
      <button type="button" @click=${revoke}>${t("access.take-back")}</button>
    </div>`;
  }

  pinPart() {
    const edit = (/** @type {Event} */ event) =>
      this.change({ pin: /** @type {HTMLInputElement} */ (event.target).value });
    return html`<h2>${t("access.staff-pin")}</h2>
      <p class="quiet">${t(this.list?.staff_pin ? "access.pin-is-set" : "access.pin-is-not-set")}</p>
      ${field(
        t("access.new-pin"),
        html`<input type="password" autocomplete="off" maxlength=${LONGEST_PIN} .value=${this.pin} @input=${edit} />`,
      )}
      <div class="row">
        <button type="button" ?disabled=${this.pin.length < SHORTEST_PIN} @click=${() => this.setPin()}>
          ${t("access.set-pin")}
        </button>
      </div>`;
  }

  /** @param {Partial<DevicesPage>} values */
  change(values) {
    Object.assign(this, values);
    this.draw();
  }
}

beginGuarded()
  .then(() => new DevicesPage().start())
  .catch(showProblem);
