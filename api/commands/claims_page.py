"""What the page of a ruleset says of claims and payments."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from controller.rules import configure
from controller.rules.engine import ConfiguredGame
from controller.rules.questions.paytable import example_total, payment_text, payments

Say = Callable[..., str]


def claims_and_payments(ruleset: str, words: dict[str, str], say: Say) -> Iterator[str]:
    """Claims, and who pays what for one hand, as the ruleset is played without any option."""
    game = configure(ruleset)
    yield f"\n{say('sheet.claims')}"
    yield from (f"  {line}" for line in _claims(game, say))
    total = example_total(game)
    yield f"\n{say('sheet.payments', total=total, unit=say(f'unit.{game.unit}'))}"
    yield from (f"  {line}" for line in payment_text(payments(game, [total]), words))


def _claims(game: ConfiguredGame, say: Say) -> Iterator[str]:
    yield say("sheet.order" if game.asks.chows else "sheet.order-no-chow")
    yield say(f"sheet.winners.{game.options.get('multiple-winners', 'nearest')}")
    if game.options.get("thirteen-terminals-priority"):
        yield say("sheet.terminals-first")
    locks = game.locks
    if locks.furiten:
        yield say("sheet.lock.furiten")
    if locks.sacred_discard:
        yield say("sheet.lock.sacred-discard")
    if locks.passed_win:
        yield say(f"sheet.lock.passed-win.{locks.passed_win}")
    if locks.passed_triplet:
        yield say("sheet.lock.passed-triplet")
    if locks.own_discards or locks.by_kind:
        yield say("sheet.lock.own-discards")
    if locks.by_kind:
        yield say("sheet.lock.passed-kind")
    if locks.passed_ready:
        yield say("sheet.lock.passed-ready")
