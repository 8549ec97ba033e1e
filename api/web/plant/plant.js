// The plant page: the simulated table with its tiles, keys, people and faults. A real table has no such page.

import { beginGuarded } from "../shared/guarded.js";
import { choice } from "../shared/controls.js";
import { Live, get, post } from "../shared/net.js";
import { show } from "../shared/draw.js";
import { showProblem } from "../shared/problem.js";
import { toast } from "../shared/toast.js";
import { topBar } from "../shared/top.js";
import { figure, labelled, listed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { argumentInput, firstValues } from "./action.js";
import { plantPicture } from "./plantpicture.js";
import { argumentName, choiceName, partName, simName } from "./plantwords.js";

/** @import { Motors, Plant, PlantFault, SimulatorFault, SimulatorKind, SimulatorKinds } from "../shared/types.js" */
/** @import { Values } from "./action.js" */

const KEYS = ["open", "raise", "dice-0", "dice-1", "dice-2", "dice-3"];
const HELD = KEYS.slice(0, 2);
const DICE = KEYS.slice(2);
const HOLD_MS = 1500; // longer than the service asks for, api/access/keys.py
const MOST_HELD_MS = 60000;
const HAND = [
  ...["bring-set", "gather", "push-in", "hand-over", "put-found-tile"],
  ...["take-tiles", "take-extra", "sort-out", "complete-walls"],
];
const NEXT_HAND = "next-hand";
const BRINGS = ["hand-over", "bring-set"]; // with the number of tiles that are to be in use
const TECHNICIAN = ["empty-machine", "crank-lift", "repair", "profile"];

class PlantPage {
  /** @param {SimulatorKinds} kinds */
  constructor(kinds) {
    this.kinds = kinds;
    /** @type {Plant | null} */
    this.plant = null;
    /** @type {number | undefined} in use, as the match wants it */
    this.tiles = undefined;
    this.connected = false;
    /** @type {Record<string, Values>} arguments of each action */
    this.values = Object.fromEntries(kinds.actions.map((action) => [action.name, firstValues(action.arguments)]));
    /** @type {SimulatorFault} the one that the form offers */
    this.fault = kinds.faults[0];
    this.faultValues = firstValues(this.fault.arguments);
  }

  start() {
    this.draw();
    this.live = new Live("/simulator/live", { plant: (plant) => this.take(plant) }, (connected) => {
      this.connected = connected;
      document.body.classList.toggle("stale", !connected);
      this.draw();
    });
    this.table = new Live("/live", { snapshot: ({ mechanism }) => this.takeTiles(mechanism.plan.tiles) }, () => {});
  }

  /**
   * People bring as many tiles as the match wants.
   * @param {number} tiles
   */
  takeTiles(tiles) {
    if (tiles === this.tiles) return;
    this.tiles = tiles;
    for (const name of BRINGS) this.values[name] = { ...this.values[name], tiles };
    this.draw();
  }

  /** @param {Plant} plant */
  take(plant) {
    if (plant.profile !== this.plant?.profile) this.values.profile = { profile: plant.profile };
    this.plant = plant;
    this.draw();
  }

  // ------------------------------------------------------------ drawing

  draw() {
    this.drawTop();
    this.drawForms();
    const { plant } = this;
    if (!plant) return;
    show("picture", plantPicture(plant));
    show("board", boardParts(plant));
    show("where", whereParts(plant));
    show("active", this.activeParts(plant));
    show("alarm", alarm(plant));
    show("wire", wire(plant));
  }

  drawTop() {
    const time = html`<span id="time" class="number">${this.connected ? this.timeText() : t("connection.lost")}</span>`;
    topBar({
      title: t("plant.title"),
      links: [["/", t("plant.tablet")]],
      status: html`<span class="state ${this.connected ? "" : "away"}" role="status"><i></i>${time}</span>`,
      onLanguage: () => this.draw(),
    });
  }

  timeText() {
    if (!this.plant) return "";
    const { seconds, speed, profile } = this.plant;
    return t("plant.time", {
      seconds: figure(Math.floor(seconds)),
      speed: speed ?? "∞",
      profile: partName(profile, "choice"),
    });
  }

  drawForms() {
    show("people", this.people());
    show("technician", [html`<h2>${t("plant.technician")}</h2>`, this.actionForms(TECHNICIAN)]);
    show("faults", [html`<h2>${t("plant.faults")}</h2>`, this.faultForm()]);
    show("keys", this.keys());
  }

  people() {
    return html`
      <h2>${t("plant.people")}</h2>
      <div class="row">
        <button type="button" class="main" @click=${() => this.act(NEXT_HAND)}>${simName(NEXT_HAND)}</button>
        <span class="quiet">${this.tiles === undefined ? nothing : t("plant.tiles", { n: figure(this.tiles) })}</span>
      </div>
      <details>
        <summary class="button">${t("plant.single-steps")}</summary>
        ${this.actionForms(HAND)}
      </details>
    `;
  }

  keys() {
    const down = new Set(this.plant?.keys ?? []);
    return html`
      <h2>${t("plant.keys")}</h2>
      <div class="row">
        ${KEYS.map((key) => this.key(key, down.has(key)))}
        <button type="button" @click=${() => this.act("press-both")}>${simName("press-both")}</button>
      </div>
      <div class="row">${HELD.map((key) => this.heldKey(key, down.has(key)))}</div>
      <div class="row">
        ${DICE.map((key) => this.longPress(simName(`key.${key}`), "press", { key }))}
        ${this.longPress(simName("press-both"), "press-both", {})}
      </div>
    `;
  }

  /**
   * @param {string} key
   * @param {boolean} down
   */
  key(key, down) {
    return html`<button
      type="button"
      class=${key.startsWith("dice") ? "" : "main"}
      aria-pressed=${down}
      @click=${() => this.act("press", { key })}
    >
      ${simName(`key.${key}`)}
    </button>`;
  }

  /**
   * A key that is held as long as it takes to pair a device, in time of people.
   * @param {string} name
   * @param {string} action
   * @param {object} values
   */
  longPress(name, action, values) {
    const held_ms = Math.min(MOST_HELD_MS, HOLD_MS * Math.max(1, this.plant?.speed ?? 1));
    return html`<button type="button" @click=${() => this.act(action, { ...values, held_ms })}>
      ${t("access.hold-key", { key: name })}
    </button>`;
  }

  /**
   * @param {string} key
   * @param {boolean} down
   */
  heldKey(key, down) {
    const change = () => this.act(down ? "release" : "hold", { key });
    return html`<button type="button" aria-pressed=${down} @click=${change}>
      ${labelled(t("sim.hold"), simName(`key.${key}`))}
    </button>`;
  }

  /** @param {string[]} names */
  actionForms(names) {
    const offered = names.flatMap((name) => this.kinds.actions.filter((action) => action.name === name));
    return html`<div class="actions-list">${offered.map((action) => this.actionForm(action))}</div>`;
  }

  /** @param {SimulatorKind} action */
  actionForm(action) {
    const values = this.values[action.name];
    const now = action.name === "profile" ? this.plant?.profile : undefined;
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.act(action.name, values);
    };
    return html`<form class="row" @submit=${send}>
      <button type="submit">${simName(action.name)}</button>
      ${action.arguments.map((each) => argumentInput(each, values, (value) => void (values[each.name] = value), now))}
    </form>`;
  }

  faultForm() {
    const { kinds, fault, faultValues } = this;
    /** @type {[string, string][]} */
    const pairs = kinds.faults.map(({ name }) => [name, simName(name)]);
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.act("fault", { fault: fault.name, arguments: { ...faultValues } }, fault.name);
    };
    return html`<form class="row" @submit=${send}>
      <span class="wide">
        ${choice(pairs, fault.name, (name) => this.pickFault(name), { label: t("plant.faults") })}
      </span>
      <span class="row">
        ${fault.arguments.map((each) =>
          argumentInput(each, faultValues, (value) => void (faultValues[each.name] = value)),
        )}
      </span>
      <button type="submit" class="grave">${t("plant.inject")}</button>
    </form>`;
  }

  /** @param {string} name */
  pickFault(name) {
    this.fault = this.kinds.faults.find((kind) => kind.name === name) ?? this.fault;
    this.faultValues = firstValues(this.fault.arguments);
    this.draw();
  }

  /** @param {Plant} plant */
  activeParts({ faults }) {
    return html`
      <h2>${t("plant.active")}</h2>
      ${
        faults.length
          ? faults.map((fault) => this.activeFault(fault))
          : html`<p class="quiet">${t("plant.active-none")}</p>`
      }
    `;
  }

  /** @param {PlantFault} fault */
  activeFault(fault) {
    const { name, remedy } = fault;
    const clearable = this.kinds.faults.find((kind) => kind.name === name)?.clearable;
    const clear = () => this.act("clear-fault", { fault: name, arguments: fault.arguments }, name);
    return html`<div class="row apart active">
      <span>${simName(name)} <span class="quiet small">${argumentsText(fault)}</span></span>
      <span class="row">
        ${remedy ? this.remedyButton(fault, remedy) : nothing}
        ${clearable ? html`<button type="button" @click=${clear}>${t("plant.clear")}</button>` : nothing}
      </span>
    </div>`;
  }

  /**
   * @param {PlantFault} fault
   * @param {string} remedy
   */
  remedyButton(fault, remedy) {
    const take = () => this.act(remedy, this.argumentsOf(fault, remedy));
    return html`<button type="button" class="main" @click=${take}>${simName(remedy)}</button>`;
  }

  /**
   * Arguments of the fault that the remedy takes as well.
   * @param {PlantFault} fault
   * @param {string} remedy
   */
  argumentsOf(fault, remedy) {
    const taken = this.kinds.actions.find(({ name }) => name === remedy)?.arguments ?? [];
    const wanted = new Set(taken.map(({ name }) => name));
    return Object.fromEntries(Object.entries(fault.arguments).filter(([name]) => wanted.has(name)));
  }

  /**
   * @param {string} action
   * @param {Values} values
   */
  async act(action, values = {}, label = action) {
    try {
      const result = await post("/simulator", { action, ...values });
      if (result.tiles !== undefined) toast(t("plant.done-tiles", { what: simName(label), n: result.tiles }));
    } catch (error) {
      showProblem(error);
    }
  }
}

