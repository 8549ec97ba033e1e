"""A real broker is told what is published, whatever happens to it or to us."""

from __future__ import annotations

import logging
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.doctor.broker import broker as doctor
from api.https.authority import make_authority
from api.https.server_certificate import make_server_certificate
from api.https.setting import Hosts
from api.mqtt.broker import broker_of
from api.mqtt.errors import MqttTrouble
from api.mqtt.publisher import FIRST_PAUSE, LONGEST_PAUSE, Publisher, pause
from api.mqtt.session import Session
from bench.ports import free_port
from controller.mqtt import MqttConfig
from tests.api.mqtt.conftest import Started
from tests.api.mqtt.mosquitto import PASSWORD, USER, Mosquitto, Reader, wait_for

STATUS = "t/status"


@contextmanager
def publishing(config: MqttConfig, *, client: str = "jantaku-test") -> Iterator[Publisher]:
    publisher = Publisher(lambda: broker_of(config, client), STATUS, rng=random.Random(1))
    publisher.start()
    try:
        yield publisher
    finally:
        publisher.close()


def to(broker: Mosquitto, **more: object) -> MqttConfig:
    return replace(MqttConfig(), address=broker.address, **more)  # type: ignore[arg-type]


def test_what_is_published_is_kept_for_readers_that_come_later(mosquitto: Started) -> None:
    broker = mosquitto()
    with publishing(to(broker)) as publisher:
        publisher.publish({"t/a": "1", "t/b": "二"})
        wait_for(lambda: publisher.connected, "never told")
        with Reader(broker) as reader:
            reader.until(STATUS, "online")
            assert {topic: text for topic, text, kept in reader.heard if kept} == {
                "t/a": "1", "t/b": "二", STATUS: "online",
            }  # fmt: skip
            publisher.publish({"t/a": "", "t/b": "三"})
            reader.until("t/b", "三")
            reader.until("t/a", None)


def test_online_is_said_after_everything_else(mosquitto: Started) -> None:
    broker = mosquitto()
    messages = {f"t/{n}": str(n) for n in range(200)}
    with Reader(broker) as reader, publishing(to(broker)) as publisher:
        publisher.publish(messages)
        reader.until(STATUS, "online")
        before = [topic for topic, _, _ in reader.heard[: reader.heard.index((STATUS, "online", False))]]
        assert set(messages) <= set(before)


def test_whoever_hears_online_finds_the_service_connected(mosquitto: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    send = Session.publish

    def sent(session: Session, topic: str, payload: str) -> int:
        if payload == "online":
            found.append(publisher.connected)
        return send(session, topic, payload)

    monkeypatch.setattr(Session, "publish", sent)
    broker = mosquitto()
    with Reader(broker) as reader, publishing(to(broker)) as publisher:
        publisher.publish({"t/a": "1"})
        reader.until(STATUS, "online")
    assert found == [True]


def test_a_service_that_ends_says_offline_at_once(mosquitto: Started) -> None:
    broker = mosquitto()
    with Reader(broker) as reader:
        with publishing(to(broker)) as publisher:
            wait_for(lambda: publisher.connected, "never told")
        reader.until(STATUS, "offline")


CHILD = """
import sys, time
from api.mqtt.broker import Broker
from api.mqtt.publisher import Publisher
publisher = Publisher(lambda: Broker("127.0.0.1", int(sys.argv[1]), "jantaku-child"), "t/status")
publisher.start()
time.sleep(600)
"""


def test_the_last_will_of_a_process_that_is_killed_is_published(mosquitto: Started) -> None:
    broker = mosquitto()
    with Reader(broker) as reader:
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(broker.port)])
        try:
            reader.until(STATUS, "online")
        finally:
            child.send_signal(signal.SIGKILL)
            child.wait(10)
        reader.until(STATUS, "offline")


def test_a_broker_that_was_away_and_forgot_everything_is_told_anew(
    mosquitto: Started, caplog: pytest.LogCaptureFixture
) -> None:
    broker = mosquitto()
    with caplog.at_level(logging.INFO, "jantaku.mqtt"), publishing(to(broker)) as publisher:
        publisher.publish({"t/a": "1", "t/b": "2"})
        wait_for(lambda: publisher.connected, "never told")
        broker.kill()
        wait_for(lambda: publisher.trouble is not None, "not noticed")
        began = time.monotonic()
        publisher.publish({"t/a": "3"})
        assert time.monotonic() - began < 0.5, "nobody waits for a broker that is away"
        broker.start()
        wait_for(lambda: publisher.connected, "not told anew")
        with Reader(broker) as reader:
            reader.until(STATUS, "online")
            assert (reader.kept["t/a"], reader.kept["t/b"]) == ("3", "2")
        assert publisher.trouble is None


