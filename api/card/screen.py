"""What a screen at the table shows before there is an owner, and while the table does not start, as lines of text: a
console without a browser, whose font has no Chinese. The page that its QR code opens speaks every language.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

CLEAR: Final = "\x1b[2J\x1b[H"


def first_steps(name: str, addresses: Sequence[str], code: str | None, said: Sequence[str] = ()) -> str:
    """``addresses``: where devices reach the table, the first one best; none without a network. ``code``: of the owner;
    None where the table has one. ``said``: what came of the settings on the card."""
    lines = [f"This is {name}.", ""]
    if not addresses:
        lines += [
            "It is in no network yet. Plug in a cable, or write the name and the password of",
            "the wireless network into jantaku.toml on the card (any computer can) and start again.",
        ]
    elif code is None:
        lines += ["Its pages:", *(f"  {address}/" for address in addresses)]
    else:
        lines += [
            "It has no owner yet. With your phone, in the same network, scan the code, or open",
            *(f"  {address}/pair" for address in addresses),
            f"and enter   {code}",
            "",
            "The browser will warn once: the certificate is this table's own, see /trust there.",
        ]
    text = CLEAR + "\r\n".join([*lines, "", *said]) + "\r\n"
    return text if code is None or not addresses else text + _qr(f"{addresses[0]}/pair#{code}")


def unreadable(wrong: str) -> str:
    """``wrong``: the file of settings, its line and what is wrong there. The service does not start with it either."""
    lines = [
        "The settings of this table cannot be read, so it does not start:", "", *wrong.splitlines(), "",
        "Mend that file, as a technician who is signed in, or call one;",
        "then this goes on by itself.",
    ]  # fmt: skip
    return CLEAR + "\r\n".join(lines) + "\r\n"


def silent() -> str:
    """The settings are good, and still it is not served."""
    lines = [
        "The program of this table does not run. It is started again by itself.", "",
        "If this stays for more than ten minutes, switch the table off and on.",
        "If it comes back, call a technician: journalctl -u jantaku says why.",
    ]  # fmt: skip
    return CLEAR + "\r\n".join(lines) + "\r\n"


def _qr(text: str) -> str:
    import segno  # a table that has its owner shows none, and this program runs for ever

    drawn = io.StringIO()
    segno.make(text, error="l", micro=False, boost_error=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().replace("\n", "\r\n")
