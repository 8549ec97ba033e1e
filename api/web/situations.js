// What the editor of a winning hand asks for in which game. Ids are those of the rulesets and of the scoring record.

const COMMON = {
  "self-draw": ["last-tile", "replacement", "double-replacement", "flower-replacement", "heavenly", "earthly"],
  discard: ["last-discard", "earthly"],
  "robbed-kong": [],
};
const RIICHI = ["riichi", "double-riichi", "ippatsu"];
const OWN = {
  riichi: { "self-draw": RIICHI, discard: RIICHI, "robbed-kong": RIICHI },
  mcr: { "self-draw": ["last-of-kind"], discard: ["last-of-kind"] },
  "cantonese-old": { discard: ["late-fresh-discard", "forced-discard"] },
};
const WITHOUT_FLOWERS = 136; // tiles; larger sets have bonus tiles

/** Facts of the situation that may be true of such a win; `dealer`: whether the winner deals. */
export function situations(ruleset, source, dealer) {
  const all = [...(COMMON[source] ?? []), ...(OWN[ruleset]?.[source] ?? [])];
  return all.filter((flag) => flag !== (dealer ? "earthly" : "heavenly"));
}

/** Parts of the editor: bonus tiles, red fives, dora indicators, and from whom a meld was claimed. */
export function features({ ruleset, options }, tiles) {
  const riichi = ruleset === "riichi";
  return {
    flowers: typeof options.flowers === "boolean" ? options.flowers : tiles > WITHOUT_FLOWERS,
    red: Number(options["red-fives"] ?? 0) > 0, indicators: riichi, origins: riichi || ruleset === "cantonese-old",
  };
}

/** Games in which a drawn hand pays those who were ready. */
export const asksReady = (ruleset) => ruleset === "riichi";
