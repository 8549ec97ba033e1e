"""What can go wrong while a table is set up from its page."""

from __future__ import annotations

from controller.refusals import JantakuError


class SetupError(JantakuError):
    """Base of them all."""

    code = "setup"


class BadWish(SetupError):
    """A wish that cannot be read, or with a value that is not allowed; the message repeats no password."""

    code = "setup-bad-wish"
    remedy = "Open the page again."


class NotNow(SetupError):
    """Somebody plays, tiles are in the way, or an update is under way."""

    code = "setup-not-now"
    remedy = "Try again when nobody plays."


class WouldNotStart(SetupError):
    """The service did not come up with the new settings; those of before are back."""

    code = "setup-would-not-start"
    remedy = "The table goes on with the settings that it had."


class NotReached(SetupError):
    """The wireless network did not let this computer in; the one of before is back."""

    code = "setup-network-not-reached"
    remedy = "Check its name, its password and the distance."


class WrongRelease(SetupError):
    """The firmware that was asked for is not that of the release that runs."""

    code = "setup-wrong-release"
    remedy = "Open the page again."
