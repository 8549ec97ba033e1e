// Setting the table up: name, language, time zone and rules of a new match, the wireless network, the board's firmware.
// Root carries it out (`jantaku setup wanted`); the table is away for some seconds meanwhile.

import { choice, entered, field, textField, tick } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { show } from "../shared/draw.js";
import { attempt } from "../shared/latest.js";
import { timeText } from "../shared/machinewords.js";
import { allowed, loadMe } from "../shared/me.js";
import { get, post } from "../shared/net.js";
import { showProblem } from "../shared/problem.js";
import { languages, named, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { RulesetList, Setup } from "../shared/types.js" */

const LOOK_MS = 2000; // how often is asked while something is under way; the table may be away meanwhile
const LONGEST_NAME = 60;
const LONGEST_NETWORK = 32;
const LONGEST_PASSWORD = 64;
const STRONG = 60; // percent
const WEAK = 30;

/** @type {Setup | null} */
let known = null;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What is drawn anew when a change has ended. */
let ended = () => {};

/**
 * Asks for what can be set up, for a device that may see it; the section stays hidden for all others.
 * @param {() => void} [onEnd]
 */
export async function loadSetup(onEnd = ended) {
  ended = onEnd;
  await loadMe();
  if (allowed("read.setup")) take(/** @type {Setup} */ (await get("/setup")));
}

/** In the language that is chosen now. */
export function drawSetup() {
  if (!known?.by_page) return;
  const { under_way: underWay, last, busy } = known;
  /** @type {HTMLElement} */ (document.getElementById("arrange")).hidden = false;
  show("arrange", [
    html`<h2>${t("service.arrange")}</h2>`,
    html`<dl class="setup">${tableRows(known)} ${networkRow(known)} ${firmwareRow(known)}</dl>`,
    busy ? html`<p class="quiet">${t("service.arrange.busy")}</p>` : nothing,
    html`<div class="row">${underWay ? nothing : buttons(known)}</div>`,
    underWay ? html`<p role="status">${t("service.arrange.under-way")}</p>` : nothing,
    last && !underWay ? outcome(last) : nothing,
  ]);
}

/** @param {Setup} setup */
function take(setup) {
  const over = known?.under_way && !setup.under_way;
  known = setup;
  drawSetup();
  clearTimeout(timer);
  if (setup.under_way) timer = setTimeout(lookAgain, LOOK_MS);
  if (over) ended();
}

/** A table that does not answer is in the midst of it. */
function lookAgain() {
  loadSetup().catch(() => {
    timer = setTimeout(lookAgain, LOOK_MS);
  });
}

// ------------------------------------------------------------ what is

/**
 * @param {string} what
 * @param {unknown} value
 */
const row = (what, value) =>
  html`<dt>${t(`service.arrange.${what}`)}</dt>
    <dd>${value}</dd>`;

/** @param {Setup} setup */
function tableRows({ table }) {
  const rules = wordOr(`ruleset.${table.ruleset}`, table.ruleset);
  return [
    row("name", table.name || t("service.setup.unnamed")),
    row("language", t(`language.${table.language}`)),
    row("time-zone", table.time_zone || t("service.arrange.zone-of-computer")),
    row("rules", table.profile ? `${rules} · ${t(`profile.${table.ruleset}.${table.profile}`)}` : rules),
  ];
}

/** @param {Setup} setup */
function networkRow({ wireless }) {
  if (!wireless) return nothing;
  return row("network", wireless.joined ?? t("service.arrange.no-network"));
}

/** @param {Setup} setup */
function firmwareRow({ firmware: { board, runs, here } }) {
  return row("firmware", t(`service.arrange.board-${board}`, { runs: runs ?? "", here }));
}

/** @param {NonNullable<Setup["last"]>} last */
function outcome({ kind, time, code, detail }) {
  const said = { time: timeText(time), what: kind ? t(`service.arrange.did-${kind}`) : t("service.arrange") };
  if (!code) return html`<p class="quiet" role="status">${t("service.arrange.done", said)}</p>`;
  return html`<div role="alert" class="stack">
    <p><span class="chip warn">${t("service.arrange.not-done", said)}</span></p>
    <p>${wordOr(`service.arrange.why-${code}`, t("service.arrange.why-other"))}</p>
    <p class="quiet small">${detail}</p>
  </div>`;
}

/** @param {Setup} setup */
function buttons({ busy, wireless, firmware }) {
  const flashable = ["other", "silent"].includes(firmware.board);
  return [
    allowed("setup.change")
      ? html`<button type="button" ?disabled=${busy} @click=${askTable}>${t("service.arrange.change")}</button>`
      : nothing,
    allowed("setup.change") && wireless
      ? html`<button type="button" @click=${askNetwork}>${t("service.arrange.join")}</button>`
      : nothing,
    allowed("setup.flash") && flashable
      ? html`<button type="button" ?disabled=${busy} @click=${askFirmware}>
          ${t("service.arrange.flash", { here: firmware.here })}
        </button>`
      : nothing,
  ];
}

// ------------------------------------------------------------ what is asked

/**
 * A dialog with a button that leaves a wish.
 * @typedef {{ title: string, go: string, ready?: () => boolean }} Asked
 * @param {Asked & { body: (dialog: Dialog) => unknown, wish: () => [string, object] }} parts
 */
function asking({ title, go, body, ready = () => true, wish }) {
  const dialog = new Dialog({ title, about: "settings", kind: "narrow" });
  dialog.open(
    () => body(dialog),
    () => html`
      ${cancelButton(dialog)}
      <button type="button" class="main" ?disabled=${!ready()} @click=${() => attempt(dialog, () => leave(...wish()))}>
        ${go}
      </button>
    `,
  );
}

/**
 * Whether it is under way.
 * @param {string} path
 * @param {object} body
 */
async function leave(path, body) {
  try {
    take(/** @type {Setup} */ (await post(`/setup/${path}`, body)));
  } catch (error) {
    showProblem(error);
    return false;
  }
  return true;
}

async function askTable() {
  if (!known) return;
  const before = known.table;
  /** @type {RulesetList} */
  const { rulesets } = await get("/rulesets");
  const now = { ...before };
  const zones = [...new Set([before.time_zone, ...Intl.supportedValuesOf("timeZone")])];
  const changed = () => JSON.stringify(now) !== JSON.stringify(before);
  asking({
    title: t("service.arrange.change"),
    go: t("service.arrange.set"),
    ready: () => changed() && (now.name !== "" || before.name === ""),
    wish: () => ["table", changes(before, now)],
    body: (dialog) => {
      const set = (/** @type {Partial<typeof now>} */ values) => {
        Object.assign(now, values);
        dialog.draw();
      };
      const profiles = rulesets.find(({ id }) => id === now.ruleset)?.profiles ?? [];
      return html`<div class="stack">
        ${textField({
          label: t("service.arrange.name"),
          value: now.name,
          longest: LONGEST_NAME,
          onEdit: (name) => set({ name }),
        })}
        ${field(
          t("service.arrange.language"),
          choice(
            languages().map((each) => [each, t(`language.${each}`)]),
            now.language,
            (language) => set({ language }),
          ),
        )}
        ${field(
          t("service.arrange.time-zone"),
          choice(
            zones.map((zone) => [zone, zone || t("service.arrange.zone-of-computer")]),
            now.time_zone,
            (zone) => set({ time_zone: zone }),
          ),
        )}
        ${field(
          t("service.arrange.rules"),
          choice(
            rulesets.map(({ id, names }) => [id, named(names, id)]),
            now.ruleset,
            (ruleset) => set({ ruleset, profile: "" }),
          ),
        )}
        ${
          profiles.length
            ? field(
                t("start.profile"),
                choice(
                  [["", t("start.profile-none")], ...profiles.map((name) => profilePair(now.ruleset, name))],
                  now.profile,
                  (profile) => set({ profile }),
                ),
              )
            : nothing
        }
        <p class="small quiet">${t("service.arrange.set-help")}</p>
      </div>`;
    },
  });
}

/**
 * @param {string} ruleset
 * @param {string} name
 * @returns {[string, string]}
 */
const profilePair = (ruleset, name) => [name, t(`profile.${ruleset}.${name}`)];

/**
 * What was changed alone; rules go with their profile.
 * @param {Setup["table"]} before
 * @param {Setup["table"]} now
 */
function changes(before, now) {
  const plain = /** @type {const} */ (["name", "language", "time_zone"]).filter((key) => now[key] !== before[key]);
  const rules = now.ruleset !== before.ruleset || now.profile !== before.profile;
  const given = Object.fromEntries(plain.map((key) => [key, now[key]]));
  return rules ? { ...given, ruleset: now.ruleset, profile: now.profile } : given;
}

function askNetwork() {
  const { wireless } = known ?? {};
  if (!wireless) return;
  const now = { country: wireless.country || regionHere(), name: "", password: "" };
  asking({
    title: t("service.arrange.join"),
    go: t("service.arrange.join-now"),
    ready: () => /^[A-Z]{2}$/.test(now.country) && now.name !== "",
    wish: () => ["network", now],
    body: (dialog) => {
      const set = (/** @type {Partial<typeof now>} */ values) => {
        Object.assign(now, values);
        dialog.draw();
      };
      return html`<div class="stack">
        <div class="row">
          ${wireless.in_reach.map(
            ({ name, signal }) =>
              html`<button type="button" aria-pressed=${now.name === name} @click=${() => set({ name })}>
                ${name} · ${t(`service.arrange.signal-${signal >= STRONG ? "good" : signal >= WEAK ? "fair" : "weak"}`)}
              </button>`,
          )}
        </div>
        ${textField({
          label: t("service.arrange.network-name"),
          value: now.name,
          longest: LONGEST_NETWORK,
          onEdit: (name) => set({ name }),
        })}
        ${field(
          t("service.arrange.password"),
          html`<input
            type="password"
            autocomplete="off"
            maxlength=${LONGEST_PASSWORD}
            .value=${now.password}
            @input=${(/** @type {Event} */ event) => set({ password: entered(event) })}
          />`,
        )}
        ${textField({
          label: t("service.arrange.country"),
          value: now.country,
          longest: 2,
          onEdit: (country) => set({ country: country.toUpperCase() }),
        })}
        <p class="small quiet">${t("service.arrange.join-help")}</p>
      </div>`;
    },
  });
}

/** Two letters of the reader's region, as a first guess. */
const regionHere = () => new Intl.Locale(navigator.language).maximize().region ?? "";

function askFirmware() {
  if (!known) return;
  const { here, board } = known.firmware;
  const blank = board === "silent";
  const now = { looked: false };
  asking({
    title: t("service.arrange.flash", { here }),
    go: t("service.arrange.flash-now"),
    ready: () => now.looked,
    wish: () => ["firmware", { version: here, nothing_raised: blank }],
    body: (dialog) =>
      html`<div class="stack">
        <p>${t(blank ? "service.arrange.flash-silent" : "service.arrange.flash-other", { here })}</p>
        ${tick(t("service.arrange.looked"), now.looked, (looked) => {
          now.looked = looked;
          dialog.draw();
        })}
        <p class="small quiet">${t("service.arrange.flash-help")}</p>
      </div>`,
  });
}
