"""``jantaku https`` says what is, and gives the file that devices have to trust."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from api.cli import main
from api.doctor.running import _trusting
from api.https.certificates import Certificates
from api.https.setting import folder_of, hosts_of
from controller.listening import HttpConfig


def made(state: Path) -> Certificates:
    hosts = hosts_of(HttpConfig(), "table7", ["192.168.1.20"])
    return Certificates(folder_of(state), "Table 7", lambda: datetime.now(UTC), lambda: hosts)


def settings(folder: Path, text: str = "") -> list[str]:
    path = folder / "table.toml"
    path.write_text(f'[table]\nstate_dir = "{folder}"\n{text}')
    return ["--config", str(path)]


def test_a_table_that_never_served_the_network_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["https", *settings(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "HTTPS: off" in out and "No certificate authority yet" in out
    assert main(["https", *settings(tmp_path), "--export", str(tmp_path / "ca.crt")]) == 2


def test_it_shows_fingerprint_dates_and_hosts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificates = made(tmp_path)
    given = settings(tmp_path, '[http]\nhost = "0.0.0.0"')
    assert main(["https", *given]) == 0
    out = capsys.readouterr().out
    assert "HTTPS: on" in out and certificates.authority.fingerprint in out and "192.168.1.20" in out
    assert main(["https", *given, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["authority"]["sha256"] == certificates.authority.fingerprint
    assert "table7.local" in found["certificate"]["hosts"]


def test_the_exported_file_holds_the_certificate_and_no_key(tmp_path: Path) -> None:
    certificates, target = made(tmp_path), tmp_path / "out.crt"
    assert main(["https", *settings(tmp_path), "--export", str(target)]) == 0
    assert target.read_bytes() == certificates.authority.public_pem()
    assert b"PRIVATE" not in target.read_bytes()


def test_damaged_files_are_wrong_use_with_a_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path)
    (folder_of(tmp_path) / "authority.pem").write_bytes(b"half")
    assert main(["https", *settings(tmp_path)]) == 2
    assert "backup" in capsys.readouterr().err


def test_the_doctor_trusts_this_tables_authority_alone(tmp_path: Path) -> None:
    certificates = made(tmp_path)
    context = _trusting(tmp_path)
    (trusted,) = context.get_ca_certs(binary_form=True)
    assert trusted == certificates.authority.certificate.public_bytes(Encoding.DER)
