"""Scores the worked cases of a ruleset against a mutant."""

from __future__ import annotations

import functools
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from controller.rules import engine, progression, settlement
from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.settlement import Settling
from controller.rules.sheet import glance, judges, patterns, shares
from controller.rules.sheet.ruleset import PlayedItems, Ruleset
from tools.mutants import Mutant, Place, code, data, imported, matches, tallies

CASES = Path(__file__).parents[2] / "tests" / "cases"
PACKAGE = "controller.rules.rulesets."
RULES = str(Path(engine.__file__).parent)
SECONDS = (0.5, 3.0)
"""A mutant that takes ten times as long as the sound ruleset, within these bounds, runs in circles."""
AGAIN = 0.001
"""Seconds on the processor after which an alarm that struck elsewhere is repeated."""


class RunsInCircles(BaseException):
    """Raised out of a mutant that does not come to an end."""


@dataclass
class Trial:
    """The cases of a ruleset with what the sound ruleset answers.

    ``caught``: the case that caught the last mutant, asked first, and alone: what a ruleset keeps depends on the order
    of hands, so that of the cases stays that of their files, and a mutant is caught in every run or in none.
    """

    rules: Ruleset
    records: list[dict[str, Any]]
    right: dict[str, Any] = field(default_factory=dict)
    seconds: float = SECONDS[1]
    caught: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        forget()  # a mutant begins with nothing in the stores either
        started = time.process_time()
        self.right = self.answers()
        self.seconds = min(max(SECONDS[0], 10 * (time.process_time() - started)), SECONDS[1])

    def answers(self) -> dict[str, Any]:
        """Of the sound ruleset, by case."""
        ask = self.asked(self.rules, "")
        return {record["id"]: ask(record) for record in self.records}

    def asked(self, rules: Ruleset, ignored: str) -> Callable[[dict[str, Any]], Any]:
        """What answers one case after the other. ``ignored``: an option that is passed over."""
        games: dict[str, ConfiguredGame] = {}

        def ask(record: dict[str, Any]) -> Any:
            options = {name: value for name, value in (record.get("options") or {}).items() if name != ignored}
            profile = record.get("profile")
            key = repr((profile, options))
            if key not in games:
                games[key] = ConfiguredGame(rules, options, profile)
            return answer(games[key], record)

        return ask

    @cached_property
    def places(self) -> set[Place]:
        """The functions of the rules that these cases run."""
        forget()
        answered = code.run_of(self.answers, rule_files())
        return {code.place_of(one) for one in answered}

    def reaches(self, mutant: Mutant) -> bool:
        """Whether these cases can notice it at all."""
        return mutant.inside is None or mutant.inside in self.places

    def catches(self, mutant: Mutant, patience: float = 1.0) -> str:
        """The case that a mutant fails; empty when it passes them all. ``patience`` lengthens the time it may take."""
        asked: dict[str, Any] | None = None
        try:
            with limited(self.seconds * patience), mutant.applied(self.rules) as (rules, ignored):
                for records in (self.caught, self.records):
                    forget()
                    ask = self.asked(rules, ignored)
                    for asked in records:
                        if ask(asked) != self.right[asked["id"]]:
                            return self._by(asked)
        except (Exception, RunsInCircles):  # noqa: BLE001 - a mutant may break in any way, and is caught by it
            return self._by(asked or self.records[0])
        return ""

    def _by(self, record: dict[str, Any]) -> str:
        self.caught = [record]
        return str(record["id"])


class MatchTrial(Trial):
    """Plays recorded matches."""

    def asked(self, rules: Ruleset, ignored: str) -> Callable[[dict[str, Any]], Any]:
        return lambda record: matches.answers(rules, record, ignored)


def answer(game: ConfiguredGame, record: dict[str, Any]) -> dict[str, Any]:
    """The result of a record, or which field and which tile it is refused for."""
    try:
        if "explained" in record:
            result = game.score({**record, "explain": True})
            return {**result, "explain": shown(result["explain"], record["explained"])}
        return game.score(record)
    except RecordError as error:
        return {"error": error.code, "field": error.field, "tile": error.tile}


