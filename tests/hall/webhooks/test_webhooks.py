"""Which events a webhook is told, and when again."""

from __future__ import annotations

import hashlib
import hmac
import random
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.events import Event, Recorded
from controller.refusals import Refused
from hall.commands import Context
from hall.ids import new_id
from hall.people.events import AccountClosed, PersonRegistered, PersonRenamed
from hall.webhooks.commands import AddWebhook, RemoveWebhook, SwitchWebhookOff, SwitchWebhookOn, TryWebhook
from hall.webhooks.decide import COMMANDS, MOST_WEBHOOKS
from hall.webhooks.schedule import PAUSES, SPREAD, SWITCHED_OFF_AFTER, Delivery, Health, again, due, next_due
from hall.webhooks.signature import signature
from hall.webhooks.state import State, evolve

ONE, TWO = "w-aaaaaaaaaaaa", "w-bbbbbbbbbbbb"
DECIDE: dict[type, Any] = {spec.command: spec.decide for spec in COMMANDS}


class Hall:
    """Commands in, events recorded."""

    def __init__(self) -> None:
        self.state, self.seq = State(), 0

    def record(self, event: Event) -> Recorded:
        self.seq += 1
        recorded = Recorded(self.seq, "2026-01-10T12:00:00.000Z", event, "")
        self.state = evolve(self.state, recorded)
        return recorded

    def give(self, command: Any) -> list[Recorded]:
        shown = SimpleNamespace(webhooks=self.state)
        events = DECIDE[type(command)](command, Context(shown, datetime(2026, 1, 10, tzinfo=UTC), random.randbytes))
        return [self.record(event) for event in events]

    def add(self, id_: str = ONE, *wanted: str) -> None:
        self.give(AddWebhook("Ana", id_, "door", "https://example.org", wanted or ("person.*",)))

    def told(self, event: Event) -> set[str]:
        recorded = self.record(event)
        return {one.id for one in self.state.webhooks.values() if one.wants(recorded)}


REGISTERED, RENAMED = PersonRegistered("p-1", "Ben", "Ana"), PersonRenamed("p-1", "Bo", "Ana")


def test_a_webhook_is_told_what_it_wants_from_then_on() -> None:
    hall = Hall()
    before = hall.record(REGISTERED)
    hall.add(ONE, "person.registered")
    hall.add(TWO, "person.*", "tournament.*")
    assert not hall.state.webhooks[ONE].wants(before)
    assert (hall.told(REGISTERED), hall.told(RENAMED)) == ({ONE, TWO}, {TWO})


def test_accounts_and_webhooks_themselves_are_told_nobody() -> None:
    hall = Hall()
    hall.add(ONE, "*")
    assert hall.told(REGISTERED) == {ONE}
    assert hall.told(AccountClosed("u-1", "Ana")) == set()
    (added,) = hall.give(AddWebhook("Ana", TWO, "lamp", "https://example.org", ("*",)))
    assert not hall.state.webhooks[ONE].wants(added)


def test_a_webhook_that_is_tried_is_told_so_and_no_other() -> None:
    hall = Hall()
    hall.add(ONE, "person.registered")
    hall.add(TWO, "*")
    (tried,) = hall.give(TryWebhook("Ana", ONE))
    assert [one.id for one in hall.state.webhooks.values() if one.wants(tried)] == [ONE]


def test_one_that_is_off_is_told_nothing_of_the_time_between() -> None:
    hall = Hall()
    hall.add()
    hall.give(SwitchWebhookOff("Ana", ONE))
    between = hall.record(REGISTERED)
    with pytest.raises(Refused) as caught:
        hall.give(TryWebhook("Ana", ONE))
    assert caught.value.code == "webhook-off"
    hall.give(SwitchWebhookOn("Ana", ONE))
    assert not hall.state.webhooks[ONE].wants(between)
    assert hall.told(REGISTERED) == {ONE}
    hall.give(RemoveWebhook("Ana", ONE))
    assert hall.state.webhooks == {}


@pytest.mark.parametrize(
    "wanted", [(), ("person",), ("account.*",), ("webhook.added",), ("person.*.x",), ("Person.*",), ("*",) * 51]
)
def test_what_cannot_be_wanted_is_refused(wanted: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as caught:
        Hall().give(AddWebhook("Ana", ONE, "door", "https://example.org", wanted))
    assert (caught.value.code, caught.value.field) == ("bad-webhook", "wanted")


def test_the_same_again_is_nothing_new_and_there_is_a_bound() -> None:
    hall = Hall()
    hall.add()
    assert hall.give(AddWebhook("Ana", ONE, "door", "https://example.org", ("*",))) == []
    for _ in range(1, MOST_WEBHOOKS):
        hall.add(new_id("w", random.randbytes))
    with pytest.raises(Refused) as caught:
        hall.add(TWO)
    assert caught.value.code == "too-many-webhooks"


def test_pauses_grow_from_a_minute_to_a_day_and_then_it_is_given_up() -> None:
    rng, one, now, pauses = random.Random(), Delivery(ONE, 7, 0.0), 1000.0, list[float]()
    while (after := again(one, now, rng)) is not None:
        assert after.id == one.id, "a receiver knows it again"
        pauses.append(after.due - now)
        one, now = after, after.due
    assert len(pauses) == len(PAUSES)
    assert all(abs(pause / meant - 1) <= SPREAD + 1e-9 for pause, meant in zip(pauses, PAUSES, strict=True))
    assert (PAUSES[0], PAUSES[-1]) == (60, 86_400)


DELIVERIES = st.lists(
    st.builds(Delivery, st.sampled_from([ONE, TWO, "w-c", "w-d"]), st.integers(1, 50), st.floats(0, 100)), max_size=30
)


@given(DELIVERIES, st.sets(st.sampled_from([ONE, TWO])), st.integers(0, 4), st.floats(0, 100))
def test_each_webhook_is_told_one_thing_at_a_time_the_oldest_first(
    waiting: list[Delivery], busy: set[str], most: int, now: float
) -> None:
    chosen = due(waiting, now, busy, most)
    webhooks = [one.webhook for one in chosen]
    assert len(set(webhooks)) == len(webhooks) <= most
    assert not busy & set(webhooks)
    for one in chosen:
        assert one.due <= now
        assert all(one.due <= other.due for other in waiting if other.webhook == one.webhook)
    free = {one.webhook for one in waiting if one.due <= now} - busy
    assert len(chosen) == min(most, len(free)), "nobody waits who need not"
    first = next_due(waiting, busy)
    assert first == min((one.due for one in waiting if one.webhook not in busy), default=None)


def test_a_webhook_is_hopeless_after_days_without_success() -> None:
    health = Health().after(False, 100.0).after(False, 5000.0)
    assert not health.hopeless(100.0 + SWITCHED_OFF_AFTER - 1)
    assert health.hopeless(100.0 + SWITCHED_OFF_AFTER)
    assert not health.after(True, 6000.0).hopeless(1e12)
    assert replace(health, failing_since=None) == Health()


def test_the_signature_is_that_of_the_specification() -> None:
    mac = hmac.new(b"whs-secret", b'1700000000.{"a":1}', hashlib.sha256).hexdigest()
    assert signature("whs-secret", 1_700_000_000, b'{"a":1}') == f"t=1700000000,v1={mac}"
