// The service page: what to clean or replace next, how the mechanisms drift, which faults came where.

import { button, choice, field, fill, h, modal, svg, toast } from "../shared/dom.js";
import { attempt } from "../shared/latest.js";
import { Live, get, newId, post } from "../shared/net.js";
import { sayProblem } from "../shared/problem.js";
import { topBar, lineState } from "../shared/top.js";
import { currentLanguage, figure, loadWords, t } from "../shared/words.js";

const page = (id) => document.getElementById(id);
const RELOAD_EVENTS = ["machine.serviced", "machine.wall-staged", "machine.fault-raised", "machine.board-connected"];
const KEPT_WHO = "jantaku.service-who";
const COUNTERS = ["builds", "tiles", "pushes", "lift_cycles", "hatch_cycles", "disc_seconds", "faults", "emergency_stops", "boots", "brown_outs", "watchdog_resets", "frames_received", "frames_damaged", "frames_repeated", "bytes_lost", "longest_loop_us"];

class ServicePage {
  constructor() {
    Object.assign(this, { report: null, board: null, connected: false });
  }

  start() {
    this.drawTop();
    this.live = new Live("/live", {
      snapshot: (state) => { this.board = state.board; this.drawTop(); this.load(); },
      event: (event) => { if (RELOAD_EVENTS.includes(event.type)) this.load(1500); },
    }, (connected) => {
      this.connected = connected;
      document.body.classList.toggle("stale", !connected);
      this.drawTop();
    });
  }

  /** Soon rather than at once: after a wall the board is being asked for what it has learnt. */
  load(wait = 100) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => get("/service").then((report) => { this.report = report; this.draw(); }, sayProblem), wait);
  }

  drawTop() {
    topBar(page("top"), {
      title: t("service.title"), han: "雀卓", status: lineState(this.connected, this.board),
      links: [["/", t("plant.tablet")]], onLanguage: () => { this.drawTop(); if (this.report) this.draw(); },
    });
    document.title = `${t("service.title")} · 雀卓`;
  }

  draw() {
    const { report } = this;
    fill(page("advice"), report.advice.length ? report.advice.map((each) => this.advice(each)) : good(report));
    fill(page("care"), h("h2", {}, t("service.care")), report.care.map((each) => this.care(each)));
    fill(page("travel"), h("h2", {}, t("service.travel")), this.travel(report.mechanisms));
    fill(page("faults"), h("h2", {}, t("service.faults", { walls: figure(report.fault_walls) })), faults(report.faults));
    fill(page("counters"), h("h2", {}, t("service.counters")), counters(report));
  }

  advice({ level, key, part, args }) {
    const values = { ...args, part: part ? partName(part) : "" };
    return h("article", { class: `card advice ${level}` },
      h("div", { class: "stack" },
        h("h2", {}, h("span", { class: level === "now" ? "chip bad" : "chip warn" }, t(`service.level.${level}`)), " ", t(key, values)),
        h("p", {}, t(`${key}.do`, values))),
      part ? h("div", { class: "row" }, this.doneButtons(part)) : null);
  }

  /** The button that fits most often; other work is chosen in its dialog. */
  doneButtons(part) {
    return [button(isCare(part) ? doneLabel(part) : t("service.record"), () => this.ask(part), { class: "main" })];
  }

  care({ part, walls, due, last }) {
    const share = walls / due;
    const state = share >= 1 ? "now" : share >= 0.8 ? "soon" : "";
    return h("div", { class: "care" },
      h("b", {}, t(`service.part.${part}`)), button(doneLabel(part), () => this.ask(part)),
      h("span", { class: `bar ${state}`, role: "img", "aria-label": t("service.walls-of", { walls: figure(walls), due: figure(due) }) }, bar(share)),
      h("span", { class: "small quiet number" }, t("service.walls-of", { walls: figure(walls), due: figure(due) })),
      h("p", { class: "small quiet" }, last ? t("service.last", { date: date(last.time), who: last.who }) : t("service.never")));
  }

  travel(mechanisms) {
    if (!mechanisms.length) return h("p", { class: "quiet" }, t("service.nothing-learnt"));
    const heads = ["part", "mean", "last", "runs", "drift", "weeks", "trend"];
    return h("div", { class: "scroll" }, h("table", { class: "plain" },
      h("thead", {}, h("tr", {}, heads.map((each, n) => h("th", { class: n && n < 6 ? "number" : null, scope: "col" }, t(`service.column.${each}`))), h("th", {}))),
      h("tbody", {}, mechanisms.map((each) => this.row(each)))));
  }

  row(each) {
    const cell = (name, text, kind = "", attributes = {}) => h("td", { class: `number ${kind}`, "data-label": t(`service.column.${name}`), ...attributes }, text);
    return h("tr", {},
      h("th", { scope: "row" }, partName(each.mechanism)),
      cell("mean", `${figure(each.mean_ms)} ms`), cell("last", `${figure(each.last_ms)} ms`), cell("runs", figure(each.runs)),
      cell("drift", percent(each.drift), `drift ${level(each.drift)}`, { title: t("service.first", { ms: figure(each.first_ms), date: date(each.since) }) }),
      cell("weeks", percent(each.recent_drift)), h("td", {}, trend(each)),
      h("td", {}, button(t("service.record"), () => this.ask(each.mechanism))));
  }

  /** One touch records nothing: what was done starts the count of a part anew, and the journal keeps who did it. */
  ask(part) {
    const form = { part, work: "cleaned", who: localStorage.getItem(KEPT_WHO) ?? "" };
    const dialog = modal(partName(part), t("close"), { class: "narrow" });
    const go = button(t("service.record"), () => attempt(dialog, () => this.record(form)), { class: "main", disabled: !form.who.trim() });
    const who = h("input", { type: "text", maxlength: 60, value: form.who, oninput: (event) => { form.who = event.target.value; go.disabled = !form.who.trim(); } });
    dialog.body.append(isCare(part) ? h("p", {}, t("service.care-done")) : this.workChoice(form), field(t("service.who"), who));
    dialog.footer.append(button(t("cancel"), dialog.close), go);
  }

  workChoice(form) {
    const works = ["cleaned", "adjusted", "replaced"].map((work) => [work, t(`service.work.${work}`)]);
    return h("div", { class: "stack" }, field(t("service.what"), choice(works, form.work, (work) => { form.work = work; })), h("p", { class: "quiet" }, t("service.replaced-help")));
  }

  /** Whether it is recorded. */
  async record({ part, work, who }) {
    try {
      await post("/service", { part, work, who: who.trim(), id: newId() });
    } catch (error) {
      sayProblem(error);
      return false;
    }
    localStorage.setItem(KEPT_WHO, who.trim());
    toast(t("service.recorded", { part: partName(part) }));
    this.load();
    return true;
  }
}

