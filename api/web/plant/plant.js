// The plant page: the simulated table with its tiles, keys, people and faults. A real table has no such page.

import { button, choice, fill, h, onChange, toast } from "../shared/dom.js";
import { Live, get, post } from "../shared/net.js";
import { plantPicture } from "./plantpicture.js";
import { sayProblem } from "../shared/problem.js";
import { topBar } from "../shared/top.js";
import { figure, known, loadWords, t } from "../shared/words.js";

const page = (id) => document.getElementById(id);
const KEYS = ["open", "raise", "dice-0", "dice-1", "dice-2", "dice-3"];
const HAND = ["bring-set", "gather", "push-in", "hand-over", "put-found-tile", "take-tiles", "take-extra", "sort-out", "complete-walls"];
const TECHNICIAN = ["empty-machine", "crank-lift", "repair", "profile"];
const name = (id) => (known(`sim.${id}`) ? t(`sim.${id}`) : id);
/** A word of the simulator for a part: `lift.0`, `count-2` or `dealer-1` end with their side, counted from 0. */
const partName = (id, group) => {
  const [, part, side] = /^(.*?)(?:[-.](\d))?$/.exec(id);
  const key = [`plant.${group}.${part}`, `mechanism.${part}`, `plant.choice.${part}`].find(known);
  return `${key ? t(key) : part}${side ? ` ${Number(side) + 1}` : ""}`;
};
const choiceName = (argument, id) => (argument === "key" ? name(`key.${id}`) : partName(id, argument));
const argumentName = (id) => (known(`plant.argument.${id}`) ? t(`plant.argument.${id}`) : id);

class Plant {
  constructor(kinds) {
    Object.assign(this, { kinds, plant: null, connected: false, held: new Set() });
    this.makeParts();
  }

  makeParts() {
    this.parts = [
      onChange((plant) => [plant.places, plant.motors], (_, plant) => fill(page("picture"), plantPicture(plant))),
      onChange((plant) => [plant.motors, plant.sensors, plant.dome, plant.temperature], (_, plant) => fill(page("board"), boardCard(plant))),
      onChange((plant) => [plant.places.box, plant.sets], (_, plant) => fill(page("where"), whereCard(plant))),
      onChange((plant) => plant.faults, () => this.drawActive()),
      onChange((plant) => [plant.powered, plant.broken], (_, plant) => fill(page("alarm"), alarm(plant))),
      onChange((plant) => plant.keys, () => this.drawKeys()),
      onChange((plant) => plant.profile, () => this.drawTechnician()),
    ];
  }

  start() {
    this.drawTop();
    this.drawForms();
    this.live = new Live("/simulator/live", { plant: (plant) => this.take(plant) }, (connected) => {
      this.connected = connected;
      document.body.classList.toggle("stale", !connected);
      this.drawTop();
    });
  }

  take(plant) {
    this.plant = plant;
    fill(page("time"), t("plant.time", { seconds: figure(Math.floor(plant.seconds)), speed: plant.speed ?? "∞", profile: partName(plant.profile, "choice") }));
    fill(page("wire"), wire(plant.wire));
    for (const part of this.parts) part(plant);
  }

  drawTop() {
    topBar(page("top"), {
      title: t("plant.title"), han: "雀卓", links: [["/", t("plant.tablet")]], onLanguage: () => this.redraw(),
      status: h("span", { class: this.connected ? "state" : "state away", role: "status" }, h("i"), h("span", { id: "time", class: "number" }, this.connected ? "" : t("connection.lost"))),
    });
    document.title = `${t("plant.title")} · 雀卓`;
  }

  redraw() {
    this.makeParts();
    this.drawTop();
    this.drawForms();
    if (this.plant) this.take(this.plant);
  }

  drawForms() {
    fill(page("people"), h("h2", {}, t("plant.people")), this.actions(HAND));
    this.drawTechnician();
    fill(page("faults"), h("h2", {}, t("plant.faults")), this.faultForm());
    this.drawKeys();
  }

  drawTechnician() {
    fill(page("technician"), h("h2", {}, t("plant.technician")), this.actions(TECHNICIAN));
  }

  drawKeys() {
    const down = new Set(this.plant?.keys ?? []);
    fill(page("keys"), h("h2", {}, t("plant.keys")),
      h("div", { class: "row" }, KEYS.map((key) => button(name(`key.${key}`), () => this.act("press", { key }), { class: key.startsWith("dice") ? null : "main", "aria-pressed": down.has(key) })),
        button(name("press-both"), () => this.act("press-both", {}))),
      h("div", { class: "row" }, KEYS.slice(0, 2).map((key) => button(`${t("sim.hold")}: ${name(`key.${key}`)}`, () => this.act(down.has(key) ? "release" : "hold", { key }), { "aria-pressed": down.has(key) }))));
  }

