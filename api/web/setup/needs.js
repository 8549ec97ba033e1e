// Which tiles people put into the table for a game, as a sentence.

import { currentLanguage, figure, listed, paragraph, t } from "../shared/words.js";

/** @import { TilesNeeded } from "../shared/types.js" */

/** @typedef {TilesNeeded["left_out"][number]} LeftOut */

const KINDS = 34;

/**
 * @param {TilesNeeded} needed
 */
export function tilesSentence(needed) {
  const parts = [...leftOut(needed.left_out), ...(needed.chosen ? [t("tiles.chosen", { n: needed.chosen })] : [])];
  const n = figure(needed.total);
  const sentences = [parts.length ? t("tiles.without", { n, what: list(parts) }) : t("tiles.all", { n })];
  const reds = total(needed.red);
  if (reds) sentences.push(t("tiles.red", { n: reds }));
  const added = total(needed.added) + needed.spare;
  if (added) sentences.push(t("tiles.added", { n: added }));
  return paragraph(sentences);
}

/** @param {Record<string, number>} numbers */
const total = (numbers) => Object.values(numbers).reduce((sum, number) => sum + number, 0);

/** @param {string[]} parts */
const list = (parts) => new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(parts);

/**
 * @param {LeftOut[]} parts
 * @returns {string[]}
 */
function leftOut(parts) {
  const each = parts.filter(({ group }) => group !== "flowers" && group !== "seasons");
  const bonus = parts.filter(({ group, whole }) => whole && (group === "flowers" || group === "seasons"));
  const others = parts.filter((part) => !bonus.includes(part) && !each.includes(part));
  const everyKind = each.reduce((sum, { tiles }) => sum + tiles.length, 0) === KINDS && alike(each);
  return [
    ...(everyKind ? [t("tiles.of-each", { n: each[0].copies })] : each.map(inWords)),
    ...(bonus.length === 2 ? [t("tiles.group.bonus")] : bonus.map(inWords)),
    ...others.map(inWords),
  ];
}

/** @param {LeftOut[]} parts */
const alike = (parts) => parts.every(({ copies }) => copies === parts[0].copies);

/** @param {LeftOut} part */
function inWords({ group, tiles, copies, whole }) {
  const name = t(`tiles.group.${group}`);
  if (whole) return name;
  const ranks = listed(
    runs(tiles.map((tile) => Number(tile[0]))).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)),
  );
  const what = `${name} ${ranks}`;
  return copies < 4 && group !== "flowers" && group !== "seasons" ? t("tiles.copies", { n: copies, what }) : what;
}

/**
 * Ranks that follow one another.
 * @param {number[]} ranks rising
 * @returns {[number, number][]}
 */
function runs(ranks) {
  /** @type {[number, number][]} */
  const found = [];
  for (const rank of ranks) {
    const last = found.at(-1);
    if (last && last[1] === rank - 1) last[1] = rank;
    else found.push([rank, rank]);
  }
  return found;
}
