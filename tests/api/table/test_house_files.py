"""House rules come and go as files, and a match is played by exactly what a file says."""

from __future__ import annotations

import re
from typing import Any

from controller.house.rules_file import read_rules_file
from controller.rules import configure
from tests.api.conftest import House, Opened
from tests.api.table import flow
from tests.api.table.test_house import SEATED, in_house

FILE = """\
format = 1
name = { en = "Friday", ja = "金曜会" }
parent = "hong-kong-old"

[options]
min-faan = 1

[values]
all-pong = 5

[[items]]
id = "own-two-twos"
group = "faan"
value = 1
names = { en = "Pong of twos", ja = "二の刻子" }
pattern = { triplets = "2m2p2s" }
"""


async def kept(house: House, text: str = FILE, **more: Any) -> Any:
    await flow.done(await house.post("/house-rules/files", {"text": text, **more}), 201)
    return (await house.get("/house-rules")).json()["house_rules"][-1]


def test_a_file_is_kept_and_given_back_with_remarks(house: Opened) -> None:
    async def test(h: House) -> None:
        rules = await kept(h)
        assert (rules["name"], rules["names"]) == ("Friday", {"en": "Friday", "ja": "金曜会"})
        given = await h.get(f"/house-rules/{rules['id']}/file")
        assert given.status_code == 200 and "attachment" in given.headers["content-disposition"]
        assert read_rules_file(given.text, configure) == read_rules_file(FILE, configure)
        again = await kept(h, given.text, rules=rules["id"])  # with a remark for every option and item: some 10 KiB
        assert (again["revision"], again["options"]) == (2, rules["options"])

    in_house(house, test)


def test_a_file_is_shown_beside_rules_that_are_there_and_nothing_is_kept(house: Opened) -> None:
    async def test(h: House) -> None:
        first = await kept(h)
        path = f"/house-rules/{first['id']}/file"
        text = FILE.replace("all-pong = 5", "all-pong = 4").replace("Friday", "Sunday")
        found = (await h.post(path, {"text": text})).json()
        assert (found["name"], found["games"][0]) == ("Sunday", found["games"][1])
        (change,) = found["changes"]
        assert (change["id"], change["texts"]) == ("all-pungs", ["5 faan", "4 faan"])
        assert (await h.get("/house-rules")).json()["house_rules"] == [first]
        other = (await h.post(path, {"text": 'format = 1\nname = "Sunday"\nparent = "riichi"\n'})).json()
        assert [game["ruleset"] for game in other["games"]] == ["hong-kong-old", "riichi"]
        assert (await h.post("/house-rules/none/file", {"text": FILE})).status_code == 404
        wrong = (await h.post(path, {"text": FILE.replace("all-pong", "all-pung")})).json()
        assert (wrong["code"], wrong["line"]) == ("bad-rules-file", 9)
        taken = (await h.post("/house-rules/files", {"text": FILE})).json()
        assert (taken["code"], taken["taken_by"]) == ("name-taken", first["id"])

    in_house(house, test)


def test_a_file_changes_rules_that_are_there(house: Opened) -> None:
    async def test(h: House) -> None:
        first = await kept(h)
        second = await kept(h, FILE.replace("all-pong = 5", "all-pong = 4"), rules=first["id"])
        assert (second["id"], second["revision"]) == (first["id"], 2)
        assert second["options"]["changes"]["values"] == {"all-pong": 4}

    in_house(house, test)


def test_a_change_in_the_form_leaves_the_names(house: Opened) -> None:
    async def test(h: House) -> None:
        rules = await kept(h)
        form = {key: rules[key] for key in ("name", "ruleset", "profile", "options")}
        await flow.done(await h.post("/house-rules", {**form, "rules": rules["id"]}), 201)
        assert (await h.get("/house-rules")).json()["house_rules"][0]["names"] == rules["names"]

    in_house(house, test)


def test_a_mistake_in_a_file_is_named_with_its_line(house: Opened) -> None:
    async def test(h: House) -> None:
        answer = await h.post("/house-rules/files", {"text": FILE.replace("all-pong", "all-pung")})
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["field"]) == (422, "bad-rules-file", "values.all-pung")
        assert problem["line"] == 9 and "all-pong" in problem["remedy"]
        assert (await h.get("/house-rules")).json()["house_rules"] == []

    in_house(house, test)


def test_a_match_keeps_the_rules_of_the_file_whatever_becomes_of_it(house: Opened) -> None:
    async def test(h: House) -> None:
        rules = await kept(h)
        match = {**SEATED, "house_rules": rules["id"]}
        await flow.done(await h.post("/matches", match), 201)
        await kept(h, FILE.replace("all-pong = 5", "all-pong = 2"), rules=rules["id"])
        await flow.play(h)
        win = {"winner": 0, "source": "self-draw", "tiles": flow.TILES}
        answer = await h.post("/matches/current/preview", {"kind": "win", "wins": [win]})
        found = (await flow.done(answer, 200))["results"][0]
        assert found["items"] == {"all-pong": 5, "own-two-twos": 1, "self-draw": 1} | found["items"]
        started = (await h.get("/journal?since=0&limit=100")).json()["events"]
        data = next(event for event in started if event["type"] == "match.started")
        assert data["options"]["changes"] == rules["options"]["changes"]
        digest = configure("hong-kong-old", data["options"]).digest
        sheet = (await h.get("/matches/current/sheet")).json()
        assert (data["rules_hash"], sheet["rules_hash"], sheet["house_rules"]) == (digest, digest, "Friday")
        assert configure(sheet["ruleset"], sheet["options"]).digest == digest  # the sheet holds the whole document
        printed = await h.get("/matches/current/sheet?format=html")
        assert f"House rules: Friday · Hash of the rules: {digest[:16]} · " in printed.text
        shown = re.findall(r"<li>(.*?)</li>", printed.text)
        assert shown[:3] == ["Minimum faan: 1", "All pongs: 5", "Pong of twos: 1"]

    in_house(house, test)


def test_the_names_of_own_items_are_those_of_the_readers_language(house: Opened) -> None:
    async def test(h: House) -> None:
        rules = await kept(h)
        record = {**flow.TILES, "ruleset": "hong-kong-old", "options": rules["options"], "win": "self-draw",
                  "seat_wind": "E", "round_wind": "E", "explain": True}  # fmt: skip
        for language, name in (("en", "Pong of twos"), ("ja", "二の刻子")):
            answer = await h.http.post("/api/v1/score", json=record, headers={"Accept-Language": language})
            assert any(name in line for line in (await flow.done(answer, 200))["sentences"])

    in_house(house, test)
