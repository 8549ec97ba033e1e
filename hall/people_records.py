"""Contact data and secrets of accounts as records of the store (``hall.store.records``), which can be deleted for good.

What proves a sign-in is kept in memory too: every request asks for it. That it is over is said by the hall's journal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Final

from hall.people.contacts import Contact
from hall.people.credentials import AccountSecrets, FirstCode, SignInSecret
from hall.store import Records, Store

_FIRST: Final = "first"


class ContactRecords:
    """A ``hall.people.contacts.ContactStore``. Blocking. Raises ``StoreError``."""

    def __init__(self, store: Store) -> None:
        self._store, self._records = store, Records(store, "contact")

    def put(self, record: str, person: str, contact: Contact) -> None:
        self._records.put(record, json.dumps({"person": person, "contact": asdict(contact)}, ensure_ascii=False))

    def get(self, record: str) -> Contact | None:
        text = self._records.get(record)
        return None if text is None else Contact(**json.loads(text)["contact"])

    def delete_of(self, person: str) -> int:
        mine = [record for record, text in self._records.all().items() if json.loads(text)["person"] == person]
        self._records.put_all(dict.fromkeys(mine))
        self._store.scrub()
        return len(mine)

    def delete(self, record: str) -> None:
        self._records.delete(record)
        self._store.scrub()

    def records(self) -> Iterable[str]:
        return list(self._records.all())


class SecretRecords:
    """A ``hall.people.credentials.SecretStore``. Blocking, but for sign-ins that were asked for before. Raises
    ``StoreError``."""

    def __init__(self, store: Store) -> None:
        self._accounts, self._sign_ins = Records(store, "account"), Records(store, "sign-in")
        self._codes = Records(store, "first-code")
        self._known: dict[str, SignInSecret] = {}

    def account(self, account: str) -> AccountSecrets:
        text = self._accounts.get(account)
        return AccountSecrets() if text is None else AccountSecrets(**json.loads(text))

    def keep_account(self, account: str, secrets: AccountSecrets) -> None:
        self._accounts.put(account, json.dumps(asdict(secrets)))

    def sign_in(self, id_: str) -> SignInSecret | None:
        if id_ not in self._known:
            text = self._sign_ins.get(id_)
            if text is None:
                return None
            self._known[id_] = SignInSecret(**json.loads(text))
        return self._known[id_]

    def keep_sign_in(self, sign_in: SignInSecret) -> None:
        self._sign_ins.put(sign_in.id, json.dumps(asdict(sign_in)))
        self._known[sign_in.id] = sign_in

    def forget_sign_in(self, id_: str) -> None:
        self._sign_ins.delete(id_)
        self._known.pop(id_, None)

    def sign_ins_of(self, account: str) -> Iterable[SignInSecret]:
        found = (SignInSecret(**json.loads(text)) for text in self._sign_ins.all().values())
        return [one for one in found if one.account == account]

    def forget_account(self, account: str) -> None:
        self._accounts.delete(account)
        for one in self.sign_ins_of(account):
            self.forget_sign_in(one.id)

    def first_code(self) -> FirstCode | None:
        text = self._codes.get(_FIRST)
        return None if text is None else FirstCode(**json.loads(text))

    def keep_first_code(self, code: FirstCode | None) -> None:
        self._codes.put_all({_FIRST: None if code is None else json.dumps(asdict(code))})
