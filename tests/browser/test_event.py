"""A tournament of 32 players in six rounds at eight tables, led in a real browser from the list of entrants to printed
standings. Every table is a service with a simulated machine. On the way the hall is killed, a cable is pulled, a table
dies and its game goes on at another, players are replaced and leave, somebody protests, a step is undone, and a result
is corrected after it was published."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError

import pytest

from bench.event import Cable, Ledger, RealTable, drawn, kill, until
from bench.ports import free_port
from hall.tournament.seating.check import check_seating
from tests.browser.leading import asked, filled_in, locked, opened_at, pressed_in, published, tab
from tests.browser.test_hall import DESK, PHONE, WALL, opened, pressed, says, shown
from tools.hall_demo import ROOT, Service

pytestmark = [pytest.mark.browser, pytest.mark.campaign, pytest.mark.timeout(3000)]
PLAYERS: Final = [f"Player {number:02d}" for number in range(1, 33)]
SUBSTITUTE: Final = "Sub Stone"
TABLES: Final = 8
ROUNDS: Final = 6
SPARE: Final = 8
"""Of the boards: the one that no game has at first."""


@dataclass
class Event:
    hall: Service
    boards: list[RealTable]
    cable: Cable
    """Of the second board."""

    def at(self, place: str) -> RealTable:
        return next(board for board in self.boards if board.id == place)


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    state = {"JANTAKU_HALL_STATE_DIR": str(tmp_path / "hall")}
    hall = Service("hall", free_port(), ["hall"], state, tmp_path)
    boards = [RealTable.made(f"board-{number}", number, tmp_path) for number in range(1, TABLES + 2)]
    cable = Cable(hall.port)
    services = [hall, *(board.service for board in boards)]
    try:
        for service in services:
            service.start()
        hall.wait("/readyz", lambda answer: answer["status"] == "ready")
        for number, board in enumerate(boards, 1):
            board.service.wait("/api/v1/table", lambda answer: answer["board"]["state"] == "ready")
            board.join(hall, f"http://127.0.0.1:{cable.port}" if number == 2 else hall.address, number)
        yield Event(hall, boards, cable)
    finally:
        cable.close()
        for service in services:
            service.stop()


class Tournament:
    """As the hall shows it, and as the papers of the test have it."""

    def __init__(self, event: Event, id_: str, seed: int) -> None:
        self.event, self.hall, self.id, self.papers = event, event.hall, id_, Ledger()
        self.random = random.Random(seed)

    def view(self) -> Any:
        return self.hall.ask(f"/api/v1/views/tournament/{self.id}")

    def game(self, number: int, table: int) -> Any:
        return self.view()["rounds"][number - 1]["games"][table - 1]

    def seats(self, number: int, table: int) -> list[str]:
        seats: list[str] = self.game(number, table)["seats"]
        return seats

    def board(self, number: int, table: int) -> RealTable:
        return self.event.at(self.game(number, table)["place"])

    def names(self, number: int, table: int) -> list[str]:
        names = {one["id"]: str(one["name"]) for one in self.view()["entrants"]}
        return [names[each] for each in self.seats(number, table)]

    def id_of(self, name: str) -> str:
        return next(str(one["id"]) for one in self.view()["entrants"] if one["name"] == name)

    def scores(self) -> list[int]:
        moved = [self.random.randrange(-150, 151) * 100 for _ in range(3)]
        return [30_000 + moved[0], 30_000 + moved[1], 30_000 + moved[2], 30_000 - sum(moved)]

    def note(self, number: int, table: int, scores: Sequence[int]) -> None:
        self.papers.games[number, table] = dict(zip(self.seats(number, table), scores, strict=True))

    def seated(self, number: int) -> None:
        """All boards have the games of this round."""
        for table in range(1, TABLES + 1):
            if self.game(number, table)["place"]:
                self.board(number, table).wait_for(self.names(number, table))

    def played(self, number: int, *tables: int) -> None:
        """A hand at each of these, and the end."""
        for table in tables:
            ready = sorted(self.random.sample(range(4), self.random.randrange(1, 4)))
            board = self.board(number, table)
            until(board.clock_runs, f"{board.service.name} has the clock")
            board.play(1, ready)
            board.end()
            self.note(number, table, drawn(ready))

    def heard(self, number: int, *tables: int, state: str = "confirmed") -> None:
        for table in tables:
            until(lambda table=table: self.game(number, table)["state"] == state, f"table {table} of round {number}")

    def standings(self) -> list[tuple[int, str, str]]:
        rows = self.hall.ask(f"/api/v1/views/standings/{self.id}")["rows"]
        return sorted((row["place"], row["entrant"], row["points"]) for row in rows if row["place"] is not None)

    def is_right(self) -> None:
        assert self.standings() == self.papers.standings()


def entered(desk: Any, it: Tournament, number: int, table: int, button: str = "Enter the result") -> None:
    """At the page of the desk."""
    scores = it.scores()
    dialog = opened_at(desk, table, button)
    for seat, score in enumerate(scores):
        dialog.locator("input").nth(seat).fill(str(score))
    if button == "Rule the result":
        dialog.get_by_label("Reason").fill("the sheet says otherwise")
    pressed_in(dialog)
    it.note(number, table, scores)


def begun(desk: Any, it: Tournament, number: int) -> None:
    pressed(desk, "Seat the next round")
    desk.get_by_role("button", name="Start the round").wait_for()
    it.seated(number)
    pressed(desk, "Start the round")
    tab(desk, "Rounds")
    desk.get_by_text("Gong at").wait_for()


def over(desk: Any, it: Tournament, number: int) -> None:
    """All results are in: they are published, nobody protests."""
    published(desk)
    locked(desk)
    it.is_right()
    assert it.view()["rounds"][number - 1]["locked"]


def held(phone: Any, it: Tournament, entrant: str) -> None:
    """By the player's card."""
    codes = {card["entrant"]: card["code"] for card in it.hall.ask(f"/api/v1/tournaments/{it.id}/cards")["cards"]}
    phone.context.clear_cookies()
    phone.goto("about:blank")
    phone.goto(f"{it.hall.address}/play/{it.id}#{codes[entrant]}")
    phone.get_by_role("button", name="Use this card on this device").click()
    phone.locator(".seat").wait_for()