/** @param {PlantFault} fault */
function argumentsText(fault) {
  const texts = Object.entries(fault.arguments).map(([name, value]) => {
    if (name === "side") return t("machine.side", { n: Number(value) + 1 });
    return `${argumentName(name)} ${typeof value === "string" ? choiceName(name, value) : value}`;
  });
  return listed(texts);
}

/**
 * Names of the motors that turn.
 * @param {Motors} motors
 */
function running(motors) {
  /** @type {("pick" | "head" | "lift")[]} */
  const sided = ["pick", "head", "lift"];
  const onSides = sided.flatMap((part) =>
    motors[part].flatMap((motor, side) => (turns(motor) ? [`${t(`mechanism.${part}`)} ${side + 1}`] : [])),
  );
  return [
    ...(motors.disc ? [t("mechanism.disc")] : []),
    ...onSides,
    ...(motors.hatch.on ? [t("mechanism.hatch")] : []),
  ];
}

/** @param {number | { on: number }} motor */
const turns = (motor) => (typeof motor === "number" ? motor : motor.on) !== 0;

/** @param {string} name */
const chip = (name) => html`<span class="chip">${name}</span>`;

/**
 * @param {string} title
 * @param {string[]} names
 */
const list = (title, names) =>
  html`<p><span class="quiet">${labelled(title)}</span>${names.length ? names.map(chip) : t("plant.none")}</p>`;

/** @param {Plant} plant */
const boardParts = ({ motors, sensors, dome }) => html`
  <h2>${t("plant.board")}</h2>
  ${list(t("plant.motors"), running(motors))}
  ${list(
    t("plant.lamps"),
    dome.lamps.map((lamp) => partName(lamp, "lamp")),
  )}
  ${dome.text ? html`<p><span class="quiet">${labelled(t("plant.text"))}</span><code>${dome.text}</code></p>` : nothing}
  ${dome.beeper ? html`<p><span class="chip warn">${t("plant.beeper")}</span></p>` : nothing}
  <details>
    <summary class="button">${t("plant.sensors")}</summary>
    <p class="row small">${sensors.map((sensor) => chip(partName(sensor, "sensor")))}</p>
  </details>
`;

/** @param {Plant} plant */
function whereParts({ sets, places }) {
  const line = (/** @type {string} */ set) => {
    const counts = Object.entries({ box: places.box[set], ...sets[set] }).filter(([, count]) => count);
    return html`<p>
      <b class="badge set-${set}">${set}</b> ${counts.map(([place, n]) => chip(`${t(`plant.place.${place}`)} ${n}`))}
    </p>`;
  };
  return [html`<h2>${t("plant.where")}</h2>`, Object.keys(sets).map(line)];
}

/** @param {Plant} plant */
function alarm({ broken, powered }) {
  if (!broken && powered) return nothing;
  const text = broken ? t("plant.broken", { detail: broken.detail ?? broken.code }) : t("plant.power-off");
  return html`<p class="notice bad" role="alert">${text}</p>`;
}

/** @param {Plant} plant */
const wire = (plant) =>
  plant.wire.plugged === false
    ? html`<span class="chip bad">${labelled(t("plant.wire"), t("plant.unplugged"))}</span>`
    : nothing;

await beginGuarded();
try {
  new PlantPage(await get("/simulator")).start();
} catch (error) {
  showProblem(error);
}
