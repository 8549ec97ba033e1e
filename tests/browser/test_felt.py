"""What the felt shows in each state, reached by real play at the simulated table, at three sizes of a display."""

from __future__ import annotations

from typing import Any

import pytest

from controller.languages import LANGUAGES
from tests.browser.boxes import SIZES as EVERY_SIZE
from tests.browser.boxes import at, findings
from tests.browser.conftest import Service
from tests.browser.display import from_menu, menu, with_a_manual
from tests.browser.test_display_boxes import LONG_NAMES, riichi, shown
from tests.browser.test_tablet import NAMES, in_state, no_match, opened, playing

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]

SIZES = ((1280, 800), (800, 480), (390, 844))
THROWS = ((0, [5, 4, 1]), (1, [6, 3, 1]), (2, [2, 1, 1]), (3, [4, 2, 1]))
"""The players of seats 0 and 1 tie for East."""
FITS = """() => {
    const felt = document.querySelector('.felt').getBoundingClientRect();
    const disc = document.querySelector('.felt .disc').getBoundingClientRect();
    const inside = disc.left >= felt.left - 1 && disc.right <= felt.right + 1
        && disc.top >= felt.top - 1 && disc.bottom <= felt.bottom + 1;
    return inside && document.documentElement.scrollWidth <= innerWidth
        && document.documentElement.scrollHeight <= innerHeight;
}"""

IN_ORDER = """() => {
    const at = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const numbers = [...document.querySelectorAll('.block-number')].sort((a, b) => a.textContent - b.textContent);
    const walls = document.querySelector('.walls').getBoundingClientRect();
    const [x, y] = [walls.x + walls.width / 2, walls.y + walls.height / 2];
    const angles = numbers.map(at).map(([a, b]) => Math.atan2(b - y, a - x));
    const turns = angles.slice(1).map((angle, k) => (angle - angles[k] + 2 * Math.PI) % (2 * Math.PI));
    return turns.every((turn) => turn > 0 && turn < 1); // each a little further clockwise than the one before
}"""

INSIDE_FELT = """() => [...document.querySelectorAll('.felt :is(.disc .big, .steps h2, .steps li.now)')].every((e) => {
    const felt = e.closest('.felt').getBoundingClientRect(), own = e.getBoundingClientRect();
    return own.left >= felt.left && own.top >= felt.top && own.right <= felt.right + 1 && own.bottom <= felt.bottom;
})"""


