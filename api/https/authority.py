"""The certificate authority of one table. A device that trusts it trusts it for names and addresses of local networks
alone: what its certificate may sign is limited by name constraints (RFC 5280 section 4.2.1.10), and it may make no
further authorities.

Certificate and key lie in one file, so that they are never of two generations.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from api.https.errors import HttpsError
from api.https.setting import LOCAL_DOMAINS, LOCAL_NETWORKS, Hosts

LIFE: Final = timedelta(days=25 * 365)
"""Longer than a table lasts: to trust a new authority, somebody has to go to every device."""
BEFORE: Final = timedelta(days=1)
"""Certificates are valid from a day ago: clocks of tablets differ, and the clock of a Pi may have been behind."""
_LONGEST_NAME: Final = 44
"""Bytes of the table's name: a common name has 64 (RFC 5280 appendix A.1; ``cryptography`` counts bytes)."""


@dataclass(frozen=True, slots=True)
class Authority:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as the settings of tablets and browsers show it: ``AB:CD:...``."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def ends(self) -> datetime:
        return self.certificate.not_valid_after_utc

    def as_file(self) -> bytes:
        return private_pem(self.key) + self.public_pem()

    def public_pem(self) -> bytes:
        """What devices get."""
        return self.certificate.public_bytes(serialization.Encoding.PEM)


def make_authority(table: str, hosts: Hosts, now: datetime) -> Authority:
    """``table``: the name that people read in the settings of a device. ``hosts``: of the table today; names of it that
    are not in a local domain are permitted as well."""
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key()
    identity = x509.SubjectKeyIdentifier.from_public_key(public)
    named = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Jantaku"),
            x509.NameAttribute(NameOID.COMMON_NAME, _common_name(table, identity.digest)),
        ]
    )
    builder = (
        x509.CertificateBuilder(named, named, public, x509.random_serial_number(), now - BEFORE, now + LIFE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(), critical=True)
        .add_extension(_constraints(hosts), critical=True)
        .add_extension(identity, critical=False)
    )
    return Authority(builder.sign(key, hashes.SHA256()), key)


def _common_name(table: str, digest: bytes) -> str:
    short = table.encode()[:_LONGEST_NAME].decode(errors="ignore").strip()
    return " ".join(filter(None, ("Jantaku", short, digest.hex()[:8])))


def read_authority(content: bytes) -> Authority:
    """Raises ``HttpsError``."""
    try:
        key = serialization.load_pem_private_key(content, None)
        certificate = x509.load_pem_x509_certificate(content)
    except (ValueError, TypeError) as error:
        raise HttpsError.unreadable("the authority of this table", error) from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise HttpsError.unreadable("the authority of this table", "key and certificate are not of one pair")
    return Authority(certificate, key)


def private_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _usage() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _constraints(hosts: Hosts) -> x509.NameConstraints:
    names = [*LOCAL_DOMAINS, *sorted(name for name in hosts.names if not _below(name))]
    permitted = [*map(x509.DNSName, names), *map(x509.IPAddress, LOCAL_NETWORKS)]
    return x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None)


def _below(name: str) -> bool:
    return any(name == domain or name.endswith(f".{domain}") for domain in LOCAL_DOMAINS)


def permits(authority: Authority, name: str) -> bool:
    """Whether the authority may certify this host name."""
    found = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    domains = [each.value for each in found.permitted_subtrees or () if isinstance(each, x509.DNSName)]
    return any(name == domain or name.endswith(f".{domain}") for domain in domains)
