// Who takes which tile of the broken wall, and where it was counted. Slots are named `side-stack-layer`; stacks are
// numbered from the owner's right.

/** @import { Snapshot, WallShown } from "../../shared/types.js" */

const BLOCK = 4; // tiles that a player takes at a time

/** A seat, or the dead wall. @typedef {number | "dead" | undefined} Owner */

/**
 * Stacks on each side of the wall that stands on the deck; null when none does.
 * @param {Snapshot} state
 */
export const standingStacks = ({ mechanism }) =>
  Object.values(mechanism.sets).find((set) => set.place === "raised")?.stacks ?? null;

/**
 * Whether the wall on the deck is the one that the match counts in; people who wall by hand have none to compare.
 * @param {Snapshot} state
 */
export function wallFits(state) {
  const standing = standingStacks(state);
  return !standing || standing.every((count, side) => count === state.wall?.stacks[side]);
}

/**
 * @param {WallShown} wall
 * @returns {Map<string, Owner>} by slot
 */
export function ownersOf(wall) {
  /** @type {Map<string, Owner>} */
  const owners = new Map(wall.dead_wall.map((slot) => [slot, "dead"]));
  for (const [seat, slots] of Object.entries(wall.deal)) for (const slot of slots) owners.set(slot, Number(seat));
  return owners;
}

/**
 * The counted stacks (`side-stack`) with their numbers: from stack 1 of the broken wall on, going on clockwise to the
 * wall of seat - 1.
 * @param {WallShown} wall
 * @returns {Map<string, number>}
 */
export function countedOf(wall) {
  const counted = new Map();
  let [seat, number] = [wall.broken_wall_seat, 1];
  for (let order = 1; order <= wall.stacks_counted; order += 1) {
    while (number > wall.stacks[seat]) [seat, number] = [(seat + 3) % 4, 1];
    counted.set(`${seat}-${number}`, order);
    number += 1;
  }
  return counted;
}

/**
 * How the tiles are taken: `rounds` of four at a time from the dealer on, then `single` ones each, the dealer `last`.
 * @param {WallShown} wall
 * @param {number} dealer
 */
export function helpingsOf({ deal }, dealer) {
  const takes = [0, 1, 2, 3].map((step) => (dealer + step) % 4).flatMap((seat) => (deal[seat] ? [deal[seat]] : []));
  const least = Math.min(...takes.map(({ length }) => length));
  const rounds = Math.floor(least / BLOCK);
  const taken = BLOCK * rounds;
  return { takes, rounds, single: least - taken, last: takes[0].length - taken };
}

/**
 * The blocks of four with their numbers, in the order in which they are taken; each by the slots that it holds.
 * @param {WallShown} wall
 * @param {number} dealer
 * @returns {string[][]}
 */
export function blocksOf(wall, dealer) {
  const { takes, rounds } = helpingsOf(wall, dealer);
  const each = Array.from({ length: rounds }, (_, round) => round);
  return each.flatMap((round) => takes.map((slots) => slots.slice(BLOCK * round, BLOCK * (round + 1))));
}

/**
 * The last counted stack, after which the wall is opened: its side and its number there.
 * @param {WallShown} wall
 */
export function breakAfter(wall) {
  const last = [...countedOf(wall).keys()].at(-1) ?? `${wall.first_stack.seat}-0`;
  const [side, number] = last.split("-").map(Number);
  return { side, number };
}

/**
 * Whether a slot belongs to this stack.
 * @param {string | null | undefined} slot
 * @param {number} side
 * @param {number} number
 */
export const isAt = (slot, side, number) => slot?.startsWith(`${side}-${number}-`) ?? false;
