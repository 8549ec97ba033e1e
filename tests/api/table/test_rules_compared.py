"""``GET /rulesets/compare``: games beside each other in the language of the reader, and games that there are not."""

from __future__ import annotations

from tests.api.conftest import House, Opened
from tests.api.table.test_house import in_house

PATH = "/api/v1/rulesets/compare"


def test_games_are_compared_in_the_language_of_the_reader(house: Opened) -> None:
    async def test(h: House) -> None:
        asked = [("game", "hong-kong-old"), ("game", "riichi/online")]
        found = (await h.http.get(PATH, params=asked, headers={"Accept-Language": "ja"})).json()
        assert [game["profile"] for game in found["games"]] == [None, "online"]
        tiles = next(fact for fact in found["chapters"][0]["facts"] if fact["id"] == "tiles")
        assert (tiles["name"], tiles["texts"], tiles["differs"]) == ("牌の総数", ["144", "136"], True)

    in_house(house, test)


def test_what_cannot_be_compared_is_refused(house: Opened) -> None:
    async def test(h: House) -> None:
        for games, status, field in (
            (["riichi"], 422, "game"),
            (["riichi"] * 5, 422, "game"),
            (["riichi", "chess"], 404, None),
            (["riichi", "riichi/chess"], 422, "options.profile"),
            (["riichi", "x" * 500], 422, "game.1"),
        ):
            answer = await h.http.get(PATH, params=[("game", game) for game in games])
            assert (answer.status_code, answer.json().get("field")) == (status, field), games

    in_house(house, test)
