"""The authority of a table and its certificates, judged by OpenSSL itself; all times are arguments."""

from __future__ import annotations

import ipaddress
import ssl
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from api.https.authority import Authority, make_authority
from api.https.certificates import AUTHORITY_FILE, SERVER_FILE, Certificates
from api.https.errors import HttpsError
from api.https.server_certificate import ServerCertificate, make_server_certificate
from api.https.setting import Hosts, encrypted, hosts_of
from controller.config import parse
from controller.config_file import ConfigError
from controller.listening import HttpConfig

TODAY = datetime.now(UTC)
EVERYWHERE = HttpConfig(host="0.0.0.0")
LAN = hosts_of(EVERYWHERE, "Table7", ["192.168.1.20", "fd00::5"])


@dataclass
class Place:
    """A clock and a network that a test moves."""

    folder: Path
    now: datetime = TODAY
    hosts: Hosts = field(default=LAN)

    def open(self) -> Certificates:
        return Certificates(self.folder / "https", "Table 7", lambda: self.now, lambda: self.hosts)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def handshake(tmp: Path, authority: Authority, server: ServerCertificate, name: str) -> str:
    """What a real client says of the certificate: empty when it accepts it for ``name``."""
    path = tmp / "shown.pem"
    path.write_bytes(server.as_file())
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(path)
    asking = ssl.create_default_context(cadata=authority.public_pem().decode())
    one, other = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (serving.wrap_bio(one, other, server_side=True), asking.wrap_bio(other, one, server_hostname=name))
    waiting = set(ends)
    for _ in range(10):
        for end in ends:
            try:
                end.do_handshake()
                waiting.discard(end)
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLCertVerificationError as error:
                return error.verify_message
        if not waiting:
            return ""
    raise AssertionError("no handshake")


def with_names(authority: Authority, names: Iterable[str], addresses: Iterable[str] = ()) -> ServerCertificate:
    """What a thief of the authority's key could sign."""
    shown = make_server_certificate(authority, LAN, TODAY)
    builder = x509.CertificateBuilder(
        authority.certificate.subject, shown.certificate.subject, shown.key.public_key(), x509.random_serial_number(),
        TODAY - timedelta(days=1), TODAY + timedelta(days=30),
    )  # fmt: skip
    found = [*map(x509.DNSName, names), *(x509.IPAddress(ipaddress.ip_address(each)) for each in addresses)]
    for extension in shown.certificate.extensions:
        value = x509.SubjectAlternativeName(found) if extension.oid.dotted_string == "2.5.29.17" else extension.value
        builder = builder.add_extension(value, extension.critical)
    return replace(shown, certificate=builder.sign(authority.key, hashes.SHA256()))


# ---------------------------------------------------------------- what devices accept


@pytest.mark.parametrize("name", ["localhost", "table7", "table7.local", "127.0.0.1", "192.168.1.20", "fd00::5", "::1"])
def test_a_client_that_trusts_the_authority_accepts_every_name_and_address(tmp_path: Path, name: str) -> None:
    authority = make_authority("Table 7", LAN, TODAY)
    assert handshake(tmp_path, authority, make_server_certificate(authority, LAN, TODAY), name) == ""


def test_a_name_that_is_not_the_tables_is_not_accepted(tmp_path: Path) -> None:
    authority = make_authority("Table 7", LAN, TODAY)
    shown = make_server_certificate(authority, LAN, TODAY)
    assert "mismatch" in handshake(tmp_path, authority, shown, "table8.local")


@pytest.mark.parametrize(
    ("names", "addresses", "asked"),
    [(["bank.example"], [], "bank.example"), ([], ["8.8.8.8"], "8.8.8.8"), ([], ["2001:db8::1"], "2001:db8::1")],
)
def test_the_authority_cannot_vouch_for_the_internet(
    tmp_path: Path, names: list[str], addresses: list[str], asked: str
) -> None:
    authority = make_authority("Table 7", LAN, TODAY)
    assert "permitted subtree" in handshake(tmp_path, authority, with_names(authority, names, addresses), asked)


def test_the_authority_is_limited_and_lives_long() -> None:
    made = make_authority("Table 7", LAN, TODAY).certificate
    basic = made.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
    assert made.extensions.get_extension_for_class(x509.NameConstraints).critical
    assert made.not_valid_after_utc - TODAY > timedelta(days=20 * 365)


def test_a_certificate_lives_at_most_397_days() -> None:
    made = make_server_certificate(make_authority("Table 7", LAN, TODAY), LAN, TODAY).certificate
    assert made.not_valid_after_utc - made.not_valid_before_utc <= timedelta(days=397)


def test_public_addresses_are_left_out() -> None:
    hosts = hosts_of(EVERYWHERE, "pi", ["192.168.1.20", "2001:db8::5", "203.0.113.9"])
    assert {str(each) for each in hosts.addresses} == {"127.0.0.1", "::1", "192.168.1.20"}


