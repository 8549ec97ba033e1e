"""A tournament over HTTP: from entrants to standings, with a hand-made result for each table."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.api.hall.conftest import HallHouse, OpenedHall

NAMES = ["Ana", "Ben", "Cleo", "Dora", "Eli", "Finn", "Gina", "Hugo"]


async def seated(h: OpenedHall, **settings: Any) -> str:
    """Eight players in their first round."""
    made = await h.command("tournament.create", name="Open", preset="ema-riichi-2025", rounds=2, settings=settings)
    id_ = made["events"][0]["tournament"]
    await h.command("tournament.open-registration", tournament=id_)
    for name in NAMES:
        await h.command("tournament.add-entrant", tournament=id_, entrant={"name": name})
    for step in ("promise-draw", "draw"):
        answer = await h.post(f"/tournaments/{id_}/{step}", {})
        assert answer.status_code == 202, answer.text
    await h.command("tournament.make-schedule", tournament=id_)
    await h.command("tournament.seat-round", tournament=id_, tables=None, places=None)
    return id_


async def view(h: OpenedHall, topic: str) -> dict[str, Any]:
    answer = await h.get(f"/views/{topic}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_round_is_played_from_the_draw_to_the_standings(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_ = await seated(h)
            await h.command("tournament.start-round", tournament=id_)
            desk = await view(h, f"tournament/{id_}")
            assert desk["phase"] == "running"
            reach = (await view(h, f"standings/{id_}"))["reach"]
            assert reach == {"round": 0, "tables": 0, "counted": 0, "hidden": False}, "a round without a result"
            assert [len(game["seats"]) for game in desk["rounds"][0]["games"]] == [4, 4]
            for table in (1, 2):
                result = {"scores": [42000, 31000, 27000, 20000], "sticks": 0}
                answer = await h.post(
                    "/commands/tournament.enter-result",
                    {"tournament": id_, "round": 1, "table": table, **result},
                )
                assert answer.status_code == 202, answer.text
                reach = (await view(h, f"standings/{id_}"))["reach"]
                assert reach == {"round": 1, "tables": 2, "counted": table, "hidden": False}
            screen = await view(h, f"screen/{id_}")
            assert [table["scores"] for table in screen["tables"]] == [[42000, 31000, 27000, 20000]] * 2
            alone = (await h.stranger.get(f"/api/v1/tournaments/{id_}/rounds/1/standings")).json()["rows"]
            assert [(row["place"], row["points"], row["score"]) for row in alone[:3]] == [
                (1, "27", 42000), (1, "27", 42000), (3, "6", 31000),
            ]  # fmt: skip
            assert (alone[1]["table"], alone[1]["wind"]) == (2, "E")
            assert (await h.get(f"/tournaments/{id_}/rounds/2/standings")).json()["code"] == "no-such-game"
            standings = await view(h, f"standings/{id_}")
            assert [row["place"] for row in standings["rows"]] == [1, 1, 3, 3, 5, 5, 7, 7]
            assert standings["rows"][0]["points"] == "27"
            assert standings["rows"][0]["rounds"] == ["27"]

    asyncio.run(scenario())


def whole(hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With what need not be said."""
    win = {"discarder": None, "total": 0, "limit": False, "fu": None}
    bare = {"wins": [], "ready": [], "reason": "", "declared": {}}
    return [{**bare, **hand, "wins": [{**win, **one} for one in hand.get("wins", [])]} for hand in hands]


def test_hands_on_paper_are_reckoned_by_the_rules_of_the_tournament_and_make_the_result(
    hall_house: HallHouse,
) -> None:
    """A draw with a stick laid, the dealer's win with a counter and that stick, and two winners on one tile."""
    mangan = {"winner": 2, "discarder": 0, "total": 5}
    played: list[dict[str, Any]] = [
        {"kind": "draw", "ready": [0], "declared": {"riichi": [0]}},
        {"kind": "win", "wins": [{"winner": 0, "total": 3, "fu": 30}], "declared": {"riichi": [1]}},
        {"kind": "win", "wins": [mangan, {"winner": 3, "discarder": 0, "total": 2, "fu": 40}]},
    ]

    async def scenario() -> None:
        async with hall_house() as h:
            id_ = await seated(h)
            await h.command("tournament.start-round", tournament=id_)
            path = f"/tournaments/{id_}/hands"
            nothing = (await h.post(path, {"hands": []})).json()
            assert (nothing["scores"], nothing["next"]["wind"], nothing["asks"]["fu_below"]) == ([30000] * 4, "E", 5)
            one = (await h.post(path, {"hands": played[:1]})).json()
            assert (one["scores"], one["sticks"]) == ([32000, 29000, 29000, 29000], 1)
            assert one["next"] == {"wind": "E", "number": 1, "repeat": 1, "counter": 1, "dealer": 0}
            all_ = (await h.post(path, {"hands": played})).json()
            assert (all_["scores"], all_["sticks"]) == ([28500, 25900, 35500, 30100], 0)
            wrong = (await h.post(path, {"hands": [{"kind": "win", "wins": [{"winner": 0, "discarder": 0}]}]})).json()
            assert wrong["field"] == "wins[0].discarder"
            told = {key: all_[key] for key in ("scores", "sticks", "hands")} | {"written": whole(played)}
            await h.command("tournament.enter-result", tournament=id_, round=1, table=1, **told)
            assert (await h.get(f"/tournaments/{id_}/entries/1/hands")).json() == {"hands": whole(played)}
            assert (await h.get(f"/tournaments/{id_}/entries/2/hands")).json() == {"hands": []}
            assert (await h.stranger.get(f"/api/v1/tournaments/{id_}/entries/1/hands")).status_code == 403
            entered = (await view(h, f"tournament/{id_}"))["rounds"][0]["games"][0]
            assert (entered["state"], [hand["name"] for hand in entered["result"]["hands"]]) == (
                "proposed", ["E1", "E1", "E1"],
            )  # fmt: skip
            assert (await view(h, f"standings/{id_}"))["best_hands"][0]["level"] == "mangan"
            assert (await h.stranger.post(f"/api/v1{path}", json={"hands": []})).status_code == 403

    asyncio.run(scenario())