def test_a_tournament_is_right_from_entrants_to_printed_standings_whatever_fails(
    browser: Any, event: Event, tmp_path: Path
) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    made = event.hall.give("tournament.create", name="Winter Open", preset="ema-riichi-2025", rounds=ROUNDS, settings={
        "tables": [board.id for board in event.boards[:SPARE]], "city": "Wien", "country": "AUT",
    })  # fmt: skip
    it = Tournament(event, made["events"][0]["tournament"], seed)
    with opened(browser, size=DESK) as desk, opened(browser, size=PHONE) as phone:
        desk.expected += [
            "ERR_CONNECTION_REFUSED",
            "ERR_INCOMPLETE_CHUNKED",
            "ERR_CONNECTION_RESET",
            "ERR_EMPTY",
            "status of 422",
            "status of 503",
        ]
        phone.expected += desk.expected
        for page in (desk, phone):
            page.set_default_timeout(120_000)  # ten services, two browsers' pages and a seating share the cores
        shown(desk, it.hall, f"/tournament/{it.id}", ".tabs")
        registered_and_drawn(desk, it)
        hall_is_killed_and_a_phone_protests(desk, phone, it)
        table_dies_and_cable_is_pulled(desk, it)
        game_without_a_board_is_entered_by_phones(desk, phone, it)
        dead_table_comes_back_and_seats_are_exchanged(desk, it)
        player_leaves(desk, it)
        begun(desk, it, ROUNDS)
        it.played(ROUNDS, *range(1, TABLES + 1))
        it.heard(ROUNDS, *range(1, TABLES + 1))
        over(desk, it, ROUNDS)
        pressed(desk, "Publish the final standings")
        desk.get_by_role("button", name="Close the tournament").wait_for()
        tab(desk, "Rounds")
        entered(desk, it, ROUNDS, 5, "Rule the result")  # found wrong after it was published
        it.is_right()
        pressed(desk, "Close the tournament")
        until(lambda: it.view()["phase"] == "closed", "it is closed")
        assert_printed(desk, it)
        shown(desk, it.hall, f"/screen/{it.id}", ".winners", WALL)
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
    pressed(desk, "Promise the draw")
    desk.get_by_role("button", name="Promise the draw").wait_for(state="detached")
    asked(desk, "Draw numbers", Words_said_in_public_after_the_promise="3 1 6 2 2")
    desk.get_by_role("button", name="Seat the next round").wait_for()


