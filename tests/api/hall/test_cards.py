"""The phone of a player: let in by a card, it shows and does what is its own, and nothing of others."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from api.hall.app import create_app
from api.hall.runtime import HallRuntime
from hall.config import Config
from tests.api.hall.conftest import API, HallHouse, OpenedHall
from tests.api.hall.test_tournament import seated, view

ADDS_UP = [42_000, 31_000, 27_000, 20_000]


async def playing(h: OpenedHall) -> tuple[str, list[list[str]]]:
    """A tournament in its first round, and who sits where."""
    id_ = await seated(h)
    await h.command("tournament.start-round", tournament=id_)
    desk = await view(h, f"tournament/{id_}")
    return id_, [game["seats"] for game in desk["rounds"][0]["games"]]


async def codes(h: OpenedHall, id_: str) -> dict[str, str]:
    listed = (await h.get(f"/tournaments/{id_}/cards")).json()
    return {card["entrant"]: card["code"] for card in listed["cards"]}


class Phone:
    """Of one player, in the network."""

    def __init__(self, h: OpenedHall, id_: str, code: str) -> None:
        self.h, self.id, self.code = h, id_, code
        self.person, self.token = "", ""

    async def enter(self) -> httpx.Response:
        path = f"{API}/tournaments/{self.id}/cards/entry"
        answer = await self.h.stranger.post(path, json={"code": self.code})
        self.token = answer.cookies.get("jantaku-hall", "")
        self.h.stranger.cookies.clear()
        if answer.status_code == 201:
            self.person = answer.json()["person"]
        return answer

    async def get(self, path: str) -> httpx.Response:
        return await self.h.stranger.get(API + path, headers={"Cookie": f"jantaku-hall={self.token}"})

    async def give(self, row: str, **fields: Any) -> httpx.Response:
        body = {"tournament": self.id, "person": self.person, **fields}
        return await self.h.stranger.post(
            f"{API}/commands/tournament.{row}", json=body, headers={"Cookie": f"jantaku-hall={self.token}"}
        )

    async def own(self) -> dict[str, Any]:
        answer = await self.get(f"/views/player/{self.person}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


async def phone_of(h: OpenedHall, id_: str, entrant: str) -> Phone:
    phone = Phone(h, id_, (await codes(h, id_))[entrant])
    assert (await phone.enter()).status_code == 201
    return phone


def test_a_result_entered_on_one_phone_is_confirmed_or_disputed_on_the_others(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, tables = await playing(h)
            east, south, west, north = [await phone_of(h, id_, each) for each in tables[0]]
            entered = await east.give("enter-own-result", round=1, table=1, scores=ADDS_UP, sticks=0)
            assert entered.status_code == 202, entered.text
            (game,) = (await south.own())["games"]
            assert (game["scores"], game["state"], game["confirmed"]) == (ADDS_UP, "proposed", False)
            assert (await east.own())["games"][0]["confirmed"]
            for phone in (south, west):
                assert (await phone.give("confirm-own-result", entry=game["entry"])).status_code == 202
            assert (await south.own())["games"][0]["confirmed"]
            disputed = await north.give("dispute-own-result", entry=game["entry"], text="I had 21,000")
            assert disputed.status_code == 202
            assert (await north.own())["games"][0]["disputed"]
            desk = await view(h, f"tournament/{id_}")
            assert desk["rounds"][0]["games"][0]["state"] == "disputed"

    asyncio.run(scenario())


def test_a_player_says_to_sit_at_the_table_and_says_it_again_after_a_move(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_ = await seated(h)

            async def sitting() -> list[list[str]]:
                (round_,) = (await view(h, f"tournament/{id_}"))["rounds"]
                return [game["sitting"] for game in round_["games"]]

            tables = [game["seats"] for game in (await view(h, f"tournament/{id_}"))["rounds"][0]["games"]]
            east, south = [await phone_of(h, id_, each) for each in tables[0][:2]]
            assert not (await east.own())["seat"]["sitting"]
            for phone in (east, south):
                assert (await phone.give("take-own-seat")).status_code == 202
            again = await east.give("take-own-seat")
            assert (again.status_code, again.json()["events"]) == (202, [])
            assert (await east.own())["seat"]["sitting"]
            assert (await sitting())[0] == tables[0][:2]
            other = tables[1][0]
            await h.command(
                "tournament.exchange-seats", tournament=id_, round=1, one=tables[0][0], other=other, why="late"
            )
            assert not (await east.own())["seat"]["sitting"]
            assert [len(there) for there in (await sitting())[:2]] == [1, 0]
            step = (await view(h, f"tournament/{id_}"))["steps"][-1]["number"]
            await h.command("tournament.undo-step", tournament=id_, step=step, why="wrong numbers")
            assert (await east.give("take-own-seat")).status_code == 404

    asyncio.run(scenario())


def test_a_phone_shows_the_own_seat_clock_and_place_and_its_call_for_a_referee_is_an_alarm(
    hall_house: HallHouse,
) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, tables = await playing(h)
            phone = await phone_of(h, id_, tables[1][2])
            own = await phone.own()
            assert (own["seat"]["round"], own["seat"]["table"], own["seat"]["seat"]) == (1, 2, 2)
            assert [each["entrant"] for each in own["seat"]["seats"]] == tables[1]
            assert own["seat"]["gong"] > own["seat"]["start"]
            assert (await phone.give("call-referee", text="a tile fell")).status_code == 202
            again = await phone.give("call-referee", text="a tile fell")
            assert (again.status_code, again.json()["events"]) == (202, [])
            (call,) = (await view(h, f"tournament/{id_}"))["calls"]
            assert (call["table"], call["entrant"], call["text"]) == (2, tables[1][2], "a tile fell")
            assert (await phone.own())["call"]["number"] == call["number"]
            (alarm,) = (await view(h, "alarms"))["alarms"]
            shown = (alarm["kind"], alarm["player"], alarm["tournament"], alarm["call"], alarm["game_table"])
            assert shown == ("referee", own["player"], id_, call["number"], 2)
            await h.command("tournament.answer-call", tournament=id_, call=call["number"])
            assert (await phone.own())["call"] is None
            assert (await view(h, "alarms"))["alarms"] == []
            assert (await view(h, f"tournament/{id_}"))["calls"] == []
            assert (await h.post("/commands/tournament.answer-call", {"tournament": id_, "call": 9})).status_code == 404

    asyncio.run(scenario())


def test_a_card_opens_nothing_of_others(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, tables = await playing(h)
            phone = await phone_of(h, id_, tables[0][0])
            other = f"{id_}/{tables[0][1]}"
            for path in (f"/views/player/{other}", f"/views/tournament/{id_}", f"/tournaments/{id_}/cards",
                         "/views/people", f"/live?topic=player/{other}"):  # fmt: skip
                assert (await phone.get(path)).status_code == 403, path
            refused = await phone.give("call-referee", person=other)
            assert refused.json()["code"] == "not-allowed"
            entered = await phone.give("enter-own-result", round=1, table=2, scores=ADDS_UP, sticks=0)
            assert entered.json()["code"] == "no-such-entrant"
            assert (await h.stranger.get(f"{API}/views/player/{phone.person}")).status_code == 403

    asyncio.run(scenario())


def test_a_lost_card_is_worth_nothing_once_it_was_renewed(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, tables = await playing(h)
            entrant = tables[0][0]
            phone = await phone_of(h, id_, entrant)
            before = phone.code
            await h.command("tournament.renew-card", tournament=id_, entrant=entrant)
            assert (await phone.get(f"/views/player/{phone.person}")).status_code == 403
            refused = await Phone(h, id_, before).enter()
            assert (refused.status_code, refused.json()["code"]) == (422, "wrong-card-code")
            after = (await codes(h, id_))[entrant]
            assert after != before
            typed = Phone(h, id_, after.lower().replace("-", " "))
            assert (await typed.enter()).status_code == 201

    asyncio.run(scenario())


def test_whoever_guesses_codes_of_cards_has_to_pause(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, tables = await playing(h)
            right = (await codes(h, id_))[tables[0][0]]
            for _ in range(5):
                assert (await Phone(h, id_, "AAAAA-AAAAA").enter()).json()["code"] == "wrong-card-code"
            assert (await Phone(h, id_, right).enter()).json()["code"] == "too-many-tries"

    asyncio.run(scenario())


def test_a_player_with_an_account_sees_and_does_the_same(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, tables = await playing(h)
            made = await h.command("person.register", name="Zoe")
            person = made["events"][0]["person"]
            entrant = tables[0][3]
            await h.command("tournament.change-entrant", tournament=id_, entrant=entrant, changes={"person": person})
            account = {"name": "zoe", "role": "player", "passphrase": "correct horse battery", "person": person}
            assert (await h.post("/accounts", account)).status_code == 201
            sign_in = {"name": "zoe", "passphrase": account["passphrase"], "program": True}
            token = (await h.post("/sign-ins", sign_in, h.stranger)).json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            answer = await h.stranger.get(f"{API}/views/player/{id_}/{person}", headers=headers)
            assert answer.json()["entrant"] == entrant
            other = await h.stranger.get(f"{API}/views/player/{id_}/{tables[0][0]}", headers=headers)
            assert other.status_code == 403
            called = await h.stranger.post(
                f"{API}/commands/tournament.call-referee", json={"tournament": id_, "person": person}, headers=headers
            )
            assert called.status_code == 202, called.text

    asyncio.run(scenario())


def test_a_phone_whose_hall_is_just_starting_is_told_to_wait_and_is_taken_for_nobody_else() -> None:
    async def scenario() -> None:
        app = create_app(HallRuntime(Config()), any_address=True)
        for host in ("127.0.0.1", "192.0.2.7"):
            transport = httpx.ASGITransport(app, client=(host, 50000))
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8100") as client:
                for path in ("/me", "/views/tournaments"):
                    answer = await client.get(API + path, headers={"Cookie": "jantaku-hall=card.c-a.AAAAA"})
                    assert (answer.status_code, answer.json()["code"]) == (503, "starting")

    asyncio.run(scenario())
