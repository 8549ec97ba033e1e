"""Backups in a store that speaks S3: the signature by the examples of its reference, the rest over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

import pytest

from api import cli
from api.backups import series
from api.backups.object_store import EMPTY, Account, account_of, place_of, signature_headers
from controller.events.machine import HatchOpened
from controller.journal.store import Journal

NOW = datetime(2013, 5, 24, tzinfo=UTC)
EXAMPLE = Account("https://s3.amazonaws.com", "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
HOST = {"host": "examplebucket.s3.amazonaws.com"}
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("path", "query", "headers", "signature"),
    [
        ("/test.txt", {}, {"range": "bytes=0-9"}, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
        ("/", {"lifecycle": ""}, {}, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
        ("/", {"max-keys": "2", "prefix": "J"}, {}, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ],
)
def test_requests_are_signed_as_in_the_examples_of_the_reference(
    path: str, query: dict[str, str], headers: dict[str, str], signature: str
) -> None:
    """Amazon S3 API Reference, "Examples: Signature Calculations in AWS Signature Version 4"."""
    made = signature_headers("GET", path, query, HOST | headers, EMPTY, EXAMPLE, NOW)
    assert made["authorization"].endswith(f"Signature={signature}")


def test_an_address_of_a_store_names_bucket_prefix_and_backup() -> None:
    place = place_of("s3://hall/tables/one/a.tar.gz.sealed")
    assert place is not None
    assert (place.bucket, place.prefix, place.name) == ("hall", "tables/one/", "a.tar.gz.sealed")
    assert place_of("/media/stick") is None
    with pytest.raises(ValueError, match="BUCKET"):
        place_of("s3://")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('endpoint = "https://s"\naccess_key = "a"', "secret_key is missing"),
        ('endpoint = "s"\naccess_key = "a"\nsecret_key = "b"', "endpoint"),
        ('endpoint = "https://s"\naccess_key = "a"\nsecret_key = "b"\nregoin = "x"', "regoin"),
        ("endpoint = ", r"store\.toml: "),
    ],
)
def test_a_store_file_that_is_wrong_is_refused_by_the_name_of_its_key(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        account_of(_written(tmp_path, text))


def _written(folder: Path, text: str) -> Path:
    """The file of a store, for its owner's eyes only."""
    path = folder / "store.toml"
    path.write_text(text)
    path.chmod(0o600)
    return path


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_a_store_file_that_others_can_read_is_refused_with_what_to_do(tmp_path: Path, mode: int) -> None:
    path = _written(tmp_path, 'endpoint = "https://s"\naccess_key = "a"\nsecret_key = "b"')
    path.chmod(mode)
    with pytest.raises(ValueError, match=f"others can read the keys in it; chmod 600 {path}"):
        account_of(path)
    path.chmod(0o600)
    assert account_of(path).access_key == "a"


@pytest.mark.parametrize(
    ("endpoint", "unencrypted", "wrong"),
    [
        ("http://nas.local:9000", "", 'unencrypted = "nas.local"'),
        ("http://nas.local:9000", "other.local", "https:// is expected"),
        ("http://s3.example.org", "s3.example.org", "no host of a local network"),
        ("http://8.8.8.8", "8.8.8.8", "no host of a local network"),
        ("http://local.example.org", "local.example.org", "no host of a local network"),
        ("http://nas.local:9000", "nas.local", None),
        ("http://NAS:9000", "nas", None),
        ("http://192.168.1.5", "192.168.1.5", None),
        ("http://[fd00::5]:9000", "fd00::5", None),
    ],
)
def test_nothing_is_sent_unencrypted_but_to_a_host_of_the_own_network_that_is_named(
    endpoint: str, unencrypted: str, wrong: str | None, tmp_path: Path
) -> None:
    text = f'endpoint = "{endpoint}"\naccess_key = "a"\nsecret_key = "b"\nunencrypted = "{unencrypted}"'
    path = _written(tmp_path, text)
    if wrong is None:
        assert account_of(path).endpoint == endpoint
    else:
        with pytest.raises(ValueError, match=wrong):
            account_of(path)


class Store(ThreadingHTTPServer):
    """Objects of one bucket; two names to a page. A request with another signature than that of its own is refused.
    ``cuts``: an object loses its last bytes when it is kept."""

    def __init__(self, account: Account) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.account, self.cuts, self.kept = account, 0, dict[str, bytes]()


