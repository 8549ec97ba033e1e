"""From han and fu to base points, line by line."""

from __future__ import annotations

from controller.rules.hand.reading import STANDARD
from controller.rules.rulesets.riichi.fu import SEVEN_PAIRS, fu_lines
from controller.rules.rulesets.riichi.payments import Payments
from controller.rules.rulesets.riichi.value import MANGAN, MOST_HAN
from controller.rules.sheet.ruleset import Options, ReadingWorth, Step


def conversion(options: Options, verdict: ReadingWorth) -> list[Step]:
    more = verdict.more or {}
    if verdict.limit_hand:
        return _yakuman(verdict, more["yakuman"])
    han, fu, level = verdict.total, more["fu"], more["level"]
    steps: list[Step] = [("conversion.sum", {"total": han, "unit": "han"}), *_fu(options, verdict, fu)]
    if not level:
        if han > MOST_HAN:
            steps.append(("conversion.most-han", {"han": MOST_HAN}))
            han = MOST_HAN
        return [*steps, ("conversion.han-fu", {"han": han, "fu": fu, "base": verdict.base})]
    uncut = fu << han + 2
    raised = verdict.base == MANGAN and han < 5 and uncut < MANGAN
    key = "conversion.kiriage" if raised else f"conversion.{level}"
    return [*steps, (key, {"han": han, "fu": fu, "base": verdict.base})]


def rounded_up(payments: Payments, verdict: ReadingWorth) -> list[Step]:
    """That payments are rounded up, where one of these is."""
    hand = verdict.reading.hand
    step = payments.rounded_to(verdict.base, hand.seat_wind, hand.by_other)
    return [("conversion.rounded-up", {"step": step})] if step else []


def _fu(options: Options, verdict: ReadingWorth, fu: int) -> list[Step]:
    reading = verdict.reading
    pinfu = reading.form == STANDARD and "pinfu" in verdict.items
    lines = fu_lines(reading, options, pinfu)
    steps: list[Step] = [(line.key, {"tiles": line.tiles, "fu": line.fu}) for line in lines]
    counted = sum(line.fu for line in lines)
    if len(lines) > 1:
        steps.append(("fu.sum", {"fu": counted}))
    rounded = counted if counted == SEVEN_PAIRS else (counted + 9) // 10 * 10
    if rounded != counted:
        steps.append(("fu.rounded", {"fu": rounded}))
    if fu != rounded:
        steps.append(("fu.fixed", {"fu": fu}))
    return steps


def _yakuman(verdict: ReadingWorth, times: int) -> list[Step]:
    steps: list[Step] = []
    if sum(verdict.items.values()) > verdict.total:
        steps.append(("conversion.one-yakuman", {"times": times}))
    return [*steps, ("conversion.yakuman", {"times": times, "base": verdict.base})]