def hall_is_killed_and_a_phone_protests(desk: Any, phone: Any, it: Tournament) -> None:
    """In the middle of the first round; the tables play on, and all of it is heard afterwards."""
    begun(desk, it, 1)
    view = it.view()
    number = {entrant: str(at) for at, entrant in enumerate(view["draw"]["numbers"], 1)}
    tables = [[number[each] for each in game["seats"]] for game in view["rounds"][0]["games"]]
    found = check_seating({"players": len(PLAYERS), "rounds": [tables]})
    assert (found["violations"], found["repeats"], found["wind_deviation"]) == ([], 0, 0)

    it.played(1, 1, 2)
    boards = {table: it.board(1, table) for table in range(3, TABLES + 1)}
    for board in boards.values():
        until(board.clock_runs, f"{board.service.name} has the clock")
    boards[3].play(1, [0])
    held(phone, it, it.seats(1, 4)[0])
    kill(it.hall)
    boards[3].end()
    for table in range(4, TABLES + 1):
        boards[table].play(1, [table % 4])
        boards[table].end()
    says(phone, "No connection", 60_000)
    it.hall.start()
    it.hall.wait("/readyz", lambda answer: answer["status"] == "ready")
    for table in range(3, TABLES + 1):
        it.note(1, table, drawn([0 if table == 3 else table % 4]))
    it.heard(1, *range(1, TABLES + 1))
    desk.locator(".game[data-state=none], .game[data-state=playing]").first.wait_for(state="detached", timeout=60_000)
    published(desk)

    says(phone, "Confirmed by all four", 60_000)
    phone.get_by_role("button", name="Protest", exact=True).first.click()
    filled_in(phone.locator("dialog[open]"), What_the_protest_says="our sticks were counted twice")
    tab(desk, "Penalties and protests")
    asked(desk, "Rule on it", Decision="Upheld", Ruling_in_words="32,000 for the one who was right", Referee="Rin")
    tab(desk, "Rounds")
    entered(desk, it, 1, 4, "Rule the result")
    tab(desk, "Penalties and protests")
    fined = it.seats(1, 5)[0]
    asked(desk, "Give a penalty", Offence="Chombo", Player=it.names(1, 5)[0], Points="-20", Reason="late")
    it.papers.fines.append((fined, -20))
    locked(desk)
    it.is_right()


def table_dies_and_cable_is_pulled(desk: Any, it: Tournament) -> None:
    """With a substitute. The game of the dead table goes on at the spare one."""
    tab(desk, "Players")
    desk.locator("tr", has_text=PLAYERS[6]).get_by_role("button", name="Substitute").click()
    filled_in(desk.locator("dialog[open]"), To_round="2")
    pressed(desk, "Seat the next round")
    desk.get_by_role("button", name="Start the round").wait_for()
    seated = {id_ for game in it.view()["rounds"][1]["games"] for id_ in game["seats"]}
    assert it.id_of(SUBSTITUTE) in seated
    assert it.id_of(PLAYERS[6]) not in seated
    it.papers.unranked.add(it.id_of(SUBSTITUTE))
    it.seated(2)
    pressed(desk, "Start the round")
    tab(desk, "Rounds")
    dead, far, spare = it.board(2, 1), it.board(2, 2), it.event.boards[SPARE]
    until(far.clock_runs, "the table has the clock")

    it.event.cable.pull()
    far.play(1, [2])
    kill(dead.service)
    dialog = opened_at(desk, 1, "Move to another table")
    filled_in(dialog, Table_of_the_hall="9 · Board 9", Reason="the board is dead")
    spare.wait_for(it.names(2, 1))
    it.played(2, *range(3, TABLES + 1))
    it.played(2, 1)
    it.event.cable.plug()
    pressed(desk, "Call time")
    until(lambda: far.clock()["left"] == 1, "the gong has reached the table")
    far.play(2, [2])
    with pytest.raises(HTTPError) as refused:
        far.begin()
    assert b"time-is-up" in refused.value.read()
    far.end()
    it.heard(2, *range(1, TABLES + 1))
    it.note(2, 2, [28_000, 28_000, 36_000, 28_000])
    desk.locator(".game[data-state=none], .game[data-state=playing]").first.wait_for(state="detached")
    over(desk, it, 2)


