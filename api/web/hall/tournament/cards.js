// The cards of the players, to print and hand out: each lets a phone in for its player.

import { get } from "../../shared/net.js";
import { show } from "../../shared/draw.js";
import { labelled, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { asked, command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { HallPage } from "../shared/page.js";

/** @import { CardList } from "../shared/types.js" */

const id = location.pathname.split("/")[2] ?? "";
/** @type {CardList | null} */
let list = null;
const page = new HallPage({ title: "hall.cards", topics: [], draw });
page.start().then(load);

async function load() {
  list = await asked(() => get(`/tournaments/${id}/cards`));
  page.draw();
}

function draw() {
  if (!list) {
    show("main", html`<p class="card empty">${t("hall.loading")}</p>`);
    return;
  }
  const { address, cards } = list;
  show(
    "main",
    html`<div class="head">
        <div>
          <h1>${list.name}</h1>
          <p class="quiet">${t("hall.cards.help")}</p>
        </div>
        <div class="row">
          <a class="button" href="/tournament/${id}#entrants">${t("hall.tab.entrants")}</a>
          <button class="main" @click=${() => print()}>${t("hall.print")}</button>
        </div>
      </div>
      ${address ? nothing : html`<p class="card">${t("hall.cards.no-address")}</p>`}
      <div class="cards">${cards.map((card) => one(card, address))}</div>`,
  );
}

/**
 * @param {CardList["cards"][number]} card
 * @param {string} address
 */
const one = (card, address) =>
  html`<section class="player-card">
    ${card.qr ? html`<img class="qr" alt="" src=${`data:image/svg+xml,${encodeURIComponent(card.qr)}`} />` : nothing}
    <div>
      <h2>${card.number === null ? nothing : html`<span class="number">${card.number}</span>`} ${card.name}</h2>
      <p class="code">${card.code}</p>
      <p class="small">${address}</p>
      ${
        may("tournament.renew-card")
          ? html`<button class="plain unprinted" @click=${() => renew(card)}>${t("hall.cards.renew")}</button>`
          : nothing
      }
    </div>
  </section>`;

/** @param {CardList["cards"][number]} card */
const renew = (card) =>
  ask({
    title: labelled(t("hall.cards.renew"), card.name),
    fields: [],
    button: t("hall.cards.renew"),
    note: t("hall.cards.renew-help"),
    send: async () => {
      const done = await command("tournament.renew-card", { tournament: id, entrant: card.entrant });
      if (done) await load();
      return done;
    },
  });
