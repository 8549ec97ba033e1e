from __future__ import annotations

import json

from firmware_bridge.codec import Frame
from firmware_bridge.messages import Answer, LatchesChanged, ShowText
from firmware_bridge.recorder import Recorder


def test_the_last_frames_of_each_way_are_kept() -> None:
    recorder = Recorder(kept=3)
    for number in range(10):
        recorder.sent(number, Frame(ShowText.code, number, 1, b"\1\0x"))
        recorder.received(number + 0.5, Frame(Answer.code, number, 1, b"\1\0\0\0"))
    dump = recorder.dump()
    assert [entry["at"] for entry in dump] == [7, 7.5, 8, 8.5, 9, 9.5]
    assert [entry["way"] for entry in dump] == ["out", "in"] * 3


def test_names_stand_for_numbers_and_everything_is_json() -> None:
    recorder = Recorder()
    recorder.received(0.0, Frame(LatchesChanged.code, 0x21, 7, b"\x11\0\0\0\0"))
    recorder.received(0.1, Frame(Answer.code, 0, 7, b"\1\0\6\0"))
    recorder.sent(0.2, Frame(ShowText.code, 0, 7, b"\1\0\xffA"))
    latches, answer, text = json.loads(json.dumps(recorder.dump()))
    assert latches["fields"]["latches"] == ["EMERGENCY_STOP_PRESSED", "AWAITING_KEY"]
    assert (latches["number"], latches["expected"], latches["session"]) == (1, 2, 7)
    assert answer["fields"]["verdict"] == "LATCHED"
    assert text["fields"]["text"] == "ff41"


def test_what_cannot_be_read_is_kept_as_it_came() -> None:
    recorder = Recorder()
    recorder.received(0.0, Frame(0x9F, 0, 7, b"\1\2"))
    recorder.received(0.1, Frame(Answer.code, 0, 7, b"\1"))
    unknown, malformed = recorder.dump()
    assert (unknown["name"], unknown["payload"]) == (None, "0102")
    assert malformed["error"].startswith("Answer.command")
