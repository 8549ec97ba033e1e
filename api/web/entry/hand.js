// The editor of a winning hand: concealed tiles, melds, winning tile, bonus tiles, and what was special.

import { choice, radios, tick } from "../shared/controls.js";
import { HAN, WINDS } from "../shared/seats.js";
import { tilePicture } from "../shared/tilepicture.js";
import { HONORS, SUITS, bonusRows, lettered, tileName } from "../shared/tiles.js";
import { t, wordOr } from "../shared/words.js";
import { html, noChange, nothing } from "../vendor/lit-html/lit-html.js";
import { MELD_KINDS, add, allowed, needed } from "./handmodel.js";

/** @import { Asks, Wind } from "../shared/types.js" */
/** @import { HandEntry, Meld, Target } from "./handmodel.js" */

/**
 * What the editor needs to know. `flags`: ids that may be ticked; `edit` makes a change and draws anew; `waiting`: the
 * hand has not won yet; `discards`: the label of the player's own discards, null where they do not matter.
 * @typedef {{
 *   entry: HandEntry, flags: string[], asks: Asks, edit: (change: () => void) => void,
 *   waiting?: boolean, discards?: string | null,
 * }} Editing
 */

/** @param {Editing} editing */
export function handEditor(editing) {
  const { entry, asks } = editing;
  if (!asks.chows && entry.meld === "chow") entry.meld = "pung";
  if (!targetEntries(editing).some(({ value }) => value === entry.target)) entry.target = "hand"; // no more asked for
  return html`<div class="hand-editor">
    ${shelf(editing)} ${targets(editing)} ${picker(editing)} ${countParts(editing)} ${flagTicks(editing)}
  </div>`;
}

// ------------------------------------------------------------ what lies there already

/** @param {Editing} editing */
function shelf(editing) {
  const { entry, asks, waiting, discards } = editing;
  const whole = needed(entry, asks.tiles);
  const count = html`<b class="number ${entry.hand.length === whole ? "plus" : ""}">${entry.hand.length}/${whole}</b>`;
  return html`<div class="shelf">
    ${group(t("hand.concealed"), row(editing, entry.hand), count)}
    ${entry.melds.length ? group(t("hand.melds"), melds(editing)) : nothing}
    ${waiting ? nothing : group(t("hand.winning"), winning(editing))}
    ${entry.flowers.length ? group(t("hand.flowers"), row(editing, entry.flowers)) : nothing}
    ${asks.rows.map(({ id }) =>
      entry.rows[id]?.length ? group(idName("row", id), row(editing, entry.rows[id])) : nothing,
    )}
    ${discards && entry.discards.length ? group(discards, row(editing, entry.discards)) : nothing}
  </div>`;
}

/**
 * @param {string} label
 * @param {unknown} content
 * @param {unknown} count
 */
const group = (label, content, count = nothing) =>
  html`<div class="group">
    <div class="small quiet row">${label}${count}</div>
    <div class="tiles">${content}</div>
  </div>`;

/**
 * Tiles that a touch removes.
 * @param {Editing} editing
 * @param {string[]} list
 */
const row = ({ edit }, list) =>
  list.map((code, index) => tileButton(code, removeLabel(tileName(code)), () => edit(() => list.splice(index, 1))));

/** @param {Editing} editing */
function winning({ entry, edit }) {
  if (entry.winning === null) return html`<span class="slot"></span>`;
  const remove = () => {
    entry.winning = null;
    entry.target = "winning";
  };
  return tileButton(entry.winning, removeLabel(tileName(entry.winning)), () => edit(remove));
}

/** @param {Editing} editing */
const melds = ({ entry, asks, edit }) =>
  entry.melds.map(
    (meld, index) =>
      html`<div>
        ${meldButton(meld, () => edit(() => entry.melds.splice(index, 1)))}
        ${asks.origins && !meld.concealed ? origin(meld, edit) : nothing}
      </div>`,
  );

/**
 * @param {Meld} meld
 * @param {() => void} onRemove
 */
function meldButton(meld, onRemove) {
  const faces = meld.concealed ? [null, meld.tiles[1], meld.tiles[2], null] : meld.tiles;
  const label = removeLabel(`${t(`meld.${meld.kind}`)} ${tileName(meld.tiles[0])}`);
  return html`<button type="button" class="tile-button meld" aria-label=${label} @click=${onRemove}>
    ${faces.map(tilePicture)}
  </button>`;
}

/**
 * Who discarded the tile that was claimed; rules of liability ask for it.
 * @param {Meld} meld
 * @param {Editing["edit"]} edit
 */
function origin(meld, edit) {
  /** @type {[Wind | undefined, string][]} */
  const pairs = [
    [undefined, t("hand.from")],
    ...WINDS.map((wind) => /** @type {[Wind, string]} */ ([wind, HAN[wind]])),
  ];
  const set = (/** @type {Wind | undefined} */ wind) =>
    edit(() => {
      if (wind) meld.from = wind;
      else delete meld.from;
    });
  return choice(pairs, meld.from ?? undefined, set, { label: t("hand.from"), kind: "origin" });
}

