// The page around the verification: what was scanned is kept here, and said in the reader's language.

import { HARMLESS, verify } from "./proof.js";

const KEPT = "jantaku.verify";
const LANGUAGE = "jantaku.language";
const MOST_BYTES = 64e6;
const MOST_SHOWN = 50;

/** @type {{ [language: string]: { [key: string]: string } }} */
const WORDS = JSON.parse(byId("words").textContent ?? "{}");
/** @type {string[]} */
let lines = [];
let language = "en";
/** @type {Awaited<ReturnType<typeof verify>> | null} */
let result = null;
/** Every verification has a number; only the newest one is shown. */
let started = 0;

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * @param {string} key
 * @param {{ [name: string]: unknown }} values
 */
function t(key, values = {}) {
  const text = WORDS[language][key] ?? key;
  return text.replace(/\{([\w-]+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * @param {string} tag
 * @param {...(Node | string)} children
 */
function element(tag, ...children) {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

/** What is kept in the browser; nothing where it keeps nothing for a page from a file.
 * @param {string} name
 */
function recall(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/**
 * Whether the browser keeps it.
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
    return localStorage.getItem(name) === value;
  } catch {
    return false;
  }
}

// ------------------------------------------------------------ words

/** @param {string} wish a language tag of the browser */
function ourLanguage(wish) {
  const [main, ...rest] = wish.toLowerCase().split("-");
  if (main === "zh") return rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-Hant" : "zh-Hans";
  return main in WORDS ? main : "";
}

function chooseLanguage() {
  const wishes = [recall(LANGUAGE), ...navigator.languages.map(ourLanguage)];
  speak(wishes.find((wish) => wish in WORDS) ?? "en");
}

/** @param {string} chosen */
function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  for (const part of document.querySelectorAll("[data-word]"))
    part.textContent = t(part.getAttribute("data-word") ?? "");
  draw();
}

function drawLanguages() {
  const select = /** @type {HTMLSelectElement} */ (byId("language"));
  for (const name of Object.keys(WORDS)) select.append(new Option(WORDS[name]["verify.language"], name));
  select.value = language;
  select.addEventListener("change", () => {
    keep(LANGUAGE, select.value);
    speak(select.value);
  });
}

// ------------------------------------------------------------ the result

function draw() {
  byId("result").hidden = lines.length === 0 || !result;
  if (!result) return;
  const { report } = result;
  byId("result").dataset.verdict = report.verdict;
  byId("verdict").textContent = t(`verify.verdict.${report.verdict}`);
  drawFlaws(report.discrepancies);
  drawCounts(report);
  byId("alone").hidden = report.uncontributed === 0;
  byId("anchors").replaceChildren(...result.anchors.map(anchorLine));
  drawRolls([...result.rolls, ...result.voids]);
  byId("heads").replaceChildren(...report.heads.map(({ hash }) => element("li", element("code", hash))));
}

/** @param {import("./history.js").Discrepancy[]} discrepancies */
function drawFlaws(discrepancies) {
  const worst = [...discrepancies].sort(
    (a, b) => Number(HARMLESS.includes(a.flaw)) - Number(HARMLESS.includes(b.flaw)),
  );
  byId("flaws").replaceChildren(
    ...worst.slice(0, MOST_SHOWN).map(({ line, flaw, number }) => {
      const where = number ? t("verify.line-roll", { line, number }) : t("verify.line", { line });
      const item = element("li", element("strong", where), " ", t(`verify.flaw.${flaw}`));
      item.dataset.flaw = flaw;
      return item;
    }),
  );
}

/** @param {{ [name: string]: any }} report */
function drawCounts(report) {
  const names = ["anchors", "rolls", "uncontributed", "locks", "voids", "timed_out", "withheld"];
  byId("counts").replaceChildren(
    ...names.flatMap((name) => [element("dt", t(`verify.count.${name}`)), element("dd", String(report[name]))]),
  );
}

/** @param {{ name: string, time: number, length: number, cause: string, table: string }} anchor */
function anchorLine({ name, time, length, cause, table }) {
  const known = { name: name || t("verify.unnamed", { id: table }), time: when(time), length };
  const why = cause === "first" ? "" : ` (${t(`verify.cause.${cause}`)})`;
  return element("li", t("verify.anchor", known) + why);
}

/** @param {import("./layout.js").Numbered[]} all */
function drawRolls(all) {
  const newest = all.sort((a, b) => b.time - a.time).slice(0, MOST_SHOWN);
  const columns = ["number", "time", "purpose", "dice", "seats"];
  byId("last").textContent = t("verify.last", { n: newest.length });
  byId("columns").replaceChildren(...columns.map((name) => element("th", t(`verify.head.${name}`))));
  byId("rolls").replaceChildren(...newest.map(rollLine));
}

/** @param {import("./layout.js").Numbered} roll */
function rollLine(roll) {
  const shown =
    roll.kind === "void" ? t("verify.void", { reason: t(`verify.reason.${roll.reason}`) }) : roll.faces.join(" ");
  const given = roll.contributions.map(({ given, data }) =>
    t(`verify.given.${given}`, { numbers: [...data].join(" ") }),
  );
  const cells = [String(roll.number), when(roll.time), t(`verify.purpose.${roll.purpose}`), shown, given.join(" · ")];
  return element("tr", ...cells.map((cell) => element("td", cell)));
}

/** @param {number} time Unix milliseconds */
function when(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "?" : date.toLocaleString(language);
}

// ------------------------------------------------------------ what is entered

/** @param {string} text */
async function add(text) {
  lines.push(...text.split("\n").filter((line) => line.trim()));
  const kept = keep(KEPT, lines.join("\n"));
  await check();
  byId("kept").textContent = kept ? t("verify.kept", { n: lines.length }) : t("verify.not-kept");
}

async function check() {
  const own = ++started;
  const found = await verify(lines, async (part) => {
    byId("busy").textContent = t("verify.busy", { percent: Math.round(100 * part) });
    await new Promise((resume) => setTimeout(resume));
  });
  if (own !== started) return;
  byId("busy").textContent = "";
  result = found;
  draw();
}

/** @param {File | undefined} file */
async function read(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) byId("busy").textContent = t("verify.too-large", { most: MOST_BYTES / 1e6 });
  else await add(await file.text());
}

function listen() {
  const input = /** @type {HTMLTextAreaElement} */ (byId("input"));
  const file = /** @type {HTMLInputElement} */ (byId("file"));
  byId("add").addEventListener("click", async () => {
    const text = input.value;
    input.value = "";
    await add(text);
  });
  file.addEventListener("change", async () => {
    await read(file.files?.[0]);
    file.value = "";
  });
  byId("forget").addEventListener("click", () => {
    lines = [];
    result = null;
    keep(KEPT, "");
    draw();
  });
}

chooseLanguage();
drawLanguages();
listen();
const kept = recall(KEPT);
if (kept) add(kept);
// Served by a table, the page asks for nothing but the worker that keeps it for use without a network.
if (location.protocol !== "file:") navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
