"""Exit statuses of the command line, and the error for wrong use."""

from __future__ import annotations

from typing import Final

from controller.refusals import JantakuError

DONE: Final = 0
NO: Final = 1
WRONG_USE: Final = 2
INTERRUPTED: Final = 130


class WrongUse(JantakuError):
    """What the person typed, or a file that he named, cannot be used. The message is one clear line."""

    code = "wrong-use"
