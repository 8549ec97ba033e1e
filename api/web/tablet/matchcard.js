// The seats around the picture, the match in figures, and the last hand with its payments.

import { button, h } from "../shared/dom.js";
import { HAN } from "./wall.js";
import { figure, known, signed, t } from "../shared/words.js";

const LONG_WORD = 7; // letters that fit across a plate at the side
const longest = (name) => Math.max(...name.split(/\s+/).map((word) => word.length));

/** A plate in front of each side: wind, name, score, dealer. `view`: the seat at the bottom of the picture. */
export function plates(match, view) {
  return [0, 1, 2, 3].map((seat) => {
    const place = ["south", "east", "north", "west"][(seat - view + 4) % 4];
    const player = match?.seats?.find((each) => each.seat === seat);
    return h("div", { class: `plate at-${place} seat-${seat}${player ? "" : " empty"}` }, player ? plate(player, match) : h("span", {}, t("seat.number", { n: seat + 1 })));
  });
}

function plate(player, match) {
  const dealer = match.dealer === player.seat && match.phase !== "first-dealer";
  return [
    player.wind ? h("span", { class: dealer ? "wind han dealer" : "wind han", role: "img", "aria-label": t(`wind.${player.wind}`) }, HAN[player.wind]) : null,
    h("span", { class: "who" },
      h("span", { class: longest(player.name) > LONG_WORD ? "name long" : "name" }, player.name),
      h("span", { class: "score number" }, figure(player.score))),
    restrictions(match, player.seat),
    dealer ? h("span", { class: "marker", title: t("match.dealer") }, h("span", { class: "han" }, "莊"), h("small", {}, t("match.dealer"))) : null,
  ];
}

// What a penalty asks of this player for the rest of the hand.
function restrictions(match, seat) {
  return (match.restrictions ?? []).filter((each) => each.seat === seat && known(`effect.${each.effect}`) && !["none", "pays"].includes(each.effect))
    .map((each) => h("span", { class: "chip warn" }, t(`effect.${each.effect}`)));
}

/** What stands on the dome: prevailing wind, hand, dice. */
export function domeText(state, diceRow) {
  const match = state.match;
  if (!match || match.phase === "first-dealer") return [h("span", { class: "idle" }, t(match ? "dome.first-dealer" : "dome.no-match")), diceRow];
  return [
    h("span", { class: "prevailing han", role: "img", "aria-label": t("match.prevailing", { wind: t(`wind.${match.prevailing}`) }) }, HAN[match.prevailing]),
    h("span", { class: "hand" }, handName(match)),
    match.phase === "over" ? null : h("span", { class: "pot" }, potText(match.asks, match)),
    diceRow,
  ];
}

/** Counters and sticks on the table; empty where the game has neither. */
export function potText(asks, { carry, deposits }) {
  if (!asks?.counters) return "";
  return `${t(asks.riichi.length ? "match.pot" : "match.carry", { carry, deposits })}`;
}

/** Of five players: who has no chair now. */
export function resting(match) {
  return match?.resting?.length && match.phase !== "over" ? h("p", { class: "quiet resting" }, t("match.resting", { names: match.resting.join(", ") })) : null;
}

/** Who sits elsewhere in the round that comes. */
export function seatMoves(match) {
  if (!match?.moves?.length) return null;
  return h("section", { class: "card moves", "aria-label": t("match.moves") }, h("h2", {}, t("match.moves")),
    h("ul", {}, match.moves.map((move) => h("li", {}, t("match.move", { name: move.name, n: move.to + 1 })))));
}

/** As players say it: round, hand of the round, extra hands. */
export function handName(match) {
  const name = t("match.hand", { wind: t(`round.${match.prevailing}`), n: match.in_round });
  return match.extra ? `${name} · ${t("match.extra", { n: match.extra })}` : name;
}

export function seatName(match, seat) {
  const player = match?.seats?.find((each) => each.seat === seat);
  return player ? player.name : t("seat.number", { n: seat + 1 });
}

/** The card of the last hand: how it ended and who paid whom. */
export function lastHand(match, onCorrect) {
  const last = match?.last;
  if (!last) return null;
  return h("section", { class: "card last", "aria-label": t("match.last") },
    h("div", { class: "row apart" }, h("h2", {}, lastTitle(match, last)), button(t("correct.open"), () => onCorrect(last), { class: "plain" })),
    h("div", { class: "nets" }, (last.seats ?? match.seats).map(({ seat, name }) =>
      h("div", {}, h("span", { class: "quiet small name" }, name), netFigure(last.net[seat] ?? 0)))));
}

/** The ranking of a match that is over. */
export function ranking(match) {
  const rows = match?.final?.ranking;
  if (!rows) return null;
  const earning = rows.some((row) => row.points !== row.score);
  const tables = rows.some((row) => row.table_points !== undefined);
  const heads = [t("final.place"), t("final.name"), t("final.score"), earning ? t("final.points") : null].filter(Boolean);
  return h("section", { class: "card ranking", "aria-label": t("final.title") }, h("h2", {}, t("final.title")),
    h("table", { class: "plain" },
      h("thead", {}, h("tr", {}, heads.map((head, n) => h("th", { class: n === 1 ? null : "number", scope: "col" }, head)), tables ? h("th", {}) : null)),
      h("tbody", {}, rows.map((row) => h("tr", {},
        h("td", { class: "number" }, row.place), h("th", { scope: "row" }, row.name), h("td", { class: "number" }, figure(row.score)),
        earning ? h("td", {}, netFigure(row.points)) : null,
        tables ? h("td", { class: "quiet small" }, t("final.table-points", { n: row.table_points })) : null)))));
}

export function netFigure(amount) {
  return h("b", { class: amount > 0 ? "number plus" : amount < 0 ? "number minus" : "number" }, signed(amount));
}

export function lastTitle(match, last) {
  const label = handName(last);
  if (last.kind === "win") return `${label} · ${t("hands.won", { who: last.winners.map((winner) => winner.name || seatName(match, winner.seat)).join(", ") })}`;
  return `${label} · ${t(`hands.${last.kind}`)}`;
}
