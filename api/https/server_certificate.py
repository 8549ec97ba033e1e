"""The certificate that the service shows: signed by the table's own authority, for its names and addresses of today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from api.https.authority import BEFORE, Authority, permits, private_pem
from api.https.errors import HttpsError
from api.https.setting import Hosts

LIFE: Final = timedelta(days=396)
"""From a day ago: 397 days in all; browsers and tablets accept up to 398."""
RENEWAL: Final = timedelta(days=60)
"""Before its end: a table that is switched on once a month is renewed in time."""


@dataclass(frozen=True, slots=True)
class ServerCertificate:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def ends(self) -> datetime:
        return self.certificate.not_valid_after_utc

    @property
    def hosts(self) -> Hosts:
        found = self.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        addresses = found.get_values_for_type(x509.IPAddress)
        return Hosts(frozenset(found.get_values_for_type(x509.DNSName)), frozenset(addresses))  # type: ignore[arg-type]

    def as_file(self) -> bytes:
        return private_pem(self.key) + self.certificate.public_bytes(serialization.Encoding.PEM)


def make_server_certificate(authority: Authority, hosts: Hosts, now: datetime) -> ServerCertificate:
    """``hosts``: those that the authority may not certify are left out."""
    key = ec.generate_private_key(ec.SECP256R1())
    names = sorted(name for name in hosts.names if permits(authority, name))
    alternatives = [*map(x509.DNSName, names), *map(x509.IPAddress, sorted(hosts.addresses, key=_in_order))]
    named = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Jantaku table")])
    ends, public = min(now + LIFE, authority.ends), key.public_key()
    builder = (
        x509.CertificateBuilder(
            authority.certificate.subject, named, public, x509.random_serial_number(), now - BEFORE, ends
        )
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.certificate.public_key()),  # type: ignore[arg-type]
            critical=False,
        )
    )
    return ServerCertificate(builder.sign(authority.key, hashes.SHA256()), key)


def read_server_certificate(content: bytes) -> ServerCertificate:
    """Raises ``HttpsError``."""
    try:
        key = serialization.load_pem_private_key(content, None)
        certificate = x509.load_pem_x509_certificate(content)
        certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except (ValueError, TypeError, x509.ExtensionNotFound) as error:
        raise HttpsError.unreadable("the certificate of this service", error) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise HttpsError.unreadable("the certificate of this service", "key and certificate are not of one pair")
    return ServerCertificate(certificate, key)


def is_due(shown: ServerCertificate, authority: Authority, hosts: Hosts, now: datetime) -> str:
    """Why a new one is needed, for the log; empty when it is not."""
    if not _signed_by(authority, shown.certificate):
        return "it is not of this authority"
    if now < shown.certificate.not_valid_before_utc:
        return "it is not valid yet"
    if now >= shown.ends - RENEWAL and shown.ends < authority.ends:
        return "it ends soon"
    certifiable = Hosts(frozenset(name for name in hosts.names if permits(authority, name)), hosts.addresses)
    return "" if certifiable <= shown.hosts else "names or addresses have changed"


def _signed_by(authority: Authority, certificate: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(authority.certificate)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def _usage() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=False, crl_sign=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _in_order(address: object) -> tuple[bool, str]:
    text = str(address)
    return ":" in text, text