const amount = (value, unit) => value.toLocaleString(currentLanguage(), { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 });

/** A time as people say it: seconds, then minutes, then hours. */
function lasting(seconds) {
  if (seconds < 120) return amount(seconds, "second");
  return seconds < 7200 ? amount(seconds / 60, "minute") : amount(seconds / 3600, "hour");
}

const milliseconds = (us) => amount(us / 1000, "millisecond");
const SHOWN = { disc_seconds: lasting, longest_loop_us: milliseconds };
const CARE = ["inside", "slides", "wiring", "overhaul"];
const doneLabel = (part) => (part === "wiring" || part === "overhaul" ? t("service.done") : t("service.cleaned"));
const isCare = (part) => CARE.includes(part);
const date = (iso) => new Date(iso).toLocaleDateString(currentLanguage(), { year: "numeric", month: "short", day: "numeric" });
const percent = (share) => (share === null ? "–" : `${share > 0 ? "+" : share < 0 ? "−" : ""}${figure(Math.abs(Math.round(share * 1000) / 10))} %`);
const level = (share) => (share >= 0.25 ? "now" : share >= 0.1 ? "soon" : "");

function partName(part) {
  if (isCare(part)) return t(`service.part.${part}`);
  const [name, side] = part.split("-");
  return side === undefined ? t(`mechanism.${name}`) : t("service.place", { part: t(`mechanism.${name}`), n: Number(side) + 1 });
}

// Widths as a property, because the page's security policy allows no style attributes.
function bar(share) {
  const filled = h("i");
  filled.style.width = `${Math.min(100, Math.round(share * 100))}%`;
  return filled;
}

function good(report) {
  return h("article", { class: "card advice good" }, h("div", { class: "stack" }, h("h2", {}, t("service.all-well")), h("p", { class: "quiet" }, t("service.all-well-help", { walls: figure(report.walls) }))));
}

/** Mean travel time by day; the dashed line is what it was at first. */
function trend({ days, first_ms: first }) {
  const values = days.map(([, mean]) => mean);
  const low = Math.min(first, ...values) * 0.97;
  const high = Math.max(first, ...values) * 1.03;
  const y = (value) => 32 - ((value - low) / (high - low || 1)) * 30;
  const x = (index) => (values.length === 1 ? 75 : 2 + (index * 146) / (values.length - 1));
  return svg("svg", { class: "trend", viewBox: "0 0 150 34", role: "img", "aria-label": t("service.trend-label", { first, now: values.at(-1) }) },
    svg("line", { x1: 0, x2: 150, y1: y(first), y2: y(first) }),
    svg("polyline", { points: values.map((value, index) => `${x(index)},${y(value)}`).join(" ") }),
    svg("circle", { cx: x(values.length - 1), cy: y(values.at(-1)), r: 3 }));
}

function faults(list) {
  if (!list.length) return h("p", { class: "quiet" }, t("service.no-faults"));
  return h("table", { class: "plain" }, h("tbody", {}, list.map(({ code, key, side, mechanism, times }) => h("tr", {},
    h("th", { scope: "row" }, h("span", { class: code.startsWith("W") ? "chip warn" : "chip bad" }, code)),
    h("td", {}, t(key), h("br"), h("span", { class: "small quiet" }, mechanism ? partName(mechanism) : Number.isInteger(side) ? t("machine.side", { n: side + 1 }) : t("machine.table"))),
    h("td", { class: "number" }, t("service.times", { n: times }))))));
}

function counters({ counters: values, walls, builds, board, read }) {
  const line = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return [
    h("dl", { class: "figures" },
      line(t("service.walls"), figure(walls)),
      builds.last ? line(t("service.last-build"), t("service.seconds", { n: figure(builds.last.seconds) })) : null,
      builds.drift !== null ? line(t("service.build-drift"), percent(builds.drift)) : null,
      values ? COUNTERS.filter((name) => name in values).map((name) => line(t(`service.counter.${name}`), (SHOWN[name] ?? figure)(values[name]))) : null),
    h("p", { class: "quiet small" }, values ? t("service.read", { date: new Date(read).toLocaleString(currentLanguage()), board }) : t("service.nothing-learnt")),
  ];
}

await loadWords();
new ServicePage().start();
