"""The tablet page in a real browser against the real service: a match, faults, a lost service, four languages."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from tests.browser.boxes import at, findings, pictured
from tests.browser.conftest import Service
from tests.browser.display import from_menu, menu, sentence, speak
from tests.browser.entering import entry_form, shows_what_it_pays, total, touch

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]
ITS_WORDS = "await (await import('/web/shared/words.js')).loadWords();"
"""The page runs a joined script; single modules that a test imports are others, and load their words themselves."""

NAMES = ("Mei-Ling", "王小明", "Alexander", "さくら")
KEY_LIKE = r"\b(?:prompt|action|fault|remedy|match|machine|place|latch|connection|result|error|sim|plant)\.[a-z]"


def opened(page: Any, service: Service, path: str = "/") -> None:
    page.goto(service.address + path)
    page.wait_for_selector(".felt")


def in_state(page: Any, condition: str) -> None:
    """Until the page has seen it: ``s`` is its last snapshot."""
    page.wait_for_function(f"() => {{ const s = window.tablet?.state; return s && ({condition}); }}")


def no_match(service: Service) -> None:
    match = service.table()["match"]
    if match and match["phase"] != "over":
        service.post("/matches/current/abandon", {"who": "test", "why": "next test"})


def playing(service: Service, dice: list[int] | None = None) -> None:
    """A hand is being played, begun with these dice."""
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    body = {"ruleset": "hong-kong-old", "seats": seats, "seating": "given", "first_dealer": 0}
    service.post("/matches", {**body, "options": {"dead-wall-stacks": 7}})
    service.post("/dice/rolls", {"purpose": "break", "faces": dice or [3, 4, 1], "again": True})


def played_plainly(service: Service) -> None:
    """The last match had no house rules: the start dialog begins with the rules of the last one, whoever played it."""
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "hong-kong-old", "seats": seats, "seating": "given"})
    no_match(service)


def test_a_match_is_started_with_names_and_first_dealer(page: Any, service: Service) -> None:
    played_plainly(service)
    opened(page, service)
    page.get_by_role("button", name="Start a match").click()
    for seat, name in enumerate(NAMES):
        page.locator("dialog input[type=text]").nth(seat).fill(name)
    page.locator("dialog select").first.select_option("2")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".foot .say .toast", has_text="The match has begun").wait_for()  # in the place of the sentence
    in_state(page, "s.match?.phase === 'roll'")
    rail = page.locator(".rail", has_text="Alexander")
    assert rail.locator(".tag.deals").is_visible()
    assert rail.locator(".wind").inner_text() == "東"


def test_a_profile_shows_its_house_rules_and_is_played(page: Any, service: Service) -> None:
    no_match(service)
    opened(page, service)
    page.get_by_role("button", name="Start a match").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("radio", name="Riichi").first.click()
    dialog.get_by_label("Variant").select_option("mleague")
    dialog.locator("summary", has_text="Options").click()
    assert dialog.get_by_label("Starting points").input_value() == "25000"
    page.get_by_role("button", name="Start", exact=True).click()
    in_state(page, "s.match?.options?.['start-points'] === 25000")


def test_the_table_rolls_and_the_picture_shows_break_deal_and_next_draw(page: Any, service: Service) -> None:
    playing(service, [3, 4, 1])
    opened(page, service)
    in_state(page, "s.wall?.next_draw === '2-17-bottom'")
    assert page.locator(".felt .pair").get_attribute("aria-label") == "Dice: 3, 4, 1"
    letters = page.locator(".felt .wall-sign").all_text_contents()
    # 53 tiles go out; a stack shows the wind of its upper tile, and the deal takes 27 upper ones.
    assert len(letters) == 27
    assert set(letters) == set("東南西北")


def test_a_quick_result_shows_what_it_pays_before_it_counts(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    entry_form(page)
    confirm = page.get_by_role("button", name="Confirm")
    assert confirm.is_disabled()
    touch(page, "Mei-Ling", "Alexander")
    total(page, "4")
    shows_what_it_pays(page)
    assert "+16" in page.locator(".ledger").inner_text()
    confirm.click()
    in_state(page, "s.match.seats[0].score === 16 && s.match.seats[2].score === -8")
    assert "Mei-Ling won" in menu(page).locator(".last h2").inner_text()


def test_a_hand_is_laid_out_scored_and_explained(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    entry_form(page)
    touch(page, "王小明")
    page.get_by_role("button", name="Enter tiles").click()
    page.get_by_role("radio", name="Melds").click()
    page.get_by_role("radio", name="Pung").click()
    pick = page.locator(".pick")
    pick.get_by_role("button", name="Red dragon").click()
    page.get_by_role("radio", name="In hand").click()
    for name in ["One", "One", "One", "Two", "Three", "Four", "Seven", "Eight", "Nine", "Nine"]:
        pick.get_by_role("button", name=f"{name} of dots").click()
    pick.get_by_role("button", name="Nine of dots").click()
    shows_what_it_pays(page)
    assert "Clean hand" in page.locator(".ledger").inner_text()
    form = page.locator("dialog[open]")
    form.get_by_role("button", name="More").click()
    form.locator(".more summary").click()
    assert "{" not in form.locator(".more").inner_text()
    page.get_by_role("button", name="Confirm").click()
    in_state(page, "s.match.seats[1].score > 0")


def test_a_hand_below_the_minimum_is_refused_in_words(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    entry_form(page)
    touch(page, "王小明")
    page.get_by_role("button", name="Enter tiles").click()
    pick = page.locator(".pick")
    for name in ["One of dots", "Two of dots", "Three of dots", "Four of bamboos", "Five of bamboos", "Six of bamboos",
                 "Seven of characters", "Eight of characters", "Nine of characters", "East wind", "East wind",
                 "East wind", "Two of dots", "Two of dots"]:  # fmt: skip
        pick.get_by_role("button", name=name).click()
    page.locator(".sentence", has_text="minimum").wait_for()
    assert page.get_by_role("button", name="Confirm").is_disabled()
    # The answer to a refused preview is an error of the request, which the browser notes.
    page.expected += ["422"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_told_in_the_language_of_the_page_alone(page: Any, service: Service, language: str) -> None:
    opened(page, service)
    words = catalogue(language)
    speak(page, language)
    said = f"async (error) => {{ {ITS_WORDS} return (await import('/web/shared/problem.js')).problemText(error); }}"
    illegal = {"code": "illegal-hand", "detail": "exact", "remedy": "r", "reason": "too-many-copies"}
    assert page.evaluate(said, {"status": 422, "problem": illegal})["text"] == words["reason.too-many-copies"]
    idle = {"code": "not-now-playing", "detail": "'raise' does nothing in 'playing'.", "remedy": "Now possible: open."}
    told = page.evaluate(said, {"status": 423, "problem": idle})
    assert (told["text"], told["remedy"]) == (words["error.not-now"], words["error.not-now.remedy"])
    name = {"code": "same-name", "detail": "exact in English", "remedy": words["error.same-name.remedy"]}
    plain = page.evaluate(said, {"status": 422, "problem": name})["text"]
    assert plain == ("exact in English" if language == "en" else words["error.same-name"])


STEPS = (
    f"async ([actions, voice]) => {{ {ITS_WORDS}"
    + """
    const { loadMe } = await import('/web/shared/me.js');
    const { stepsOf } = await import('/web/tablet/steps.js');
    await loadMe();
    const state = { board: { state: 'ready' }, journal: { problem: null }, prompt: { actions }, sentence: { voice },
                    fair_dice: { open: null } };
    const enter = { text: 'Enter', onClick: () => {}, kind: 'main' };
    const steps = stepsOf(state, voice === 'none' ? [] : [enter], () => {});
    return [steps[0].text, steps.filter(({ kind }) => kind === 'main').map(({ text }) => text)];
}"""
)


def test_the_voice_that_the_service_names_has_the_button_that_stands_out(page: Any, service: Service) -> None:
    opened(page, service)
    actions = [{"command": "open", "key": "action.open"}]
    opens = catalogue("en")["action.open"]
    assert page.evaluate(STEPS, [actions, "match"]) == ["Enter", ["Enter"]]
    assert page.evaluate(STEPS, [actions, "machine"]) == [opens, [opens]]


def test_a_last_resort_is_never_the_button_that_stands_out(page: Any, service: Service) -> None:
    opened(page, service)

    def standing_out(command: str) -> int:
        actions = [{"command": command, "key": f"action.{command}"}]
        return len(page.evaluate(STEPS, [actions, "machine"])[1])

    assert [standing_out(command) for command in ("raise", "placed", "emptied")] == [1, 0, 0]


def test_an_earlier_hand_is_corrected_with_who_and_why(page: Any, service: Service) -> None:
    playing(service)
    win = {"winner": 0, "source": "self-draw", "total": 4}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    opened(page, service)
    from_menu(page, "Hands played")
    page.locator("dialog.hands").get_by_role("button", name="Correct").click()
    page.get_by_role("radio", name="Draw", exact=True).click()
    page.get_by_label("Who decides this").fill("referee")
    page.get_by_label("Why").fill("the hand was dead")
    shows_what_it_pays(page)
    page.get_by_role("button", name="Correct it").click()
    in_state(page, "s.match.seats.every((seat) => seat.score === 0) && s.match.last.corrected")


def test_a_correction_begins_with_what_was_entered(page: Any, service: Service) -> None:
    playing(service)
    tiles = {"hand": "123456789m1122z", "melds": [], "winning_tile": "2z", "flowers": "1f", "flags": []}
    win = {"winner": 2, "source": "discard", "discarder": 1, "tiles": tiles}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    opened(page, service)
    from_menu(page, "Hands played")
    page.locator("dialog.hands").get_by_role("button", name="Correct").click()
    page.wait_for_function("() => document.querySelectorAll('.hold .tile-button').length === 15")
    page.get_by_label("Who decides this").fill("referee")
    page.get_by_label("Why").fill("discarded by another")
    page.locator(".folded .answer").click()
    touch(page, "Mei-Ling")
    shows_what_it_pays(page)
    page.get_by_role("button", name="Correct it").click()
    in_state(page, "s.match.last.corrected && s.match.last.winners[0].discarder === 0")


def test_the_table_says_who_of_several_gets_a_discard(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    from_menu(page, "Who gets the discard?")
    dialog = page.locator("dialog[open]")
    for place, call in ((0, "chow"), (1, "pung")):
        dialog.locator("select").nth(place).select_option(call)
    dialog.get_by_text(f"{NAMES[2]} gets the tile (pung)").wait_for()
    assert "a kong or pung comes before a chow" in dialog.inner_text()
    dialog.locator("select").nth(2).select_option("win")
    dialog.get_by_text(f"{NAMES[3]} gets the tile (win)").wait_for()
    assert dialog.locator("input[type=number]").count() == 0  # one winner: it does not matter what the hand counts
    dialog.locator("select").nth(0).select_option("win")
    dialog.get_by_text(f"{NAMES[1]} gets the tile (win)").wait_for()
    assert dialog.locator("input[type=number]").count() == 2
    dialog.locator("button.main").click()
    assert service.table()["match"]["phase"] == "play"


def test_a_penalty_is_recorded(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    from_menu(page, "Penalty")
    page.get_by_label("Player").select_option("1")
    page.get_by_label("Who decides this").fill("referee")
    page.get_by_label("What happened").fill("called in vain")
    page.get_by_role("button", name="Record").click()
    in_state(page, "s.match.seats[1].score === -24")


def test_what_a_penalty_costs_is_told_in_whole_sentences(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "given"})
    opened(page, service)
    from_menu(page, "Penalty")
    page.locator("dialog[open]").get_by_text("Pays 20,000 to the bank. The hand is played again.").wait_for()
    page.keyboard.press("Escape")
    speak(page, "ja")
    from_menu(page, catalogue("ja")["penalty.open"])
    told = page.locator("dialog[open]").get_by_text("局をやり直す。")
    assert told.inner_text() == "20,000 を供託します。局をやり直す。"


def test_which_tiles_the_match_leaves_out_is_told_while_others_are_in_the_table(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    opened(page, service)
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "given"})
    needed = "136 tiles. Leave out: flowers and seasons."
    page.locator(".foot .machine", has_text=needed).wait_for()
    for size in ((390, 844), (360, 640)):
        at(page, size)
        pictured(page, "leave out")
        assert page.locator(".machine .what").evaluate("e => e.scrollWidth <= e.clientWidth"), f"it is cut at {size}"
        assert findings(page) == []
    at(page, (1280, 800))
    page.locator(".foot .machine").click()
    page.locator("dialog[open] strong", has_text=needed).wait_for()
    page.keyboard.press("Escape")
    playing(service)  # a game of all 144 tiles, as they lie on the table
    page.locator(".foot .machine", has_text="Leave out").wait_for(state="detached")


def test_a_referee_takes_points_that_no_ruleset_names(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    from_menu(page, "Penalty")
    page.get_by_label("Player").select_option("1")
    page.locator("dialog select").nth(1).select_option("points")
    page.get_by_label("Who decides this").fill("referee")
    page.get_by_label("What happened").fill("late")
    assert page.get_by_role("button", name="Record").is_disabled()  # no points yet
    page.get_by_label("Points to each other player").fill("5")
    page.get_by_label("Points to the bank").fill("2")
    page.get_by_role("button", name="Record").click()
    in_state(page, "s.match.seats.map(({ score }) => score).join() === '5,-17,5,5'")


def test_an_emergency_stop_changes_the_whole_frame_and_its_remedies_open(page: Any, service: Service) -> None:
    opened(page, service)
    service.act("fault", fault="emergency-stop")
    try:
        page.locator("body.estop .frame.estop .disc", has_text="Stopped").wait_for()
        assert page.locator("body").get_attribute("data-light") == "stopped"
        page.locator(".foot button.machine").click()
        dialog = page.locator("dialog[open]")
        dialog.locator(".card", has_text="E51").wait_for()
        assert dialog.locator(".remedies li").count() >= 1
        page.keyboard.press("Escape")
        in_state(page, "s.mechanism.state === 'stopped'")
    finally:
        service.let_go()
    page.locator("body:not(.estop)").wait_for()


def test_the_page_and_its_open_dialog_say_that_the_service_is_away_and_come_back(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    menu(page)
    service.stop()
    page.locator("dialog .toast.bad", has_text="The service does not answer").wait_for()
    page.keyboard.press("Escape")
    page.locator('body[data-light="off"]', has_text="The service does not answer").wait_for()
    assert page.get_by_role("button", name="Enter the result").count() == 0
    service.start()
    in_state(page, "s.match?.phase === 'play' && window.tablet.connected")
    page.get_by_role("button", name="Enter the result").wait_for(timeout=20000)
    page.expected += ["ERR_", "503"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_complete_on_the_page(page: Any, service: Service, language: str) -> None:
    playing(service)
    opened(page, service)
    speak(page, language)
    words = catalogue(language)
    page.get_by_role("button", name=words["result.open"]).wait_for()
    assert page.evaluate("document.documentElement.lang") == language
    shown = page.inner_text("body")
    assert page.evaluate("(pattern) => document.body.innerText.match(new RegExp(pattern))", KEY_LIKE) is None, shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (800, 1280), (390, 844)])
def test_nothing_overflows_and_everything_to_press_is_large_enough(
    page: Any, service: Service, width: int, height: int, language: str
) -> None:
    playing(service)
    page.set_viewport_size({"width": width, "height": height})
    opened(page, service)
    speak(page, language)
    page.get_by_role("button", name=catalogue(language)["result.open"]).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    small = page.evaluate(
        "[...document.querySelectorAll('button, a.button, select, .foot .lit')]"
        ".filter((e) => e.offsetParent)"
        ".filter((e) => e.getBoundingClientRect().height < 48).map((e) => e.innerText)"
    )
    assert small == []


def start_game(service: Service, ruleset: str, **options: Any) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    body = {"ruleset": ruleset, "options": options, "seats": seats, "seating": "given", "first_dealer": 0}
    service.post("/matches", body)
    service.post("/matches/current/hands", {})


def test_riichi_asks_for_sticks_ready_hands_and_fu(page: Any, service: Service) -> None:
    start_game(service, "riichi", kyuushu=True)
    opened(page, service)
    dialog = entry_form(page)
    dialog.get_by_role("radio", name="Draw", exact=True).click()
    assert dialog.get_by_role("radio", name="nine terminals").is_visible()
    dialog.get_by_role("button", name="More").click()
    dialog.get_by_role("group", name="Riichi sticks").get_by_label("王小明").check()
    dialog.get_by_role("button", name="Back").click()
    ready = dialog.get_by_role("group", name="Who was tenpai?").get_by_role("button", name="王小明")
    assert ready.get_attribute("aria-pressed") == "true"
    assert ready.get_attribute("aria-disabled") == "true"
    page.get_by_role("button", name="Confirm").click()
    in_state(page, "s.match.seats[1].score === 32000 && s.match.deposits === 1 && s.match.carry === 1")
    service.post("/matches/current/hands", {})
    assert page.locator(".heap").inner_text().split() == ["×1", "×1"]
    page.get_by_text("The winner also takes 1,300", exact=True).wait_for()
    stick = {"seat": 2, "declaration": "riichi"}
    service.post("/matches/current/hands/current/declarations", stick)
    page.get_by_text("The winner also takes 2,300", exact=True).wait_for()
    assert page.locator(".heap").inner_text().split() == ["×2", "×1"]
    service.post("/matches/current/hands/current/declarations", {**stick, "withdraw": True})
    page.get_by_text("The winner also takes 1,300", exact=True).wait_for()
    entry_form(page)
    touch(page, "Mei-Ling", "Alexander")
    total(page, "3")
    confirm = page.get_by_role("button", name="Confirm")
    assert confirm.is_disabled()
    dialog.get_by_role("radiogroup", name="fu").get_by_role("radio", name="30", exact=True).click()
    # 3,900, one counter, one stick
    page.wait_for_function("() => document.querySelector('.ledger')?.innerText.includes('+5,200')")
    total(page, "Mangan")
    page.wait_for_function("() => document.querySelector('.ledger header b')?.innerText === '5 han · mangan'")
    assert dialog.get_by_role("radiogroup", name="fu").get_by_role("radio", disabled=False).count() == 0
    confirm.click()
    in_state(page, "s.match.seats[0].score === 38300 && s.match.deposits === 0")
    assert page.complaints == []


def test_chinese_official_takes_points_and_says_who_changes_seats(page: Any, service: Service) -> None:
    start_game(service, "mcr")
    opened(page, service)
    dialog = entry_form(page)
    touch(page, "Mei-Ling")
    dialog.get_by_role("button", name="More").click()
    assert dialog.get_by_role("group", name="Riichi sticks").count() == 0
    dialog.get_by_role("button", name="Back").click()
    dialog.locator("input[type=number]").fill("7")
    page.wait_for_function("() => document.querySelector('dialog.entry .sentence').innerText.includes('8')")
    total(page, "12")
    page.wait_for_function("() => document.querySelector('.ledger')?.innerText.includes('+60')")
    page.get_by_role("button", name="Confirm").click()
    in_state(page, "s.match.seats[0].score === 60")
    for _ in range(3):
        service.post("/matches/current/hands", {})
        service.post("/matches/current/hands/current/result", {"kind": "draw"})
    in_state(page, "s.match.moves.length === 4")
    in_state(page, "s.match.moves.some(({ name, to }) => name === 'Mei-Ling' && to === 1)")
    page.wait_for_selector(".frame.result")
    stands = service.table()
    stands["match"]["undo"] = None  # as ten seconds later
    page.evaluate("state => { tablet.take(state); tablet.take = tablet.measure = () => {}; }", stands)
    page.wait_for_selector(".frame.moves")
    page.expected += ["422"]


def test_the_wall_that_stands_is_shown_when_the_match_counts_in_another(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "given", "first_dealer": 0})
    try:
        opened(page, service)
        in_state(page, "s.match?.phase === 'roll' && s.prompt.key === 'prompt.playing-other-plan'")
        assert "136" in sentence(page)
        service.post("/dice/rolls", {"purpose": "break", "faces": [3, 4], "again": True})
        page.locator(".felt").get_by_text("built for another game").wait_for()
        assert page.locator(".felt .wall-sign").count() == 0  # nobody is told to draw where no such stack stands
        assert page.locator(".felt :is(.walls, .wall-tile)").count() == 0
    finally:
        playing(service)  # a game of 144 tiles again


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_of_house_rules_are_told_in_words(page: Any, service: Service, language: str) -> None:
    no_match(service)
    opened(page, service)
    speak(page, language)
    words = catalogue(language)
    page.get_by_role("button", name=words["start.open"]).click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("radio").nth(5).click()
    kuikae = dialog.locator("select", has=page.locator("option", has_text=words["value.kuikae.allowed"]))
    kuikae.first.wait_for(state="attached")
    shown = dialog.locator("select option").all_text_contents()
    assert [text for text in shown if text in ("2m-8m", "kita-dora", "wait-and-shape", "null")] == []


def test_the_stream_alone_brings_what_happens(page: Any, service: Service) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/v1/table") else None)
    playing(service)
    opened(page, service)
    win = {"winner": 1, "source": "self-draw", "total": 4}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    in_state(page, "s.match.phase === 'roll' && s.match.last.winners[0].seat === 1")
    from_menu(page, "Roll the dice")
    page.locator("dialog[open]").get_by_role("button", name="Throw for this wall").click()
    in_state(page, "s.match.phase === 'play' && s.match.index === 2")
    assert asked == []


def test_what_is_being_typed_survives_what_happens_at_the_table(page: Any, service: Service) -> None:
    playing(service)
    opened(page, service)
    from_menu(page, "Penalty")
    why = page.get_by_label("What happened")
    why.fill("looked at the dead wall")
    why.evaluate("(input) => input.setSelectionRange(6, 6)")
    seq = service.table()["seq"]
    service.post("/dice/rolls", {"purpose": "free", "dice": 2})
    in_state(page, f"s.seq > {seq}")
    page.keyboard.type(" long")
    assert why.input_value() == "looked long at the dead wall"


def test_the_display_never_scrolls(page: Any, service: Service) -> None:
    playing(service)
    page.set_viewport_size({"width": 800, "height": 480})
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    page.evaluate("window.scrollTo(0, 300)")
    assert page.evaluate("window.scrollY") == 0
