"""What can go wrong with an update."""

from __future__ import annotations

from controller.refusals import JantakuError


class UpdateError(JantakuError):
    """Base of them all."""

    code = "update"


class BadBundle(UpdateError):
    """A file that is no update, is cut short, was changed, or is signed by nobody whom this computer trusts."""

    code = "update-bundle"
    remedy = "Fetch the file again; if it stays so, ask whoever gave it to you."


class NotNow(UpdateError):
    """The table is in use, or another update is under way."""

    code = "update-not-now"
    remedy = "Try again when nobody plays."


class UpdateFailed(UpdateError):
    """A step of an update did not do what it should; the release before is back, or stayed."""

    code = "update-failed"
    remedy = "The table goes on with the release that it had."
