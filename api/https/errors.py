"""What can be wrong with the files of HTTPS."""

from __future__ import annotations

from controller.refusals import JantakuError


class HttpsError(JantakuError):
    code = "https-files"

    @classmethod
    def unreadable(cls, what: str, why: object) -> HttpsError:
        remedy = (
            "Restore the folder https of the state folder from a backup, or move it away: "
            "a new authority is made, and every device has to trust that one."
        )
        return cls(f"{what} cannot be read: {why}", remedy)