def fits(page: Any) -> None:
    """The disc lies on the felt, and nothing has to be scrolled, at every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("tablet.draw()")
        assert page.evaluate(FITS), f"{width} x {height}"
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.evaluate("tablet.draw()")


def shows(page: Any, name: str) -> None:
    page.wait_for_selector(f".frame.{name}")
    fits(page)


def begin(service: Service, seating: str = "dice") -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "hong-kong-old", "seats": seats, "seating": seating})


def throw(service: Service, *throws: tuple[int, list[int]]) -> None:
    for seat, faces in throws:
        service.post("/dice/rolls", {"purpose": "seats", "seat": seat, "faces": faces})


def rail(page: Any, seat: int) -> str:
    return str(page.locator(f".rail[data-seat='{seat}']").inner_text())


def test_the_draw_of_seats_shows_whose_throw_it_is_and_every_throw(page: Any, service: Service) -> None:
    begin(service)
    throw(service, *THROWS[:2])
    opened(page, service)
    in_state(page, "s.match?.throws.length === 2")
    shows(page, "draw")
    assert page.locator(".felt .disc").inner_text().startswith(NAMES[2])
    assert "Your throw" in rail(page, 2)
    assert "10" in rail(page, 0) and "10" in rail(page, 1)


def test_wind_tiles_of_five_say_who_rests_and_east_chooses_a_chair(page: Any, service: Service) -> None:
    no_match(service)
    people = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    rules = {"ruleset": "cantonese-old", "options": {"players": 5}, "seating": "wind-tiles"}
    service.post("/matches", {**rules, "seats": people, "fifth": "Eve"})
    opened(page, service)
    page.get_by_role("button", name="Enter the wind tiles").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_text("East sits").wait_for()
    assert [text.splitlines()[0] for text in dialog.locator("label").all_inner_texts()][4:] == ["Eve", "East sits"]
    for place, tile in enumerate(("W", "5p", "E", "S", "N", "0")):
        dialog.locator("select").nth(place).select_option(tile)
    dialog.get_by_role("button", name="Confirm").click()
    in_state(page, "s.match?.resting[0] !== 'Eve'")
    match = service.table()["match"]
    assert (match["resting"], match["resting_scores"]) == ([NAMES[1]], [0])
    stool = page.locator(".stool").inner_text().splitlines()
    assert [line for line in stool if line][1:] == [NAMES[1], "0", f"Rests next: {NAMES[2]}"]
    assert [row["name"] for row in match["seats"]] == [NAMES[2], NAMES[3], NAMES[0], "Eve"]


def test_a_tie_shows_who_throws_again_and_who_keeps_the_throw(page: Any, service: Service) -> None:
    begin(service)
    throw(service, *THROWS)
    opened(page, service)
    in_state(page, "s.match?.tied.length === 2")
    shows(page, "draw")
    assert "throws again" in rail(page, 0) and "then throws again" in rail(page, 1)
    assert "keeps 4" in rail(page, 2) and "keeps 7" in rail(page, 3)
    assert page.locator(".sentence").inner_text().startswith("A tie")


def test_whoever_touches_a_free_seat_is_asked_for_his_name_there(page: Any, service: Service) -> None:
    no_match(service)
    opened(page, service)
    shown_alone(page, {**service.table(), "match": None})
    shows(page, "waiting")
    page.locator(".rail[data-side='2']").get_by_role("button", name="Seat 3").click()
    page.locator("dialog.setup[open]").wait_for()
    name = page.locator("dialog.setup .seats input").nth(2)
    assert name.evaluate("input => input === document.activeElement")


def test_people_see_where_they_move_and_say_that_they_sit(page: Any, service: Service) -> None:
    begin(service)
    throw(service, *THROWS, (0, [5, 4, 1]), (1, [6, 5, 1]))
    opened(page, service)
    in_state(page, "s.match?.seats_to_confirm")
    shows(page, "moves")
    moves = service.table()["match"]["moves"]
    labels = [text.strip() for text in page.locator(".flow-label").all_text_contents()]
    assert labels == [move["name"] for move in moves] != []
    page.get_by_role("button", name="We are seated").click()
    in_state(page, "!s.match.seats_to_confirm")
    shows(page, "throw")


def test_the_break_is_shown_until_somebody_touches_the_table(page: Any, service: Service) -> None:
    opened(page, service)
    playing(service, [3, 4, 1])
    in_state(page, "s.match?.phase === 'play'")
    shows(page, "deal")
    wall = service.table()["wall"]
    assert page.locator(".walls .wall-tile.dead").count() == len(wall["dead_wall"])
    assert page.locator(".walls .next-draw").count() == 1
    assert page.locator(".walls .replacement-mark").count() == 1
    numbers = page.locator(".walls .block-number").all_text_contents()
    assert sorted(map(int, numbers)) == list(range(1, 13)), "three blocks of four for each player"
    assert page.evaluate(IN_ORDER)
    assert f"then 1 each, {NAMES[0]} 2" in page.locator(".how-taken").inner_text()
    assert "Replacement tiles" in page.locator(".felt").inner_text()
    assert f"Bonus tiles: {NAMES[0]} first" in page.locator(".felt").inner_text()
    assert page.locator(".sentence").inner_text().startswith("Break ")
    page.locator(".felt").click()
    shows(page, "playing")


def test_a_result_shows_who_paid_whom_and_what_comes_next(page: Any, service: Service) -> None:
    playing(service)
    won = {"winner": 1, "source": "self-draw", "total": 3}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [won]})
    opened(page, service)
    in_state(page, "s.match?.last")
    shows(page, "result")
    assert page.locator(".flow-label").count() == 3
    assert "Self-draw" in page.locator(".felt .disc").inner_text()
    assert "Next: East 2" in page.locator(".felt .disc").inner_text()


def test_the_result_shows_the_score_of_whoever_of_five_rests_after_it(page: Any, service: Service) -> None:
    no_match(service)
    people = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    rules = {"ruleset": "cantonese-old", "options": {"players": 5}, "seating": "given", "first_dealer": 0}
    service.post("/matches", {**rules, "seats": people, "fifth": "Eve"})
    while (match := service.table()["match"])["resting"] == ["Eve"]:
        service.post("/dice/rolls", {"purpose": "break", "faces": [3, 4], "again": True})
        won = {"winner": (match["dealer"] + 1) % 4, "source": "self-draw", "total": 3}
        service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [won]})
    opened(page, service)
    in_state(page, "s.match?.resting[0] !== 'Eve'")
    page.wait_for_selector(".frame.result")
    left = next(row["seat"] for row in match["last"]["seats"] if row["name"] == match["resting"][0])
    assert str(match["resting_scores"][0]).lstrip("-") in rail(page, left)


def test_a_kitty_lies_on_the_felt_and_the_double_wind_stands_out(page: Any, service: Service) -> None:
    begun(service, "chinese-traditional")
    offence = {"seat": 1, "penalty": "wrong-claim", "who": "Referee", "why": "a pong without tiles"}
    service.post("/matches/current/penalties", offence)
    opened(page, service)
    in_state(page, "s.match?.kitty === 100")
    page.locator(".felt").click()
    assert "Kitty 100 for the winner" in page.locator(".felt").inner_text()
    assert page.locator(".rail .wind.twice").count() == 1
    assert page.locator(".rail[data-seat='0'] .wind.twice").get_attribute("aria-label") == "East, also prevailing"
    service.post("/matches/current/penalties", {**offence, "penalty": "false-out-unseen"})
    page.get_by_role("button", name=f"{NAMES[1]} had a turn").click()
    in_state(page, "s.match.kitty === 100 && !s.match.restrictions.length")


def test_a_hand_that_an_offence_has_ended_is_offered_to_be_ended(page: Any, service: Service) -> None:
    begun(service, "chinese-traditional")
    offence = {"seat": 1, "penalty": "false-out-shown", "who": "Referee", "why": "no winning hand"}
    service.post("/matches/current/penalties", offence)
    opened(page, service)
    in_state(page, "s.match?.restrictions.length === 1")
    page.get_by_role("button", name="End the hand").click()
    page.get_by_role("button", name="Confirm").click()
    in_state(page, "s.match.last?.kind === 'abort'")


def begun(service: Service, ruleset: str) -> None:
    """A hand of a game of 144 tiles."""
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": ruleset, "seats": seats, "seating": "given", "first_dealer": 0})
    service.post("/matches/current/hands", {})


def test_honba_count_on_after_a_draw_that_passes_the_deal(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "given", "first_dealer": 0})
    service.post("/matches/current/hands", {})
    service.post("/matches/current/hands/current/result", {"kind": "draw"})  # noten: the deal passes on
    opened(page, service)
    in_state(page, "s.match?.last")
    disc = page.locator(".felt .disc")
    assert "Next: East 2 · honba 1" in disc.inner_text()
    service.post("/matches/current/hands", {})
    won = {"winner": 2, "source": "discard", "discarder": 0, "total": 3, "fu": 40}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [won]})
    page.wait_for_selector(".frame.result .flow-label")
    assert disc.inner_text().splitlines()[:3] == ["Win on a discard", "3 han 40 fu", "honba 1"]
    playing(service)  # a game of 144 tiles again


OUT_OF_THE_DISC = """() => {
    const disc = document.querySelector('.felt .disc').getBoundingClientRect();
    return [...document.querySelectorAll('.felt .disc > :not(svg)')].filter((e) => {
        const own = e.getBoundingClientRect();
        const text = document.createRange(); // wider than its element where it is not broken
        text.selectNodeContents(e);
        const { left, right } = (getComputedStyle(e).overflow === 'hidden' ? e : text).getBoundingClientRect();
        return own.top < disc.top || own.bottom > disc.bottom || left < disc.left - 1 || right > disc.right + 1;
    }).map((e) => e.innerText);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_three_winners_have_stays_within_the_disc(page: Any, service: Service, language: str) -> None:
    riichi(service, LONG_NAMES)
    service.post("/matches/current/hands/current/result", {"kind": "draw", "ready": [1], "declared": {"riichi": [1]}})
    wins = [{"winner": seat, "source": "discard", "discarder": 0, "total": 3, "fu": 40} for seat in (1, 2, 3)]
    for winners in (wins[:1], wins[:2], wins):
        service.post("/matches/current/hands", {})
        service.post("/matches/current/hands/current/result", {"kind": "win", "wins": winners})
        shown(page, service, language)
        shows(page, "result")
        for size in EVERY_SIZE:
            at(page, size)
            assert page.evaluate(OUT_OF_THE_DISC) == [], f"{len(winners)} winners at {size}"


def test_a_wall_that_was_played_is_broken_again_only_after_a_question(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)  # before the result: its ten seconds of undo do not wait for a page that loads
    in_state(page, "s.match?.phase === 'play'")
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    in_state(page, "s.match?.last && s.played_wall")
    undo = page.locator(".acts").get_by_role("button", name="Undo")
    undo.wait_for()
    at(page, (360, 640))
    assert undo.is_visible()
    left = "document.querySelector('.acts .soon i').getBoundingClientRect().width"
    before = page.evaluate(left)
    page.wait_for_function(f"(before) => {left} < before", arg=before)  # the ten seconds run out under the word
    assert page.locator(".acts .main").bounding_box()["width"] > 360 / 2, "the next step stands out on a phone as well"
    at(page, (1280, 800))
    page.locator(".acts").get_by_role("button", name="Roll the dice").click()  # one touch away, beside Undo
    dialog = page.locator("dialog[open]").last
    dialog.get_by_text("Throw for the wall of the last hand?").first.wait_for()
    assert service.table()["match"]["phase"] == "roll"
    dialog.get_by_role("button", name="Throw for this wall").click()
    in_state(page, "s.match?.phase === 'play'")


def test_a_phone_shows_the_next_step_also_before_a_key_was_pressed(page: Any, service: Service) -> None:
    service.stop()
    service.start()
    service.wait(lambda: service.table()["board"]["state"] == "ready")
    playing(service)
    opened(page, service)
    at(page, (360, 640))
    in_state(page, "s.match?.phase === 'play'")
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    in_state(page, "s.match?.last && s.sentence.voice === 'machine' && !s.prompt.actions.length")
    acts = page.locator(".acts")
    assert acts.locator(".main").count() == 0, "what comes next is done at the table"
    acts.get_by_role("button", name="Undo").wait_for()
    assert acts.get_by_role("button", name="Roll the dice").is_visible()


def test_a_match_that_is_over_shows_its_ranking(page: Any, service: Service) -> None:
    playing(service)
    won = {"winner": 1, "source": "self-draw", "total": 3}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [won]})
    service.post("/matches/current/end", {"who": "test", "why": "late"})
    opened(page, service)
    in_state(page, "s.match?.final")
    shows(page, "final")
    rows = service.table()["match"]["final"]["ranking"]
    assert page.locator(".rank-name").all_inner_texts() == [row["name"] for row in rows]
    assert "Place 1" in rail(page, 1)
    net = {row["name"]: row["score"] for row in rows}
    from_menu(page, "In sticks or chips")
    pieces = page.locator("dialog[open]")
    pieces.get_by_role("heading", name="Handed over after the last hand").wait_for()
    assert pieces.locator("li").count() == 3, "each of the others pays the winner"
    pieces.get_by_role("button", name="Close", exact=True).last.click()
    page.locator(".acts").get_by_role("button", name="Play on").click()
    page.get_by_role("button", name="Keep seats").click()
    in_state(page, "s.match?.together")
    together = menu(page).get_by_role("region", name="2 matches together")
    assert together.locator("th[scope=row]").all_inner_texts()[0] == max(net, key=lambda name: net[name])