def test_a_broker_that_stands_still_gets_the_last_value_alone(mosquitto: Started) -> None:
    broker = mosquitto()
    with Reader(broker) as reader, publishing(to(broker)) as publisher:
        wait_for(lambda: publisher.connected, "never told")
        broker.pause()
        began = time.monotonic()
        for number in range(2000):
            publisher.publish({"t/fast": str(number), "t/wide": "x" * 4000 + str(number)})
        assert time.monotonic() - began < 5.0
        broker.resume()
        reader.until("t/fast", "1999")
        assert len([1 for topic, _, _ in reader.heard if topic == "t/fast"]) < 200


def test_a_wrong_password_is_named_once_in_the_log_and_by_the_doctor(
    mosquitto: Started, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker, file = mosquitto(password=True), tmp_path / "password"
    file.write_text("wrong\n")
    config = to(broker, user=USER, password_file=file)
    monkeypatch.setattr("api.mqtt.publisher.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("api.mqtt.publisher.LONGEST_PAUSE", 0.02)
    with caplog.at_level(logging.INFO, "jantaku.mqtt"), publishing(config) as publisher:
        wait_for(lambda: broker.log.count("not authorised") >= 3, "it does not try again")
        (said,) = [record.getMessage() for record in caplog.records]
        assert "not-let-in" in said
        assert "wrong" not in said
        (found,) = doctor(config)
        assert (found.verdict, "refused this user" in found.detail) == ("bad", True)
        assert "password_file" in found.remedy

        file.write_text(f"{PASSWORD}\n")
        wait_for(lambda: publisher.connected, "a new password needs no restart")
        assert doctor(config)[0].verdict == "ok"
        assert publisher.connected, "the doctor does not take the place of the service"


def test_over_tls_only_the_broker_of_the_authority_is_told(mosquitto: Started, tmp_path: Path) -> None:
    hosts = Hosts(frozenset({"localhost"}), frozenset())
    ours, other = (make_authority(name, hosts, datetime.now(UTC)) for name in ("ours", "other"))
    shown, port = make_server_certificate(ours, hosts, datetime.now(UTC)), free_port()
    broker = mosquitto(f"listener {port} 127.0.0.1", certificate=shown.as_file())
    files = {one: tmp_path / f"{one}.pem" for one in ("ours", "other")}
    files["ours"].write_bytes(ours.public_pem())
    files["other"].write_bytes(other.public_pem())
    config = MqttConfig(address=f"mqtts://localhost:{port}", authority=files["ours"])
    with publishing(config) as publisher, Reader(broker) as reader:
        publisher.publish({"t/a": "1"})
        reader.until("t/a", "1")
    (found,) = doctor(replace(config, authority=files["other"]))
    assert (found.verdict, "not trusted" in found.detail) == ("bad", True)


@pytest.mark.parametrize(
    ("config", "trouble"),
    [
        (MqttConfig(address=f"mqtt://127.0.0.1:{free_port()}"), MqttTrouble.UNREACHABLE),
        (MqttConfig(address="mqtt://127.0.0.1", password_file=Path("/nowhere")), MqttTrouble.BAD_FILE),
        (MqttConfig(address="mqtts://127.0.0.1", authority=Path(__file__)), MqttTrouble.BAD_FILE),
    ],
)
def test_what_cannot_be_reached_or_read_is_named_by_the_doctor(config: MqttConfig, trouble: MqttTrouble) -> None:
    (found,) = doctor(config)
    assert found.verdict == ("warn" if trouble is MqttTrouble.UNREACHABLE else "bad")
    assert found.remedy


def test_a_server_that_is_no_broker_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection and says nothing."""
    monkeypatch.setattr("api.mqtt.session.CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        (found,) = doctor(MqttConfig(address=f"mqtt://127.0.0.1:{mute.getsockname()[1]}"))
    assert (found.verdict, "accepts nothing" in found.detail) == ("bad", True)


def test_without_the_extra_the_log_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "paho.mqtt", None)
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)
    (found,) = doctor(MqttConfig(address="mqtt://127.0.0.1"))
    assert (found.verdict, "jantaku[mqtt]" in found.remedy) == ("bad", True)


def test_pauses_grow_to_their_bound_and_are_spread() -> None:
    rng = random.Random(7)
    for failures in range(1, 40):
        whole = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 16))
        found = {pause(failures, rng) for _ in range(50)}
        assert whole / 2 <= min(found) < max(found) <= whole
