"""The wiring document: made from the pin table, complete, up to date, and with parts that fit together."""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from hardware.firmware import pins
from hardware.wiring import budget, document, ladder, mega, picture, wiring

TABLE, PARTS = pins.load(), budget.load()
DOCS = wiring.ROOT / "docs"


def test_the_committed_files_are_those_of_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert wiring.main(["--check"]) == 0, capsys.readouterr().err


def test_another_pin_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    changed = copy.deepcopy(TABLE)
    changed["keys"]["OPEN"]["pin"] = "E3"
    monkeypatch.setattr(pins, "load", lambda: changed)
    assert wiring.main(["--check"]) == 1
    assert "python -m hardware.wiring.wiring" in capsys.readouterr().err


def test_every_signal_of_the_table_stands_in_the_document_with_its_pin() -> None:
    page = document.page(TABLE, PARTS)
    for group in ("sensors", "keys", "gear"):
        for name, entry in TABLE[group].items():
            assert f"| `{name}` | {mega.on_chip(entry['pin'])} | {mega.terminal(entry['pin'])} |" in page
    for name, entry in TABLE["motors"].items():
        for way, pin in entry.items():
            assert f"| `{name} {way}` | P{pin} | {mega.terminal(pin)} |" in page
    assert page.count("| `") >= 28 + 6 + 4 + 24 + 16


def test_the_picture_is_sound_and_stays_on_its_paper() -> None:
    root = ElementTree.fromstring(picture.svg(TABLE, PARTS))
    boxes = [each for each in root.iter() if each.tag.endswith("rect")]
    assert len(boxes) > 25
    for box in boxes:
        assert float(box.get("x", 0)) + float(box.get("width", 0)) <= picture.WIDTH
        assert float(box.get("y", 0)) + float(box.get("height", 0)) <= picture.HEIGHT


def test_boxes_of_the_picture_do_not_lie_on_each_other() -> None:
    root = ElementTree.fromstring(picture.svg(TABLE, PARTS))
    spots = [
        tuple(float(each.get(name, 0)) for name in ("x", "y", "width", "height"))
        for each in root.iter()
        if each.tag.endswith("rect") and each.get("x")
    ]
    for n, (x, y, w, h) in enumerate(spots):
        for ox, oy, ow, oh in spots[:n]:
            assert x >= ox + ow or ox >= x + w or y >= oy + oh or oy >= y + h


def test_no_line_of_words_runs_out_of_its_box() -> None:
    root = ElementTree.fromstring(picture.svg(TABLE, PARTS))
    boxes = [tuple(float(each.get(name, 0)) for name in ("x", "y", "width", "height"))
             for each in root.iter() if each.tag.endswith("rect") and each.get("x")]  # fmt: skip
    for text in (each for each in root.iter() if each.tag.endswith("text") and each.get("class") in ("small", "title")):
        x, y, wide = float(text.get("x", 0)), float(text.get("y", 0)), 6.4 if text.get("class") == "small" else 8.9
        for bx, by, width, height in boxes:
            if bx < x < bx + width and by < y < by + height:
                assert x + wide * len(text.text or "") <= bx + width + 2 and y <= by + height - 4, text.text


def test_pins_that_follow_each_other_are_one_range() -> None:
    assert picture.pin_range(["C0", "A3", "A2", "A5"]) == "PA2-PA3, PA5, PC0"
    assert picture.pin_range(["X4", "X5"]) == "X4-X5"


def test_no_chip_pin_reads_like_a_terminal_of_a_mega() -> None:
    """``D7`` and ``A0`` are printed on a Mega beside other pins than PD7 and PA0."""
    drawn = picture.svg(TABLE, PARTS) + ladder.svg(TABLE, PARTS)
    assert (
        re.findall(r"\b[A-L][0-7]\b", re.sub(r"K1 |K2 |A1-A2|U1|U2|F1 |F2 |[KF][12]<|K1, K2|K1 and K2", "", drawn))
        == []
    )
    page = document.page(TABLE, PARTS)
    assert "terminal 38, PD7" in page and "| `DISC` | PF0 | A0 |" in page


