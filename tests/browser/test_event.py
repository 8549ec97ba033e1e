"""A tournament of 32 players at eight tables, led in a real browser from the list of entrants to the report: two tables
are real services with simulated machines, six have no board. On the way the hall is killed, a cable is pulled, a table
dies, a player is replaced, somebody protests, and a result is corrected after it was published."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError

import pytest

from bench.event import Cable, Ledger, RealTable, kill, until
from bench.ports import free_port
from hall.tournament.seating.check import check_seating
from tests.browser.test_hall import DESK, PHONE, opened, pressed, says, shown
from tools.hall_demo import ROOT, Service

pytestmark = [pytest.mark.browser, pytest.mark.campaign, pytest.mark.timeout(900)]
PLAYERS: Final = [f"Player {number:02d}" for number in range(1, 33)]
SUBSTITUTE: Final = "Sub Stone"
TABLES: Final = 8


@dataclass
class Event:
    hall: Service
    one: RealTable
    other: RealTable
    cable: Cable
    """Of the other table."""


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    state = {"JANTAKU_HALL_STATE_DIR": str(tmp_path / "hall")}
    hall = Service("hall", free_port(), ["hall"], state, tmp_path)
    one, other = (RealTable.made(name, seed, tmp_path) for seed, name in enumerate(("board-1", "board-2"), 1))
    cable = Cable(hall.port)
    services = [hall, one.service, other.service]
    try:
        for service in services:
            service.start()
        hall.wait("/readyz", lambda answer: answer["status"] == "ready")
        for table, address, number in ((one, hall.address, 1), (other, f"http://127.0.0.1:{cable.port}", 2)):
            table.service.wait("/api/v1/table", lambda answer: answer["board"]["state"] == "ready")
            table.join(hall, address, number)
        yield Event(hall, one, other, cable)
    finally:
        cable.close()
        for service in services:
            service.stop()


class Tournament:
    """As the hall shows it, and as the papers of the test have it."""

    def __init__(self, hall: Service, id_: str, seed: int) -> None:
        self.hall, self.id, self.papers, self.random = hall, id_, Ledger(), random.Random(seed)

    def view(self) -> Any:
        return self.hall.ask(f"/api/v1/views/tournament/{self.id}")

    def seats(self, number: int, table: int) -> list[str]:
        seats: list[str] = self.view()["rounds"][number - 1]["games"][table - 1]["seats"]
        return seats

    def state(self, number: int, table: int) -> Any:
        return self.view()["rounds"][number - 1]["games"][table - 1]["state"]

    def scores(self) -> list[int]:
        moved = [self.random.randrange(-150, 151) * 100 for _ in range(3)]
        return [30_000 + moved[0], 30_000 + moved[1], 30_000 + moved[2], 30_000 - sum(moved)]

    def note(self, number: int, table: int, scores: list[int]) -> None:
        self.papers.games[number, table] = dict(zip(self.seats(number, table), scores, strict=True))

    def enter(self, number: int, table: int) -> None:
        """By the desk, without its page."""
        scores = self.scores()
        self.hall.give("tournament.enter-result", tournament=self.id, round=number, table=table, scores=scores)
        self.note(number, table, scores)


def entered(desk: Any, tournament: Tournament, number: int, table: int, button: str = "Enter the result") -> None:
    """At the page of the desk."""
    scores = tournament.scores()
    desk.locator(".game").nth(table - 1).get_by_role("button", name=button).click()
    dialog = desk.locator("dialog[open]")
    for seat, score in enumerate(scores):
        dialog.locator("input").nth(seat).fill(str(score))
    if button == "Rule the result":
        dialog.get_by_label("Reason").fill("the sheet says otherwise")
    dialog.locator("footer button").last.click()
    dialog.wait_for(state="detached")
    tournament.note(number, table, scores)


def tab(desk: Any, name: str) -> None:
    desk.locator(".tabs").get_by_role("link", name=name, exact=True).click()


def asked(desk: Any, button: str, **fields: str) -> None:
    """A dialog, opened by its button, filled in and sent off."""
    pressed(desk, button)
    dialog = desk.locator("dialog[open]")
    for label, text in fields.items():
        field = dialog.get_by_label(label.replace("_", " ")).last  # the words of a select hold those of its options
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(label=text)
        else:
            field.fill(text)
    dialog.locator("footer button").last.click()
    dialog.wait_for(state="detached")


def published_and_locked(desk: Any) -> None:
    pressed(desk, "All results are in")
    pressed(desk, "Publish the results")


def locked(desk: Any) -> None:
    pressed(desk, "Lock the round")
    desk.get_by_label("All players were asked, and nobody protests").check()
    desk.locator("dialog[open] footer button").last.click()


def standings(tournament: Tournament) -> list[tuple[int, str, str]]:
    rows = tournament.hall.ask(f"/api/v1/views/standings/{tournament.id}")["rows"]
    return sorted((row["place"], row["entrant"], row["points"]) for row in rows if row["place"] is not None)


def test_a_tournament_is_right_from_entrants_to_report_whatever_fails(
    browser: Any, event: Event, tmp_path: Path
) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    hall, boards = event.hall, [event.one.id, event.other.id]
    made = hall.give("tournament.create", name="Winter Open", preset="ema-riichi-2025", rounds=2,
                     settings={"tables": boards, "city": "Wien", "country": "AUT"})  # fmt: skip
    it = Tournament(hall, made["events"][0]["tournament"], seed)
    with opened(browser, size=DESK) as desk, opened(browser, size=PHONE) as phone:
        desk.expected += ["ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION_RESET", "ERR_EMPTY"]
        phone.expected += desk.expected
        for page in (desk, phone):
            page.set_default_timeout(30_000)  # nine services, two browsers' pages and a seating share the cores
        shown(desk, hall, f"/tournament/{it.id}", ".tabs")
        registered_and_drawn(desk, it)
        first_round(desk, phone, event, it)
        second_round(desk, event, it)
        pressed(desk, "Publish the final standings")
        desk.get_by_role("button", name="Close the tournament").wait_for()
        assert standings(it) == it.papers.standings()
        tab(desk, "Rounds")
        entered(desk, it, 2, 5, "Rule the result")  # found wrong after it was published
        assert standings(it) == it.papers.standings()
        pressed(desk, "Close the tournament")
        until(lambda: it.view()["phase"] == "closed", "it is closed")
    assert check_of_report(it, tmp_path) == 0


def registered_and_drawn(desk: Any, it: Tournament) -> None:
    pressed(desk, "Open registration")
    tab(desk, "Players")
    pressed(desk, "Import a list")
    dialog = desk.locator("dialog[open]")
    rows = [f"{name},Club {number // 4},no" for number, name in enumerate(PLAYERS)]
    dialog.locator("textarea").fill("\n".join(("name,club,substitute", *rows, f"{SUBSTITUTE},,yes")))
    pressed(desk, "Check")
    says(dialog, "Players that can be entered: 33", 30_000)
    pressed(desk, "Enter these players")
    dialog.wait_for(state="detached")
    pressed(desk, "Draw numbers")
    pressed(desk, "Seat the next round")
    desk.get_by_role("button", name="Start the round").wait_for()
    view = it.view()
    number = {entrant: str(at) for at, entrant in enumerate(view["draw"]["numbers"], 1)}
    assert len(number) == len(PLAYERS)
    tables = [[number[each] for each in game["seats"]] for game in view["rounds"][0]["games"]]
    found = check_seating({"players": len(PLAYERS), "rounds": [tables]})
    assert (found["violations"], found["repeats"], found["wind_deviation"]) == ([], 0, 0)


def first_round(desk: Any, phone: Any, event: Event, it: Tournament) -> None:
    """The hall is killed in its middle; a phone enters a result and confirms another."""
    for table, board in enumerate((event.one, event.other), 1):
        board.wait_for([name_of(it, each) for each in it.seats(1, table)])
    pressed(desk, "Start the round")
    tab(desk, "Rounds")
    desk.get_by_text("Gong at").wait_for()
    until(lambda: event.one.clock()["ends"], "the table has the clock")
    event.one.play(1, ready=[0])
    entered(desk, it, 1, 3)
    seats = it.seats(1, 4)
    codes = {card["entrant"]: card["code"] for card in it.hall.ask(f"/api/v1/tournaments/{it.id}/cards")["cards"]}
    phone.goto(f"{it.hall.address}/play/{it.id}#{codes[seats[0]]}")
    phone.get_by_role("button", name="Use this card on this device").click()
    phone.get_by_role("button", name="Enter the result").wait_for()

    kill(it.hall)
    event.one.end()
    event.other.play(1, ready=[0, 1])
    event.other.end()
    scores = it.scores()
    pressed(phone, "Enter the result")
    dialog = phone.locator("dialog[open]")
    for seat, score in enumerate(scores):
        dialog.locator("input").nth(seat).fill(str(score))
    dialog.locator("footer button").last.click()
    says(phone, "It is sent as soon as the hall answers.")
    it.hall.start()
    it.hall.wait("/readyz", lambda answer: answer["status"] == "ready")

    says(phone, "You have confirmed it.", 60_000)
    it.note(1, 4, scores)
    it.note(1, 1, [33_000, 29_000, 29_000, 29_000])
    it.note(1, 2, [31_500, 31_500, 28_500, 28_500])
    for table in (1, 2):
        until(lambda table=table: it.state(1, table) == "confirmed", f"table {table} is heard after the kill")
    for table in (5, 6, 7, 8):
        it.enter(1, table)
    desk.locator(".game[data-state=none]").first.wait_for(state="detached", timeout=60_000)
    published_and_locked(desk)
    tab(desk, "Penalties and protests")
    asked(desk, "Take in a protest", What_the_protest_says="our sticks were counted twice")
    asked(desk, "Rule on it", Decision="Upheld", Ruling_in_words="the sheet of table 1 stands", Referee="Rin")
    asked(desk, "Give a penalty", Offence="Chombo", Player=name_of(it, it.seats(1, 5)[0]), Points="-20", Reason="late")
    it.papers.fines.append((it.seats(1, 5)[0], -20))
    locked(desk)
    desk.get_by_role("button", name="Seat the next round").wait_for()
    assert standings(it) == it.papers.standings()


def name_of(it: Tournament, entrant: str) -> str:
    return next(str(one["name"]) for one in it.view()["entrants"] if one["id"] == entrant)


def second_round(desk: Any, event: Event, it: Tournament) -> None:
    """With a substitute. One cable is pulled and plugged; one table dies, and its game goes on without a board."""
    tab(desk, "Players")
    row = desk.locator("tr", has_text=PLAYERS[6])
    row.get_by_role("button", name="Substitute").click()
    desk.locator("dialog[open] footer button").last.click()
    desk.locator("dialog[open]").wait_for(state="detached")
    pressed(desk, "Seat the next round")
    desk.get_by_role("button", name="Start the round").wait_for()
    seated = {id_ for game in it.view()["rounds"][1]["games"] for id_ in game["seats"]}
    substitute = next(one["id"] for one in it.view()["entrants"] if one["name"] == SUBSTITUTE)
    assert substitute in seated
    it.papers.unranked.add(substitute)
    for table, board in enumerate((event.one, event.other), 1):
        board.wait_for([name_of(it, each) for each in it.seats(2, table)])
    pressed(desk, "Start the round")
    until(lambda: event.other.clock()["ends"], "the table has the clock")

    event.cable.pull()
    event.other.play(1, ready=[2])
    kill(event.one.service)
    tab(desk, "Rounds")
    desk.locator(".game").first.wait_for()
    desk.locator(".game").first.get_by_role("button", name="Move to another table").click()
    dialog = desk.locator("dialog[open]")
    dialog.get_by_label("Reason").fill("the board is dead")
    dialog.locator("footer button").last.click()
    dialog.wait_for(state="detached")
    entered(desk, it, 2, 1)
    event.cable.plug()
    pressed(desk, "Call time")
    until(lambda: event.other.clock()["left"] == 1, "the gong has reached the table")
    event.other.play(2, ready=[2])
    with pytest.raises(HTTPError) as refused:
        event.other.begin()
    assert b"time-is-up" in refused.value.read()
    event.other.end()
    until(lambda: it.state(2, 2) == "confirmed", "the table behind the cable is heard")
    it.note(2, 2, [28_000, 28_000, 36_000, 28_000])
    for table in range(3, TABLES + 1):
        it.enter(2, table)
    desk.locator(".game[data-state=none]").first.wait_for(state="detached")
    published_and_locked(desk)
    locked(desk)


def check_of_report(it: Tournament, folder: Path) -> int:
    """By the command that anybody has."""
    import json

    report: Mapping[str, Any] = it.hall.ask(f"/api/v1/tournaments/{it.id}/report.json")
    assert report["seal"]["signature"]
    file = folder / "report.json"
    text = json.dumps(report, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "api.cli", "tournament", "check", str(file)]
    return subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode
