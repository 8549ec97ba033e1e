// The editor of a winning hand: concealed tiles, melds, winning tile, bonus tiles, and what was special.

import { button, fill, h, radios, tick } from "./dom.js";
import { ALL_TILES, BONUS_TILES, SUITS, compact, sorted, tile, tileName } from "./tiles.js";
import { known, t } from "./words.js";

export const emptyHand = () => ({ hand: [], melds: [], winning: null, flowers: [], flags: [], indicators: [], hidden: [], target: "hand", meld: "chow" });

const SIZE = 13;
const COPIES = 4;
const MELDS = [["chow", "chow", false], ["pung", "pung", false], ["kong", "kong", false], ["concealed-kong", "kong", true]];
const INDICATORS = 5;

export const needed = (hand) => SIZE - 3 * hand.melds.length;
export const complete = (hand) => hand.hand.length === needed(hand) && hand.winning !== null;

/** The parts of a scoring record that the tiles decide. */
export function recordOf(hand) {
  const record = {
    hand: compact(sorted(hand.hand)),
    melds: hand.melds.map(({ kind, tiles, concealed }) => ({ kind, tiles: compact(tiles), concealed })),
    winning_tile: hand.winning, flowers: compact(sorted(hand.flowers)), flags: hand.flags,
  };
  if (hand.indicators.length) record.dora_indicators = compact(hand.indicators);
  if (hand.hidden.length) record.ura_indicators = compact(hand.hidden);
  return record;
}

/** `flags`: ids that may be ticked; `features`: {flowers, indicators} of the ruleset. `onchange` after every edit. */
export function handEditor(hand, flags, features, onchange) {
  const root = h("div", { class: "hand-editor" });
  const redraw = () => {
    fill(root, shelf(hand, change), targets(hand, features, change), picker(hand, change), flagTicks(hand, flags, onchange));
  };
  const change = (edit) => {
    edit();
    redraw();
    onchange();
  };
  redraw();
  return root;
}

function shelf(hand, change) {
  const remove = (list, index) => change(() => list.splice(index, 1));
  const shown = (list) => list.map((code, index) => tileButton(code, () => remove(list, index), t("hand.remove", { tile: tileName(code) })));
  return h("div", { class: "shelf" },
    group(t("hand.concealed"), `${hand.hand.length}/${needed(hand)}`, shown(hand.hand), hand.hand.length === needed(hand)),
    hand.melds.length ? group(t("hand.melds"), "", hand.melds.map((meld, index) => meldButton(meld, () => remove(hand.melds, index)))) : null,
    group(t("hand.winning"), "", hand.winning ? [tileButton(hand.winning, () => change(() => { hand.winning = null; hand.target = "winning"; }), t("hand.remove", { tile: tileName(hand.winning) }))] : [h("span", { class: "slot" })], hand.winning !== null),
    hand.flowers.length ? group(t("hand.flowers"), "", shown(hand.flowers)) : null,
    hand.indicators.length ? group(t("hand.indicators"), "", shown(hand.indicators)) : null,
    hand.hidden.length ? group(t("hand.hidden"), "", shown(hand.hidden)) : null);
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

function targets(hand, features, change) {
  const entries = [["hand", t("hand.concealed")], ["meld", t("hand.melds")], ["winning", t("hand.winning")]];
  if (features.flowers) entries.push(["flowers", t("hand.flowers")]);
  if (features.indicators) entries.push(["indicators", t("hand.indicators")], ["hidden", t("hand.hidden")]);
  return h("div", { class: "stack" },
    radios(t("hand.target"), entries, hand.target, (target) => change(() => { hand.target = target; })),
    hand.target === "meld" ? radios(t("hand.meld-kind"), MELDS.map(([id]) => [id, t(`meld.${id}`)]), hand.meld, (meld) => change(() => { hand.meld = meld; })) : null);
}

function picker(hand, change) {
  const codes = hand.target === "flowers" ? [BONUS_TILES] : [...SUITS.map((suit) => ALL_TILES.filter((code) => code[1] === suit)), ALL_TILES.filter((code) => code[1] === "z")];
  const row = (list) => h("div", { class: "tiles" }, list.map((code) => tileButton(code, () => change(() => put(hand, code)), tileName(code), { disabled: !allowed(hand, code) })));
  return h("div", { class: "picker", role: "group", "aria-label": t("hand.pick") }, h("div", { class: "suits" }, codes.slice(0, 3).map(row)), codes.length > 3 ? h("div", { class: "honors" }, row(codes[3])) : null);
}

function used(hand, code) {
  const tiles = [...hand.hand, ...hand.melds.flatMap((meld) => meld.tiles), ...hand.flowers, ...hand.indicators, ...hand.hidden, hand.winning];
  return tiles.filter((each) => each === code).length;
}

function meldTiles(hand, code) {
  const [, kind] = MELDS.find(([id]) => id === hand.meld);
  const number = Number(code[0]);
  if (kind === "chow") return code[1] === "z" || number > 7 ? null : [0, 1, 2].map((k) => `${number + k}${code[1]}`);
  return Array(kind === "kong" ? 4 : 3).fill(code);
}

function allowed(hand, code) {
  switch (hand.target) {
    case "flowers": return used(hand, code) < 1;
    case "meld": return meldAllowed(hand, meldTiles(hand, code));
    case "hand": return used(hand, code) < COPIES && hand.hand.length < needed(hand);
    case "indicators":
    case "hidden": return used(hand, code) < COPIES && hand[hand.target].length < INDICATORS;
    default: return used(hand, code) < COPIES || hand.winning === code;
  }
}

function meldAllowed(hand, tiles) {
  if (!tiles || hand.melds.length >= 4 || hand.hand.length > needed(hand) - 3) return false;
  return [...new Set(tiles)].every((code) => used(hand, code) + tiles.filter((each) => each === code).length <= COPIES);
}

function put(hand, code) {
  if (hand.target === "winning") {
    hand.winning = code;
  } else if (hand.target === "meld") {
    const [, kind, concealed] = MELDS.find(([id]) => id === hand.meld);
    hand.melds.push({ kind, tiles: meldTiles(hand, code), concealed });
  } else {
    hand[hand.target].push(code);
    if (hand.target === "hand" && hand.hand.length === needed(hand) && hand.winning === null) hand.target = "winning";
  }
  if (hand.target === "hand") hand.hand = sorted(hand.hand);
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