def test_the_headers_of_a_mega_are_seventy_pins_and_no_pin_twice() -> None:
    assert len(mega.HEADERS) + 16 == 70
    assert (mega.header("B7"), mega.header("E0"), mega.header("L0"), mega.header("J2")) == ("13", "0", "49", None)


def test_every_signal_has_a_terminal_on_a_mega_or_a_register() -> None:
    assert document.no_terminal(TABLE) == []


def test_a_signal_without_a_terminal_is_named() -> None:
    moved = copy.deepcopy(TABLE)
    moved["sensors"]["FULL_3"]["pin"] = "J7"
    assert document.no_terminal(moved) == ["`FULL_3` (PJ7)"]
    assert "1 signals: `FULL_3` (PJ7)" in document.page(moved, PARTS)


def test_legs_of_a_register_are_those_of_its_data_sheet() -> None:
    legs = [mega.terminal(f"X{n}") for n in range(8)]
    assert legs == [f"U1 leg {n}" for n in (11, 12, 13, 14, 3, 4, 5, 6)]


def test_nothing_that_keeps_hands_safe_comes_through_a_register() -> None:
    direct = ("HATCH_CLOSED", "HATCH_OPEN", "COVER_OPEN", "EMERGENCY_STOP", *(f"LIFT_HOME_{n}" for n in range(4)))
    assert [name for name in direct if TABLE["sensors"][name]["pin"][0] in pins.REGISTERS] == []
    assert [name for name, each in TABLE["keys"].items() if each["pin"][0] in pins.REGISTERS] == []


def test_the_pin_that_the_bootloader_blinks_is_an_output() -> None:
    assert "B7" in TABLE["outputs"].values()


def test_the_ladder_names_every_contact_once_and_the_pins_of_the_table() -> None:
    said = [
        words for begin, _, between in ladder.paths(TABLE, PARTS) for words in (begin, *(each[1] for each in between))
    ]
    assert len(said) == len(set(said))
    for contact in ("stop 11-12", "stop 21-22", "stop 31-32", "stop 41-42", "cover 31-32", "K2 mirror 21-22"):
        assert contact in said
    assert {"board 38 (PD7)", "board 12 (PB6)"} <= set(said)
    texts = [each.text for each in ElementTree.fromstring(ladder.svg(TABLE, PARTS)).iter() if each.tag.endswith("text")]
    assert set(said) <= set(texts)


# ---------------------------------------------------------------- parts


def with_supply(**changes: Any) -> dict[str, Any]:
    parts = copy.deepcopy(PARTS)
    parts["supply"] |= changes
    return parts


def test_the_parts_fit_together() -> None:
    budget.check(PARTS)
    assert {each.name: round(each.running * PARTS["supply"]["volts"]) for each in budget.phases(PARTS)} == {
        "build": 100, "raise": 60, "hatch": 15,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"amperes": 6}, "phase build"), ({"motor_fuse": 5}, "motor fuse"), ({"motor_fuse": 12}, "motor fuse"),
     ({"logic_amperes": 1.5}, "logic")],
)  # fmt: skip
def test_parts_that_do_not_fit_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(budget.BudgetError, match=words):
        budget.check(with_supply(**changes))


def test_a_fuse_below_a_stall_is_refused() -> None:
    parts = copy.deepcopy(PARTS)
    parts["motors"]["head"]["fuse"] = 1
    with pytest.raises(budget.BudgetError, match="head"):
        budget.check(parts)


def test_drivers_and_switches_are_as_many_as_the_table_has() -> None:
    pieces = {each["name"]: each["count"] for each in PARTS["parts"]}
    assert pieces["Motor driver"] == len(TABLE["motors"]) == sum(each["count"] for each in PARTS["motors"].values())
    assert pieces["Keys"] == len(TABLE["keys"])
    assert pieces["Position switch"] == sum(name.startswith(("LIFT_", "HATCH_")) for name in TABLE["sensors"])


@pytest.mark.parametrize("page", ["wiring", "bring-up", "porting", "hazards"])
def test_links_of_the_documents_lead_somewhere(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", text)
    assert targets
    assert [target for target in targets if not (DOCS / Path(target)).exists()] == []