  actions(names) {
    return h("div", { class: "actions-list" }, names.map((id) => this.kinds.actions.find((action) => action.name === id)).filter(Boolean).map((action) => {
      const values = {};
      const inputs = action.arguments.map((argument) => input(argument, values, action.name === "profile" ? this.plant?.profile : undefined));
      return h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.act(action.name, values); } },
        h("button", { type: "submit" }, name(action.name)), inputs);
    }));
  }

  faultForm() {
    const kinds = this.kinds.faults;
    const values = {};
    const inputs = h("span", { class: "row" });
    let chosen = kinds[0];
    const pick = (id) => {
      chosen = kinds.find((kind) => kind.name === id);
      for (const key of Object.keys(values)) delete values[key];
      fill(inputs, chosen.arguments.map((argument) => input(argument, values)));
    };
    pick(chosen.name);
    return h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.act("fault", { fault: chosen.name, arguments: { ...values } }, chosen.name); } },
      h("span", { class: "wide" }, choice(kinds.map((kind) => [kind.name, name(kind.name)]), chosen.name, pick, { "aria-label": t("plant.faults") })),
      inputs, h("button", { type: "submit", class: "grave" }, t("plant.inject")));
  }

  drawActive() {
    const { faults } = this.plant;
    fill(page("active"), h("h2", {}, t("plant.active")), faults.length ? faults.map((fault) => this.activeFault(fault)) : h("p", { class: "quiet" }, t("plant.active-none")));
  }

  activeFault(fault) {
    const kind = this.kinds.faults.find((each) => each.name === fault.name);
    const facts = Object.entries(fault.arguments).map(([key, value]) => (key === "side" ? t("machine.side", { n: value + 1 }) : `${argumentName(key)} ${typeof value === "string" ? choiceName(key, value) : value}`)).join(", ");
    return h("div", { class: "row apart active" }, h("span", {}, name(fault.name), " ", h("span", { class: "quiet small" }, facts)),
      h("span", { class: "row" }, fault.remedy ? button(name(fault.remedy), () => this.act(fault.remedy, onlyKnown(this.kinds, fault)), { class: "main" }) : null,
        kind?.clearable ? button(t("plant.clear"), () => this.act("clear-fault", { fault: fault.name, arguments: fault.arguments }, fault.name)) : null));
  }

  async act(action, values, label = action) {
    try {
      const result = await post("/simulator", { action, ...values });
      if (result.tiles !== undefined) toast(t("plant.done-tiles", { what: name(label), n: result.tiles }));
    } catch (error) {
      sayProblem(error);
    }
  }
}

/** Arguments that the remedy takes as well. */
function onlyKnown(kinds, fault) {
  const action = kinds.actions.find((each) => each.name === fault.remedy);
  const wanted = new Set((action?.arguments ?? []).map((argument) => argument.name));
  return Object.fromEntries(Object.entries(fault.arguments).filter(([key]) => wanted.has(key)));
}

/** `now`: which of the choices holds at present, for a choice of that kind. */
function input(argument, values, now) {
  const title = argumentName(argument.name);
  const set = (value) => { values[argument.name] = value; };
  if (argument.name === "side") { // counted from 1, as on the deck and on the tablet
    set(0);
    return choice([0, 1, 2, 3].map((side) => [side, t("machine.side", { n: side + 1 })]), 0, (side) => set(Number(side)), { "aria-label": title });
  }
  if (argument.choices) {
    set(now ?? (argument.default || argument.choices[0]));
    const label = (each) => (each === now ? t("plant.now", { name: choiceName(argument.name, each) }) : choiceName(argument.name, each));
    return choice(argument.choices.map((each) => [each, label(each)]), values[argument.name], set, { "aria-label": title, title });
  }
  const first = argument.default ?? argument.low;
  set(first);
  const box = h("input", { type: "number", value: first, min: argument.low, max: argument.high, step: "any", oninput: (event) => set(Number(event.target.value)) });
  return h("label", { class: "inline" }, box, title);
}

function running(motors) {
  const names = motors.disc ? ["disc"] : [];
  for (const part of ["pick", "head", "lift"]) motors[part].forEach((each, side) => { if (typeof each === "number" ? each : each.on) names.push(`${part} ${side + 1}`); });
  if (motors.hatch.on) names.push("hatch");
  return names.map((each) => { const [part, side] = each.split(" "); return `${t(`mechanism.${part}`)}${side ? ` ${side}` : ""}`; });
}

function boardCard(plant) {
  const list = (title, items) => h("p", {}, h("span", { class: "quiet" }, `${title}: `), items.length ? items.map((each) => h("span", { class: "chip" }, each)) : t("plant.none"));
  return [
    h("h2", {}, t("plant.board")),
    list(t("plant.motors"), running(plant.motors)),
    list(t("plant.lamps"), plant.dome.lamps.map((each) => partName(each, "lamp"))),
    plant.dome.text ? h("p", {}, h("span", { class: "quiet" }, `${t("plant.text")}: `), h("code", {}, plant.dome.text)) : null,
    plant.dome.beeper ? h("p", {}, h("span", { class: "chip warn" }, t("plant.beeper"))) : null,
    h("details", {}, h("summary", { class: "button" }, t("plant.sensors")), h("p", { class: "row small" }, plant.sensors.map((each) => h("span", { class: "chip" }, partName(each, "sensor"))))),
  ];
}

function whereCard(plant) {
  const lines = Object.entries(plant.sets).map(([set, places]) => h("p", {}, h("b", { class: `badge set-${set}` }, set), " ",
    Object.entries({ box: plant.places.box[set], ...places }).filter(([, count]) => count).map(([place, count]) => h("span", { class: "chip" }, `${t(`plant.place.${place}`)} ${count}`))));
  return [h("h2", {}, t("plant.where")), lines];
}

function alarm(plant) {
  if (plant.broken) return h("p", { class: "notice bad", role: "alert" }, t("plant.broken", { detail: plant.broken.detail ?? plant.broken.code }));
  return plant.powered ? null : h("p", { class: "notice bad", role: "alert" }, t("plant.power-off"));
}

function wire(line) {
  return line.plugged === false ? h("span", { class: "chip bad" }, `${t("plant.wire")}: ${t("plant.unplugged")}`) : null;
}

await loadWords();
try {
  const { actions, faults } = await get("/simulator");
  new Plant({ actions, faults }).start();
} catch (error) {
  sayProblem(error);
}
