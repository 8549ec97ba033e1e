"""Photographs of score sheets: kept bare of all but the picture, shown to whom the result is, gone with the person."""

from __future__ import annotations

import asyncio
import struct
import zlib
from base64 import b64encode
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from api.hall.routes.sheets import MOST_BYTES
from tests.api.hall.conftest import API, HallHouse, OpenedHall
from tests.api.hall.test_cards import ADDS_UP, phone_of, playing
from tests.api.hall.test_tournament import view
from tests.hall.conftest import Clock

SECRET = b"taken at home"


def photograph(kind: str = "JPEG", size: tuple[int, int] = (3000, 1000)) -> bytes:
    """Red on its left half; on its side, with a place, a time and a comment beside the pixels."""
    picture = Image.new("RGB", size, "white")
    picture.paste("red", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter to the right
    exif[0x010E] = SECRET.decode()
    out = BytesIO()
    picture.save(out, kind, exif=exif, **({"comment": SECRET} if kind == "JPEG" else {}))
    return out.getvalue()


async def sent(h: OpenedHall, id_: str, photo: bytes) -> Any:
    return await h.post(f"/sheets/{id_}", {"photo": b64encode(photo).decode()})


async def kept(h: OpenedHall, id_: str, photo: bytes) -> str:
    answer = await sent(h, id_, photo)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["sheet"])


def test_nothing_but_the_picture_is_kept_of_a_photograph_upright_and_not_too_large(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, _ = await playing(h)
            for kind in ("JPEG", "PNG", "WEBP"):
                given = photograph(kind)
                assert SECRET in given
                answer = await h.get(f"/sheets/{id_}/{await kept(h, id_, given)}")
                assert answer.headers["content-type"] == "image/jpeg"
                assert SECRET not in answer.content
                with Image.open(BytesIO(answer.content)) as found:
                    assert (found.size, dict(found.getexif())) == ((667, 2000), {})
                    red, white = found.getpixel((300, 300)), found.getpixel((300, 1700))
                assert red[1] < 40 < 220 < white[1]  # type: ignore[index]

    asyncio.run(scenario())


def test_what_is_no_photograph_or_too_large_to_decode_is_refused_with_the_field(hall_house: HallHouse) -> None:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    bomb = b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))
    gif = BytesIO()
    Image.new("P", (10, 10)).save(gif, "GIF")

    async def scenario() -> None:
        async with hall_house() as h:
            id_, _ = await playing(h)
            for wrong in (b"", b"no picture", photograph()[:2000], bomb, gif.getvalue(), b"<svg/>"):
                answer = await sent(h, id_, wrong)
                assert (answer.status_code, answer.json()["code"]) == (422, "bad-photo"), wrong[:20]
                assert answer.json()["field"] == "photo"
            assert (await h.post(f"/sheets/{id_}", {"photo": "not base64!"})).json()["code"] == "bad-photo"
            assert (await h.post(f"/sheets/{id_}", {"photo": "A" * MOST_BYTES})).status_code == 413
            assert (await sent(h, "c-zzzzzzzzzzzz", photograph())).json()["code"] == "no-such-tournament"

    asyncio.run(scenario())


