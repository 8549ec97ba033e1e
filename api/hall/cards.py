"""The phones of players: let in by the code of a card, and known afterwards by the same code in a cookie."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from controller.credentials.codes import plain
from controller.limits import LONGEST_WHO
from controller.refusals import Code, Refused
from hall.people.desk import Counted
from hall.permits import HallActor, HallRole
from hall.tournament.cards import card_code, holder
from hall.tournament.state import Tournament
from hall.tournament.values import Entrant

TOKEN: Final = "card."
"""How the token of a card begins; those of accounts have hexadecimal digits before their dot."""
MOST_KNOWN: Final = 20_000
"""Codes that are remembered, so that a request costs no signature."""


class CardDesk:
    """``sign``: by the hall's key. ``tournaments``: as they are now. ``steady``: a clock that only goes forward."""

    def __init__(
        self,
        sign: Callable[[bytes], bytes],
        tournaments: Callable[[], Mapping[str, Tournament]],
        steady: Callable[[], float],
    ) -> None:
        self._sign, self._tournaments, self._counted = sign, tournaments, Counted(steady)
        self._known = OrderedDict[tuple[str, str, int], str]()

    def code(self, tournament: Tournament, entrant: Entrant) -> str:
        """As it is printed."""
        key = (tournament.id, entrant.id, tournament.cards.get(entrant.id, 0))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = card_code(self._sign, tournament, entrant.id)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return found

    def cards(self, tournament: Tournament) -> Iterator[tuple[Entrant, str]]:
        return ((each, self.code(tournament, each)) for each in tournament.entrants)

    def let_in(self, tournament: str, code: str, client: str) -> tuple[str, HallActor]:
        """The token of a phone, and whom it acts for. Raises ``Refused`` (``wrong-card-code``, ``too-many-tries``)."""
        key = f"client {client}"
        self._counted.check(key)
        token = f"{TOKEN}{tournament}.{plain(code)}"
        actor = self.actor(token)
        if actor is None:
            self._counted.failed(key)
            raise Refused(Code.WRONG_CARD_CODE, field="code")
        return token, actor

    def actor(self, token: str) -> HallActor | None:
        """Whom a token is of; None for one that is none, or of a card that was renewed."""
        id_, _, code = token.removeprefix(TOKEN).partition(".")
        tournament = self._tournaments().get(id_)
        if not token.startswith(TOKEN) or tournament is None or not code:
            return None
        for entrant, right in self.cards(tournament):
            if plain(right) == code:
                name = entrant.name[:LONGEST_WHO]
                return HallActor(HallRole.PLAYER, name, person=holder(id_, entrant.id), device=f"card-{entrant.id}")
        return None