def test_a_long_name_of_a_table_fits(tmp_path: Path) -> None:
    authority = make_authority("雀" * 200, LAN, TODAY)
    assert handshake(tmp_path, authority, make_server_certificate(authority, LAN, TODAY), "table7.local") == ""


# ---------------------------------------------------------------- files


def test_nobody_else_can_read_the_keys(place: Place) -> None:
    place.open()
    folder = place.folder / "https"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {
        AUTHORITY_FILE: 0o600, SERVER_FILE: 0o600,
    }  # fmt: skip


def test_a_readable_file_left_by_a_power_cut_is_not_written_into(place: Place) -> None:
    folder = place.folder / "https"
    folder.mkdir()
    (folder / f"{AUTHORITY_FILE}.part").write_bytes(b"")
    (folder / f"{AUTHORITY_FILE}.part").chmod(0o644)
    place.open()
    assert stat.S_IMODE((folder / AUTHORITY_FILE).stat().st_mode) == 0o600


def test_a_restart_keeps_both(place: Place) -> None:
    first, second = place.open(), place.open()
    assert second.authority.fingerprint == first.authority.fingerprint
    assert second.server.certificate == first.server.certificate


def test_a_damaged_authority_stops_the_start_and_is_not_replaced(place: Place) -> None:
    place.open()
    path = place.folder / "https" / AUTHORITY_FILE
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(HttpsError, match="cannot be read") as raised:
        place.open()
    assert "backup" in raised.value.remedy
    assert len(path.read_bytes()) == 300


def test_a_damaged_certificate_is_made_anew(place: Place) -> None:
    first = place.open()
    (place.folder / "https" / SERVER_FILE).write_bytes(b"half")
    second = place.open()
    assert second.authority.fingerprint == first.authority.fingerprint
    assert second.server.certificate != first.server.certificate


def test_a_certificate_of_another_authority_is_made_anew(place: Place) -> None:
    first = place.open()
    (place.folder / "https" / AUTHORITY_FILE).unlink()
    second = place.open()
    assert second.authority.fingerprint != first.authority.fingerprint
    assert second.renew() is False
    assert second.server.certificate.issuer == second.authority.certificate.subject


# ---------------------------------------------------------------- renewal


def test_it_is_renewed_before_it_ends_for_as_long_as_a_table_lasts(place: Place) -> None:
    held = place.open()
    renewals = 0
    for _ in range(10 * 365 // 30):
        place.now += timedelta(days=30)
        renewals += held.renew()
        assert held.server.certificate.not_valid_before_utc < place.now < held.server.ends - timedelta(days=29)
    assert 8 <= renewals <= 14


def test_a_new_address_renews_it_and_a_lost_one_does_not(place: Place) -> None:
    held = place.open()
    place.hosts = hosts_of(EVERYWHERE, "Table7", ["192.168.1.20"])
    assert not held.renew()
    place.hosts = hosts_of(EVERYWHERE, "Table7", ["10.0.0.9"])
    assert held.renew()
    assert ipaddress.ip_address("10.0.0.9") in held.hosts.addresses


def test_a_new_host_name_is_certified_below_local_only(place: Place) -> None:
    held = place.open()
    place.hosts = hosts_of(EVERYWHERE, "corner.parlour.example", ["192.168.1.20"])
    assert held.renew()
    assert "corner.local" in held.hosts.names
    assert "corner.parlour.example" not in held.hosts.names
    assert not held.renew()


def test_a_clock_that_was_far_ahead_renews_it(place: Place) -> None:
    place.now = TODAY + timedelta(days=4000)
    held = place.open()
    place.now = TODAY
    assert held.renew()
    assert held.server.certificate.not_valid_before_utc < TODAY


def test_new_connections_get_the_new_certificate(place: Place) -> None:
    held = place.open()
    place.hosts = hosts_of(EVERYWHERE, "Table7", ["10.0.0.9"])
    assert held.renew()
    held.show()
    one, other = ssl.MemoryBIO(), ssl.MemoryBIO()
    serving = held.context.wrap_bio(one, other, server_side=True)
    asking = ssl.create_default_context(cadata=held.authority.public_pem().decode()).wrap_bio(
        other, one, server_hostname="10.0.0.9"
    )
    for end in (asking, serving, asking, serving):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
    shown = asking.getpeercert(binary_form=True)
    assert shown == held.server.certificate.public_bytes(serialization.Encoding.DER)


# ---------------------------------------------------------------- the setting


def test_the_network_is_served_encrypted_and_this_machine_plainly() -> None:
    found = [encrypted(HttpConfig(host=host)) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "192.168.1.5")]
    assert found == [False, False, False, True, True]


def test_the_setting_goes_before_the_address() -> None:
    assert encrypted(parse("[http]\ntls = true").http)
    assert not encrypted(parse('[http]\nhost = "0.0.0.0"\ntls = false').http)


def test_a_setting_that_is_neither_is_an_error_of_its_line() -> None:
    with pytest.raises(ConfigError, match=r"2: http.tls must be true or false"):
        parse('[http]\ntls = "yes"', Path("table.toml"))
