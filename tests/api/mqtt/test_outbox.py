"""Of each topic the newest payload is sent, within bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.mqtt.outbox import MOST_IN_FLIGHT, MOST_TOPICS, Outbox

TOPICS = st.sampled_from("abcdefgh")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.dictionaries(TOPICS, st.sampled_from("123"), max_size=4)),
        st.tuples(st.sampled_from(["send", "acknowledge", "reconnect"]), st.none()),
    ),
    max_size=60,
)


@given(STEPS)
def test_a_broker_that_is_served_long_enough_has_the_newest_of_every_topic(steps: list[tuple[str, object]]) -> None:
    """Whatever came between, also connections on which all was lost."""
    box, wanted, kept, flying, number = Outbox(), {}, {}, list[int](), 0

    def send() -> bool:
        nonlocal number
        found = box.next()
        if found is None:
            return False
        number += 1
        topic, payload = found
        box.sent(number, topic, payload, 0.0)
        kept[topic] = payload
        flying.append(number)
        return True

    for step, messages in steps:
        if step == "put":
            assert isinstance(messages, dict)
            wanted |= messages
            box.put(messages)
        elif step == "send":
            send()
        elif step == "acknowledge" and flying:
            box.acknowledged(flying.pop(0))
        elif step == "reconnect":
            kept.clear()
            flying.clear()
            box.begin()
    while send():
        while flying:
            box.acknowledged(flying.pop(0))
    for one in flying:
        box.acknowledged(one)
    assert kept == wanted
    assert box.empty


def test_no_more_is_on_its_way_than_the_bound() -> None:
    box = Outbox()
    box.put({f"t/{n}": "x" for n in range(MOST_IN_FLIGHT + 5)})
    for number in range(MOST_IN_FLIGHT):
        found = box.next()
        assert found is not None
        box.sent(number, *found, now=1.0)
    assert box.next() is None
    assert box.waited(4.5) == 3.5
    box.acknowledged(0)
    assert box.next() == (f"t/{MOST_IN_FLIGHT}", "x")


def test_what_did_not_change_is_not_sent_again() -> None:
    box = Outbox()
    box.put({"a": "1"})
    assert box.next() == ("a", "1")
    box.put({"a": "1"})
    assert box.next() is None
    box.put({"a": "2"})
    box.put({"a": "3"})
    assert (box.next(), box.next()) == (("a", "3"), None)


def test_topics_have_a_bound() -> None:
    box = Outbox()
    box.put({str(n): "" for n in range(MOST_TOPICS)})
    with pytest.raises(ValueError, match="topics"):
        box.put({"one more": ""})
    assert not box.empty, "what it held stays"
