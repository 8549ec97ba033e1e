// The editor of a winning hand: concealed tiles, melds, winning tile, bonus tiles, and what was special.

import { choice, fill, h, radios, tick } from "../shared/dom.js";
import { ALL_TILES, BONUS_TILES, SUITS, compact, parse, sorted, tile, tileName } from "../shared/tiles.js";
import { HAN } from "../tablet/wall.js";
import { known, t } from "../shared/words.js";

export const emptyHand = () => ({ hand: [], melds: [], winning: null, flowers: [], flags: [], indicators: [], hidden: [], discards: [], kita: 0, target: "hand", meld: "chow" });

const SIZE = 13;
// Name in the catalogue, and what it is in a record.
const MELDS = {
  chow: { kind: "chow", concealed: false }, pung: { kind: "pung", concealed: false }, kong: { kind: "kong", concealed: false },
  "added-kong": { kind: "kong", concealed: false, added: true }, "concealed-kong": { kind: "kong", concealed: true },
};
const INDICATORS = 5;

export const needed = (hand) => SIZE - 3 * hand.melds.length;
export const complete = (hand) => hand.hand.length === needed(hand) && hand.winning !== null;

/** The editor's hand of what a winner showed, the reverse of recordOf. `flags`: whether a flag is the hand's own. */
export const handOf = (record, flags) => ({
  ...emptyHand(), hand: parse(record.hand), melds: (record.melds ?? []).map((meld) => ({ ...meld, tiles: parse(meld.tiles) })),
  winning: record.winning_tile, flowers: parse(record.flowers ?? ""), flags: (record.flags ?? []).filter(flags),
  indicators: parse(record.dora_indicators ?? ""), hidden: parse(record.ura_indicators ?? ""), kita: record.kita ?? 0,
});

/** The parts of a scoring record that the tiles decide. `flags`: those that fit the kind of win. */
export function recordOf(hand, flags) {
  const record = {
    hand: compact(sorted(hand.hand)),
    melds: hand.melds.map((meld) => ({ ...meld, tiles: compact(meld.tiles) })),
    winning_tile: hand.winning, flowers: compact(sorted(hand.flowers)), flags: hand.flags.filter((flag) => flags.includes(flag)),
  };
  if (hand.indicators.length) record.dora_indicators = compact(hand.indicators);
  if (hand.kita) record.kita = hand.kita;
  if (hand.hidden.length) record.ura_indicators = compact(hand.hidden);
  return record;
}

/**
 * `flags`: ids that may be ticked; `features`: what the ruleset asks for (`asks`); `onchange` after every edit.
 * A hand that has not won yet: `features.waiting`; with `features.discards`, the label of the player's own discards.
 */
export function handEditor(hand, flags, features, onchange) {
  if (!features.chows && hand.meld === "chow") hand.meld = "pung";
  const root = h("div", { class: "hand-editor" });
  const redraw = () => {
    const focused = root.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    fill(root, shelf(hand, features, change), targets(hand, features, change), picker(hand, features, change), kitaPart(hand, features, change), flagTicks(hand, flags, onchange));
    if (focused) [...root.querySelectorAll("button")].find((each) => nameOf(each) === focused)?.focus();
  };
  const change = (edit) => {
    edit();
    redraw();
    onchange();
  };
  redraw();
  return root;
}

// The keyboard stays at its button when the editor is drawn anew.
const nameOf = (element) => element.getAttribute("aria-label") ?? element.textContent;

function shelf(hand, features, change) {
  const remove = (list, index) => change(() => list.splice(index, 1));
  const shown = (list) => list.map((code, index) => tileButton(code, () => remove(list, index), t("hand.remove", { tile: tileName(code) })));
  return h("div", { class: "shelf" },
    group(t("hand.concealed"), `${hand.hand.length}/${needed(hand)}`, shown(hand.hand), hand.hand.length === needed(hand)),
    hand.melds.length ? group(t("hand.melds"), "", hand.melds.map((meld, index) => h("div", {}, meldButton(meld, () => remove(hand.melds, index)), features.origins && !meld.concealed ? origin(meld, change) : null))) : null,
    features.waiting ? null : group(t("hand.winning"), "", hand.winning ? [tileButton(hand.winning, () => change(() => { hand.winning = null; hand.target = "winning"; }), t("hand.remove", { tile: tileName(hand.winning) }))] : [h("span", { class: "slot" })], hand.winning !== null),
    hand.flowers.length ? group(t("hand.flowers"), "", shown(hand.flowers)) : null,
    hand.indicators.length ? group(t("hand.indicators"), "", shown(hand.indicators)) : null,
    hand.hidden.length ? group(t("hand.hidden"), "", shown(hand.hidden)) : null,
    hand.discards.length ? group(features.discards, "", shown(hand.discards)) : null);
}

function group(label, count, content, done = null) {
  return h("div", { class: "group" },
    h("div", { class: "small quiet row" }, label, count ? h("b", { class: done ? "number plus" : "number" }, count) : null),
    h("div", { class: "tiles" }, content));
}

function tileButton(code, onclick, label, attributes = {}) {
  return h("button", { type: "button", class: "tile-button", onclick, "aria-label": label, ...attributes }, tile(code));
}

function meldButton(meld, onclick) {
  const faces = meld.concealed ? [null, meld.tiles[1], meld.tiles[2], null] : meld.tiles;
  return h("button", { type: "button", class: "tile-button meld", onclick, "aria-label": t("hand.remove", { tile: `${t(`meld.${meld.kind}`)} ${tileName(meld.tiles[0])}` }) }, faces.map((code) => tile(code)));
}

