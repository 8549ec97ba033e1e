"""The pages of a hall in a real browser: each is whole at the size of a phone and of a desk, in two languages and
without a barrier; and a tournament is led through its pages, from the list of players to the final standings."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from bench.ports import free_port
from controller.events import Event
from controller.events.calls import CallEnded, StaffCalled
from controller.events.machine import FaultDeclared
from controller.journal.store import iso
from controller.rules.seats import Seat
from tests.api.hall.test_link import as_sent
from tests.browser.leading import asked, filled_in, locked, opened_at, pressed_in, published, tab
from tests.browser.pictures import documented
from tests.browser.test_axe import AXE, barriers
from tests.hall.intake.sender import Sender
from tests.hall.intake.test_tables import hanchan, write
from tools.hall_demo import NAMES, Service, fill

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

LANGUAGES: Final = ("en", "ja")
DESK: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
WALL: Final = {"width": 1920, "height": 1080}
PASSPHRASE: Final = "correct horse battery"
EIGHT: Final = ("Ana", "Ben", "Cleo", "Dora", "Eli", "Finn", "Gina", "Hugo")
PRICES: Final = {
    "rules": [{"name": "Table", "unit": "table-hour", "amount": 1200}],
    "zone": "Europe/Vienna", "currency": "EUR", "digits": 2, "step_minutes": 15,
}  # fmt: skip
ADDS_UP: Final = (42_000, 31_000, 27_000, 20_000)
LIVE_MS: Final = 5000
"""In which a page shows what has changed elsewhere: a second on a quiet computer, more where a suite runs beside it."""
SHEET: Final = Path(__file__).resolve().parents[2] / "api" / "web" / "shared" / "icons" / "icon-512.png"
"""Any picture."""
WIDER: Final = "document.scrollingElement.scrollWidth - innerWidth"
CUT_OFF: Final = """() => [...document.querySelectorAll("button, .button, h1, h2, .chip")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .map((one) => one.textContent.trim())"""
"""The words of what is pressed or read first that do not fit where they stand."""
BARRIERS: Final = """async (within) => {
  const { violations } = await axe.run(within, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id} ${html.slice(0, 120)}: ${failureSummary}`));
}"""
KEY: Final = re.compile(r"\bhall\.[a-z]")

NOTE_REST: Final = """() => {
  window.rested = false;
  const look = () => (window.rested ||= document.querySelector(".head button[aria-disabled=true]") !== null);
  new MutationObserver(look).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
"""Whether the buttons of the steps rested since, for however short a time."""

PAGES: Final = {
    "/": ".place .figure",
    "/queue": ".place .figure",
    "/alarms": ".alarmcard",
    "/today": ".figures + .columns + section table",
    "/prices": "main form",
    "/machines": ".machine .care",
    "/table/{1}": ".tabletop",
    "/table/{2}": ".session",
    "/receipt/{3}": ".paper",
    "/webhooks": ".hook",
    "/releases": "main table",
    "/people": "main table, main .card",
    "/accounts": "main select",
    "/tournaments": ".tournament-card",
    "/tournament/{0}": ".history li",
    "/tournament/{0}#entrants": "main td",
    "/tournament/{0}#round": ".game",
    "/tournament/{0}#standings": ".standings td",
    "/tournament/{0}#offences": ".entry",
    "/standings/{0}": ".standings td",
    "/play/{0}": "main select",
    "/cards/{0}": ".player-card",
    "/sign-in": "form",
    "/account": "main .card",
}
"""Each page with what it shows when it is there; ``{0}``: the tournament, ``{1}``: a table that plays, ``{2}``: one
with a session, ``{3}``: a receipt. The screen has a size of its own."""

DIALOGS: Final = {
    "/": ("Add a table", "Start a session", "Close off", "Receipt", "Let a table join"),
    "/queue": ("Add to the queue",),
    "/alarms": ("Seen to",),
    "/table/{1}": ("Send a message", "Call time", "Call a party", "Let the table go"),
    "/webhooks": ("Add a webhook", "Delete"),
    "/table/{2}": ("Seats", "Leaves", "End", "Change the place"),
    "/today": ("Put in or take out cash", "Close the day", "Sell at the desk"),
    "/people": ("Open",),
    "/accounts": ("Make an account", "Grant for a shift"),
    "/tournaments": ("New tournament",),
    "/tournament/{0}": ("Undo the last step", "Settings"),
    "/tournament/{0}#entrants": ("Change the state", "Add a player"),
    "/cards/{0}": ("Make a new card",),
    "/tournament/{0}#round": (
        "Enter the result",
        "Enter the hands",
        "Rule the result",
        "More time",
        "Move to another table",
    ),
    "/tournament/{0}#offences": ("Give a penalty", "Take in a protest", "Rule on it"),
}
"""The buttons of each page that open one."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[Service]:
    """Of nobody's accounts: whoever uses this computer is its owner."""
    folder = tmp_path_factory.mktemp("hall")
    running = Service("hall", free_port(), ["hall"], {"JANTAKU_HALL_STATE_DIR": str(folder / "state")}, folder)
    running.start()
    try:
        running.wait("/readyz", lambda answer: answer["status"] == "ready")
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def tournament(hall: Service) -> str:
    """Of a hall where something is going on: its id, in the first round."""
    fill(hall)
    hall.give("floor.set-prices", prices=PRICES, revision=0)
    tables = [
        hall.give("floor.place-table", number=number, name=name, area="Back room")["events"][0]["table"]
        for number, name in enumerate(("Window", "Corner", "Bar", "Stage"), 1)
    ]
    for table in tables[:2]:
        guests = [{"person": None, "label": f"Guest {seat}", "seat": None} for seat in "ABCD"]
        hall.give("floor.start-session", table=table, guests=guests)
    sessions = [one["session"]["session"] for one in hall.ask("/api/v1/views/floor")["tables"] if one["session"]]
    hall.give("floor.end-session", session=sessions[0])
    hall.give("floor.issue-receipt", session=sessions[0], method="cash")
    again = hall.give("floor.start-session", table=tables[0], guests=[{"person": None, "label": "Kim", "seat": None}])
    hall.give("floor.end-session", session=again["events"][0]["session"])
    hall.give("floor.block-table", table=tables[2], why="the felt is changed")
    hall.ask("/api/v1/accounts", {"name": "Mei", "role": "referee", "passphrase": PASSPHRASE})
    id_: str = hall.ask("/api/v1/views/tournaments")["tournaments"][0]["tournament"]
    hall.give("tournament.start-round", tournament=id_)
    hall.give("tournament.enter-result", tournament=id_, round=1, table=1, scores=ADDS_UP, sticks=0)
    seats = hall.ask(f"/api/v1/views/tournament/{id_}")["rounds"][0]["games"][0]["seats"]
    hall.give("tournament.give-fine", tournament=id_, entrant=seats[1], kind="warning", why="late", points=None)
    hall.give("tournament.make-protest", tournament=id_, round=1, table=1, entrant=seats[0], text="wrong count")
    return id_


@pytest.fixture(scope="module")
def playing(hall: Service, tournament: str) -> Sender:
    """A table of the hall at which a match is played; its record has a fault and a call."""
    sender = Sender(clock=lambda: round(time.time() * 1000))
    given = {
        "code": hall.ask("/api/v1/tables/code", {})["digits"], "key": sender.public, "name": "Garden",
        "epoch": sender.epoch, "proof": sender.proof(),
    }  # fmt: skip
    joined = hall.ask("/link/v1/enrolments", given)
    sender.id, sender.token = joined["table"], joined["token"]
    hall.give("floor.place-table", number=9, name="Garden", table=sender.id)
    for recorded in hanchan(3).journal:
        write(sender, recorded.event, now())
    said(hall, sender, FaultDeclared("E12", "stop", 1, "head-1", "board", {}), StaffCalled(Seat(2), "referee", "Bo"))
    webhook = {"url": "https://example.org/hook", "name": "Bot", "wanted": ["floor.*"]}
    hall.ask("/api/v1/webhooks", webhook)
    return sender


def now() -> str:
    return iso(datetime.now(UTC))


def said(hall: Service, sender: Sender, *events: Event) -> None:
    """More in the record of a table, which sends all of it that the hall may not have."""
    first = sender.last + 1 if any(one.type == StaffCalled.type for _, one in sender.events) else 1
    for event in events:
        write(sender, event, now())
    hall.ask("/link/v1/events", as_sent(sender.batch(first)), {"Authorization": f"Bearer {sender.token}"})


@contextmanager
def opened(browser: Any, language: str = "en", size: dict[str, int] = DESK) -> Iterator[Any]:
    """A page of a browser of its own. It fails when the page complained in its console of anything without one of the
    words that the test put into ``expected``."""
    context = browser.new_context(viewport=size, locale=language, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.set_default_timeout(20_000)
    page.complaints, page.expected = complaints, list[str]()
    yield page
    context.close()
    assert [text for text in complaints if not any(word in text for word in page.expected)] == []


@pytest.fixture(scope="module")
def readers(browser: Any, hall: Service) -> Iterator[dict[str, Any]]:
    """A page for each language, which loads itself anew for each address. Closed before the hall ends."""
    with opened(browser, "en") as english, opened(browser, "ja") as japanese:
        yield {"en": english, "ja": japanese}


def found_by_axe(page: Any, within: str = "html") -> list[str]:
    """Pages of a hall have one set of colours."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(BARRIERS, within)
    return found


def shown(page: Any, hall: Service, path: str, there: str, size: dict[str, int] = DESK) -> None:
    page.set_viewport_size(size)
    page.goto("about:blank")  # another part of the same page would keep its dialogs
    page.goto(hall.address + path)
    page.locator(there).first.wait_for()


@pytest.mark.parametrize(("name", "path"), [("floor", "/"), ("round", "/tournament/{0}#round")])
def test_the_documents_show_the_page_as_it_is(
    readers: dict[str, Any], hall: Service, tournament: str, playing: Sender, name: str, path: str
) -> None:
    shown(readers["en"], hall, path.format(tournament), PAGES[path])
    documented(readers["en"], "en", name, NAMES)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_whole_in_two_languages_and_has_no_barrier(
    readers: dict[str, Any], hall: Service, tournament: str, playing: Sender, path: str
) -> None:
    """Its dialogs as well, on a phone."""
    taken = next(one["table"] for one in hall.ask("/api/v1/views/floor")["tables"] if one["session"])
    receipt = hall.ask("/api/v1/views/till")["receipts"][0]["receipt"]
    for language, page in readers.items():
        shown(page, hall, path.format(tournament, playing.id, taken, receipt), PAGES[path])
        assert page.evaluate("document.documentElement.lang") == language
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            assert page.evaluate(WIDER) <= 0, (language, size)
            assert page.evaluate(CUT_OFF) == [], (language, size)
        assert KEY.search(page.locator("body").inner_text()) is None
        assert page.complaints == []
    page = readers["en"]
    assert found_by_axe(page) == []
    page.set_viewport_size(PHONE)
    for button in DIALOGS.get(path, ()):
        page.locator("main").get_by_role("button", name=button, exact=True).first.click()
        dialog = page.locator("dialog[open]")
        dialog.wait_for()
        assert page.evaluate(WIDER) <= 0, button
        assert KEY.search(dialog.inner_text()) is None, button
        assert found_by_axe(page, "dialog[open]") == [], button
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_is_whole_on_a_wall(readers: dict[str, Any], hall: Service, tournament: str, language: str) -> None:
    page = readers[language]
    shown(page, hall, f"/screen/{tournament}", ".clock, .finder, .grid", WALL)
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0
    assert KEY.search(page.locator("body").inner_text()) is None
    assert language != "en" or found_by_axe(page) == []


def held(page: Any, hall: Service, id_: str, entrant: str) -> None:
    """The phone of a player, let in by its card."""
    cards = hall.ask(f"/api/v1/tournaments/{id_}/cards")["cards"]
    code = next(card["code"] for card in cards if card["entrant"] == entrant)
    page.goto(f"{hall.address}/play/{id_}#{code}")
    page.get_by_role("button", name="Use this card on this device").click()
    page.locator(".seat, .card h2").first.wait_for()


def test_a_players_phone_confirms_disputes_and_calls_also_while_the_network_is_away(
    browser: Any, hall: Service, tournament: str
) -> None:
    view = hall.ask(f"/api/v1/views/tournament/{tournament}")
    seats = view["rounds"][0]["games"][0]["seats"]
    names = {one["id"]: one["name"] for one in view["entrants"]}
    with opened(browser, size=PHONE) as phone:
        phone.expected.append("ERR_INTERNET_DISCONNECTED")
        held(phone, hall, tournament, seats[2])
        says(phone, names[seats[2]])
        assert phone.locator(".seat .where").inner_text().split() == ["1", "West"]
        assert ":" in phone.locator(".seat .clock").inner_text()
        pressed(phone, "Confirm this result")
        says(phone, "You have confirmed it.")
        assert phone.evaluate(WIDER) <= 0
        assert barriers(phone) == {}
        phone.context.set_offline(True)
        pressed(phone, "It is wrong")
        phone.locator("dialog[open] input").fill("I had 28,000")
        phone.locator("dialog[open]").get_by_role("button", name="It is wrong").click()
        says(phone, "It is sent as soon as the hall answers.")
        phone.context.set_offline(False)
        says(phone, "You say that it is wrong. The referee sees it.", 10_000)
        game = hall.ask(f"/api/v1/views/tournament/{tournament}")["rounds"][0]["games"][0]
        assert game["state"] == "disputed"
        pressed(phone, "Call the referee")
        phone.locator("dialog[open]").get_by_role("button", name="Call the referee").click()
        says(phone, "The referee was called at")
        with opened(browser) as desk:
            shown(desk, hall, f"/tournament/{tournament}#round", ".call")
            says(desk, f"{names[seats[2]]} calls the referee to table 1")
            pressed(desk, "I go there")
            phone.get_by_role("button", name="Call the referee").wait_for(timeout=LIVE_MS + 1000)


def pressed(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).last.click()


def says(page: Any, text: str, within: float = 20_000) -> None:
    page.get_by_text(text).first.wait_for(timeout=within)


def created(desk: Any, hall: Service, name: str) -> str:
    """A tournament of two rounds, made at the page; its id."""
    shown(desk, hall, "/tournaments", "main button")
    pressed(desk, "New tournament")
    dialog = desk.locator("dialog[open]")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Rules").select_option("ema-riichi-2025")
    dialog.get_by_label("Rounds").fill("2")
    pressed(desk, "Create")
    desk.wait_for_url("**/tournament/c-*")
    return str(desk.url.rsplit("/", 1)[1])


def entrants(hall: Service, id_: str) -> list[str]:
    return [one["name"] for one in hall.ask(f"/api/v1/views/tournament/{id_}")["entrants"]]


def entered(desk: Any, table: int, scores: tuple[int, ...]) -> Any:
    """The scores of a table, sent off; the dialog."""
    desk.locator(".game").nth(table - 1).get_by_role("button", name="Enter the result").click()
    dialog = desk.locator("dialog[open]")
    for seat, score in enumerate(scores):
        dialog.locator("input").nth(seat).fill(str(score))
    dialog.get_by_role("button", name="Save").click()
    return dialog


def points(text: str) -> float:
    """Tournament points as a page writes them."""
    return float(text.replace("−", "-"))


def test_a_call_at_a_table_is_on_the_floor_within_a_second_and_is_answered_there(
    browser: Any, hall: Service, playing: Sender
) -> None:
    with opened(browser) as desk:
        shown(desk, hall, "/", ".tabletop")
        card = desk.locator(".place", has_text="Garden")
        said(hall, playing, StaffCalled(None, "drinks", "Bo"))
        call = card.locator(".alarm", has_text="The table calls: Drinks or food")
        call.wait_for(timeout=LIVE_MS)
        call.get_by_role("button", name="I am going").click()
        says(call, "this computer goes, since", LIVE_MS)
        assert desk.locator("#top .badge").inner_text() == "3"
        said(hall, playing, CallEnded(None, "Bo"))
        call.wait_for(state="detached", timeout=LIVE_MS)
        desk.locator("#top").get_by_role("link", name="Alarms").click()
        row = desk.locator("main tr", has_text="The table calls: Drinks or food")
        row.get_by_text("this computer").wait_for()


def test_two_desks_that_change_one_place_see_each_other_and_lose_nothing(
    browser: Any, hall: Service, playing: Sender
) -> None:
    address = f"/table/{playing.id}"
    with opened(browser) as first, opened(browser) as second:
        first.expected.append("409 (Conflict)")
        for desk in (first, second):
            shown(desk, hall, address, "h1")
            pressed(desk, "Change the place")
        mine, theirs = (desk.locator("dialog[open]") for desk in (first, second))
        mine.get_by_label("Number").fill("17")
        theirs.get_by_label("Area").fill("Terrace")
        theirs.get_by_role("button", name="Save").click()
        theirs.wait_for(state="detached")
        mine.get_by_text("now: Terrace").wait_for(timeout=LIVE_MS)
        mine.get_by_role("button", name="Save").click()
        first.get_by_text("changed since the page was shown: place of the table changed (this computer, ").wait_for()
        mine.get_by_role("button", name="Save").click()
        mine.wait_for(state="detached")
        second.locator("h1", has_text="17").wait_for(timeout=LIVE_MS)
        place = next(one for one in hall.ask("/api/v1/views/floor")["tables"] if one["table"] == playing.id)
        assert (place["number"], place["area"]) == (17, "Terrace")


def test_a_webhook_shows_its_secret_once_and_what_was_sent_to_it(browser: Any, hall: Service) -> None:
    with opened(browser) as desk:
        shown(desk, hall, "/webhooks", "main button")
        pressed(desk, "Add a webhook")
        asked = desk.locator("dialog[open]")
        asked.get_by_role("textbox", name="Name").fill("Shop")
        asked.get_by_role("textbox", name="Address").fill("https://jantaku.invalid/hook")
        asked.get_by_role("button", name="Add a webhook").click()
        secret = desk.locator("dialog[open] .secret")
        assert re.fullmatch(r"whs-[0-9a-f]+", secret.inner_text())
        pressed(desk, "Done")
        secret.wait_for(state="detached")
        shop = desk.locator(".hook", has_text="Shop")
        assert "https://jantaku.invalid" in shop.inner_text()
        shop.get_by_role("button", name="Send a test").click()
        shop.locator("tr", has_text="webhook.tried").get_by_text("no answer").wait_for()
        says(shop, "Accepts nothing at present")
        shop.get_by_role("button", name="Pause").click()
        says(shop, "Paused")
        shop.get_by_role("button", name="Delete").click()
        desk.locator("dialog[open]").get_by_role("button", name="Delete").click()
        shop.wait_for(state="detached")


def hands_entered_and_corrected(desk: Any, hall: Service, tournament: str) -> None:
    """Two hands of table 2 from paper; saved, opened again, and the first one was won by another."""
    dialog = opened_at(desk, 2, "Enter the hands")
    for _ in range(2):
        for select, option in ((1, 1), (2, 1), (3, 1)):  # the first player, self-draw, the least value
            dialog.locator(".next-hand select").nth(select).select_option(index=option)
        pressed(desk, "Add the hand")
        dialog.locator(".next-hand select").nth(1).locator("option:checked", has_text="–").wait_for(state="attached")
    pressed_in(dialog)
    dialog = opened_at(desk, 2, "Correct the hands")
    dialog.locator("tbody tr").nth(1).wait_for()
    dialog.get_by_role("button", name="Change").first.click()
    assert dialog.locator(".next-hand select").nth(2).locator("option:checked").inner_text() == "Self-draw"
    dialog.locator(".next-hand select").nth(1).select_option(index=2)
    pressed(desk, "Replace the hand")
    dialog.get_by_role("button", name="Add the hand").wait_for()
    pressed_in(dialog)
    game = hall.ask(f"/api/v1/views/tournament/{tournament}")["rounds"][1]["games"][1]
    assert [hand["winners"] for hand in game["result"]["hands"]] == [[1], [0]]


def test_a_tournament_is_led_at_the_desk_and_followed_by_everybody(browser: Any, hall: Service) -> None:
    with opened(browser) as desk, opened(browser, size=PHONE) as reader:
        id_ = created(desk, hall, "Autumn Open")
        desk.get_by_role("button", name="Open registration").wait_for()
        desk.evaluate(NOTE_REST)
        hall.give("tournament.open-registration", tournament=id_)  # at another desk
        desk.get_by_role("button", name="Promise the draw").wait_for()
        assert desk.evaluate("window.rested"), "a finger on its way would meet another button"
        desk.locator(".tabs").get_by_role("link", name="Players", exact=True).click()
        pressed(desk, "Import a list")
        listed = desk.locator("dialog[open]")
        rows = [f"{name},{'Austria' if name == 'Dora' else 'AUT'},no" for name in EIGHT]
        faulty = "\n".join(("name,country,substitute", *rows, "Ida,AUT,yes"))
        listed.locator("textarea").fill(faulty)
        pressed(desk, "Check")
        says(listed, "Line 5, country: “Austria” is not a country of three letters")
        assert listed.get_by_role("button", name="Enter these players").is_disabled()
        assert entrants(hall, id_) == []
        listed.locator("textarea").fill(faulty.replace("Austria", "AUT"))
        pressed(desk, "Check")
        says(listed, "Players that can be entered: 9")
        pressed(desk, "Enter these players")
        listed.wait_for(state="detached")
        says(desk, "Players: 9")
        assert sorted(entrants(hall, id_)) == sorted((*EIGHT, "Ida"))

        pressed(desk, "Draw numbers")
        pressed(desk, "Seat the next round")
        desk.get_by_role("button", name="Start the round").wait_for()
        desk.locator(".tabs").get_by_role("link", name="Rounds", exact=True).click()
        seat = hall.ask(f"/api/v1/views/tournament/{id_}")["rounds"][0]["games"][1]["seats"][2]
        held(reader, hall, id_, seat)
        pressed(reader, "I sit at my table")
        desk.locator(".game").nth(1).locator(".chip", has_text="1 of 4 sit").wait_for()
        desk.locator(".game").nth(1).locator("tr").nth(2).get_by_role("img", name="Sits at the table").wait_for()
        pressed(desk, "Start the round")
        reader.goto(f"{hall.address}/standings/{id_}")
        reader.locator(".standings td").first.wait_for()
        reader.evaluate("window.sameDocument = true")

        desk.expected.append("status of 422")
        refused = entered(desk, 1, (42_000, 31_000, 27_000, 10_000))
        says(desk, "110000")
        assert refused.is_visible()
        refused.locator("input").nth(3).fill("20000")
        refused.get_by_label("Photo of the sheet").set_input_files(SHEET)
        says(refused, "The photo is attached")
        refused.get_by_role("button", name="Save").click()
        refused.wait_for(state="detached")
        shown_sheet = desk.locator(".game").first.get_by_role("link", name="See the photo of the sheet")
        assert (
            desk.request.get(hall.address + shown_sheet.get_attribute("href")).headers["content-type"] == "image/jpeg"
        )
        entered(desk, 2, ADDS_UP).wait_for(state="detached")

        pressed(desk, "All results are in")
        pressed(desk, "Publish the results")
        desk.get_by_role("button", name="Lock the round").wait_for()
        reader.locator("tr[data-place='7'] .total", has_text="−").first.wait_for(timeout=LIVE_MS)
        places = reader.locator(".standings tr[data-place]").evaluate_all(
            "(all) => all.map((one) => one.dataset.place)"
        )
        assert places == [
            "1", "1", "3", "3", "5", "5", "7", "7",
        ]  # fmt: skip

        pressed(desk, "Undo the last step")
        undone = desk.locator("dialog[open]")
        undone.get_by_label("Reason").fill("published too soon")
        pressed(desk, "Undo the step")
        undone.wait_for(state="detached")
        pressed(desk, "Publish the results")
        tab(desk, "Penalties and protests")
        asked(desk, "Take in a protest", What_the_protest_says="a stick is missing")
        asked(desk, "Rule on it", Decision="Rejected", Ruling_in_words="it lies under the table", Referee="Mei")
        locked(desk)
        desk.get_by_role("button", name="Seat the next round").wait_for()

        tab(desk, "Players")
        desk.locator("tr", has_text="Hugo").get_by_role("button", name="Substitute").click()
        filled_in(desk.locator("dialog[open]"), To_round="2")
        pressed(desk, "Seat the next round")
        pressed(desk, "Start the round")
        tab(desk, "Rounds")
        desk.get_by_role("button", name="Round 2").wait_for()
        seated = desk.locator(".game td").all_inner_texts()
        assert "Ida" in seated
        assert "Hugo" not in seated
        entered(desk, 1, ADDS_UP).wait_for(state="detached")
        hands_entered_and_corrected(desk, hall, id_)
        published(desk)
        locked(desk)
        pressed(desk, "Publish the final standings")
        desk.get_by_role("button", name="Close the tournament").wait_for()
        says(reader, "Final standings", LIVE_MS)
        winner = next(
            one for one in desk.locator(".game").first.locator("td").all_inner_texts() if one in (*EIGHT, "Ida")
        )
        total = reader.locator(".standings tr", has_text=winner).locator(".total")
        before = points(total.inner_text())
        ruled = opened_at(desk, 1, "Rule the result")
        for seat, score in enumerate((62_000, 21_000, 19_000, 18_000)):
            ruled.locator("input").nth(seat).fill(str(score))
        filled_in(ruled, Reason="found wrong after it was published")
        total.filter(has_text=re.compile(rf"^\s*[+−]?{abs(before + 20):g}(\.0)?\s*$")).wait_for()
        assert reader.evaluate("window.sameDocument")
