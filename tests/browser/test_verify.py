"""The page that checks dice from a phone's storage: reports as the Python verifier's, no network, four languages."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.words.catalogue import topic
from controller.fairness.proof import verify
from controller.fairness.record import Record, from_text
from controller.languages import LANGUAGES
from tools.dice_cases.book import Book
from tools.dice_cases.good import whole_day
from tools.verify_page import PAGE
from tools.verify_page import page as made

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

FOLDER = Path(__file__).parents[1] / "cases" / "dice"
CASES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
    if path.stem != "values"
}
VALUES = json.loads((FOLDER / "values.json").read_text(encoding="utf-8"))
REPORT = "lines => proof.verify(lines).then(found => found.report)"


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """The file itself, in a browser without a network. A test fails when the page asked for anything, or complained."""
    context = browser.new_context(viewport={"width": 390, "height": 800}, locale="en-GB", offline=True)
    opened = context.new_page()
    opened.set_default_timeout(60_000)
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.on("request", lambda request: complaints.append(request.url) if request.url != PAGE.as_uri() else None)
    opened.goto(PAGE.as_uri())
    yield opened
    context.close()
    assert complaints == []


def enter(page: Any, lines: list[str]) -> None:
    page.locator("#input").fill("\n".join(lines))
    page.locator("#add").click()
    page.locator("#verdict").wait_for()
    page.wait_for_function("() => document.getElementById('busy').textContent === ''")


def flaws(page: Any) -> list[str]:
    found: list[str] = page.locator("#flaws li").evaluate_all("items => items.map(item => item.dataset.flaw)")
    return found


def test_the_page_is_made_of_its_parts() -> None:
    assert PAGE.read_text(encoding="utf-8") == made()


def test_every_vector_is_reported_as_it_says(page: Any) -> None:
    reports = {name: page.evaluate(REPORT, case["lines"]) for name, case in CASES.items()}
    assert reports == {name: case["report"] for name, case in CASES.items()}


def test_both_verifiers_report_the_same_on_logs_damaged_at_random(page: Any) -> None:
    """Lines left out, moved, doubled, cut, with letters changed, and mixed from several logs."""
    chance = random.Random(8)
    pool = [line for case in CASES.values() for line in case["lines"] if len(line) < 2000]
    for _ in range(150):
        lines = chance.sample(whole_day().lines, 10) + chance.sample(pool, chance.randrange(12))
        lines = [damaged(line, chance) if chance.random() < 0.2 else line for line in lines]
        chance.shuffle(lines)
        assert page.evaluate(REPORT, lines) == verify(lines).as_json(), lines


def damaged(line: str, chance: random.Random) -> str:
    at = chance.randrange(len(line) + 1)
    return chance.choice([line[:at], line[:at] + chance.choice("AQ7= 1é{") + line[at + 1 :], line + line[at:]])


# ------------------------------------------------------------ the values in between


def test_the_values_of_the_specification(page: Any) -> None:
    for each in VALUES["residues"]:
        script = "({ key, message }) => draw.residue(sha2.hmac256(bytes.unhex(key)), bytes.unhex(message))"
        assert page.evaluate(script, each) == each["residue"]
        script = "({ key, message }) => bytes.hex(sha2.hmac256(bytes.unhex(key))(bytes.unhex(message)))"
        assert page.evaluate(script, each) == each["mac"]
    for each in VALUES["first_fair"]:
        assert page.evaluate("mac => draw.firstFair(bytes.unhex(mac))", each["mac"]) == each["residue"]
    for each in VALUES["tables"]:
        assert page.evaluate("key => draw.tableId(bytes.unhex(key))", each["public"]) == each["table"]
    for each in VALUES["keys"]:
        assert page.evaluate("key => ed25519.isSound(bytes.unhex(key))", each["public"]) is each["sound"]
    for each in VALUES["statements"]:
        script = "text => { const read = layout.readRecord(text); return [read.body, read.signature].map(bytes.hex) }"
        assert page.evaluate(script, each["text"]) == [each["body"], each["signature"]]
        assert page.evaluate("body => draw.statementHash(bytes.unhex(body))", each["body"]) == each["hash"]


RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize("expected", [1, 1000], ids=["few", "many"])
def test_the_signatures_of_rfc_8032_verify_and_altered_ones_do_not(page: Any, expected: int) -> None:
    script = """([key, message, signature, expected]) => new ed25519.Verifier(bytes.unhex(key), expected)
        .check([{ message: bytes.unhex(message), signature: bytes.unhex(signature) }])[0]"""
    for key, message, signature in RFC_8032:
        assert page.evaluate(script, [key, message, signature, expected])
        for wrong in (signature[:-2] + "01", "00" + signature[2:], signature[:-2], ""):
            assert not page.evaluate(script, [key, message, wrong, expected])
        assert not page.evaluate(script, [key, message + "00", signature, expected])


def test_hashes_of_messages_around_the_length_of_a_block(page: Any) -> None:
    script = "n => [sha2.sha256, sha2.sha512].map(hash => bytes.hex(hash(new Uint8Array(n).map((_, i) => i))))"
    for size in (0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 127, 128, 129, 1000):
        message = bytes(place % 256 for place in range(size))
        wanted = [hashlib.sha256(message).hexdigest(), hashlib.sha512(message).hexdigest()]
        assert page.evaluate(script, size) == wanted


# ------------------------------------------------------------ what a person does


def test_a_good_day_is_shown_as_right(page: Any) -> None:
    enter(page, whole_day().lines)
    assert page.locator("#verdict").inner_text() == topic("en", "verify")["verify.verdict.good"]
    assert flaws(page) == []
    assert page.locator("#rolls tr").count() == 9
    assert "Table 7" in page.locator("#anchors").inner_text()
    assert CASES["whole-day"]["report"]["heads"][0]["hash"] in page.locator("#heads").inner_text()


@pytest.mark.parametrize("name", ["forged-signature", "wrong-anchor", "altered-contribution", "forked-history"])
def test_a_cheat_is_named_with_its_line(page: Any, name: str) -> None:
    enter(page, CASES[name]["lines"])
    (first, *_) = CASES[name]["report"]["discrepancies"]
    words = topic("en", "verify")
    assert page.locator("#verdict").inner_text() == words["verify.verdict.bad"]
    said = page.locator("#flaws li").first.inner_text()
    assert words[f"verify.flaw.{first['flaw']}"] in said
    assert f"Line {first['line']}" in said


def test_an_anchor_scanned_once_serves_every_roll_that_is_scanned_later(page: Any) -> None:
    book = Book()
    book.anchor()
    book.roll()
    enter(page, book.lines[:1])
    page.reload()
    page.locator("#verdict").wait_for()
    enter(page, book.lines[1:])
    assert page.locator("#verdict").inner_text() == topic("en", "verify")["verify.verdict.good"]
    page.locator("#forget").click()
    assert page.locator("#result").is_hidden()


def test_a_log_is_opened_as_a_file(page: Any, tmp_path: Path) -> None:
    log = tmp_path / "dice.txt"
    log.write_text("\n".join(CASES["exported"]["lines"]), encoding="utf-8")
    page.locator("#file").set_input_files(log)
    page.locator("#verdict").wait_for()
    assert page.locator("#verdict").inner_text() == topic("en", "verify")["verify.verdict.good"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_said_in_the_chosen_language(page: Any, language: str) -> None:
    enter(page, CASES["whole-day"]["lines"] + CASES["malformed"]["lines"][:1])
    page.locator("#language").select_option(language)
    words = topic(language, "verify")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("#verdict").inner_text() == words["verify.verdict.incomplete"]
    assert words["verify.flaw.malformed"] in page.locator("#flaws").inner_text()
    assert "verify." not in page.locator("main").inner_text()


def test_nothing_that_is_entered_can_become_markup(page: Any) -> None:
    book = Book()
    book.anchor(name="<img src=x onerror=alert(1)>")
    enter(page, book.lines)
    assert "<img src=x" in page.locator("#anchors").inner_text()
    assert page.locator("#anchors img").count() == 0


def test_a_whole_day_of_4096_rolls_is_checked(page: Any) -> None:
    report = page.evaluate(REPORT, day(4096))
    assert (report["verdict"], report["rolls"]) == ("good", 4096)


def day(rolls: int) -> list[str]:
    book = Book(length=rolls)
    book.anchor()
    for _ in range(rolls):
        book.roll()
    return book.lines


BROWSERS = {
    "none": "null",
    "own": "globalThis.crypto.subtle",
    "no-ed25519": "{ importKey: async () => { throw new Error('unknown algorithm') } }",
    "says-yes": "{ importKey: async () => 1, verify: async () => true }",
    "says-no": "{ importKey: async () => 1, verify: async () => false }",
}


@pytest.mark.parametrize("browser_crypto", BROWSERS)
def test_a_long_log_is_judged_alike_whatever_the_browsers_own_cryptography_says(page: Any, browser_crypto: str) -> None:
    """The first roll is forged: a browser that says yes to everything is found out by this page's own check."""
    lines = day(300)
    forged = from_text(lines[1])
    lines[1] = Record(forged.statement, forged.body, bytes(64)).text
    script = f"lines => proof.verify(lines, async () => {{}}, {BROWSERS[browser_crypto]}).then(found => found.report)"
    assert page.evaluate(script, lines) == verify(lines).as_json()
