"""The matches of a table as a list, and what a day came to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from api.table.shown.match import DayTotals, MatchPage
from tests.api.conftest import House, Opened
from tests.api.table import flow

LOSES = {"who": "Ann", "why": "late"}


def in_house(house: Opened, test: Callable[[House], Awaitable[None]]) -> None:
    async def scenario() -> None:
        async with house() as h:
            await test(h)

    asyncio.run(scenario())


async def played(house: House, *names: str) -> None:
    """A match of one hand, which the player on seat 0 wins by a discard of seat 2, ranked after it."""
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(names)]
    await flow.done(await house.post("/matches", {**flow.MATCH, "seats": seats}), 201)
    await flow.play(house)
    await flow.finish(house)
    await flow.done(await house.post("/matches/current/end", {"who": "Ann"}))


async def listed(house: House, query: str = "") -> Any:
    answer = await flow.done(await house.get(f"/matches{query}"), 200)
    MatchPage.model_validate(answer)
    return answer


def names(page: Any) -> list[str]:
    return [match["players"][0]["name"] for match in page["matches"]]


def test_a_match_is_listed_with_date_names_ruleset_and_ranking(house: Opened) -> None:
    async def test(h: House) -> None:
        await played(h, *flow.NAMES)
        (match,) = (await listed(h))["matches"]
        assert (match["ruleset"], match["phase"], match["ending"]) == ("hong-kong-old", "over", "early")
        assert match["started"] == "2026-03-04T05:06:07.000Z"
        assert [player["name"] for player in match["players"]] == list(flow.NAMES)
        assert match["ranking"][0]["name"] == "Ann"
        assert match["ranking"][0]["score"] > 0
        pieces = await flow.done(await h.get("/matches/current/pieces?value=10&value=1"), 200)
        assert pieces["pieces"] == [10, 1] and pieces["handed"][0]["payee"] == "Ann"
        assert (await h.get("/matches/current/pieces?value=0")).status_code == 422
        await flow.done(await h.post("/matches/current/further", {"seats": "drawn"}), 201)
        further = await flow.done(await h.get("/matches/current"), 200)
        assert further["phase"] == "first-dealer"
        assert (further["together"]["matches"], further["together"]["rows"][0]["name"]) == (2, "Ann")

    in_house(house, test)


def test_a_match_that_is_played_is_listed_without_a_ranking(house: Opened) -> None:
    async def test(h: House) -> None:
        await flow.start(h)
        (match,) = (await listed(h))["matches"]
        assert (match["phase"], match["ending"], match["ranking"]) == ("roll", None, None)

    in_house(house, test)


def test_the_list_goes_on_from_page_to_page_in_both_directions(house: Opened) -> None:
    async def test(h: House) -> None:
        for name in ("Ann", "Bob", "Cat"):
            await played(h, name, "Ben", "Cho", "Dee")
        first = await listed(h, "?limit=2")
        assert (names(first), first["more"]) == (["Ann", "Bob"], True)
        rest = await listed(h, f"?limit=2&since={first['next']}")
        assert (names(rest), rest["more"]) == (["Cat"], False)
        newest = await listed(h, "?limit=2&newest=true")
        assert (names(newest), newest["more"]) == (["Cat", "Bob"], True)
        last = await listed(h, f"?newest=true&before={newest['next']}")
        assert (names(last), last["more"]) == (["Ann"], False)

    in_house(house, test)


def test_the_list_is_narrowed_by_day_and_by_player(house: Opened) -> None:
    async def test(h: House) -> None:
        await played(h, "Ann", "Ben", "Cho", "Dee")
        await played(h, "Bob", "Ben", "Cho", "Dee")
        assert names(await listed(h, "?player=Ann")) == ["Ann"]
        assert names(await listed(h, "?player=Ben&newest=true")) == ["Bob", "Ann"]
        assert names(await listed(h, "?day=2025-01-01")) == []

    in_house(house, test)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "today"])
@pytest.mark.parametrize("path", ["/matches", "/matches/totals"])
def test_a_day_that_is_none_is_refused_by_its_field(house: Opened, path: str, day: str) -> None:
    async def test(h: House) -> None:
        answer = await h.get(f"{path}?day={day}")
        assert (answer.status_code, answer.json()["field"]) == (422, "day")

    in_house(house, test)


def test_the_day_adds_up_what_its_players_won(house: Opened) -> None:
    async def test(h: House) -> None:
        for _ in range(2):
            await played(h, *flow.NAMES)
        await flow.done(await h.post("/matches", flow.MATCH), 201)
        await flow.done(await h.post("/matches/current/abandon", LOSES))
        started = (await listed(h))["matches"][0]
        days = [await h.get(f"/matches/totals?day=2026-03-0{day}") for day in (3, 4, 5)]
        found = [each for answer in days for each in DayTotals.model_validate(answer.json()).totals]
        (game,) = found
        assert (game.ruleset, game.matches) == ("hong-kong-old", 2)
        best = game.players[0]
        assert (best.name, best.matches, best.places[0]) == ("Ann", 2, 2)
        assert best.net == 2 * started["ranking"][0]["score"]
        assert sum(player.net for player in game.players) == 0

    in_house(house, test)


def test_the_present_match_is_the_last_one_that_began(house: Opened) -> None:
    async def test(h: House) -> None:
        before = await h.get("/matches/current")
        assert (before.status_code, before.json()["code"]) == (404, "no-match")
        await played(h, *flow.NAMES)
        after = await flow.done(await h.get("/matches/current"), 200)
        assert (after["phase"], len(after["hands"])) == ("over", 1)

    in_house(house, test)