// Who discarded the tile that was claimed; rules of liability ask for it.
function origin(meld, change) {
  const pairs = [["", t("hand.from")], ...Object.entries(HAN)];
  return choice(pairs, meld.from ?? "", (wind) => change(() => {
    if (wind) meld.from = wind;
    else delete meld.from;
  }), { "aria-label": t("hand.from"), title: t("hand.from"), class: "origin" });
}

function targets(hand, features, change) {
  const entries = [["hand", t("hand.concealed")], ["meld", t("hand.melds")]];
  if (!features.waiting) entries.push(["winning", t("hand.winning")]);
  if (features.flowers) entries.push(["flowers", t("hand.flowers")]);
  if (features.indicators) entries.push(["indicators", t("hand.indicators")]);
  if (features.hidden && !features.waiting) entries.push(["hidden", t("hand.hidden")]);
  if (features.discards) entries.push(["discards", features.discards]);
  return h("div", { class: "stack" },
    radios(t("hand.target"), entries, hand.target, (target) => change(() => { hand.target = target; })),
    hand.target === "meld" ? radios(t("hand.meld-kind"), Object.keys(MELDS).filter((id) => id !== "chow" || features.chows).map((id) => [id, t(`meld.${id}`)]), hand.meld, (meld) => change(() => { hand.meld = meld; })) : null);
}

function picker(hand, features, change) {
  const there = ALL_TILES.filter((code) => !features.absent.includes(code));
  const suit = (letter) => [...there.filter((code) => code[1] === letter), ...(features.red && there.includes(`5${letter}`) ? [`0${letter}`] : [])];
  const codes = hand.target === "flowers" ? [BONUS_TILES] : [...SUITS.map(suit), there.filter((code) => code[1] === "z")];
  const row = (list) => h("div", { class: "tiles" }, list.map((code) => tileButton(code, () => change(() => put(hand, code, features)), tileName(code), { disabled: !allowed(hand, code, features) })));
  return h("div", { class: "picker", role: "group", "aria-label": t("hand.pick") }, h("div", { class: "suits" }, codes.slice(0, 3).map(row)), codes.length > 3 ? h("div", { class: "honors" }, row(codes[3])) : null);
}

// A red five is one of the four fives of its suit.
const isRed = (code) => code?.[0] === "0";
const plain = (code) => (isRed(code) ? `5${code[1]}` : code);

const anywhere = (hand) => [...hand.hand, ...hand.melds.flatMap((meld) => meld.tiles), ...hand.flowers, ...hand.indicators, ...hand.hidden, ...hand.discards, hand.winning];

function used(hand, code) {
  return anywhere(hand).filter((each) => plain(each) === plain(code)).length;
}

function meldTiles(hand, code) {
  const { kind } = MELDS[hand.meld];
  const number = Number(code[0]);
  if (kind === "chow") return code[1] === "z" || number > 7 ? null : [0, 1, 2].map((k) => `${number + k}${code[1]}`);
  return Array(kind === "kong" ? 4 : 3).fill(code);
}

function allowed(hand, code, { copies, absent }) {
  switch (hand.target) {
    case "flowers": return used(hand, code) < 1;
    case "meld": return isRed(code) ? Boolean(meldToRedden(hand, code)) : meldAllowed(hand, meldTiles(hand, code), copies, absent);
    case "hand": return used(hand, code) < copies && hand.hand.length < needed(hand);
    case "discards": return used(hand, code) < copies;
    case "indicators":
    case "hidden": return used(hand, code) < copies && hand[hand.target].length < INDICATORS;
    default: return used(hand, code) < copies || hand.winning === code;
  }
}

/** A red five in a meld is chosen after the meld: it takes the place of the last plain five of its suit. */
function meldToRedden(hand, code) {
  if (anywhere(hand).includes(code)) return null;
  return hand.melds.findLast((meld) => meld.tiles.includes(plain(code)));
}

function meldAllowed(hand, tiles, copies, absent) {
  if (!tiles || tiles.some((code) => absent.includes(code)) || hand.melds.length >= 4 || hand.hand.length > needed(hand) - 3) return false;
  return [...new Set(tiles)].every((code) => used(hand, code) + tiles.filter((each) => each === code).length <= copies);
}

function put(hand, code, features) {
  if (hand.target === "winning") {
    hand.winning = code;
  } else if (hand.target === "meld" && isRed(code)) {
    const { tiles } = meldToRedden(hand, code);
    tiles[tiles.indexOf(plain(code))] = code;
  } else if (hand.target === "meld") {
    hand.melds.push({ ...MELDS[hand.meld], tiles: meldTiles(hand, code) });
  } else {
    hand[hand.target].push(code);
    if (hand.target === "hand" && hand.hand.length === needed(hand) && hand.winning === null && !features.waiting) hand.target = "winning";
  }
  if (hand.target === "hand") hand.hand = sorted(hand.hand);
}

// Norths that a player has set aside.
function kitaPart(hand, features, change) {
  if (!features.kita) return null;
  const counts = Array.from({ length: features.kita + 1 }, (_, count) => [count, count, { class: "choice number" }]);
  return h("div", { class: "labelled" }, h("h2", {}, t("hand.kita")), radios(t("hand.kita"), counts, hand.kita, (count) => change(() => { hand.kita = count; })));
}

function flagTicks(hand, flags, onchange) {
  if (!flags.length) return null;
  const set = (flag, on) => {
    hand.flags = on ? [...hand.flags, flag] : hand.flags.filter((each) => each !== flag);
    onchange();
  };
  return h("details", { open: hand.flags.length > 0 }, h("summary", { class: "button" }, t("hand.special")),
    h("div", { class: "flags" }, flags.map((flag) => tick(known(`flag.${flag}`) ? t(`flag.${flag}`) : flag, hand.flags.includes(flag), (on) => set(flag, on)))));
}