class Answers(BaseHTTPRequestHandler):
    server: Store

    def _asked(self) -> tuple[str, dict[str, str]] | None:
        parts = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(parts.query, keep_blank_values=True).items()}
        time = datetime.strptime(self.headers["x-amz-date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        host, body = {"host": self.headers["host"]}, self.headers["x-amz-content-sha256"]
        due = signature_headers(self.command, parts.path, query, host, body, self.server.account, time)
        if self.headers["authorization"] != due["authorization"]:
            self._say(403, b"<Error><Code>SignatureDoesNotMatch</Code></Error>")
            return None
        return unquote(parts.path).removeprefix("/hall").removeprefix("/"), query

    def _say(self, status: int, content: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_PUT(self) -> None:
        content = self.rfile.read(int(self.headers["content-length"]))
        if (asked := self._asked()) is not None:
            self.server.kept[asked[0]] = content[: len(content) - self.server.cuts]
            self._say(200)

    def do_GET(self) -> None:
        if (asked := self._asked()) is None:
            return
        key, query = asked
        if key:
            self._say(200, self.server.kept[key]) if key in self.server.kept else self._say(404)
            return
        names = sorted(name for name in self.server.kept if name.startswith(query["prefix"]))
        begin = int(query.get("continuation-token", "0"))
        more = f"<NextContinuationToken>{begin + 2}</NextContinuationToken>" if begin + 2 < len(names) else ""
        rows = "".join(f"<Contents><Key>{escape(name)}</Key></Contents>" for name in names[begin : begin + 2])
        self._say(200, f'<List xmlns="http://s3.amazonaws.com/doc/2006-03-01/">{rows}{more}</List>'.encode())

    def do_DELETE(self) -> None:
        if (asked := self._asked()) is not None:
            self.server.kept.pop(asked[0], None)
            self._say(204)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    account = Account("http://", "jantaku", "secret/key+of the store")
    with Store(account) as server:
        keys = f'access_key = "{account.access_key}"\nsecret_key = "{account.secret_key}"\n'
        here = f'endpoint = "http://127.0.0.1:{server.server_port}"\nunencrypted = "127.0.0.1"\n'
        _written(tmp_path, here + keys)
        (tmp_path / "passphrase").write_text("a passphrase of the owner\n")
        (tmp_path / "state").mkdir()
        with Journal(tmp_path / "state/journal.db", now=lambda: NOW) as journal:
            journal.append([HatchOpened()])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def _jantaku(tmp_path: Path, *words: str, state: str = "state") -> int:
    given = ["--store-file", str(tmp_path / "store.toml"), "--passphrase-file", str(tmp_path / "passphrase")]
    return cli.main([*words, *given, "--state-dir", str(tmp_path / state)])


def test_a_store_keeps_the_latest_sealed_and_the_newest_comes_back_on_a_new_card(store: Store, tmp_path: Path) -> None:
    old = [f"t/{series.name('table', NOW.replace(day=day), sealed=True)}" for day in (1, 2, 3)]
    others = [f"t/{series.name('table-10', NOW, sealed=True)}", "t/notes", old[0].replace("t/", "u/")]
    store.kept |= dict.fromkeys([*old, *others], b"")
    assert _jantaku(tmp_path, "backup", "s3://hall/t/", "--keep", "2") == 0
    (made,) = set(store.kept) - {*old, *others}
    assert set(store.kept) == {made, old[-1], *others}
    assert b"journal.db" not in store.kept[made]
    assert _jantaku(tmp_path, "restore", "s3://hall/t/", "--yes", state="new") == 0
    with (
        Journal(tmp_path / "state/journal.db", now=lambda: NOW, read_only=True) as before,
        Journal(tmp_path / "new/journal.db", now=lambda: NOW, read_only=True) as restored,
    ):
        assert restored.hash_at(1) == before.hash_at(1)


def test_what_a_store_does_not_give_back_whole_is_no_backup_and_takes_no_good_ones_place(
    store: Store, tmp_path: Path, capsys: Capture
) -> None:
    old = f"t/{series.name('table', NOW, sealed=True)}"
    store.kept[old], store.cuts = b"", 100
    assert _jantaku(tmp_path, "backup", "s3://hall/t/", "--keep", "1") == 2
    assert "cut short" in capsys.readouterr().err
    assert set(store.kept) == {old}


def test_a_store_that_refuses_is_told_in_its_own_words(store: Store, tmp_path: Path, capsys: Capture) -> None:
    store.account = Account("http://", "jantaku", "another")
    assert _jantaku(tmp_path, "backup", "s3://hall/t/") == 2
    assert "403 Forbidden SignatureDoesNotMatch" in capsys.readouterr().err
    assert _jantaku(tmp_path, "restore", "s3://hall/t/", "--yes", state="new") == 2
    store.shutdown()
    store.server_close()
    assert _jantaku(tmp_path, "backup", "s3://hall/t/") == 2
    assert "Connection refused" in capsys.readouterr().err