def shown(explained: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Of an explanation what a case is about: ``items`` by id with their tiles, ``exclusions`` (item, by, value) and
    ``reasons`` for them (item, by, sentence), the sentences of the ``conversion``."""
    items = {row["id"]: row["tiles"] for row in explained["items"] if row["id"] in wanted.get("items", ())}
    exclusions = sorted([row["item"], row["by"], row["value"]] for row in explained["exclusions"])
    reasons = sorted([row["item"], row["by"], row["key"]] for row in explained["exclusions"])
    conversion = [[row["key"], row["args"]] for row in explained["conversion"]]
    parts = {"items": items, "exclusions": exclusions, "reasons": reasons, "conversion": conversion}
    return {name: parts[name] for name in wanted}


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises ``RunsInCircles`` out of the rules after so much time on the processor; nothing that was kept before is
    known inside or afterwards. Main thread only.

    Only where a function of the rules is running: in a callback of others (the collector of garbage calls some) it
    would be swallowed, and in what takes a mutant back it would leave the mutant behind. The alarm is repeated until it
    strikes there.
    """

    def stop(_signal: int, frame: FrameType | None) -> None:
        if frame is not None and frame.f_code.co_filename.startswith(RULES):
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            raise RunsInCircles

    forget()
    kept = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, kept)
        forget()


def forget() -> None:
    """Empties what the rulesets have kept, by ``functools.cache`` and in mappings that fill themselves."""
    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGE):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
                elif isinstance(value, dict) and hasattr(type(value), "__missing__"):
                    value.clear()


def rule_files() -> set[str]:
    """The files of the rules that are imported."""
    files = (str(getattr(module, "__file__", "")) for module in list(sys.modules.values()))
    return {file for file in files if file.startswith(RULES)}


def trial(id: str) -> Trial:
    lines = [line for path in case_files(id) for line in path.read_text(encoding="utf-8").splitlines()]
    records = [json.loads(line) for line in lines]
    return Trial(sound(id), [record for record in records if record["ruleset"] == id])


def match_trial(id: str) -> MatchTrial:
    return MatchTrial(sound(id), list(matches.cases(id)))


def case_files(id: str) -> list[Path]:
    refused = (CASES / "refused").glob(f"{id}.jsonl")
    events = (CASES / "events").glob(f"{id}.jsonl")
    return [*CASES.glob(f"{id}.jsonl"), *sorted(CASES.glob(f"{id}-more*.jsonl")), *refused, *events]


def sound(id: str) -> Ruleset:
    """The ruleset, whose tests are asked of every hand: what they need is true of the tests as they are."""
    from controller.rules import ruleset as load

    rules = load(id)
    glance.ask_always()
    return rules


def modules_of(rules: Ruleset) -> list[ModuleType]:
    """The modules that the ruleset is written in: its own and those of the folder that it imports."""
    start = PACKAGE + rules.id.replace("-", "_")
    found: dict[str, ModuleType] = {}
    wanted = [name for name in sys.modules if name == start or name.startswith(start + ".")]
    while wanted:
        name = wanted.pop()
        module = found[name] = sys.modules[name]
        wanted += [
            origin
            for value in vars(module).values()
            if (origin := str(getattr(value, "__module__", ""))).startswith(PACKAGE) and origin not in found
        ]
    return [found[name] for name in sorted(found)]


def ran_by(tried: Trial, modules: Sequence[ModuleType], explain: bool = False) -> set[CodeType]:
    """The functions of these modules that run when hands are scored; those of walls and matches do not count."""
    forget()
    chosen = {played_with(record): record for record in tried.records}
    games = {
        key: ConfiguredGame(tried.rules, record.get("options") or {}, record.get("profile"))
        for key, record in chosen.items()
    }
    forget()

    def job() -> None:
        for game in games.values():
            game.rules.off(game.options)
            game.rules.bind(game.options, game.played)
        for record in tried.records:
            answer(games[played_with(record)], {**record, "explain": True} if explain else record)

    return code.run_of(job, {module.__file__ or "" for module in modules})


