"""The largest font in which a text fits, by the size of the console."""

from __future__ import annotations

import fcntl
import os
import struct
import termios
from collections.abc import Iterator
from typing import TextIO

import pytest

from api.card.console import LARGE, SMALL, Console
from api.card.screen import CLEAR, first_steps, silent, unreadable

STEPS = first_steps("Trial 7", ["https://trial-7.local:8000", "https://10.0.2.15:8000"], "TKS6T-VB33E-AP3SM-T7HAM")
WRONG = unreadable("/etc/jantaku/table.toml, line 19: port: 99999 is not from 0 to 65535")


class Screen:
    """A pseudo-terminal whose size in characters follows its font, as that of a console does."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.fonts = width, height, list[str]()
        self.handle, other = os.openpty()
        self.out: TextIO = os.fdopen(other, "w")

    def font(self, handle: int, name: str) -> None:
        assert handle == self.out.fileno()
        self.fonts.append(name)
        wide, high = (16, 32) if name == LARGE else (8, 16)
        fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("4H", self.height // high, self.width // wide, 0, 0))

    def said(self, wanted: str) -> str:
        """Without spaces and ends of lines, of which the terminal makes its own; read until ``wanted`` may be there."""
        found, letters = b"", "".join(wanted.split())
        while len("".join(found.decode(errors="ignore").split())) < len(letters):
            found += os.read(self.handle, 65_536)
        return "".join(found.decode().split())


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> Iterator[Screen]:
    one = Screen(*request.param)
    yield one
    one.out.close()
    os.close(one.handle)


@pytest.mark.parametrize(
    ("screen", "text", "font"),
    [
        ((1920, 1080), STEPS, LARGE), ((1280, 800), STEPS, SMALL), ((800, 480), STEPS, SMALL),
        ((1280, 800), WRONG, LARGE), ((1280, 720), silent(), LARGE), ((800, 480), silent(), SMALL),
        ((1920, 1080), first_steps("x", [], None, ["y" * 119]), LARGE),
        ((1920, 1080), first_steps("x", [], None, ["y" * 121]), SMALL),
    ],
    indirect=["screen"],
)  # fmt: skip
def test_a_text_is_as_large_as_fits(screen: Screen, text: str, font: str) -> None:
    Console(screen.out, screen.font).show(text)
    assert screen.fonts[-1] == font
    room = os.get_terminal_size(screen.out.fileno())
    lines = text.removeprefix(CLEAR).splitlines()
    assert len(lines) < room.lines or font == SMALL
    assert max(map(len, lines)) <= room.columns or font == SMALL
    assert screen.said(text) == "".join(text.split())


@pytest.mark.parametrize("screen", [(1920, 1080)], indirect=True)
def test_each_text_has_its_own_font_and_is_written_once(screen: Screen) -> None:
    console = Console(screen.out, screen.font)
    wide = first_steps("x" * 121, [], None)
    for text in (WRONG, WRONG, wide, WRONG):
        console.show(text)
    assert screen.fonts == [SMALL, LARGE, SMALL, SMALL, LARGE]
    assert screen.said(WRONG + wide + WRONG) == "".join((WRONG + wide + WRONG).split())


def test_where_fonts_are_not_ours_to_choose_the_text_is_there_all_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    with open(1, "w", closefd=False) as out:
        Console(out).show(STEPS)
    assert capfd.readouterr().out == STEPS