def game_without_a_board_is_entered_by_phones(desk: Any, phone: Any, it: Tournament) -> None:
    """The dead board is taken out of the settings, so the last game has none. One of its players enters the result,
    another disputes it, the desk corrects it; and the results are published too soon."""
    tab(desk, "Overview")
    pressed(desk, "Settings")
    dialog = desk.locator("dialog[open]")
    dialog.get_by_label("1 · Board 1").uncheck()
    pressed_in(dialog)
    begun(desk, it, 3)
    assert it.game(3, TABLES)["place"] == ""
    seats = it.seats(3, TABLES)
    for entrant, button in ((seats[0], "Enter the result"), (seats[1], "It is wrong")):
        held(phone, it, entrant)
        phone.get_by_role("button", name=button, exact=True).first.click()
        dialog = phone.locator("dialog[open]")
        if button == "It is wrong":
            filled_in(dialog, What_is_wrong="I had 100 more")
            continue
        for seat, score in enumerate((31_000, 29_900, 30_100, 28_900)):
            dialog.locator("input").nth(seat).fill(str(score))
        dialog.locator("footer button").last.click()
        says(phone, "add up to 119900, not 120000")
        dialog.locator("input").nth(3).fill("29000")
        pressed_in(dialog)
        says(phone, "You have confirmed it.")
    it.heard(3, TABLES, state="disputed")
    entered(desk, it, 3, TABLES, "Correct")
    desk.locator(".game").nth(TABLES - 1).get_by_role("button", name="All four confirm").click()
    it.played(3, *range(1, TABLES))
    it.heard(3, *range(1, TABLES + 1))
    desk.locator(".game[data-state=none], .game[data-state=playing]").first.wait_for(state="detached")
    pressed(desk, "All results are in")
    pressed(desk, "Publish the results")
    desk.get_by_role("button", name="Lock the round").wait_for()
    asked(desk, "Undo the last step", Reason="published too soon")
    pressed(desk, "Publish the results")
    locked(desk)
    it.is_right()


def dead_table_comes_back_and_seats_are_exchanged(desk: Any, it: Tournament) -> None:
    """What it has of the game that was moved counts nothing; it plays in the next round."""
    dead = it.event.boards[0]
    dead.service.start()
    dead.service.wait("/api/v1/table", lambda answer: answer["board"]["state"] == "ready")
    until(lambda: dead.match()["phase"] == "over", "its old game is abandoned")
    it.is_right()
    tab(desk, "Overview")
    pressed(desk, "Settings")
    dialog = desk.locator("dialog[open]")
    dialog.get_by_label("1 · Board 1").check()
    pressed_in(dialog)
    pressed(desk, "Seat the next round")
    desk.get_by_role("button", name="Start the round").wait_for()
    assert it.game(4, TABLES)["place"] == dead.id
    tab(desk, "Rounds")
    it.seated(4)
    one, other = it.names(4, 1)[0], it.names(4, 2)[0]
    pressed(desk, "Exchange two players")
    dialog = desk.locator("dialog[open]")
    dialog.locator("select").first.select_option(index=0)
    dialog.locator("select").nth(1).select_option(index=4)
    filled_in(dialog, Reason="wrong cards")
    assert (it.names(4, 1)[0], it.names(4, 2)[0]) == (other, one)
    it.seated(4)
    pressed(desk, "Start the round")
    it.played(4, *range(1, TABLES + 1))
    it.heard(4, *range(1, TABLES + 1))
    over(desk, it, 4)


def player_leaves(desk: Any, it: Tournament) -> None:
    """Thirty-one are left: the substitute fills up, by a new schedule."""
    tab(desk, "Players")
    row = desk.locator("tr", has_text=PLAYERS[12])
    row.get_by_role("button", name="Change the state").click()
    filled_in(desk.locator("dialog[open]"), State="Withdrawn", Reason="ill")
    row.get_by_text("Withdrawn").wait_for()
    it.papers.unranked.add(it.id_of(PLAYERS[12]))
    pressed(desk, "Seat the next round")
    says(desk, "make a new schedule")
    pressed(desk, "Make a new schedule")
    begun(desk, it, 5)
    assert any(it.id_of(SUBSTITUTE) in it.seats(5, table) for table in range(1, TABLES + 1))
    it.played(5, *range(1, TABLES + 1))
    it.heard(5, *range(1, TABLES + 1))
    over(desk, it, 5)


def assert_printed(desk: Any, it: Tournament) -> None:
    """On paper the standings are whole: every player, place and total, and nothing that is pressed."""
    shown(desk, it.hall, f"/standings/{it.id}", ".standings td")
    desk.emulate_media(media="print")
    rows = desk.locator(".standings tbody tr").all_inner_texts()
    names = {one["id"]: str(one["name"]) for one in it.view()["entrants"]}
    for (place, entrant, _), row in zip(it.papers.standings(), rows, strict=False):
        assert row.split()[0] == str(place), (row, names[entrant])
    assert len(rows) == len(PLAYERS) + 1
    assert not desk.locator("button:visible, nav:visible").count()
    assert desk.pdf(format="A4").startswith(b"%PDF-")
    desk.emulate_media(media="screen")


def check_of_report(it: Tournament, folder: Path) -> int:
    """By the command that anybody has."""
    report: Mapping[str, Any] = it.hall.ask(f"/api/v1/tournaments/{it.id}/report.json")
    assert report["seal"]["signature"]
    file = folder / "report.json"
    text = json.dumps(report, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "api.cli", "tournament", "check", str(file)]
    return subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode
