"""Cards of entrants: the code that lets a player's phone in, printed for each of them at the desk.

A code follows from the hall's key, so that nothing has to be kept for it; a card that was lost is renewed, and its code
is worth nothing any more. It has 50 bits: too many to guess one of some hundred over a network.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

from controller.credentials.codes import letters_of
from hall.tournament.state import Tournament
from hall.tournament.values import Entrant, EntrantId

LETTERS: Final = 10
_CARD: Final = b"jantaku card 1"


def card_code(sign: Callable[[bytes], bytes], tournament: Tournament, entrant: EntrantId) -> str:
    """Ten letters. ``sign``: an Ed25519 signature by the hall's key, which is the same for the same bytes."""
    about = f"{tournament.id} {entrant} {tournament.cards.get(entrant, 0)}"
    return letters_of(hashlib.sha256(sign(_CARD + about.encode())).digest(), LETTERS)


def holder(tournament: str, entrant: EntrantId) -> str:
    """Whom the phone with this card acts for, where commands name a person."""
    return f"{tournament}/{entrant}"


def is_for(tournament: Tournament, entrant: Entrant, person: str) -> bool:
    """Whether somebody who acts for ``person`` acts for this entrant: as a person of the hall's list, or by a card."""
    return bool(person) and person in (entrant.person, holder(tournament.id, entrant.id))


def entrant_of(tournament: Tournament, person: str) -> Entrant | None:
    """For whom somebody plays who acts for ``person``."""
    return next((each for each in tournament.entrants if is_for(tournament, each, person)), None)