def test_an_emergency_stop_takes_the_felt_and_leaves_the_scores(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    service.act("fault", fault="emergency-stop")
    try:
        in_state(page, "s.mechanism.emergency_stop === 'pressed'")
        shows(page, "estop")
        assert "Stopped" in page.locator(".felt .disc").inner_text()
        assert page.locator(".acts .main").inner_text() == "Call staff"
        assert page.locator(".rail .score").count() == 4
    finally:
        service.let_go()


def shown_alone(page: Any, state: Any) -> None:
    """This state, and none of those that the real table goes on to send."""
    page.evaluate("state => { tablet.take(state); tablet.take = tablet.measure = () => {}; }", state)


def jammed(recorded: Any) -> Any:
    """The table with a jam at the side of seat 2, which has stood for a while."""
    fault = {
        "id": "E13", "code": "E13", "severity": "stop", "side": 2, "mechanism": "head-2", "since": None,
        "evidence": {}, "remedies": ["free-head", "reset", "service"], "level": 1, "key": "fault.head-jam",
    }  # fmt: skip
    said = {"key": "say.remedy.free-head", "args": {"side": 3}, "voice": "machine"}
    light = {"kind": "stopped", "key": "prompt.stop-pressed", "args": {}}
    return {**recorded, "faults": [fault], "sentence": said, "light": light}


def test_a_jammed_head_shows_its_side_its_code_and_the_step_that_is_due(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    shown_alone(page, jammed(service.table()))
    shows(page, "fault")
    assert f"{NAMES[2]}'s side" in page.locator(".steps h2").inner_text()
    assert f"{NAMES[2]}'s side" in page.locator(".sentence").inner_text()
    assert page.locator(".felt .fault-code").inner_text() == "E13"
    assert page.locator(".rail.hatched").get_attribute("data-seat") == "2"
    assert page.locator(".felt .picture .deck-wall.here").count() == 1
    assert "Press Reset" in page.locator(".steps li.now").inner_text()


def test_staff_are_called_beside_the_sentence_while_a_fault_stands(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    service.wait(lambda: not service.table()["calls"])
    calls = page.get_by_role("button", name="Call staff")
    assert page.locator(".acts").get_by_role("button", name="Call staff").count() == 0
    shown_alone(page, jammed(service.table()))
    assert page.locator(".acts button").first.inner_text() == "Call staff"
    page.locator(".acts button.more").click()
    page.locator("dialog.more-menu[open]").wait_for()
    assert page.locator("dialog.more-menu").get_by_role("button", name="Call staff").count() == 1
    page.keyboard.press("Escape")
    page.locator("dialog.more-menu").wait_for(state="detached")
    calls.click()
    page.locator("dialog[open]").get_by_role("button").nth(1).click()
    service.wait(lambda: [call["seat"] for call in service.table()["calls"]] == [None])
    service.post("/calls/endings", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_standing_fault_covers_neither_scores_nor_hand_at_any_size(
    page: Any, service: Service, language: str
) -> None:
    """Its code leads to the manual, as at an installed table, which makes it wider."""
    playing(service)
    page.route("**/api/v1/me", with_a_manual)
    shown(page, service, language)
    shown_alone(page, jammed(service.table()))
    assert page.locator(".felt a.fault-code").get_attribute("href") == "/help?about=E13"
    found = {}
    for size in EVERY_SIZE:
        at(page, size)
        found[size] = findings(page)
        assert page.locator(".felt .disc .big").is_visible(), f"the hand is not said at {size}"
        assert page.locator(".steps li.now").is_visible(), f"the step that is due is not said at {size}"
        assert page.evaluate(INSIDE_FELT), f"hand, fault or step is cut at {size}"
    assert {size: each for size, each in found.items() if each} == {}


def test_numbers_for_the_dice_are_masked_and_leave_when_they_are_complete(page: Any, service: Service) -> None:
    playing(service)
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    opened(page, service)
    service.post("/dice/rolls", {"purpose": "break", "ask": [0, 1, 2, 3], "again": True})
    recorded = service.table()
    waiting = recorded["fair_dice"]["open"]
    service.wait(lambda: service.table()["fair_dice"]["open"] is None)
    in_state(page, "s.match.phase === 'play'")
    sent: list[Any] = []
    page.route("**/dice/contributions", lambda route: (sent.append(route.request.post_data_json), route.abort())[1])
    shown_alone(page, recorded)
    shows(page, "contribute")
    keys = page.locator(".keypad button.n")
    for face in (3, 5):
        keys.nth(face - 1).click()
    assert page.locator(".masked i.filled").count() == 2
    assert page.locator(".masked").inner_text().strip() == "" and sent == []
    keys.nth(0).click()
    page.wait_for_function("() => !tablet.keypad.busy && tablet.keypad.numbers.length === 0")
    assert [(one["seat"], one["numbers"]) for one in sent] == [(waiting["turn"], [3, 5, 1])]
    page.complaints.clear()  # the browser names the request that was held back
