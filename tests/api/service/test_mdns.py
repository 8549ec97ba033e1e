"""Halls of the local network, said and found by programs of Avahi: these stand in for them."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest

from api.service.mdns import MOST_HALLS, FoundHall, announced, halls
from api.service.own_name import own_name
from api.service.serving import hosts_now
from controller.listening import HttpConfig
from tests.api.mqtt.mosquitto import wait_for

LINES = """\
+;eth0;IPv4;North\\032hall;_jantaku-hall._tcp;local
=;eth0;IPv4;North\\032hall;_jantaku-hall._tcp;local;pi.local;192.168.1.5;8100;"tls=1"
=;eth0;IPv6;North\\032hall;_jantaku-hall._tcp;local;pi.local;fe80::1;8100;"tls=1"
=;eth0;IPv4;\\233\\155\\128\\229\\141\\147\\;1;_jantaku-hall._tcp;local;b.local;192.168.1.6;8101;"tls=0"
=;eth0;IPv4;\\233\\155\\128\\229\\141\\147;_jantaku-hall._tcp;local;b.local;192.168.1.6;8101;"tls=0"
=;eth0;IPv4;Bad host;_jantaku-hall._tcp;local;a@b.example/x;192.168.1.6;8101;"tls=0"
=;eth0;IPv4;Bad port;_jantaku-hall._tcp;local;c.local;192.168.1.6;0;"tls=0"
=;eth0;IPv4;Line\\010break;_jantaku-hall._tcp;local;c.local;192.168.1.6;8100;"tls=0"
=;eth0;IPv4;Printer;_ipp._tcp;local;p.local;192.168.1.9;631;"x"
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose programs are found first."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_halls_are_found_once_each_by_name_and_address(programs: Path) -> None:
    (programs / "said").write_text(LINES)
    program(programs, "avahi-browse", f'echo "$@" > {programs}/asked; cat {programs}/said')
    assert asyncio.run(halls()) == [
        FoundHall("North hall", "https://pi.local:8100"),
        FoundHall("雀卓", "http://b.local:8101"),
    ]
    assert (programs / "asked").read_text().split() == ["--parsable", "--resolve", "--terminate", "_jantaku-hall._tcp"]


def test_what_never_ends_or_says_too_much_is_bounded(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.service.mdns.LOOK_SECONDS", 0.5)
    line = '=;eth0;IPv4;H%s;_jantaku-hall._tcp;local;h%s.local;192.168.1.5;8100;"tls=1"'
    program(programs, "avahi-browse", f"i=0; while true; do i=$((i+1)); printf '{line}\\n' $i $i; done")
    assert len(asyncio.run(halls())) == MOST_HALLS
    program(programs, "avahi-browse", "exec sleep 60")
    assert asyncio.run(halls()) == []


def test_a_system_without_avahi_finds_nothing_and_serves_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")

    async def scenario() -> list[FoundHall]:
        async with announced("North hall", 8100, True):
            return await halls()

    assert asyncio.run(scenario()) == []


def test_the_network_is_told_of_a_hall_as_long_as_it_serves(programs: Path) -> None:
    said, over = programs / "said", programs / "over"
    program(
        programs,
        "avahi-publish-service",
        f"trap 'touch {over}; exit 0' TERM; printf '%s|' \"$@\" > {said}.new; mv {said}.new {said}\n"
        "while true; do sleep 0.05; done",
    )

    async def scenario() -> None:
        async with announced("北" * 30, 8100, True):
            await asyncio.to_thread(wait_for, said.exists, "not told")
            assert not over.exists()
        assert over.exists()

    asyncio.run(scenario())
    assert said.read_text() == "北" * 21 + "|_jantaku-hall._tcp|8100|tls=1|"


def test_the_certificate_is_also_for_the_name_that_avahi_took_instead(programs: Path) -> None:
    program(programs, "busctl", f"""echo "$@" > {programs}/asked; echo 's "Hall-2.local"'""")
    assert own_name() == "hall-2.local"
    assert (programs / "asked").read_text().split()[-1] == "GetHostNameFqdn"
    assert "hall-2.local" in hosts_now(HttpConfig(host="0.0.0.0")).names
    assert "hall-2.local" not in hosts_now(HttpConfig(host="127.0.0.1")).names


def test_without_an_answer_of_avahi_the_name_is_that_of_the_system(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.service.own_name.ASK_SECONDS", 0.2)
    usual = f"{socket.gethostname().lower().partition('.')[0]}.local"
    for script in ("echo no bus >&2; exit 1", "exec sleep 30", """echo 's "a b"'"""):
        program(programs, "busctl", script)
        assert own_name() == usual
