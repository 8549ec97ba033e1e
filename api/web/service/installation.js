// What a new table needs before its first match, and how its computer is: what `jantaku doctor` finds, as a list.

import { show } from "../shared/draw.js";
import { get } from "../shared/net.js";
import { figure, listed, t, wordOr } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { fileSize } from "../shared/machinewords.js";

/** @import { Installation } from "../shared/types.js" */
/** @typedef {Installation["clock"]} Verdict */

const LEVELS = { ok: "", warn: "todo", bad: "now" };

/** @type {Installation | null} */
let known = null;

export async function loadInstallation() {
  known = /** @type {Installation} */ (await get("/installation"));
  drawInstallation();
}

/** In the language that is chosen now. */
export function drawInstallation() {
  if (!known) return;
  const { name, ruleset, addresses, owner, card, release, engine, board, storage, supply, clock } = known;
  const byPage = known.by_page;
  const unnamed = t(`service.setup.unnamed.do${byPage ? "-page" : card ? "-card" : ""}`);
  const missing = t(`service.setup.board-missing.do${byPage ? "-page" : ""}`);
  const place = card ? ".do-card" : ".do";
  show("setup", [
    html`<h2>${t("service.setup")}</h2>`,
    html`<dl class="setup">
      ${[
        name ? row("name", name) : row("name", t("service.setup.unnamed"), "warn", unnamed),
        addresses.length
          ? row("network", listed(addresses))
          : row("network", t("service.setup.offline"), "warn", t(`service.setup.offline${place}`)),
        row("rules", wordOr(`ruleset.${ruleset}`, ruleset)),
        ownerRow(owner),
        board.ready
          ? row("board", t("service.setup.board-found", { port: board.port }))
          : row("board", t("service.setup.board-missing"), "bad", missing),
        firmwareRow(board, byPage),
        row("release", release),
        row("engine", t(`service.setup.engine-${engine === "compiled" ? "compiled" : "pure"}`)),
        storageRow(storage),
        wearRow(storage),
        supply ? supplyRow(supply) : nothing,
        clock === "ok"
          ? row("clock", t("service.setup.clock-set"))
          : row("clock", t("service.setup.clock-unset"), clock, t("service.setup.clock.do")),
      ]}
    </dl>`,
  ]);
}

/**
 * @param {string} what
 * @param {unknown} value
 * @param {Verdict} [verdict]
 * @param {string} [remedy]
 */
function row(what, value, verdict = "ok", remedy = "") {
  const level = LEVELS[verdict];
  return html`<dt>${t(`service.setup.${what}`)}</dt>
    <dd>
      ${
        level
          ? html`<span class="chip ${verdict === "bad" ? "bad" : "warn"}">${t(`service.level.${level}`)}</span> `
          : nothing
      }${value}${level && remedy ? html`<br /><span class="small">${remedy}</span>` : nothing}
    </dd>`;
}

/** @param {boolean | null} owner */
function ownerRow(owner) {
  if (owner === null) return row("owner", t("service.setup.open"));
  return owner
    ? row("owner", t("service.setup.owned"))
    : row("owner", t("service.setup.unowned"), "warn", t("service.setup.unowned.do"));
}

/**
 * @param {Installation["board"]} board
 * @param {boolean} byPage
 */
function firmwareRow({ ready, firmware, firmware_here: here }, byPage) {
  if (!ready || firmware === null) return nothing;
  return firmware === here
    ? row("firmware", firmware)
    : row(
        "firmware",
        t("service.setup.firmware-other", { board: firmware, here }),
        "warn",
        t(`service.setup.firmware-other.do${byPage ? "-page" : ""}`),
      );
}

/** @param {Installation["storage"]} storage */
function storageRow({ free, size, verdict }) {
  const percent = figure(Math.round(100 * (1 - free / size)));
  const text = t("service.setup.storage-full", { percent, free: fileSize(free) });
  return row("storage", text, verdict, t("service.setup.storage.do"));
}

/** @param {Installation["storage"]} storage */
function wearRow({ life_used: used, wear }) {
  const text = used ? t("service.setup.wear-used", { percent: figure(used) }) : t("service.setup.wear-unknown");
  return row("wear", text, wear, t("service.setup.wear.do"));
}

/** @param {NonNullable<Installation["supply"]>} supply */
function supplyRow({ now, before, verdict }) {
  const troubles = now.length ? now : before;
  if (!troubles.length) return row("supply", t("service.setup.supply-good"));
  const what = listed(troubles.map((trouble) => t(`service.setup.${trouble}`)));
  const text = t(now.length ? "service.setup.supply-now" : "service.setup.supply-before", { what });
  return row("supply", text, verdict, t("service.setup.supply.do"));
}
