// The tables that keep the signed heads of this one's journal, and whose heads this one keeps.

import { show } from "../shared/draw.js";
import { get } from "../shared/net.js";
import { figure, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { timeText } from "../shared/machinewords.js";

/** @import { Witnesses } from "../shared/types.js" */

const SHOWN_OF_KEY = 16;
const QUIET = new Set(["unreachable", "no-head"]); // usual for a table that is switched off, or new
const ALARMS = new Set(["forked", "went-back"]);

/** @type {Witnesses | null} */
let known = null;

export async function loadPeers() {
  known = /** @type {Witnesses} */ (await get("/journal/peers"));
  drawPeers();
}

/** In the language that is chosen now; the section stays hidden for a table that exchanges no heads. */
export function drawPeers() {
  if (!known) return;
  const { peers, forks } = known;
  /** @type {HTMLElement} */ (document.getElementById("peers")).hidden = !peers.length && !forks.length;
  show("peers", [
    html`<h2>${t("service.peers")}</h2>
      <p class="quiet">${t("service.peers-help")}</p>`,
    forks.map(forkPart),
    peers.map(peerPart),
  ]);
}

/** @param {Witnesses["forks"][number]} fork */
const forkPart = ({ name, key, seq }) =>
  html`<div role="alert" class="stack">
    <p>
      <span class="chip bad">${t("service.peer.forked")}</span>
      ${t("service.peer.fork-of", { name: name ?? key.slice(0, SHOWN_OF_KEY), seq: figure(seq) })}
    </p>
    <p>${t("service.peer.forked.do")}</p>
  </div>`;

/** @param {Witnesses["peers"][number]} peer */
function peerPart(peer) {
  const { name, trouble, missed, asked, detail } = peer;
  const wrong = missed ? "missed" : trouble;
  return html`<div class="peer stack">
    <p>
      <b>${name}</b>
      ${
        wrong
          ? html`<span class="chip ${level(wrong)}">${t(`service.peer.${wrong}`)}</span>`
          : html`<span class="chip">${t(asked ? "service.peer.good" : "service.peer.never")}</span>`
      }
    </p>
    ${wrong ? html`<p>${t(`service.peer.${wrong}.do`)}</p>` : nothing}
    <p class="small quiet">${witnessed(peer)} · ${kept(peer)} · ${reached(peer)}</p>
    ${wrong && detail ? html`<p class="small quiet">${detail}</p>` : nothing}
  </div>`;
}

/** @param {string} wrong */
const level = (wrong) => (ALARMS.has(wrong) ? "bad" : QUIET.has(wrong) ? "" : "warn");

/** @param {Witnesses["peers"][number]} peer */
const witnessed = ({ witnessed: seq, witnessed_at: at }) =>
  seq ? t("service.peer.witnessed", { seq: figure(seq), date: date(at) }) : t("service.peer.unwitnessed");

/** @param {Witnesses["peers"][number]} peer */
const kept = ({ head }) => (head ? t("service.peer.keeps", { seq: figure(head.seq) }) : t("service.peer.keeps-none"));

/** @param {Witnesses["peers"][number]} peer */
const reached = ({ reached: at }) => (at ? t("service.peer.reached", { date: date(at) }) : t("service.peer.unreached"));

/** @param {number} seconds Unix time */
const date = (seconds) => timeText(new Date(seconds * 1000).toISOString());
