"""What happened between a hall and its tables, as the hall's journal keeps it. What happened *at* a table stands in the
table's own journal, of which the hall has a copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from controller.events.event import Event
from controller.events.values import Count, Json


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """About one table."""

    table: str
    """Its id in the hall, ``t-...``."""


@dataclass(frozen=True, slots=True)
class TableEnrolled(TableEvent):
    """A table proved that it holds its key, and knew the code of the hall's page. A table that was here before keeps
    its id and gets a new token."""

    type: ClassVar = "table.enrolled"
    key: str
    """Its public Ed25519 key, hexadecimal."""
    name: str
    epoch: str
    """Of its journal at that moment."""


@dataclass(frozen=True, slots=True)
class TableRenamed(TableEvent):
    """The hall calls it something else."""

    type: ClassVar = "table.renamed"
    name: str


@dataclass(frozen=True, slots=True)
class TableReleased(TableEvent):
    """It belongs to this hall no more; what it sent stays. Its token is worth nothing from now on."""

    type: ClassVar = "table.released"
    why: Literal["released", "gone"]
    """``released``: the table agreed; ``gone``: the hall alone decided, because the table is out of reach."""


@dataclass(frozen=True, slots=True)
class TableOrdered(TableEvent):
    """An order to a table. It is delivered until the table answers or the order expires."""

    type: ClassVar = "table.ordered"
    order: str
    """Its id, ``o-...``. Its number is that of this event."""
    kind: str
    """Of ``controller.uplink.order.KINDS``."""
    body: Json
    expires: str
    """ISO 8601, UTC."""
    who: str
    """Who gave it, for the journal of the table."""
    expected_seq: Count | None = None
    """The last event of the table that whoever gave it had seen; the table refuses the order if more happened."""


@dataclass(frozen=True, slots=True)
class OrderAnswered(TableEvent):
    """What became of an order."""

    type: ClassVar = "table.order-answered"
    order: str
    kind: str
    led_to: Count | None = None
    """The number of the event of the table that followed from it; absent: it was refused."""
    code: str | None = None
    """Of the refusal."""
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class BatchSetAside(TableEvent):
    """Events that a table sent were not taken: they contradict what is stored, or cannot be its own. They are kept
    apart, and somebody has to look."""

    type: ClassVar = "table.batch-set-aside"
    reason: Literal["conflict", "bad-chain", "bad-signature", "foreign-table"]
    epoch: str
    first: Count
    """Number of the first event of the batch."""
    detail: str
    digest: str
    """SHA-256 of the batch as it came, hexadecimal: it is kept under this name."""


@dataclass(frozen=True, slots=True)
class AsideSettled(TableEvent):
    """Somebody looked at what was set aside of a table, and says what it was."""

    type: ClassVar = "table.aside-settled"
    why: str


@dataclass(frozen=True, slots=True)
class JournalReplaced(TableEvent):
    """A table that sent events before began a new journal that names none of them."""

    type: ClassVar = "table.journal-replaced"
    epoch: str


@dataclass(frozen=True, slots=True)
class ClockChecked(TableEvent):
    """The clock of a table began to be wrong by more than a second, or is right again."""

    type: ClassVar = "table.clock-checked"
    offset_ms: int
    """The table's clock less the hall's."""
    right: bool


EVENTS: Final = (
    TableEnrolled, TableRenamed, TableReleased, TableOrdered, OrderAnswered, BatchSetAside, AsideSettled,
    JournalReplaced, ClockChecked,
)  # fmt: skip
