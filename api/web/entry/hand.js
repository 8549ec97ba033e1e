// The editor of a winning hand: concealed tiles, melds, winning tile, bonus tiles, and what was special.

import { choice, moveByArrows, radios, tick } from "../shared/controls.js";
import { HAN, WINDS } from "../shared/seats.js";
import { tilePicture } from "../shared/tilepicture.js";
import { HONORS, SUITS, bonusRows, copiesOf, isRed, lettered, tileName } from "../shared/tiles.js";
import { t, wordOr } from "../shared/words.js";
import { html, noChange, nothing } from "../vendor/lit-html/lit-html.js";
import { add, allowed, left, meldKindsOf, needed } from "./handmodel.js";
import "./room.js";

/** @import { Asks, Wind } from "../shared/types.js" */
/** @import { HandEntry, Meld, Target } from "./handmodel.js" */

/**
 * What the editor needs to know. `flags`: ids that may be ticked; `edit` makes a change and draws anew; `waiting`: the
 * hand has not won yet; `special`: whether what was special is asked here; `discards`: the label of the player's own
 * discards, null where they do not matter; `thrown`: the winning tile may be a bonus tile.
 * @typedef {{
 *   entry: HandEntry, flags: string[], asks: Asks, edit: (change: () => void) => void,
 *   waiting?: boolean, discards?: string | null, special?: boolean, thrown?: boolean,
 * }} Editing
 */

/** @param {Editing} editing */
export function handEditor(editing) {
  const { entry, asks, special = true } = editing;
  if (!asks.chows && entry.meld === "chow") entry.meld = "pung";
  if (!targetEntries(editing).some(({ value }) => value === entry.target)) entry.target = "hand"; // no more asked for
  return html`<div class="hand-editor">
    ${shelf(editing)} ${targets(editing)} ${picker(editing)} ${countParts(editing)}
    ${special ? flagTicks(editing) : nothing}
  </div>`;
}

// ------------------------------------------------------------ what lies there already

/** @param {Editing} editing */
function shelf(editing) {
  const { entry, asks, waiting, discards } = editing;
  const whole = needed(entry, asks.tiles);
  return html`<div class="hold" role="group" aria-label=${`${t("hand.concealed")} ${entry.hand.length}/${whole}`}>
    ${row(editing, entry.hand)}
    ${entry.hand.length < whole ? html`<span class="count n">${entry.hand.length}/${whole}</span>` : nothing}
    ${melds(editing)} ${waiting ? nothing : winning(editing)} ${aside(besideName(asks), editing, entry.flowers)}
    ${asks.rows.map(({ id }) => aside(idName("row", id), editing, entry.rows[id] ?? []))}
    ${discards ? aside(discards, editing, entry.discards) : nothing}
  </div>`;
}

/**
 * What is called that lies beside the hand: playing tiles that may be laid out there are no flowers.
 * @param {Asks} asks
 */
const besideName = ({ tiles }) => t(tiles.laid.some((code) => "mpsz".includes(code[1])) ? "hand.laid" : "hand.flowers");

/**
 * Tiles that lie beside the hand, where there are any.
 * @param {string} label
 * @param {Editing} editing
 * @param {string[]} list
 */
const aside = (label, editing, list) =>
  list.length
    ? html`<span class="aside" role="group" aria-label=${label}><small>${label}</small>${row(editing, list)}</span>`
    : nothing;

/**
 * Tiles that a touch removes.
 * @param {Editing} editing
 * @param {string[]} list
 */
const row = ({ edit }, list) =>
  list.map((code, index) => tileButton(code, removeLabel(tileName(code)), () => edit(() => list.splice(index, 1))));

/** @param {Editing} editing */
function winning({ entry, edit }) {
  if (entry.winning === null) return html`<span class="won"><span class="slot"></span></span>`;
  const remove = () => {
    entry.winning = null;
    entry.target = "winning";
  };
  return html`<span class="won" role="group" aria-label=${t("hand.winning")}
    >${tileButton(entry.winning, removeLabel(tileName(entry.winning)), () => edit(remove))}</span
  >`;
}

/** @param {Editing} editing */
const melds = ({ entry, asks, edit }) =>
  entry.melds.map(
    (meld, index) =>
      html`<span class="melded" role="group" aria-label=${t("hand.melds")}>
        ${meldButton(meld, () => edit(() => entry.melds.splice(index, 1)))}
        ${asks.origins && !meld.concealed ? origin(meld, edit) : nothing}
      </span>`,
  );

