"""Places: bounded in all and for each client, some kept for this machine."""

from __future__ import annotations

import random

import pytest

from api.http.places import LOCAL, ClientPlaces, KnownClients, client_of
from controller.refusals import Code, Refused


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("127.0.0.1", LOCAL),
        ("::1", LOCAL),
        ("::ffff:127.0.0.1", LOCAL),
        (None, LOCAL),
        ("127.0.0.2", "127.0.0.2"),
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_belongs_to_one_client(host: str | None, client: str) -> None:
    assert client_of(host) == client


def test_one_client_has_no_more_than_its_share() -> None:
    places = ClientPlaces(most=4, each=2)
    places.take("ann")
    places.take("ann")
    with pytest.raises(Refused) as refused:
        places.take("ann", Code.OVERLOADED)
    assert refused.value.code == "overloaded"
    places.take("ben")


def test_places_of_this_machine_cannot_be_taken_by_the_network() -> None:
    places = ClientPlaces(most=2, each=2, local=1)
    places.take("ann")
    places.take("ben")
    assert places.full("cho")
    assert not places.full(LOCAL)
    places.take(LOCAL)
    assert places.full(LOCAL)


def test_this_machine_does_not_take_the_places_of_the_network() -> None:
    places = ClientPlaces(most=2, each=2, local=1)
    for _ in range(3):
        places.take(LOCAL)
    assert not places.full("ann")


def test_strangers_cannot_take_the_places_of_paired_devices() -> None:
    places = ClientPlaces(most=2, each=2, kept=1)
    places.known.note("tablet")
    places.take("ann")
    places.take("ben")
    assert places.full("cho")
    assert not places.full("tablet")
    places.take("tablet")
    assert places.full("tablet")


def test_paired_devices_do_not_take_more_than_all_places() -> None:
    places = ClientPlaces(most=2, each=2, kept=1)
    places.known.note("tablet")
    places.known.note("phone")
    for client in ("tablet", "tablet", "phone"):
        places.take(client)
    assert places.full("ann") and places.full("phone")


def test_of_known_clients_the_latest_are_kept() -> None:
    known = KnownClients(most=2)
    for client in ("ann", "ben", "ann", LOCAL, "cho"):
        known.note(client)
    assert list(known) == ["ann", "cho"]


def test_a_place_that_was_given_back_is_free() -> None:
    places = ClientPlaces(most=1, each=1)
    with places.held_by("ann"):
        assert places.full("ben")
    assert not places.full("ben")
    assert not places.held


def test_however_clients_come_and_go_their_places_are_counted_as_they_are_held() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng, known = random.Random(seed), KnownClients(3)
    places, names = ClientPlaces(4, 3, 2, 2, known), ["a", "b", "c", "d", "e", LOCAL]
    for _ in range(2000):
        name = rng.choice(names)
        held, network = places.held, sum(places.held.values()) - places.held[LOCAL]
        strangers = network - sum(held[one] for one in known)
        full = held[name] >= 3 or network >= 6 or (name not in known and strangers >= 4)
        assert places.full(name) is ((network + held[LOCAL] >= 8) if name == LOCAL else full)
        match rng.randrange(3):
            case 0 if not places.full(name):
                places.take(name)
            case 1 if held[name]:
                places.give_back(name)
            case 2 if rng.random() < 0.3:
                known.note(name)
