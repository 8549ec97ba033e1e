"""Which connections are kept when there are too many."""

from __future__ import annotations

from dataclasses import dataclass

from api.http.places import LOCAL, KnownClients
from api.service.admission import Admission


@dataclass(eq=False)
class Connection:
    client_name: str
    idle: bool = True
    dropped: bool = False

    def drop(self) -> None:
        self.dropped = True


def many(admission: Admission, client: str, number: int, idle: bool = True) -> list[Connection]:
    made = [Connection(client, idle) for _ in range(number)]
    for each in made:
        admission.admit(each)
    return made


def test_a_client_that_opens_more_than_its_share_loses_its_oldest_idle_one() -> None:
    admission = Admission(most=10, each=3)
    first, *others = many(admission, "ann", 4)
    assert first.dropped and not any(each.dropped for each in others)


def test_a_client_whose_connections_are_all_busy_is_refused_another() -> None:
    admission = Admission(most=10, each=3)
    many(admission, "ann", 3, idle=False)
    assert not admission.admit(Connection("ann"))


def test_when_all_places_are_taken_the_client_with_most_gives_one_up() -> None:
    admission = Admission(most=5, each=4)
    (ben,), ann = many(admission, "ben", 1), many(admission, "ann", 4)
    assert admission.admit(Connection("cho"))
    assert ann[0].dropped and not ben.dropped


def test_a_busy_connection_is_never_dropped_for_a_new_one() -> None:
    admission = Admission(most=2, each=2)
    held = many(admission, "ann", 2, idle=False)
    assert not admission.admit(Connection("ben"))
    assert not any(each.dropped for each in held)


def test_the_network_cannot_lock_this_machine_out() -> None:
    admission = Admission(most=4, each=1, local=2)
    for number in range(50):
        many(admission, f"client {number}", 1, idle=False)
    assert admission.admit(Connection(LOCAL)) and admission.admit(Connection(LOCAL))


def test_strangers_cannot_lock_a_paired_device_out_nor_end_its_idle_connections() -> None:
    known = KnownClients()
    known.note("tablet")
    admission = Admission(most=4, each=2, kept=1, known=known)
    (waiting,) = many(admission, "tablet", 1)
    for number in range(50):
        many(admission, f"client {number}", 1, idle=number % 2 == 0)
    assert not waiting.dropped
    assert admission.admit(Connection("tablet"))


def test_a_connection_that_was_used_goes_after_those_that_were_not() -> None:
    admission = Admission(most=10, each=2)
    first, second = many(admission, "ann", 2)
    admission.used(first)
    admission.admit(Connection("ann"))
    assert second.dropped and not first.dropped


def test_a_connection_that_is_gone_frees_its_place_once() -> None:
    admission = Admission(most=1, each=1)
    (first,) = many(admission, "ann", 1, idle=False)
    admission.leave(first)
    admission.leave(first)
    assert admission.admit(Connection("ben", idle=False))
    assert not admission.admit(Connection("cho"))