/** @param {string} tile */
const removeLabel = (tile) => t("hand.remove", { tile });

/**
 * @param {string} code
 * @param {string} label
 * @param {() => void} onClick
 */
const tileButton = (code, label, onClick, disabled = false) =>
  html`<button type="button" class="tile-button" aria-label=${label} ?disabled=${disabled} @click=${onClick}>
    ${tilePicture(code)}
  </button>`;

// ------------------------------------------------------------ what comes next

/** @param {Editing} editing */
function targets(editing) {
  const { entry, edit } = editing;
  const pick = (/** @type {Target} */ target) => edit(() => void (entry.target = target));
  return html`<div class="stack">
    ${radios(t("hand.target"), targetEntries(editing), entry.target, pick)}
    ${entry.target === "meld" ? meldKinds(editing) : nothing}
  </div>`;
}

/**
 * @param {Editing} editing
 * @returns {{ value: Target, text: string }[]}
 */
function targetEntries({ asks, waiting, discards }) {
  /** @type {[Target, boolean, string][]} */
  const offered = [
    ["hand", true, t("hand.concealed")],
    ["meld", true, t("hand.melds")],
    ["winning", !waiting, t("hand.winning")],
    ["flowers", Object.keys(asks.tiles.bonus).length > 0, t("hand.flowers")],
    ...asks.rows.map(rowEntry),
    ["discards", Boolean(discards), discards ?? ""],
  ];
  return offered.filter(([, there]) => there).map(([value, , text]) => ({ value, text }));
}

/**
 * @param {Asks["rows"][number]} row
 * @returns {[Target, boolean, string]}
 */
const rowEntry = ({ id }) => [`row.${id}`, true, idName("row", id)];

/**
 * The name of a part of the entry that a ruleset defines; the id itself where no catalogue has it.
 * @param {"row" | "count"} part
 * @param {string} id
 */
const idName = (part, id) => wordOr(`${part}.${id}`, id);

/** @param {Editing} editing */
function meldKinds({ entry, asks, edit }) {
  const kinds = Object.keys(MELD_KINDS).filter((kind) => kind !== "chow" || asks.chows);
  const entries = kinds.map((kind) => ({ value: kind, text: t(`meld.${kind}`) }));
  return radios(t("hand.meld-kind"), entries, entry.meld, (kind) => edit(() => void (entry.meld = kind)));
}

/** @param {Editing} editing */
function picker(editing) {
  const { tiles } = editing.asks;
  const bonus = editing.entry.target === "flowers";
  const suits = bonus ? bonusRows(tiles) : SUITS.map((suit) => lettered(tiles, suit));
  const others = [...lettered(tiles, HONORS), ...Object.keys(tiles.jokers)];
  return html`<div class="picker" role="group" aria-label=${t("hand.pick")}>
    <div class="suits">${suits.map((codes) => pickRow(editing, codes))}</div>
    ${bonus ? nothing : html`<div class="honors">${pickRow(editing, others)}</div>`}
  </div>`;
}

/**
 * @param {Editing} editing
 * @param {string[]} codes
 */
const pickRow = ({ entry, asks, edit, waiting = false }, codes) =>
  html`<div class="tiles">
    ${codes.map((code) =>
      tileButton(code, tileName(code), () => edit(() => add(entry, code, asks, waiting)), !allowed(entry, code, asks)),
    )}
  </div>`;

// ------------------------------------------------------------ beside the tiles

/**
 * How many of some tiles a player has laid aside.
 * @param {Editing} editing
 */
const countParts = ({ entry, asks, edit }) =>
  asks.counts.map(({ id, most }) => {
    const name = idName("count", id);
    const entries = Array.from({ length: most + 1 }, (_, count) => ({ value: count, text: count, kind: "number" }));
    const set = (/** @type {number} */ count) => edit(() => void (entry.counts[id] = count));
    return html`<div class="labelled">
      <h2>${name}</h2>
      ${radios(name, entries, entry.counts[id] ?? 0, set)}
    </div>`;
  });

/** @param {Editing} editing */
function flagTicks({ entry, flags, edit }) {
  if (!flags.length) return nothing;
  const set = (/** @type {string} */ flag, /** @type {boolean} */ on) =>
    edit(() => {
      entry.flags = on ? [...entry.flags, flag] : entry.flags.filter((each) => each !== flag);
    });
  return html`<details ?open=${entry.flags.length > 0 || noChange}>
    <summary class="button">${t("hand.special")}</summary>
    <div class="flags">
      ${flags.map((flag) => tick(wordOr(`flag.${flag}`, flag), entry.flags.includes(flag), (on) => set(flag, on)))}
    </div>
  </details>`;
}
