"""The chapters under which the options of a ruleset stand in a form, in the order of an evening."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_CHAPTERS: Final = {
    "table": """
        tiles wild-tiles wilds remove suit-out flowers red-fives red-fives-by-suit players absent-seat dice throws
        dice-throws break seating dead-wall dead-wall-stacks dealer-last-two long-sides count-over kita-shortens-wall
        seat-winds dead-wall-rule
        dead-wall-refill bonus-from
        winds flower-tiles hand-tiles kong-from exchange-three exchange-direction jokers animals bonus-tiles
    """,
    "play": """
        claim-window-seconds exposed-in-deal rob-concealed-kong rob-kong kuikae riichi-min-wall riichi-needs-1000
        riichi-kan open-riichi ankan-chankan-kokushi kan-dora-timing temporary-furiten fifth-tile declare-ready
        multiple-winners thirteen-terminals-priority four-concealed-pongs-discard kyuushu suufon suucha suukaikan
        sancha north kita kita-ron kita-rinshan eight-flowers-win flower-wins pong-first must-open three-suits
        special-kongs
        opening-flowers swap-call kong-from-left claim-last-discard passed-win eight-flowers seven-robs-one
        end
        jokers-in-claims discarded-bonus-wins
        openings kong-flip
        ready-tiles-left own-discards exposed-tile
        wild-on-discard
        suits ready-required
        charleston-second blind-pass courtesy pass-seconds cold-wall
        max-chows goulash charleston washing list list-off
    """,
    "scoring": """
        scoring
        values min-faan min-fan max-fan min-points min-doubles max-doubles minimum-counts-bonus flowers-count-to-minimum
        all-simples common-hand double-wind seven-pairs-distinct flower-scoring flower-set flower-method limit
        limit-faan limit-hands-off limit-hands-concealed pure-green concealed-self-drawn-doubles outside-pair
        nine-gates-tile one-suit-doubles base-point self-drawn out-at-kong all-pungs one-suit-with-honors seven-pairs
        one-suit all-concealed single-wait all-terminals-fan gong-fan ping-woo-one-suit ping-woo-eyes items-off
        wind-triplets-in-happiness odd-fan open-tanyao ippatsu ura-dora kan-dora renhou double-yakuman yakuman-stack
        local-yaku paarenchan double-wind-pair-fu rinshan-tsumo-fu open-flat-fu pinfu-tsumo-fu kiriage kazoe
        no-limits nagashi-mangan pinfu-tsumo fixed-fu edition concealed-with-flowers flower-replacement
        self-draw-fan discarder-fan dealer-fan closed-fan all-closed-fan
        limit-base rounding menzen-tsumo honroutou double-pair chuuren chiihou stack-limits
        min-tai max-tai flower-kong no-flowers last-discard half-begging declared-ready eight-pairs
        flower-replacement-win ready-keeps-concealed all-chows-concealed all-chows-self-draw all-chows-honors
        all-chows-wait heavenly-ready-tai earthly-ready-tai human-hand-tai all-honors-tai
        no-bonus-no-kong three-golds robbing-gold gold-pair full-flush dealer-streak
        terminal-sets two-five-eight concealed-hand no-terminals heavenly-earthly
        half-flush max-mun animal-points animal-pairs
        all-258-shape
        special-tiles round-wind
        limit-tai all-animals little-winds human-hand concealed-on-discard self-draw-tai
        jokerless-bonus
        all-pongs dealt-win edge quick-discards
        small-points big-points open exposed-kong concealed-kong small-max-wilds max-points
        self-draw-points discard-points
        self-drawn-points only-tile-points pair-completed no-points-doubles no-chow-doubles
        one-suit-honors-doubles all-majors-doubles only-honors replacement-doubles last-tile-doubles
        robbing-doubles original-call own-bonus full-series-doubles three-concealed-doubles dragons-winds-extra
        concealed-one-suit squirming-snake hidden-treasure buried-treasure scholars gates special-pairs calling
        east-ninth-win bonus-beside-fixed
        seat-dragon no-flowers-limit
        min-score win-points one-suit-only half-flush-doubles full-flush-doubles concealed-doubles dealer-doubles
        two-flower-sets
        no-chow-points nothing-else-points bonus-points loose-tile only-honors-doubles limit-forms limit-on
    """,
    "payment": """
        base-points discard-payment scale shooter robbed-kong-pays-all liability
        points-table
        limit-points half-limit-on-discard east-doubles goulash-carry dealer-wins-double only-discarder-pays award-base
        payment gong-feeder-pays bao honba-value honba-each honba-multi sticks-multi leftover-sticks pao pao-scope
        pao-honba noten-pool tsumo-payment round-to chips chips-open-red chips-yakuman chips-yakuman-ron chip-value
        yakitori
        base per-tai liability-discard ante stake instant-events instant-series dealer-times
        hot-wall wall-pot
        doubles-dice
        first-flower bouquet flower-pot losers-settle
        jackpot jackpot-points jackpot-hidden jackpot-stake
        raises wild-kong four-equal
        dangerous-discard
        dealer-extra birds birds-from max-payment
        self-draw claimed-kong late-added-kong claimed-kong-draw kong-discard-transfer kong-refund pig pig-points
    """,
    "match": """
        start-points boxes box return-points hands deals rounds match-length prevailing-wind fifth-round-wind
        extra-hands
        max-consecutive-hands next-dealer draw-keeps-deal renchan agari-yame tenpai-yame tobi tobi-at-zero extension
        target-points sudden-death uma floating-uma ties shared-in final-rounding seat-change session-minutes
        draw-adds-streak streak-limit wind-after-draw draw-passes
    """,
    "penalties": """
        false-win false-win-points false-win-settle false-win-fan wrong-count false-out-nondealer false-out-dealer kitty
        chombo chombo-points false-hu false-hu-points early-count-points
        false-win-tai fine-points small-fine false-win-share
    """,
}
OTHER: Final = "other"
"""The chapter of an option that no other one names."""
CHAPTERS: Final = (*_CHAPTERS, OTHER)
_OF_OPTION: Final[Mapping[str, str]] = {
    option: chapter for chapter, options in _CHAPTERS.items() for option in options.split()
}


def chapter_of(option: str) -> str:
    return _OF_OPTION.get(option, OTHER)
