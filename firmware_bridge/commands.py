"""Commands on their way: each has an id and a promise that is kept, broken or timed out, never forgotten."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from firmware_bridge.errors import BridgeError
from firmware_bridge.messages import REMEMBERED_COMMANDS, Answer

ANSWER_SECONDS = 2.0
"""A command is answered at once or, after five repetitions, never; this covers both."""
_IDS = 0x10000


class NotReady(BridgeError):
    """The board cannot be told anything now. Nothing was sent."""

    code = "board-not-ready"
    remedy = "Wait until the link is back; the state says why it is not."


class TooManyCommands(BridgeError):
    """More commands wait for their answers than the board can remember. Nothing was sent."""

    code = "too-many-commands"
    remedy = "Wait for answers."


class LinkLost(BridgeError):
    """The session ended before the board answered: the command was carried out once, or not at all."""

    code = "link-lost"
    remedy = "Ask the board where everything stands before going on."


class NoAnswer(BridgeError):
    """The board acknowledged a command and did not answer it in time."""

    code = "no-answer"
    remedy = "Ask the board where everything stands before going on."


@dataclass(frozen=True, slots=True)
class Sent:
    """A command on its way. ``answer`` ends with the board's Answer, LinkLost or NoAnswer, and may be ignored."""

    command: int
    answer: asyncio.Future[Answer]


@dataclass(frozen=True, slots=True)
class _Waiting:
    answer: asyncio.Future[Answer]
    timer: asyncio.TimerHandle


class Commands:
    """Numbers commands and keeps their promises. Ids go on over sessions, because a motion may outlive its session;
    0 is no command."""

    def __init__(self, first: int) -> None:
        self._last = first % _IDS
        self._waiting: dict[int, _Waiting] = {}

    def number(self) -> int:
        """The id of the next command. Raises TooManyCommands."""
        if len(self._waiting) >= REMEMBERED_COMMANDS:
            raise TooManyCommands(f"{len(self._waiting)} commands wait for their answers")
        self._last = self._last % (_IDS - 1) + 1
        return self._last

    def promise(self, command: int) -> Sent:
        """The promise of an answer to ``command``, which was just sent."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()
        timer = loop.call_later(ANSWER_SECONDS, self._expire, command)
        self._waiting[command] = _Waiting(answer, timer)
        return Sent(command, answer)

    def answered(self, answer: Answer) -> None:
        if waiting := self._waiting.pop(answer.command, None):
            waiting.timer.cancel()
            if not waiting.answer.done():
                waiting.answer.set_result(answer)

    def lost(self, reason: str) -> None:
        """The session is over: no answer will come."""
        for command in list(self._waiting):
            self._break(command, LinkLost(f"command {command}: {reason}"))

    def _expire(self, command: int) -> None:
        self._break(command, NoAnswer(f"command {command}: no answer in {ANSWER_SECONDS:g} s"))

    def _break(self, command: int, error: BridgeError) -> None:
        waiting = self._waiting.pop(command)
        waiting.timer.cancel()
        if not waiting.answer.done():
            waiting.answer.set_exception(error)
            waiting.answer.exception()  # a caller may ignore the answer; asyncio need not complain