def played_with(record: Mapping[str, Any]) -> str:
    """What a case is played with: its profile and options."""
    return repr((record.get("profile"), record.get("options")))


class Watched(dict[str, Any]):
    """Options that note which of them are read."""

    read: set[str]

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)


def options_read(tried: Trial) -> set[str]:
    """The options that scoring looks at; the others concern walls, match and table."""
    read: set[str] = set()
    for record in tried.records:
        game = ConfiguredGame(tried.rules, record.get("options"), record.get("profile"))
        watched = Watched(game.options)
        watched.read = read
        game.played = PlayedItems(game.played.items.values(), game.played.exclusions, watched, tried.rules.off(watched))
        for item in tried.rules.items:
            item.played(watched)
        game.bound = tried.rules.bind(watched, game.played)
        game.settling = (tried.rules.settling or Settling)(watched, game.bound, game.plan)
        answer(game, record)
    return read & {option.name for option in tried.rules.options}


def all_mutants(tried: Trial) -> list[Mutant]:
    modules = modules_of(tried.rules)
    ran = ran_by(tried, modules)
    if tried.rules.id != tallies.RULESET:
        return [*data.mutants(tried.rules, options_read(tried)), *code.mutants(modules, ran)]
    return [*tallies.mutants(), *code.mutants(modules, ran), *imported.mutants(PACKAGE + tallies.RULESET, modules, ran)]


def shared_mutants(tried: Sequence[Trial]) -> list[Mutant]:
    """Of the tests and payments that several rulesets use."""
    modules = [judges, patterns, shares, sys.modules[Ruleset.__module__]]
    ran = {one for trial in tried for one in ran_by(trial, modules)}
    return list(code.mutants(modules, ran))


def match_mutants(tried: Sequence[MatchTrial]) -> list[Mutant]:
    """Of what only a match runs: settlement, progression, penalties, the final score, and the options for them."""
    own = {module.__name__: module for one in tried for module in modules_of(one.rules)}
    modules = [engine, progression, settlement, shares, *(own[name] for name in sorted(own))]
    ran, scoring = set[CodeType](), set[CodeType]()
    for one in tried:
        ran |= ran_by_matches(one, modules)
        scoring |= ran_by(trial(one.rules.id), modules, explain=True)
    read = {name for code in scoring for name in code.co_names}
    return [*code.mutants(modules, ran - scoring, read, deep=True), *(row for one in tried for row in _unheard(one))]


def ran_by_matches(tried: MatchTrial, modules: Sequence[ModuleType]) -> set[CodeType]:
    """Not what only looks at tiles, walls, dice, seating and questions, which is made with every game."""
    rules, paths = tried.rules, {module.__file__ or "" for module in modules}
    games = [ConfiguredGame(rules, options, profile) for options, profile in _playable(tried)]

    def beside() -> None:
        for game in games:
            rules.wall(game.options, rules.tiles(game.options)), rules.dice(game.options), rules.seating(game.options)
            rules.asks(game.options, game.asks)

    def used() -> None:
        for game in games:
            rules.progression(game.options), rules.start_points(game.options)

    ran = code.run_of(tried.answers, paths)
    return ran - code.run_of(beside, paths) | code.run_of(used, paths)


def _playable(tried: MatchTrial) -> list[tuple[dict[str, Any], str | None]]:
    return [
        (record["options"], record.get("profile"))
        for record in tried.records
        if "refused" not in record.get("expect", {})
    ]


def _unheard(tried: MatchTrial) -> Iterator[Mutant]:
    for name in sorted({name for record in tried.records for name in record["options"]}):
        yield data.unheard(name, f"option {tried.rules.id} {name}: ignored", tried.rules.id)
