"""One certificate authority for a hall, however many processes and computers serve it: it stands in the store, as the
key of the hall does. A table that joined at one process trusts them all, and trusts a hall that was restored from a
copy of its store on another computer.
"""

from __future__ import annotations

from typing import Final

from api.https.authority import read_authority
from api.https.certificates import Certificates
from hall.store import Records, Store

_SPACE: Final = "https"
_AUTHORITY: Final = "authority"


def agree(store: Store, certificates: Certificates) -> bool:
    """The process that comes first puts its authority there, the others take that one; whether this one did: then it
    has another certificate to show. Blocking. Raises ``StoreError``, ``HttpsError`` and ``OSError``."""
    records, ours = Records(store, _SPACE), certificates.authority.as_file().decode()
    kept = records.get(_AUTHORITY) or records.change(_AUTHORITY, lambda kept: kept or ours) or ours
    if kept == ours:
        return False
    certificates.take(read_authority(kept.encode()))
    return True