/**
 * @param {Meld} meld
 * @param {() => void} onRemove
 */
function meldButton(meld, onRemove) {
  const faces = meld.concealed ? [null, meld.tiles[1], meld.tiles[2], null] : meld.tiles;
  const label = removeLabel(`${t(`meld.${meld.kind}`)} ${tileName(meld.tiles[0])}`);
  return html`<button type="button" class="tile-button meld" @click=${onRemove}>
    <span class="unseen">${label}</span><span class="faces" aria-hidden="true">${faces.map(tilePicture)}</span>
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
 * A tile to touch. `count`: how many are left, where some are used. One that cannot be touched keeps the focus: it is
 * marked as disabled, and does nothing.
 * @param {string} code
 * @param {string} label
 * @param {() => void} onClick
 */
const tileButton = (code, label, onClick, disabled = false, count = "") =>
  html`<button
    type="button"
    class="tile-button"
    data-tile=${code}
    aria-disabled=${disabled ? "true" : nothing}
    @click=${() => disabled || onClick()}
  >
    <span class="unseen">${label}</span><span class="tile-face" aria-hidden="true">${tilePicture(code)}</span>${
      count ? html`<span class="left n" aria-hidden="true">${count}</span>` : nothing
    }
  </button>`;

// ------------------------------------------------------------ what comes next

/** @param {Editing} editing */
function targets(editing) {
  const { entry, edit } = editing;
  const pick = (/** @type {Target} */ target) => edit(() => void (entry.target = target));
  return html`<div class="targets">
    ${radios(t("hand.target"), targetEntries(editing), entry.target, pick, "tabs")}
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
    ["flowers", bonusRows(asks.tiles).length > 0 && !asks.tiles.exposures, besideName(asks)],
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
  const entries = meldKindsOf(asks).map((kind) => ({ value: kind, text: t(`meld.${kind}`) }));
  return radios(t("hand.meld-kind"), entries, entry.meld, (kind) => edit(() => void (entry.meld = kind)), "tabs");
}

/** @param {Editing} editing */
function picker(editing) {
  const { tiles } = editing.asks;
  const bonus = editing.entry.target === "flowers";
  const thrown = tiles.exposures || (editing.entry.target === "winning" && editing.thrown);
  const suits = bonus ? bonusRows(tiles) : SUITS.map((suit) => lettered(tiles, suit).filter((code) => !isRed(code)));
  const others = bonus ? [] : [...lettered(tiles, HONORS), ...Object.keys(tiles.jokers)];
  const red = bonus ? [] : Object.keys(tiles.red);
  const beside = thrown ? bonusRows({ ...tiles, laid: [] }) : [];
  return html`<measured-room class="pick" role="group" data-rows aria-label=${t("hand.pick")} @keydown=${moveByArrows}>
    <div class="suits">${[...suits, ...beside].map((codes) => pickRow(editing, codes))}</div>
    ${others.length || red.length ? html`<div class="honors">${pickRow(editing, [...others, ...red])}</div>` : nothing}
  </measured-room>`;
}

/**
 * @param {Editing} editing
 * @param {string[]} codes
 */
const pickRow = ({ entry, asks, edit, waiting = false }, codes) =>
  html`<div class="tiles">
    ${codes.map((code) => {
      const rest = left(entry, code, asks);
      const count = rest < copiesOf(asks.tiles, code) ? String(Math.max(0, rest)) : "";
      const put = () => edit(() => add(entry, code, asks, waiting));
      return tileButton(code, tileName(code), put, !allowed(entry, code, asks), count);
    })}
  </div>`;

// ------------------------------------------------------------ beside the tiles

/**
 * How many tiles of a kind a player has laid aside, and other numbers.
 * @param {Editing} editing
 */
const countParts = ({ entry, asks, edit }) =>
  asks.counts.map(({ id, least, most }) => {
    const name = idName("count", id);
    const numbers = Array.from({ length: most - least + 1 }, (_, step) => least + step);
    const entries = numbers.map((count) => ({ value: count, text: count, kind: "number" }));
    const set = (/** @type {number} */ count) => edit(() => void (entry.counts[id] = count));
    return html`<div class="labelled">
      <h2>${name}</h2>
      ${radios(name, entries, entry.counts[id] ?? least, set)}
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
