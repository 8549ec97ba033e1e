"""A day of verifiable dice: how long a roll takes the table, and its verification in Python and in a browser.

CPU time, as the computer may do other things meanwhile. The browser's is that of the page's thread; signatures that
the browser verifies by itself are computed beside it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from controller.config import Config, TableConfig
from controller.fairness.contributions import ask, enter
from controller.fairness.draw import throw
from controller.fairness.entropy import kernel_ready
from controller.fairness.keeper import Origin, SeedKeeper
from controller.fairness.proof import verify
from controller.fairness.record import sign
from controller.fairness.seeds import grow
from controller.journal.store import Journal
from controller.permits import LOCAL_OWNER
from controller.rules.seats import SEATS
from controller.table.commands import RollDice
from controller.table.table import Table
from tools.dice_cases.book import KEY, Book, four, keypad, secret
from tools.verify_page import PAGE

ROLLS = 4096
ROLLED = 100
CHROMIUM = Path(os.environ.get("JANTAKU_CHROMIUM", "/usr/bin/chromium"))
GIVEN = four(s0=keypad(3, 5), s1=keypad(6, 6), s2=keypad(1, 4), s3=keypad(2, 2))


def main() -> int:
    lines = day()
    print(f"roll: last number entered to signed record        {per_roll() * 1e3:8.2f} ms")
    print(f"roll at the table: asked to shown and durable     {at_the_table() * 1e3:8.2f} ms median, {ROLLED} rolls")
    print(f"start: the seeds of an epoch of {ROLLS} rolls        {seconds(chain) * 1e3:8.2f} ms")
    print(f"jantaku verify: {ROLLS} rolls with four keypads      {seconds(lambda: verify(lines)) * 1e3:8.0f} ms")
    if CHROMIUM.exists():
        print(f"the page in Chromium: the same                    {in_browser(lines) * 1e3:8.0f} ms")
    else:
        print("the page: not measured, there is no Chromium")
    return 0


def day() -> list[str]:
    book = Book(length=ROLLS)
    book.anchor()
    for _ in range(ROLLS):
        book.roll(GIVEN)
    return book.lines


def chain() -> object:
    return grow(KEY.table, secret("epoch", 8), secret("seeds"), ROLLS)


def per_roll() -> float:
    """The mask of the last number, the dice and the signature; the journal and the board come on top."""
    book = Book()
    book.anchor()
    roll = book.roll_of(GIVEN)

    def once() -> None:
        enter(ask(book.due, 2, SEATS[:1], bytes), SEATS[0], (3, 5), book.seed)
        throw(roll.seed, book.due, roll.contributions, 2)
        sign(roll, KEY)

    return min(seconds(once) for _ in range(50))


def at_the_table() -> float:
    """The wall time of a roll from its command to the answer, when it is durable and the lamps were sent what to show:
    a real journal on this disk, without a board. The limit is 0.1 s."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        return asyncio.run(_rolled(Path(folder)))


async def _rolled(folder: Path) -> float:
    def now() -> datetime:
        return datetime.now(UTC)

    taken = []
    with Journal(folder / "journal.db", now=now) as journal:
        keeper = SeedKeeper(folder / "secrets", "bench", Origin(os.urandom, kernel_ready, "", now))
        table = Table(journal, Config(table=TableConfig(state_dir=folder)), now=now, keeper=keeper)
        await table.start()
        for _ in range(ROLLED):
            started = time.perf_counter()
            await table.handle(RollDice("bench", dice=2), by=LOCAL_OWNER)
            taken.append(time.perf_counter() - started)
        await table.close()
    return median(taken)


def seconds(work: Any) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def in_browser(lines: list[str]) -> float:
    """CPU seconds of the page's thread, the best of three."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM))
        page = browser.new_page()
        page.set_default_timeout(300_000)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        taken = []
        for _ in range(3):
            page.goto(PAGE.as_uri())
            page.evaluate("lines => { window.day = lines }", lines)
            before = cpu(session)
            verdict = page.evaluate("() => proof.verify(window.day).then(found => found.report.verdict)")
            taken.append(cpu(session) - before)
            if verdict != "good":
                raise RuntimeError(f"the page says {verdict}")
        browser.close()
    return min(taken)


def cpu(session: Any) -> float:
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


if __name__ == "__main__":
    sys.exit(main())
