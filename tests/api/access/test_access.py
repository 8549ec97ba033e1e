"""Whom a request comes from: tokens, expiry, revoking, restart."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from api.access.access import Access, AccessRules, MatchBounds, rules_of
from api.access.caller import Caller, caller_of
from api.access.devices import AFTER_MATCH, LIFETIME, MOST_DEVICES, MOST_OF_A_SEAT, SEEN_SECONDS
from api.access.folder import FILE
from api.access.store import AccessStore
from controller.config import AccessConfig, Config
from controller.config_file import ConfigError
from controller.listening import HttpConfig
from controller.permits import LOCAL_OWNER, Role
from controller.refusals import Refused
from controller.rules.seats import SEATS
from tests.api.access.conftest import Clock

PAIRED = AccessRules(local_owner=False)
FAR = "192.168.7.9"


def access(folder: Path, clock: Clock, rules: AccessRules = PAIRED, **more: MatchBounds) -> Access:
    return Access(rules, AccessStore(folder / "access"), now=clock, bounds=lambda: more.get("match", MatchBounds()))


def staff(one: Access) -> str:
    return one.let_in("Ann's phone", Role.STAFF, None, "console", LIFETIME[Role.STAFF]).text


def with_token(token: str, *, program: bool = False) -> Caller:
    return Caller(FAR, False, token, program)


def test_a_paired_device_is_known_by_its_token(tmp_path: Path) -> None:
    one = access(tmp_path, Clock())
    found = one.actor(with_token(staff(one)))
    assert (found.role, found.name, found.device) == (Role.STAFF, "Ann's phone", one.devices()[0].id)


def test_the_file_holds_no_token_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    one = access(tmp_path, Clock())
    token = staff(one)
    path = tmp_path / "access" / FILE
    assert token.partition(".")[2] not in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) & 0o077 == 0


def test_a_restart_keeps_sessions(tmp_path: Path) -> None:
    token = staff(access(tmp_path, Clock()))
    assert access(tmp_path, Clock()).actor(with_token(token)).role is Role.STAFF


@pytest.mark.parametrize("wrong", ["", ".", "x", "0" * 16 + ".secret", "é.é", "a" * 5000])
def test_what_is_no_token_is_a_viewer_on_a_page_and_refused_of_a_program(tmp_path: Path, wrong: str) -> None:
    one = access(tmp_path, Clock())
    staff(one)
    assert one.actor(with_token(wrong)).role is Role.VIEWER
    with pytest.raises(Refused, match="not-paired"):
        one.actor(with_token(wrong, program=True))


def test_the_id_of_a_device_with_another_secret_is_not_that_device(tmp_path: Path) -> None:
    one = access(tmp_path, Clock())
    id_, _, secret = staff(one).partition(".")
    assert one.actor(with_token(f"{id_}.{secret[:-1]}")).role is Role.VIEWER


def test_a_revoked_device_is_a_stranger_at_once_also_after_a_restart(tmp_path: Path) -> None:
    one = access(tmp_path, Clock())
    token = staff(one)
    asked = one.actor(with_token(token))
    one.revoke(str(asked.device), "owner")
    assert one.actor(with_token(token)).role is Role.VIEWER
    assert not one.still(asked)
    assert access(tmp_path, Clock()).actor(with_token(token)).role is Role.VIEWER
    with pytest.raises(Refused, match="no-such-device"):
        one.revoke(str(asked.device), "owner")


def test_a_device_expires(tmp_path: Path) -> None:
    clock = Clock()
    one = access(tmp_path, clock)
    token = staff(one)
    clock.pass_(LIFETIME[Role.STAFF] - 1)
    assert one.actor(with_token(token)).role is Role.STAFF
    clock.pass_(1)
    assert one.actor(with_token(token)).role is Role.VIEWER
    assert one.devices() == []


def test_last_seen_is_written_once_a_minute_and_no_oftener(tmp_path: Path) -> None:
    clock = Clock()
    one = access(tmp_path, clock)
    token, path = staff(one), tmp_path / "access" / FILE
    before = path.stat().st_ino
    clock.pass_(SEEN_SECONDS - 1)
    one.actor(with_token(token))
    assert path.stat().st_ino == before
    clock.pass_(1)
    one.actor(with_token(token))
    assert path.stat().st_ino != before
    assert one.devices()[0].last_seen == one.seconds()


def test_a_damaged_file_lets_nobody_in_and_is_kept_aside(tmp_path: Path) -> None:
    token = staff(access(tmp_path, Clock()))
    path = tmp_path / "access" / FILE
    path.write_text("{", encoding="utf-8")
    one = access(tmp_path, Clock())
    assert one.actor(with_token(token)).role is Role.VIEWER
    assert path.with_suffix(".damaged").exists()


def test_a_disk_that_takes_nothing_pairs_nobody(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        (tmp_path / "access").write_text("a file where the folder should be", encoding="utf-8")
    else:
        tmp_path.chmod(0o500)
    one = access(tmp_path, Clock())
    with pytest.raises(Refused, match="access-unwritable"):
        staff(one)
    assert one.devices() == []


def test_a_full_list_takes_no_further_device(tmp_path: Path) -> None:
    one = Access(PAIRED, now=Clock())
    for _ in range(MOST_DEVICES):
        staff(one)
    with pytest.raises(Refused, match="devices-full"):
        staff(one)


def test_a_seats_newest_device_takes_the_place_of_its_oldest() -> None:
    one = Access(PAIRED, now=Clock())
    tokens = [one.let_in(f"{n}", Role.SEAT, SEATS[2], "key-2", 60).text for n in range(MOST_OF_A_SEAT + 1)]
    one.let_in("other", Role.SEAT, SEATS[1], "key-1", 60)
    assert [one.actor(with_token(token)).role for token in tokens] == [Role.VIEWER] + [Role.SEAT] * MOST_OF_A_SEAT


# ---------------------------------------------------------------- a seat belongs to its match


def test_a_seats_device_ends_a_while_after_its_match() -> None:
    clock, match = Clock(), [MatchBounds(started=10, over=0, last=12)]
    one = Access(PAIRED, now=clock, bounds=lambda: match[0])
    token = one.let_in("phone", Role.SEAT, SEATS[0], "key-0", LIFETIME[Role.SEAT]).text
    match[0] = MatchBounds(started=10, over=90, last=90)
    assert one.actor(with_token(token)).role is Role.SEAT
    clock.pass_(AFTER_MATCH)
    assert one.actor(with_token(token)).role is Role.VIEWER


def test_a_seats_device_ends_when_the_next_match_begins() -> None:
    match = [MatchBounds(started=10, over=0, last=12)]
    one = Access(PAIRED, now=Clock(), bounds=lambda: match[0])
    token = one.let_in("phone", Role.SEAT, SEATS[0], "key-0", LIFETIME[Role.SEAT]).text
    match[0] = MatchBounds(started=95, over=90, last=95)
    assert one.actor(with_token(token)).role is Role.VIEWER


def test_a_seats_device_that_was_paired_between_matches_belongs_to_the_next() -> None:
    match = [MatchBounds(started=10, over=90, last=91)]
    one = Access(PAIRED, now=Clock(), bounds=lambda: match[0])
    token = one.let_in("phone", Role.SEAT, SEATS[0], "key-0", LIFETIME[Role.SEAT]).text
    match[0] = MatchBounds(started=95, over=90, last=120)
    assert one.actor(with_token(token)).role is Role.SEAT


# ---------------------------------------------------------------- this computer, proxies, settings


@pytest.mark.parametrize(
    ("host", "headers", "local"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        (None, {}, True),
        (FAR, {}, False),
        ("127.0.0.1", {"x-forwarded-for": FAR}, False),
        ("127.0.0.1", {"forwarded": f"for={FAR}"}, False),
        ("127.0.0.1", {"via": "1.1 proxy"}, False),
    ],
)
def test_only_this_computer_itself_is_local(host: str | None, headers: dict[str, str], local: bool) -> None:
    assert caller_of(host, headers, {}).local is local


def test_a_bearer_token_goes_before_a_cookie() -> None:
    assert caller_of(FAR, {"authorization": "Bearer abc"}, {"jantaku": "xyz"}) == Caller(FAR, False, "abc", True)
    assert caller_of(FAR, {"authorization": "Basic abc"}, {"jantaku": "xyz"}) == Caller(FAR, False, "xyz", False)


@pytest.mark.parametrize(
    ("control", "alone", "local_owner"), [("auto", True, True), ("auto", False, False), ("always", True, False)]
)
def test_this_computer_is_the_owners_only_where_the_network_hears_nothing(
    control: str, alone: bool, local_owner: bool
) -> None:
    one = Access(rules_of(Config(access=AccessConfig(control=control)), alone), now=Clock())
    assert (one.actor(Caller("local", True)) == LOCAL_OWNER) is local_owner
    assert one.actor(Caller(FAR, False)).role is Role.VIEWER


def test_a_network_without_access_control_is_refused() -> None:
    config = Config(access=AccessConfig(control="off"), http=HttpConfig("0.0.0.0"))
    with pytest.raises(ConfigError, match=r"access\.control .* 127\.0\.0\.1, not 0\.0\.0\.0"):
        rules_of(config, alone=False)