def test_options_of_the_game_are_refused_in_the_settings_and_not_first_at_a_table(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_ = await seated(h)
            sheet = (await h.get("/rulesets/riichi")).json()
            assert "kuikae" in {option["name"] for option in sheet["options"]}
            for options, field in (({"kuikae": "perhaps"}, "options.kuikae"), ({"none": 1}, "options.none")):
                body = {"tournament": id_, "settings": {"options": options}}
                answer = await h.post("/commands/tournament.change", body)
                assert (answer.status_code, answer.json()["field"]) == (422, field)
            await h.command("tournament.change", tournament=id_, settings={"options": {"tobi": True}})
            assert (await view(h, f"tournament/{id_}"))["settings"]["options"] == {"tobi": True}

    asyncio.run(scenario())


def test_numbers_that_were_taken_back_are_drawn_again_by_another_promise(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_ = await seated(h)
            for step in reversed((await view(h, f"tournament/{id_}"))["steps"][1:]):
                await h.command("tournament.undo-step", tournament=id_, step=step["number"], why="a name was wrong")
            taken_back = await view(h, f"tournament/{id_}")
            assert (taken_back["phase"], taken_back["promised"]) == ("registration", False)
            assert (await h.post(f"/tournaments/{id_}/promise-draw", {})).status_code == 202
            assert (await view(h, f"tournament/{id_}"))["promised"]
            assert (await h.post(f"/tournaments/{id_}/draw", {})).status_code == 202

    asyncio.run(scenario())


def test_results_that_are_not_shown_yet_are_said_to_be_there(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_ = await seated(h, hidden_after=0)
            await h.command("tournament.start-round", tournament=id_)
            assert not (await view(h, f"standings/{id_}"))["reach"]["hidden"]
            result = {"scores": [42000, 31000, 27000, 20000], "sticks": 0}
            await h.command("tournament.enter-result", tournament=id_, round=1, table=1, **result)
            standings = await view(h, f"standings/{id_}")
            assert standings["reach"] == {"round": 0, "tables": 0, "counted": 0, "hidden": True}
            assert (await h.get(f"/tournaments/{id_}/rounds/1/standings")).json()["code"] == "no-such-game"
            assert {row["points"] for row in standings["rows"]} == {"0"}

    asyncio.run(scenario())


def test_everybody_sees_standings_and_screens_and_only_the_desk_the_rest(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_ = await seated(h)
            for topic, status in ((f"standings/{id_}", 200), (f"screen/{id_}", 200), (f"tournament/{id_}", 403)):
                assert (await h.stranger.get(f"/api/v1/views/{topic}")).status_code == status

    asyncio.run(scenario())


def test_a_list_is_looked_at_before_anything_of_it_is_kept(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            made = await h.command("tournament.create", name="Open", preset="points", rounds=1, settings={})
            id_ = made["events"][0]["tournament"]
            text = "name,country\nAna,AUT\nBen,Austria\n"
            found = (await h.post(f"/tournaments/{id_}/entrants/preview", {"text": text})).json()
            assert [(fault["row"], fault["column"]) for fault in found["faults"]] == [(3, "country")]
            assert (await view(h, f"tournament/{id_}"))["entrants"] == []

    asyncio.run(scenario())


def test_a_tournament_that_is_not_there_is_said_so(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            for topic in ("tournament/c-none", "standings/c-none", "screen/"):
                assert (await h.get(f"/views/{topic}")).json()["code"] == "no-such-tournament"

    asyncio.run(scenario())