def test_a_sheet_is_shown_to_the_desk_and_to_the_players_of_its_game_alone(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, seats = await playing(h)
            phone, other = await phone_of(h, id_, seats[0][0]), await phone_of(h, id_, seats[1][0])
            cookie = {"Cookie": f"jantaku-hall={phone.token}"}
            body = {"photo": b64encode(photograph()).decode()}
            sheet = (await h.stranger.post(f"{API}/sheets/{id_}", json=body, headers=cookie)).json()["sheet"]
            answer = await phone.give("enter-own-result", round=1, table=1, scores=ADDS_UP, sticks=0, sheet=sheet)
            assert answer.status_code == 202, answer.text
            desk = await view(h, f"tournament/{id_}")
            assert desk["rounds"][0]["games"][0]["result"]["sheet"] == sheet
            path = f"/sheets/{id_}/{sheet}"
            assert [(await each.get(path)).status_code for each in (h, phone, other)] == [200, 200, 403]
            assert (await h.stranger.get(API + path)).status_code in (401, 403)
            assert (await h.stranger.post(f"{API}/sheets/{id_}", json=body)).status_code in (401, 403)
            assert (await h.post(f"{path}/delete")).status_code == 200
            assert (await h.get(path)).json()["code"] == "no-such-sheet"

    asyncio.run(scenario())


def test_sheets_go_with_a_person_who_played_there(hall_house: HallHouse) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, seats = await playing(h)
            person = (await h.command("person.register", name="Ana"))["events"][0]["person"]
            changes = {"person": person}
            await h.command("tournament.change-entrant", tournament=id_, entrant=seats[0][2], changes=changes)
            sheets = []
            for table, size in ((1, (30, 10)), (2, (40, 10))):
                sheets.append(await kept(h, id_, photograph(size=size)))
                result = {"scores": ADDS_UP, "sticks": 0, "sheet": sheets[-1]}
                await h.command("tournament.enter-result", tournament=id_, round=1, table=table, **result)
            assert (await h.post(f"/persons/{person}/erase", {"why": "asked for it"})).status_code == 200
            answers = [(await h.get(f"/sheets/{id_}/{sheet}")).status_code for sheet in sheets]
            assert answers == [404, 200]

    asyncio.run(scenario())


def test_one_phone_cannot_take_the_room_of_the_others_and_its_pictures_go_with_its_person(
    hall_house: HallHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hall.sheets.MOST_OF_ENTRANT", 2)

    async def scenario() -> None:
        async with hall_house() as h:
            id_, seats = await playing(h)
            person = (await h.command("person.register", name="Ana"))["events"][0]["person"]
            await h.command(
                "tournament.change-entrant", tournament=id_, entrant=seats[0][0], changes={"person": person}
            )
            phones = [await phone_of(h, id_, seats[table][0]) for table in (0, 1)]

            async def sent(phone: Any, size: tuple[int, int]) -> Any:
                body = {"photo": b64encode(photograph(size=size)).decode()}
                cookie = {"Cookie": f"jantaku-hall={phone.token}"}
                return (await h.stranger.post(f"{API}/sheets/{id_}", json=body, headers=cookie)).json()

            kept_here = [(await sent(phones[0], (20 + n, 10)))["sheet"] for n in range(2)]
            assert (await sent(phones[0], (50, 10)))["code"] == "too-many-sheets"
            others = (await sent(phones[1], (60, 10)))["sheet"]
            assert (await h.post(f"/persons/{person}/erase", {"why": "asked for it"})).status_code == 200
            answers = [(await h.get(f"/sheets/{id_}/{sheet}")).status_code for sheet in (*kept_here, others)]
            assert answers == [404, 404, 200]

    asyncio.run(scenario())


def test_a_photograph_that_no_result_names_goes_after_a_week_or_with_the_end_of_its_tournament(
    hall_house: HallHouse, clock: Clock
) -> None:
    async def scenario() -> None:
        async with hall_house() as h:
            id_, _ = await playing(h)
            named, idle = await kept(h, id_, photograph()), await kept(h, id_, photograph("PNG"))
            late = await kept(h, id_, photograph("WEBP"))
            result = {"scores": ADDS_UP, "sheet": named}
            await h.command("tournament.enter-result", tournament=id_, round=1, table=1, **result)
            sheets, state = h.runtime.sheets, h.runtime.running

            async def left(**forward: float) -> list[str]:
                clock.forward(**forward)
                await asyncio.to_thread(sheets.sweep, state.state.tournaments.tournaments, clock())
                return [one for one in (named, idle, late) if (await h.get(f"/sheets/{id_}/{one}")).status_code == 200]

            assert await left(days=6, hours=23) == [named, idle, late]
            late = await kept(h, id_, photograph("WEBP"))  # sent again: its time begins anew
            assert await left(hours=1) == [named, late]
            await h.command("tournament.abandon", tournament=id_, why="no players")
            assert await left(hours=22) == [named, late]
            assert await left(hours=1) == [named]

    asyncio.run(scenario())
