// What the words for a hand depend on, as far as a seat's phone is told.

/** @param {{ honba: boolean, hands: number }} match */
export const gameOf = ({ honba, hands }) => ({ asks: { declared: honba ? [{ id: "riichi" }] : [], hands } });
